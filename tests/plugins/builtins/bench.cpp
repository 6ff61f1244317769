#include "bench.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>
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

void* BL_CALL allocate(const bl_host* host, std::uint64_t size, std::uint64_t align) {
    auto& self = *static_cast<Host*>(const_cast<bl_host*>(host));
    if (self.calls++ == self.refuse_call || size >= self.refuse_from) return nullptr;
    if (align == 0) align = 64;
    Host::Block block{size, align, {}, nullptr};
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
    BOOST_CHECK_MESSAGE(self.blocks.erase(block) == 1, "released what was not allocated");
}

void BL_CALL set_error(const bl_host* host, const char* text, std::uint64_t size) {
    static_cast<Host*>(const_cast<bl_host*>(host))->error.assign(text, size);
}

std::uint32_t BL_CALL get_size(const bl_values* values, const char* name, std::uint64_t* out) {
    if (std::string(name) != "size") return 0;
    *out = static_cast<const Size*>(values)->size;
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
}

bool Host::guards_intact() const {
    return std::all_of(blocks.begin(), blocks.end(), [](const auto& entry) {
        const Block& block = entry.second;
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

Size::Size(std::uint64_t bytes) : bl_values{}, size(bytes) {
    struct_size = sizeof(bl_values);
    get_u64 = get_size;
}

Bench::Bench(const bl_benchmark& benchmark, std::uint64_t size, std::uint32_t threads)
    : benchmark_(benchmark), size_(size) {
    shape.struct_size = sizeof shape;
    status = benchmark.setup(&host, &size_, threads, &shape, &state_);
}

Bench::~Bench() {
    BOOST_CHECK(host.guards_intact());
    if (status == BL_OK) benchmark_.teardown(state_);
    BOOST_CHECK_EQUAL(host.blocks.size(), 0u);
}

// Boost.Test is not called unless something is wrong, since it may not be from two threads.
std::uint64_t Bench::run(std::uint64_t iterations, std::uint32_t thread) {
    if (status != BL_OK) BOOST_FAIL("setup: status " << status << ", " << host.error);
    bl_bench_result result{};
    result.struct_size = sizeof result;
    const bl_status ran = benchmark_.run(state_, thread, iterations, &result);
    if (ran != BL_OK) BOOST_FAIL("run: status " << ran);
    return result.check;
}

}  // namespace benchlab::test
