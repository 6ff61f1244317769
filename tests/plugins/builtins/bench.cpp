#include "bench.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <limits>
#include <utility>

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>
#include <sys/mman.h>
#endif

namespace benchlab::test {
namespace {

constexpr std::size_t kGuard = 64;
constexpr unsigned char kGuardByte = 0xA7;

bl_plugin_entry find_entry(const char* file) {
#if defined(_WIN32)
    HMODULE module = LoadLibraryA(file);
    BOOST_REQUIRE_MESSAGE(module, "cannot load " << file << ": error " << GetLastError());
    return reinterpret_cast<bl_plugin_entry>(
        reinterpret_cast<void*>(GetProcAddress(module, BL_PLUGIN_SYMBOL)));
#else
    void* module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    BOOST_REQUIRE_MESSAGE(module, "cannot load " << file << ": " << dlerror());
    return reinterpret_cast<bl_plugin_entry>(dlsym(module, BL_PLUGIN_SYMBOL));
#endif
}

constexpr std::uint64_t kPage = 4096;

// Whole pages with one behind them that ends the process when it is touched; nullptr where that
// cannot be had.
unsigned char* guarded_pages([[maybe_unused]] std::uint64_t size,
                             [[maybe_unused]] std::uint64_t align) {
#if defined(_WIN32)
    return nullptr;
#else
    if (size == 0 || size % kPage != 0 || align != kPage || size > (64u << 20)) return nullptr;
    void* const at =
        mmap(nullptr, size + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return nullptr;
    auto* const start = static_cast<unsigned char*>(at);
    BOOST_REQUIRE_EQUAL(mprotect(start + size, kPage, PROT_NONE), 0);
    std::fill(start, start + size, kGuardByte);
    return start;
#endif
}

void give_back([[maybe_unused]] const Host::Block& block) {
#if !defined(_WIN32)
    if (block.storage.empty()) munmap(block.start, block.size + kPage);
#endif
}

void* BL_CALL allocate(const bl_host* host, std::uint64_t size, std::uint64_t align) {
    auto& self = *static_cast<Host*>(const_cast<bl_host*>(host));
    if (self.calls++ == self.refuse_call || size >= self.refuse_from) return nullptr;
    if (align == 0) align = 64;
    Host::Block block{size, align, {}, guarded_pages(size, align)};
    if (block.start != nullptr) {
        void* const pages = block.start;
        self.blocks.emplace(pages, std::move(block));
        return pages;
    }
    block.storage.assign(size + align + 2 * kGuard, kGuardByte);
    auto address = reinterpret_cast<std::uintptr_t>(block.storage.data()) + kGuard;
    address = (address + align - 1) / align * align;
    block.start = reinterpret_cast<unsigned char*>(address);
    void* const start = block.start;
    self.blocks.emplace(start, std::move(block));
    return start;
}

void BL_CALL release(const bl_host* host, void* block) {
    auto& self = *static_cast<Host*>(const_cast<bl_host*>(host));
    const auto at = self.blocks.find(block);
    if (block == nullptr) return;
    BOOST_REQUIRE_MESSAGE(at != self.blocks.end(), "released what was not allocated");
    give_back(at->second);
    self.blocks.erase(at);
}

void BL_CALL set_error(const bl_host* host, const char* text, std::uint64_t size) {
    static_cast<Host*>(const_cast<bl_host*>(host))->error.assign(text, size);
}

void BL_CALL take_log(const bl_host* host, std::uint32_t, const char* text, std::uint64_t size) {
    static_cast<Host*>(const_cast<bl_host*>(host))->log_lines.emplace_back(text, size);
}

std::uint64_t BL_CALL now_ns(const bl_host*) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

std::uint32_t BL_CALL get_u64(const bl_values* values, const char* name, std::uint64_t* out) {
    const auto& known = static_cast<const Values*>(values)->values;
    const auto at = known.find(name);
    if (at == known.end()) return 0;
    *out = at->second;
    return 1;
}

}  // namespace

const bl_plugin& load(const char* file) {
    static std::map<std::string, const bl_plugin*> loaded;
    const bl_plugin*& plugin = loaded[file];
    if (!plugin) {
        const bl_plugin_entry entry = find_entry(file);
        BOOST_REQUIRE_MESSAGE(entry, file << " has no " << BL_PLUGIN_SYMBOL);
        plugin = entry(BL_ABI_MINOR);
    }
    BOOST_REQUIRE(plugin);
    return *plugin;
}

const bl_plugin& cpu_plugin() {
    return load(BENCHLAB_CPU_FILE);
}
const bl_plugin& mem_plugin() {
    return load(BENCHLAB_MEM_FILE);
}
const bl_plugin& cache_plugin() {
    return load(BENCHLAB_CACHE_FILE);
}

const bl_benchmark* find(const bl_plugin& plugin, const std::string& name) {
    for (std::uint32_t i = 0; i < plugin.benchmark_count; ++i) {
        if (name == plugin.benchmarks[i]->name) return plugin.benchmarks[i];
    }
    return nullptr;
}

std::string shown(const bl_param& param, std::uint64_t value) {
    if (param.unit != BL_UNIT_BYTES) return std::to_string(value);
    const bool mebibytes = value % (1024 * 1024) == 0;
    return std::to_string(value / (mebibytes ? 1024 * 1024 : 1024)) + (mebibytes ? "MiB" : "KiB");
}

Host::Host() : bl_host{} {
    struct_size = sizeof(bl_host);
    abi_minor = BL_ABI_MINOR;
    version = "test";
    // The rest stays null: these plugins have no use for it.
    bl_host::allocate = test::allocate;
    bl_host::release = test::release;
    bl_host::set_error = test::set_error;
    bl_host::log = test::take_log;
    bl_host::clock_ns = test::now_ns;
}

Host::~Host() {
    for (const auto& entry : blocks) give_back(entry.second);
}

bool Host::guards_intact() const {
    return std::all_of(blocks.begin(), blocks.end(), [](const auto& entry) {
        const Block& block = entry.second;
        if (block.storage.empty()) return true;
        const unsigned char* const start = block.start;
        const unsigned char* const end = start + block.size;
        const auto untouched = [](unsigned char value) { return value == kGuardByte; };
        return std::all_of(start - kGuard, start, untouched) &&
               std::all_of(end, end + kGuard, untouched);
    });
}

Host::Block* Host::largest() {
    Block* found = nullptr;
    for (auto& entry : blocks) {
        if (!found || entry.second.size > found->size) found = &entry.second;
    }
    return found;
}

Values::Values(std::uint64_t size) : Values(std::map<std::string, std::uint64_t>{{"size", size}}) {}

Values::Values(std::map<std::string, std::uint64_t> given) : bl_values{}, values(std::move(given)) {
    struct_size = sizeof(bl_values);
    bl_values::get_u64 = test::get_u64;
}

Bench::Bench(const bl_benchmark& benchmark, std::uint64_t size, std::uint32_t threads)
    : Bench(benchmark, Values(size), threads) {}

Bench::Bench(const bl_benchmark& benchmark, Values values, std::uint32_t threads)
    : benchmark_(benchmark), values_(std::move(values)), state_(benchmark.context) {
    shape.struct_size = sizeof shape;
    status = benchmark.setup(&host, &values_, threads, &shape, &state_);
}

Bench::~Bench() {
    BOOST_CHECK(host.guards_intact());
    if (status == BL_OK) benchmark_.teardown(state_);
    BOOST_CHECK_EQUAL(host.blocks.size(), 0u);
}

// Boost.Test is not called unless something is wrong, since it may not be from two threads.
bool Bench::is_skipped(const std::string& what) const {
    if (status != BL_SKIPPED) return false;
    BOOST_TEST_MESSAGE("skipped " << what << ": " << host.error);
    return true;
}

std::uint64_t Bench::run(std::uint64_t iterations, std::uint32_t thread) {
    if (status != BL_OK) BOOST_FAIL("setup: status " << status << ", " << host.error);
    bl_bench_result result{};
    result.struct_size = sizeof result;
    std::vector<double> measured(benchmark_.metric_count, std::numeric_limits<double>::quiet_NaN());
    result.metrics = measured.data();
    const bl_status ran = benchmark_.run(state_, thread, iterations, &result);
    if (ran != BL_OK) BOOST_FAIL("run: status " << ran);
    if (thread == 0) metrics = std::move(measured);
    return result.check;
}

}  // namespace benchlab::test
