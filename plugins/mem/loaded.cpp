// The latency of memory while other processors read it.
#include "loaded.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <new>

#include "../common/caches.hpp"
#include "../common/chase.hpp"
#include "../common/memory.hpp"
#include "../common/pages.hpp"
#include "../common/ring.hpp"
#include "../common/tables.hpp"
#include "loaders.hpp"
#include "loops.hpp"
#include "trial.hpp"

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kLoaderBytes = 64 * kMebibyte;  // of each

struct State {
    const bl_host* host = nullptr;
    PagedParts ring_memory;
    std::uint64_t lines = 0;
    const void* at = nullptr;
    Parts parts;  // of the loaders
    Loaders loaders;
};

bl_status link(const bl_host* host, State& state) {
    const std::uint64_t line_bytes = cache_line_bytes();
    // Twice the last level, so that most of it is not there.
    const std::uint64_t bytes =
        std::clamp(2 * caches().level3, 64 * kMebibyte, 256 * kMebibyte) / line_bytes * line_bytes;
    state.lines = bytes / line_bytes;
    if (const bl_status status = state.ring_memory.map(host, bytes, 1, PageKind::kSmall)) {
        return status;
    }
    const std::uint64_t order_bytes = state.lines * sizeof(std::uint32_t);
    auto* order = static_cast<std::uint32_t*>(host->allocate(host, order_bytes, 0));
    if (!order) return BL_E_MEMORY;
    const Ring ring{state.ring_memory.parts().base, state.lines, line_bytes};
    link_ring(ring, order);
    host->release(host, order);
    state.at = ring.line(0);
    return BL_OK;
}

bl_status start_loaders(const bl_host* host, std::uint64_t percent, State& state) {
    if (percent == 0) return BL_OK;
    const std::vector<unsigned> cpus = other_cpus();
    if (cpus.empty()) {
        set_reason(host, "needs a second CPU to load the memory from");
        return BL_SKIPPED;
    }
    if (const bl_status status = allocate_parts(host, kLoaderBytes, cpus.size(), state.parts)) {
        return status;
    }
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        auto* const words =
            reinterpret_cast<std::uint64_t*>(state.parts.of(static_cast<std::uint32_t>(i)));
        for (std::uint64_t word = 0; word < kLoaderBytes / 8; ++word) words[word] = word;
    }
    const Work work{state.parts.base, nullptr, kLoaderBytes};
    state.loaders.start(cpus, state.parts, kLoaderBytes, fastest_kernel(host, Kind::kRead, work),
                        percent);
    return BL_OK;
}

bl_status prepare_state(const bl_host* host, const bl_values* params, State& state) {
    std::uint64_t percent = 0;
    if (!params->get_u64(params, "load", &percent) || percent > 100) {
        set_reason(host, "load must be 0 to 100, percent of the time");
        return BL_E_INVALID;
    }
    if (const bl_status status = link(host, state)) return status;
    try {
        return start_loaders(host, percent, state);
    } catch (const std::bad_alloc&) {
        return BL_E_MEMORY;
    } catch (const std::exception& error) {
        set_reason(host, "cannot start the threads that load the memory: %s", error.what());
        return BL_E_FAILED;
    }
}

void destroy(State* state) {
    const bl_host* const host = state->host;
    unsigned char* const base = state->parts.base;
    state->~State();  // the loaders end before their memory does
    host->release(host, base);
    host->release(host, state);
}

bl_status BL_CALL setup(const bl_host* host, const bl_values* params, std::uint32_t,
                        bl_bench_shape* shape, void** state) {
    void* block = host->allocate(host, sizeof(State), alignof(State));
    if (!block) return BL_E_MEMORY;
    auto* made = new (block) State;
    made->host = host;
    if (const bl_status status = prepare_state(host, params, *made)) {
        destroy(made);
        return status;
    }
    shape->rate = BL_RATE_ITEMS;
    shape->ops_per_iteration = kLoads;
    shape->rate_per_iteration = kLoads;
    *state = made;
    return BL_OK;
}

void BL_CALL teardown(void* state) {
    destroy(static_cast<State*>(state));
}

bl_status BL_CALL run(void* state, std::uint32_t, std::uint64_t iterations,
                      bl_bench_result* result) {
    State& made = *static_cast<State*>(state);
    const std::uint64_t rank = static_cast<const Link*>(made.at)->rank;
    const std::uint64_t read = made.loaders.bytes_read();
    const std::uint64_t began = made.host->clock_ns(made.host);
    made.at = benchlab_chase(made.at, iterations);
    const std::uint64_t took = made.host->clock_ns(made.host) - began;
    const std::uint64_t loaded = made.loaders.bytes_read() - read;
    result->check = (static_cast<const Link*>(made.at)->rank + made.lines - rank) % made.lines;
    if (took == 0 || iterations == 0) return BL_OK;
    result->metrics[0] =
        static_cast<double>(took) / (static_cast<double>(iterations) * static_cast<double>(kLoads));
    // So short a run that no loader had done a piece: not measured.
    if (loaded != 0) {
        result->metrics[1] = static_cast<double>(loaded) * 1e9 / static_cast<double>(took);
    }
    return BL_OK;
}

constexpr std::uint64_t kLoadLevels[] = {0, 25, 50, 75, 100};

constexpr bl_param kLoad = number_param("load", BL_UNIT_NONE, kLoadLevels, 0, 100);
constexpr const bl_param* kParams[] = {&kLoad};
constexpr bl_metric kLatency = metric(
    "latency", "latency", "Time from the address of a load to its value, while the others read.",
    BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
constexpr bl_metric kBandwidth = metric(
    "load", "read by the others",
    "What the loading threads, one on each other CPU, read together in the time of the sample.",
    BL_UNIT_BYTES_PER_SECOND, BL_OUT_MORE_IS_BETTER);
constexpr const bl_metric* kMetrics[] = {&kLatency, &kBandwidth};

constexpr bl_benchmark describe() {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.name = "mem/loaded-latency";
    made.title =
        "Dependent loads from memory while all other CPUs read it so many percent of the time";
    made.op = "load";
    made.params = kParams;
    made.param_count = 1;
    made.metrics = kMetrics;
    made.metric_count = 2;
    made.setup = setup;
    made.run = run;
    made.teardown = teardown;
    return made;
}

}  // namespace

extern const bl_benchmark kLoadedLatency = describe();

}  // namespace benchlab::plugins
