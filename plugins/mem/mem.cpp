// Bandwidth of reading, writing and copying a buffer.
#include <array>
#include <cstdint>
#include <iterator>

#include "../common/pages.hpp"
#include "../common/tables.hpp"
#include "buffers.hpp"
#include "loaded.hpp"
#include "loops.hpp"

namespace benchlab::plugins {
namespace {

// Which benchmark a table is of.
struct Job {
    Kind kind;
    bool by_name;   // parameter "kernel" says which; else the fastest is looked for
    bool by_level;  // parameter "level" instead of "size"
};

struct State {
    const bl_host* host;
    Buffers buffers;
    const Kernel* kernel;
};

bl_status choose_size(const bl_host* host, const Job& job, const bl_values* params,
                      std::uint64_t& size) {
    if (!job.by_level) return read_size(host, params, kLoopBytes, kLeastSize, size);
    std::uint64_t level = 0;
    if (!params->get_u64(params, "level", &level)) {
        set_reason(host, "the parameter level is missing");
        return BL_E_INVALID;
    }
    return size_of_level(host, job.kind, level, size);
}

bl_status choose_by_name(const bl_host* host, Kind kind, const bl_values* params,
                         const Kernel*& kernel) {
    const std::span<const Kernel> kernels = kernels_of(kind);
    std::uint64_t index = 0;
    if (!params->get_u64(params, "kernel", &index) || index >= kernels.size()) {
        set_reason(host, "the parameter kernel is missing");
        return BL_E_INVALID;
    }
    kernel = &kernels[index];
    const char* const lacks = missing(kernel->needs);
    if (lacks == nullptr) return BL_OK;
    set_reason(host, "%s", lacks);
    return BL_SKIPPED;
}

bl_status prepare_state(const bl_host* host, const Job& job, const bl_values* params,
                        std::uint32_t threads, State& state) {
    state.host = host;
    if (job.by_name) {
        if (const bl_status status = choose_by_name(host, job.kind, params, state.kernel)) {
            return status;
        }
    }
    std::uint64_t size = 0;
    if (const bl_status status = choose_size(host, job, params, size)) return status;
    if (const bl_status status = make_buffers(host, job.kind, size, threads, state.buffers)) {
        return status;
    }
    if (job.by_name) return BL_OK;
    state.kernel = &fastest_kernel(host, job.kind, state.buffers.of(0));
    remark(host, "%s was the fastest: %s", state.kernel->name, state.kernel->what);
    clear_targets(state.buffers, threads);
    return BL_OK;
}

// *state is the job.
bl_status BL_CALL setup(const bl_host* host, const bl_values* params, std::uint32_t threads,
                        bl_bench_shape* shape, void** state) {
    const Job& job = *static_cast<const Job*>(*state);
    auto* made = static_cast<State*>(host->allocate(host, sizeof(State), alignof(State)));
    if (!made) return BL_E_MEMORY;
    *made = State{};
    if (const bl_status status = prepare_state(host, job, params, threads, *made)) {
        host->release(host, made);
        return status;
    }
    shape->rate = BL_RATE_BYTES;
    shape->rate_per_iteration = made->buffers.size;
    *state = made;
    return BL_OK;
}

void BL_CALL teardown(void* state) {
    auto* made = static_cast<State*>(state);
    const bl_host* host = made->host;
    host->release(host, made->buffers.parts.base);
    host->release(host, made);
}

// Where a metric stands in kMetrics.
constexpr std::size_t kBusAt = 0, kHugePagesAt = 1;

// So much is timed at least, for reading the clock not to show; less is said not to be measured.
constexpr std::uint64_t kTimedBytes = 2 * kMebibyte;

bl_status BL_CALL run(void* state, std::uint32_t thread, std::uint64_t iterations,
                      bl_bench_result* result) {
    const State& made = *static_cast<State*>(state);
    result->metrics[kHugePagesAt] = made.buffers.huge_share;
    const Work work = made.buffers.of(thread);
    const bool timed =
        made.kernel->bus != 0 && iterations >= kTimedBytes / made.buffers.size && iterations != 0;
    const std::uint64_t began = timed ? made.host->clock_ns(made.host) : 0;
    result->check = run_kernel(*made.kernel, work, iterations);
    if (!timed) return BL_OK;
    const std::uint64_t took = made.host->clock_ns(made.host) - began;
    if (took == 0) return BL_OK;  // the clock stood still
    const double bytes = static_cast<double>(made.buffers.size) * static_cast<double>(iterations);
    result->metrics[kBusAt] = bytes * made.kernel->bus * 1e9 / static_cast<double>(took);
    return BL_OK;
}

constexpr bl_metric kBus = metric(
    "bus", "bus bytes",
    "What goes over the memory bus, when the buffer is larger than the caches, for the bytes "
    "counted by the rate: reading 1 byte for each; writing 2 with regular stores, which read the "
    "line first, and 1 past the caches or with clzero; copying 3 and 2. Computed of the rate, not "
    "measured. Not told for memset, memcpy, rep stosb and rep movsb, which choose their stores "
    "themselves.",
    // Which kernel was the fastest decides it, so more is neither better nor worse.
    BL_UNIT_BYTES_PER_SECOND, BL_OUT_ADDS_UP);
constexpr const bl_metric* kMetrics[] = {&kBus, &kHugePages};

constexpr std::uint64_t kSizes[] = {32 * kKibibyte, kMebibyte, 32 * kMebibyte, 256 * kMebibyte};

constexpr bl_param kSize = number_param("size", BL_UNIT_BYTES, kSizes, kLeastSize, kLargestSize);
constexpr bl_param kLevel = labelled_param("level", kLevels, std::size(kLevels));

constexpr bl_benchmark describe(const char* name, const char* title, const bl_param* const* params,
                                std::uint32_t param_count, const Job* job) {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.flags = BL_BENCH_THREADED | (job->by_name || job->by_level ? unsigned{BL_BENCH_SLOW} : 0u);
    made.name = name;
    made.title = title;
    made.op = "pass";
    made.params = params;
    made.param_count = param_count;
    made.metrics = kMetrics;
    made.metric_count = std::size(kMetrics);
    made.setup = setup;
    made.run = run;
    made.teardown = teardown;
    made.context = const_cast<Job*>(job);
    return made;
}

constexpr const bl_param* kSizeOnly[] = {&kSize};
constexpr const bl_param* kLevelOnly[] = {&kLevel};
constexpr Job kJobs[3][3] = {
    {{Kind::kRead, false, false}, {Kind::kRead, false, true}, {Kind::kRead, true, false}},
    {{Kind::kWrite, false, false}, {Kind::kWrite, false, true}, {Kind::kWrite, true, false}},
    {{Kind::kCopy, false, false}, {Kind::kCopy, false, true}, {Kind::kCopy, true, false}}};

// The names of all kernels of a kind, as a parameter.
template <Kind kKind>
const bl_param& kernel_param() {
    static const auto labels = [] {
        std::array<const char*, 32> made{};
        std::size_t count = 0;
        for (const Kernel& kernel : kernels_of(kKind)) made[count++] = kernel.name;
        return made;
    }();
    static const bl_param param = labelled_param("kernel", labels.data(), kernels_of(kKind).size());
    return param;
}
template <Kind kKind>
const bl_param* const* kernel_and_size() {
    static const bl_param* const params[] = {&kernel_param<kKind>(), &kSize};
    return params;
}

constexpr bl_benchmark kRead = describe(
    "mem/read", "Reading a buffer, the fastest way that was found", kSizeOnly, 1, &kJobs[0][0]);
constexpr bl_benchmark kWrite = describe(
    "mem/write", "Writing a buffer, the fastest way that was found", kSizeOnly, 1, &kJobs[1][0]);
constexpr bl_benchmark kCopy = describe(
    "mem/copy", "Copying a buffer, the fastest way that was found", kSizeOnly, 1, &kJobs[2][0]);
constexpr bl_benchmark kReadLevel = describe(
    "mem/level/read", "Reading a buffer that fills half a cache of this machine, or is in memory",
    kLevelOnly, 1, &kJobs[0][1]);
constexpr bl_benchmark kWriteLevel = describe(
    "mem/level/write", "Writing a buffer that fills half a cache of this machine, or is in memory",
    kLevelOnly, 1, &kJobs[1][1]);
constexpr bl_benchmark kCopyLevel = describe(
    "mem/level/copy", "Copying a buffer that fills half a cache of this machine, or is in memory",
    kLevelOnly, 1, &kJobs[2][1]);

// Built at load: the lists of kernels are the parameters' values.
const bl_benchmark* const* benchmarks(std::uint32_t& count) {
    static const bl_benchmark read_kernels =
        describe("mem/kernels/read", "Reading a buffer, by each kernel",
                 kernel_and_size<Kind::kRead>(), 2, &kJobs[0][2]);
    static const bl_benchmark write_kernels =
        describe("mem/kernels/write", "Writing a buffer, by each kernel",
                 kernel_and_size<Kind::kWrite>(), 2, &kJobs[1][2]);
    static const bl_benchmark copy_kernels =
        describe("mem/kernels/copy", "Copying a buffer, by each kernel",
                 kernel_and_size<Kind::kCopy>(), 2, &kJobs[2][2]);
    static const bl_benchmark* const all[] = {
        &kRead,       &kWrite,     &kCopy,        &kLoadedLatency, &kReadLevel,
        &kWriteLevel, &kCopyLevel, &read_kernels, &write_kernels,  &copy_kernels};
    count = static_cast<std::uint32_t>(std::size(all));
    return all;
}

bl_plugin describe_plugin() {
    bl_plugin made{};
    made.struct_size = sizeof made;
    made.abi_minor = BL_ABI_MINOR;
    made.id = "mem";
    made.version = BENCHLAB_VERSION;
    made.title = "Memory bandwidth";
    made.licence = "MIT";
    made.benchmarks = benchmarks(made.benchmark_count);
    return made;
}

}  // namespace
}  // namespace benchlab::plugins

const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    static const bl_plugin plugin = benchlab::plugins::describe_plugin();
    return &plugin;
}
