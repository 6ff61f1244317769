// Bandwidth of reading, writing and copying a buffer.
#include <cstdint>
#include <cstring>
#include <iterator>

#include "../common/memory.hpp"
#include "benchlab/benchlab.h"
#include "loops.hpp"

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kLeast = 1024;

struct State {
    const bl_host* host;
    Parts parts;
    std::uint64_t size;  // of a buffer; a thread's second one lies `second_at` behind its first
    std::uint64_t second_at;
    std::uint32_t threads;
};

std::uint64_t* words(const State& state, std::uint32_t thread, std::uint64_t at = 0) {
    return reinterpret_cast<std::uint64_t*>(state.parts.of(thread) + at);
}

void fill(std::uint64_t* words, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) words[i] = i;
}

// `buffers` is 1 or 2 for each thread.
bl_status prepare_state(const bl_host* host, const bl_values* params, std::uint32_t threads,
                        std::uint32_t buffers, State& state) {
    state.host = host;
    state.threads = threads;
    if (const bl_status status = read_size(host, params, kLoopBytes, kLeast, state.size)) {
        return status;
    }
    const std::uint64_t count = std::uint64_t{threads} * buffers;
    if (const bl_status status = allocate_parts(host, state.size, count, state.parts)) {
        return status;
    }
    if (buffers == 2) {
        state.second_at = state.parts.stride;
        state.parts.stride *= 2;
    }
    // Filled here, so that no page is touched for the first time while the clock runs.
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
        fill(words(state, thread), state.size / 8);
        if (buffers == 2) std::memset(words(state, thread, state.second_at), 0, state.size);
    }
    return BL_OK;
}

template <std::uint32_t Buffers>
bl_status BL_CALL setup(const bl_host* host, const bl_values* params, std::uint32_t threads,
                        bl_bench_shape* shape, void** state) {
    auto* made = static_cast<State*>(host->allocate(host, sizeof(State), alignof(State)));
    if (!made) return BL_E_MEMORY;
    *made = State{};
    if (const bl_status status = prepare_state(host, params, threads, Buffers, *made)) {
        host->release(host, made);
        return status;
    }
    shape->rate = BL_RATE_BYTES;
    shape->rate_per_iteration = made->size;
    *state = made;
    return BL_OK;
}

void BL_CALL teardown(void* state) {
    auto* made = static_cast<State*>(state);
    const bl_host* host = made->host;
    host->release(host, made->parts.base);
    host->release(host, made);
}

bl_status BL_CALL run_read(void* state, std::uint32_t thread, std::uint64_t iterations,
                           bl_bench_result* result) {
    const State& made = *static_cast<State*>(state);
    result->check = benchlab_mem_read(words(made, thread), made.size, iterations);
    return BL_OK;
}

bl_status BL_CALL run_write(void* state, std::uint32_t thread, std::uint64_t iterations,
                            bl_bench_result* result) {
    const State& made = *static_cast<State*>(state);
    benchlab_mem_write(words(made, thread), made.size, iterations);
    result->check = words(made, thread)[made.size / 16];
    return BL_OK;
}

bl_status BL_CALL run_copy(void* state, std::uint32_t thread, std::uint64_t iterations,
                           bl_bench_result* result) {
    const State& made = *static_cast<State*>(state);
    std::uint64_t* const to = words(made, thread, made.second_at);
    benchlab_mem_copy(to, words(made, thread), made.size, iterations);
    result->check = to[made.size / 24];
    return BL_OK;
}

constexpr std::uint64_t kSizes[] = {32 * kKibibyte, kMebibyte, 32 * kMebibyte, 256 * kMebibyte};
constexpr std::uint64_t kCopySizes[] = {kMebibyte, 256 * kMebibyte};

template <std::size_t Count>
constexpr bl_param size_param(const std::uint64_t (&sizes)[Count]) {
    bl_param made{};
    made.struct_size = sizeof made;
    made.unit = BL_UNIT_BYTES;
    made.name = "size";
    made.values = sizes;
    made.value_count = Count;
    made.minimum = kLeast;
    made.maximum = kLargestSize;
    return made;
}
constexpr bl_param kSize = size_param(kSizes);
constexpr bl_param kCopySize = size_param(kCopySizes);
constexpr const bl_param* kParams[] = {&kSize};
constexpr const bl_param* kCopyParams[] = {&kCopySize};

constexpr bl_benchmark describe(const char* name, const char* title, const bl_param* const* params,
                                decltype(bl_benchmark::setup) set_up,
                                decltype(bl_benchmark::run) run) {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.flags = BL_BENCH_THREADED;
    made.name = name;
    made.title = title;
    made.op = "pass";
    made.params = params;
    made.param_count = 1;
    made.setup = set_up;
    made.run = run;
    made.teardown = teardown;
    return made;
}

constexpr bl_benchmark kRead =
    describe("mem/read", "Reading a buffer, 16 bytes at a time", kParams, setup<1>, run_read);
constexpr bl_benchmark kWrite = describe(
    "mem/write", "Writing a buffer with regular 16-byte stores", kParams, setup<1>, run_write);
constexpr bl_benchmark kCopy =
    describe("mem/copy", "Copying a buffer, 16 bytes at a time", kCopyParams, setup<2>, run_copy);

constexpr const bl_benchmark* kBenchmarks[] = {&kRead, &kWrite, &kCopy};

constexpr bl_plugin describe_plugin() {
    bl_plugin made{};
    made.struct_size = sizeof made;
    made.abi_minor = BL_ABI_MINOR;
    made.id = "mem";
    made.version = BENCHLAB_VERSION;
    made.title = "Memory bandwidth";
    made.licence = "MIT";
    made.benchmarks = kBenchmarks;
    made.benchmark_count = static_cast<std::uint32_t>(std::size(kBenchmarks));
    return made;
}
constexpr bl_plugin kPlugin = describe_plugin();

}  // namespace
}  // namespace benchlab::plugins

const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    return &benchlab::plugins::kPlugin;
}
