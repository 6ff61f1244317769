// Time of a load that waits for the one before, by the size of what is visited.
#include <cstdint>
#include <iterator>

#include "../common/memory.hpp"
#include "benchlab/benchlab.h"
#include "loops.hpp"
#include "ring.hpp"

namespace benchlab::plugins {
namespace {

// Where a thread is on its ring, on lines of its own.
struct alignas(128) Position {
    const Link* at;
};

struct State {
    const bl_host* host;
    Parts parts;
    std::uint64_t lines;
    Position* positions;
};

bl_status link_rings(const bl_host* host, State& state, std::uint32_t threads,
                     std::uint64_t line_bytes) {
    const std::uint64_t order_bytes = state.lines * sizeof(std::uint32_t);
    auto* order = static_cast<std::uint32_t*>(host->allocate(host, order_bytes, 0));
    if (!order) return BL_E_MEMORY;
    bool good = true;
    for (std::uint32_t thread = 0; thread < threads && good; ++thread) {
        const Ring ring{state.parts.of(thread), state.lines, line_bytes};
        link_ring(ring, order);
        good = is_one_cycle(ring);
        state.positions[thread].at = ring.line(0);
    }
    host->release(host, order);
    if (good) return BL_OK;
    set_reason(host, "the lines do not form one cycle: memory or compiler at fault");
    return BL_E_FAILED;
}

bl_status prepare_state(const bl_host* host, const bl_values* params, std::uint32_t threads,
                        State& state) {
    const std::uint64_t line_bytes = cache_line_bytes();
    std::uint64_t size = 0;
    if (const bl_status status = read_size(host, params, line_bytes, 2 * line_bytes, size)) {
        return status;
    }
    state.host = host;
    state.lines = size / line_bytes;
    if (const bl_status status = allocate_parts(host, size, threads, state.parts)) return status;
    const bl_status status = link_rings(host, state, threads, line_bytes);
    if (status != BL_OK) host->release(host, state.parts.base);
    return status;
}

bl_status BL_CALL setup(const bl_host* host, const bl_values* params, std::uint32_t threads,
                        bl_bench_shape* shape, void** state) {
    const std::uint64_t positions_at = alignof(Position);
    static_assert(sizeof(State) <= alignof(Position));
    void* block =
        host->allocate(host, positions_at + sizeof(Position) * threads, alignof(Position));
    if (!block) return BL_E_MEMORY;
    auto* made = static_cast<State*>(block);
    *made = State{};
    made->positions =
        reinterpret_cast<Position*>(static_cast<unsigned char*>(block) + positions_at);
    if (const bl_status status = prepare_state(host, params, threads, *made)) {
        host->release(host, block);
        return status;
    }
    shape->rate = BL_RATE_ITEMS;
    shape->ops_per_iteration = kLoads;
    shape->rate_per_iteration = kLoads;
    *state = made;
    return BL_OK;
}

void BL_CALL teardown(void* state) {
    auto* made = static_cast<State*>(state);
    const bl_host* host = made->host;
    host->release(host, made->parts.base);
    host->release(host, made);
}

// The position carries over to the next run: a large ring would else be entered at the same place
// each time, and the short way from there stays in the cache.  The check is how far the run came
// along the ring, which is the same for equal iterations.
bl_status BL_CALL run(void* state, std::uint32_t thread, std::uint64_t iterations,
                      bl_bench_result* result) {
    State& made = *static_cast<State*>(state);
    const Link*& at = made.positions[thread].at;
    const std::uint64_t began = at->rank;
    at = static_cast<const Link*>(benchlab_chase(at, iterations));
    result->check = (at->rank + made.lines - began) % made.lines;
    return BL_OK;
}

constexpr std::uint64_t kSizes[] = {4 * kKibibyte,   16 * kKibibyte, 32 * kKibibyte, 64 * kKibibyte,
                                    256 * kKibibyte, 1 * kMebibyte,  4 * kMebibyte,  16 * kMebibyte,
                                    64 * kMebibyte,  256 * kMebibyte};

constexpr bl_param describe_size() {
    bl_param made{};
    made.struct_size = sizeof made;
    made.unit = BL_UNIT_BYTES;
    made.name = "size";
    made.values = kSizes;
    made.value_count = std::size(kSizes);
    made.minimum = 1024;
    made.maximum = kLargestSize;
    return made;
}
constexpr bl_param kSize = describe_size();
constexpr const bl_param* kParams[] = {&kSize};

constexpr bl_benchmark describe() {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.flags = BL_BENCH_THREADED;
    made.name = "cache/chase";
    made.title = "Dependent loads over a random cycle of cache lines";
    made.op = "load";
    made.params = kParams;
    made.param_count = 1;
    made.setup = setup;
    made.run = run;
    made.teardown = teardown;
    return made;
}
constexpr bl_benchmark kChase = describe();
constexpr const bl_benchmark* kBenchmarks[] = {&kChase};

constexpr bl_plugin describe_plugin() {
    bl_plugin made{};
    made.struct_size = sizeof made;
    made.abi_minor = BL_ABI_MINOR;
    made.id = "cache";
    made.version = BENCHLAB_VERSION;
    made.title = "Load latency by size";
    made.licence = "MIT";
    made.benchmarks = kBenchmarks;
    made.benchmark_count = 1;
    return made;
}
constexpr bl_plugin kPlugin = describe_plugin();

}  // namespace
}  // namespace benchlab::plugins

const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    return &benchlab::plugins::kPlugin;
}
