// Time of a load that waits for the one before, by the size of what is visited.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <new>

#include "../common/chase.hpp"
#include "../common/memory.hpp"
#include "../common/pages.hpp"
#include "../common/ring.hpp"
#include "../common/tables.hpp"
#include "benchlab/benchlab.h"
#include "sizes.hpp"

namespace benchlab::plugins {
namespace {

// Which benchmark a table is of.
struct Job {
    PageKind pages;
    bool chains;  // parameter "chains", else one
};

// Where a thread is on its ring with each of its chains, on lines of its own.
struct alignas(128) Position {
    const void* at[kMostChains];
};

struct State {
    const bl_host* host;
    PagedParts memory;
    std::uint64_t lines;
    std::uint64_t chains;
    PageKind pages;
    double huge_share;
    Position* positions;
};

// The chains of a thread follow one ring, evenly apart: each comes to a line when all the others
// have been at all lines in between, so that the whole ring lies between two visits.
bl_status link_rings(const bl_host* host, State& state, std::uint32_t threads,
                     std::uint64_t line_bytes) {
    const std::uint64_t order_bytes = state.lines * sizeof(std::uint32_t);
    auto* order = static_cast<std::uint32_t*>(host->allocate(host, order_bytes, 0));
    if (!order) return BL_E_MEMORY;
    bool good = true;
    for (std::uint32_t thread = 0; thread < threads && good; ++thread) {
        const Ring ring{state.memory.parts().of(thread), state.lines, line_bytes};
        link_ring(ring, order);
        good = is_one_cycle(ring);
        for (std::uint64_t chain = 0; chain < state.chains; ++chain) {
            const std::uint64_t rank = chain * state.lines / state.chains;
            state.positions[thread].at[chain] = ring.line(order[rank]);
        }
    }
    host->release(host, order);
    if (good) return check_pages(host, state.memory, state.pages, state.huge_share);
    set_reason(host, "the lines do not form one cycle: memory or compiler at fault");
    return BL_E_FAILED;
}

bl_status prepare_state(const bl_host* host, const Job& job, const bl_values* params,
                        std::uint32_t threads, State& state) {
    const std::uint64_t line_bytes = cache_line_bytes();
    std::uint64_t size = 0;
    if (const bl_status status = read_size(host, params, line_bytes, 2 * line_bytes, size)) {
        return status;
    }
    state.host = host;
    state.pages = job.pages;
    state.lines = size / line_bytes;
    state.chains = 1;
    if (job.chains) {
        const bool there = params->get_u64(params, "chains", &state.chains) != 0;
        if (!there || state.chains == 0 || state.chains > kMostChains) {
            set_reason(host, "chains must be 1 to 16");
            return BL_E_INVALID;
        }
    }
    if (const bl_status status = state.memory.map(host, size, threads, job.pages)) return status;
    return link_rings(host, state, threads, line_bytes);
}

// *state is the job.
bl_status BL_CALL setup(const bl_host* host, const bl_values* params, std::uint32_t threads,
                        bl_bench_shape* shape, void** state) {
    const Job& job = *static_cast<const Job*>(*state);
    constexpr std::uint64_t kPositionsAt =
        (sizeof(State) + alignof(Position) - 1) / alignof(Position) * alignof(Position);
    void* block =
        host->allocate(host, kPositionsAt + sizeof(Position) * threads, alignof(Position));
    if (!block) return BL_E_MEMORY;
    auto* made = new (block) State{};
    made->positions =
        reinterpret_cast<Position*>(static_cast<unsigned char*>(block) + kPositionsAt);
    if (const bl_status status = prepare_state(host, job, params, threads, *made)) {
        made->~State();
        host->release(host, block);
        return status;
    }
    shape->rate = BL_RATE_ITEMS;
    shape->ops_per_iteration = kLoads * made->chains;
    shape->rate_per_iteration = kLoads * made->chains;
    *state = made;
    return BL_OK;
}

void BL_CALL teardown(void* state) {
    auto* made = static_cast<State*>(state);
    const bl_host* host = made->host;
    made->~State();
    host->release(host, made);
}

std::uint64_t rank_of(const void* at) {
    return static_cast<const Link*>(at)->rank;
}

// The position carries over to the next run: a large ring would else be entered at the same place
// each time, and the short way from there stays in the cache.  The check is how far the chains came
// along the ring, which is the same for equal iterations.
bl_status BL_CALL run(void* state, std::uint32_t thread, std::uint64_t iterations,
                      bl_bench_result* result) {
    State& made = *static_cast<State*>(state);
    const void** const at = made.positions[thread].at;
    std::uint64_t began[kMostChains];
    for (std::uint64_t i = 0; i < made.chains; ++i) began[i] = rank_of(at[i]);
    chase_chains(at, made.chains, iterations);
    for (std::uint64_t i = 0; i < made.chains; ++i) {
        result->check += (rank_of(at[i]) + made.lines - began[i]) % made.lines;
    }
    if (made.pages == PageKind::kHuge) result->metrics[0] = made.huge_share;
    return BL_OK;
}

constexpr std::uint64_t kSizes[] = {
    4 * kKibibyte,   8 * kKibibyte,   16 * kKibibyte,  32 * kKibibyte,   48 * kKibibyte,
    64 * kKibibyte,  96 * kKibibyte,  128 * kKibibyte, 192 * kKibibyte,  256 * kKibibyte,
    384 * kKibibyte, 512 * kKibibyte, 768 * kKibibyte, 1024 * kKibibyte, 1536 * kKibibyte,
    2 * kMebibyte,   3 * kMebibyte,   4 * kMebibyte,   8 * kMebibyte,    16 * kMebibyte,
    32 * kMebibyte,  64 * kMebibyte,  128 * kMebibyte, 256 * kMebibyte};
static_assert(std::size(kSizes) == 24);
constexpr std::uint64_t kFewSizes[] = {32 * kKibibyte, 1 * kMebibyte, 256 * kMebibyte};
constexpr std::uint64_t kChains[] = {1, 2, 4, 8, 16};

constexpr bl_param kSize = number_param("size", BL_UNIT_BYTES, kSizes, 1024, kLargestSize);
constexpr bl_param kFewSize = number_param("size", BL_UNIT_BYTES, kFewSizes, 1024, kLargestSize);
constexpr bl_param kChainCount = number_param("chains", BL_UNIT_NONE, kChains, 1, kMostChains);
constexpr const bl_param* kSizeOnly[] = {&kSize};
constexpr const bl_param* kChainsAndSize[] = {&kChainCount, &kFewSize};
constexpr const bl_metric* kHugeOnly[] = {&kHugePages};
constexpr Job kSmallJob{PageKind::kSmall, false};
constexpr Job kHugeJob{PageKind::kHuge, false};
constexpr Job kChainsJob{PageKind::kSmall, true};

constexpr bl_benchmark describe(const char* name, const char* title, const Job* job) {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.flags = BL_BENCH_THREADED;
    made.name = name;
    made.title = title;
    made.op = "load";
    made.params = kSizeOnly;
    made.param_count = 1;
    made.setup = setup;
    made.run = run;
    made.teardown = teardown;
    made.context = const_cast<Job*>(job);
    return made;
}
constexpr bl_benchmark describe_huge() {
    bl_benchmark made =
        describe("cache/chase-huge", "Dependent loads over a random cycle of lines in huge pages",
                 &kHugeJob);
    made.flags |= BL_BENCH_SLOW;
    made.metrics = kHugeOnly;
    made.metric_count = 1;
    return made;
}
constexpr bl_benchmark describe_chains() {
    bl_benchmark made = describe(
        "cache/chains",
        "Dependent loads in several chains side by side over a random cycle of lines", &kChainsJob);
    made.flags |= BL_BENCH_SLOW;
    made.params = kChainsAndSize;
    made.param_count = 2;
    return made;
}
constexpr bl_benchmark kChase =
    describe("cache/chase", "Dependent loads over a random cycle of cache lines", &kSmallJob);
constexpr bl_benchmark kHuge = describe_huge();
constexpr bl_benchmark kParallel = describe_chains();
constexpr const bl_benchmark* kBenchmarks[] = {&kChase, &kHuge, &kParallel, &kSizesBenchmark};

constexpr bl_plugin describe_plugin() {
    bl_plugin made{};
    made.struct_size = sizeof made;
    made.abi_minor = BL_ABI_MINOR;
    made.id = "cache";
    made.version = BENCHLAB_VERSION;
    made.title = "Load latency by size";
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
