#include "sizes.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <new>
#include <string>

#include "../common/caches.hpp"
#include "../common/memory.hpp"
#include "../common/tables.hpp"
#include "curve.hpp"
#include "edges.hpp"

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kLeastLines = 4 * kKibibyte;
constexpr std::uint64_t kMostLines = 128 * kMebibyte;
constexpr std::uint64_t kLeastPages = 16 * 4 * kKibibyte;    // 16 pages
constexpr std::uint64_t kMostPages = 16384 * 4 * kKibibyte;  // 64 MiB in pages
constexpr std::uint64_t kRunNs = 50'000'000;                 // about, of an iteration

struct State {
    const bl_host* host;
    Curve lines;
    Curve pages;
};

// Four sizes from a power of two to the next: 32, 40, 48 and 56 KiB.  Caches of 48 KiB or 1.25 MiB
// are among them, too.
std::size_t quarter_steps(std::uint64_t least, std::uint64_t most, std::uint64_t unit,
                          std::uint64_t (&sizes)[kMostPoints]) {
    std::size_t count = 0;
    for (std::uint64_t power = least; power <= most; power *= 2) {
        for (std::uint64_t quarter = 4; quarter < 8 && count < kMostPoints; ++quarter) {
            const std::uint64_t size = power * quarter / 4 / unit * unit;
            // Above 32 MiB every other one: each costs memory of its size.
            const bool kept = power <= 32 * kMebibyte || quarter % 2 == 0;
            if (size <= most && kept) sizes[count++] = size;
        }
    }
    return count;
}

bl_status prepare_state(const bl_host* host, State& state) {
    state.host = host;
    std::uint64_t sizes[kMostPoints];
    std::size_t count = quarter_steps(kLeastLines, kMostLines, 64, sizes);
    const std::span<const std::uint64_t> lines(sizes, count);
    bl_status status = state.lines.prepare(host, CurveKind::kLines, lines, PageKind::kHuge);
    if (status == BL_SKIPPED) {  // without huge pages the levels are smeared, but there
        state.lines.~Curve();
        new (&state.lines) Curve();
        status = state.lines.prepare(host, CurveKind::kLines, lines, PageKind::kSmall);
    }
    if (status != BL_OK) return status;
    count = quarter_steps(kLeastPages, kMostPages, 4 * kKibibyte, sizes);
    status = state.pages.prepare(host, CurveKind::kPages, {sizes, count}, PageKind::kSmall);
    if (status != BL_OK) return status;
    // The first time here, so that every sample has a whole curve.
    state.lines.read_all(host);
    state.pages.read_all(host);
    return BL_OK;
}

bl_status BL_CALL setup(const bl_host* host, const bl_values*, std::uint32_t, bl_bench_shape* shape,
                        void** state) {
    void* block = host->allocate(host, sizeof(State), alignof(State));
    if (!block) return BL_E_MEMORY;
    auto* made = new (block) State{};
    if (const bl_status status = prepare_state(host, *made)) {
        made->~State();
        host->release(host, block);
        return status;
    }
    shape->max_iterations = 1;
    *state = made;
    return BL_OK;
}

// "4 MiB (19 or 190 ns), ..." of every size that had two typical latencies.
void tell_two_humped(const State& state) {
    std::string text;
    for (std::size_t i = 0; i < state.lines.count(); ++i) {
        double low = 0, high = 0;
        if (!state.lines.is_two_humped(i, low, high)) continue;
        char part[80];
        std::snprintf(part, sizeof part, "%s%" PRIu64 " KiB (%.3g or %.3g ns)",
                      text.empty() ? "" : ", ", state.lines.sizes()[i] / kKibibyte, low, high);
        text += part;
    }
    if (text.empty()) return;
    text = "two typical latencies at " + text;
    state.host->log(state.host, BL_LOG_WARNING, text.c_str(), text.size());
}

void BL_CALL teardown(void* state) {
    auto* made = static_cast<State*>(state);
    const bl_host* host = made->host;
    try {
        tell_two_humped(*made);
    } catch (...) {  // out of memory: then without this line
    }
    made->~State();
    host->release(host, made);
}

// What a line in a page of its own costs more than lines side by side, added to the latency of the
// first-level cache: a curve in which only the TLB shows.
Edges tlb_edges(const State& state, const double (&lines)[kMostPoints]) {
    double extra[kMostPoints];
    const std::span<const std::uint64_t> pages = state.pages.sizes(), sizes = state.lines.sizes();
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const std::uint64_t same = pages[i] / 64;  // bytes of as many lines
        std::size_t at = 0;
        while (at + 1 < sizes.size() && sizes[at + 1] <= same) ++at;
        extra[i] = lines[0] + std::max(0.0, state.pages.latency(i) - lines[at]);
    }
    return edges_of(pages, {extra, pages.size()});
}

enum Metric : std::size_t {
    kLevel1,
    kLevel2,
    kLevel3,
    kReported1,
    kReported2,
    kReported3,
    kTlb1,
    kTlb,
    kTwoHumped,
    kMetricCount
};

void measure(const State& state, double* metrics) {
    const Caches& told = caches();
    const std::uint64_t reported[] = {told.level1, told.level2, told.level3};
    for (std::size_t i = 0; i < 3; ++i) {
        if (reported[i] != 0) metrics[kReported1 + i] = static_cast<double>(reported[i]);
    }
    double lines[kMostPoints];
    double humps = 0;
    for (std::size_t i = 0; i < state.lines.count(); ++i) {
        lines[i] = state.lines.latency(i);
        double low = 0, high = 0;
        humps += state.lines.is_two_humped(i, low, high) ? 1 : 0;
    }
    const Edges levels = edges_of(state.lines.sizes(), {lines, state.lines.count()});
    for (std::size_t i = 0; i < std::min<std::size_t>(levels.count, 3); ++i) {
        metrics[kLevel1 + i] = static_cast<double>(levels.at[i]);
    }
    const Edges reach = tlb_edges(state, lines);
    if (reach.count > 1) metrics[kTlb1] = static_cast<double>(reach.at[0]);
    // A third rise is that of page tables which no cache holds.
    if (reach.count > 0) metrics[kTlb] = static_cast<double>(reach.at[reach.count > 1 ? 1 : 0]);
    metrics[kTwoHumped] = humps;
}

bl_status BL_CALL run(void* state, std::uint32_t, std::uint64_t iterations,
                      bl_bench_result* result) {
    State& made = *static_cast<State*>(state);
    for (std::uint64_t i = 0; i < iterations; ++i) {
        const std::uint64_t began = made.host->clock_ns(made.host);
        while (made.host->clock_ns(made.host) - began < kRunNs) {
            made.lines.read_next(made.host);
            made.pages.read_next(made.host);
        }
    }
    measure(made, result->metrics);
    result->check = made.lines.check() ^ made.pages.check();
    return BL_OK;
}

constexpr bl_metric size(const char* id, const char* title, const char* help) {
    return metric(id, title, help, BL_UNIT_BYTES);
}

constexpr const char* kFoundHelp =
    "The largest size of which most loads still come from this level: the last size on the curve "
    "before the middle of the "
    "rise behind it. Found from latencies, so that it is what this program gets of a cache that "
    "others use, too.";
constexpr const char* kReportedHelp = "The size that the machine tells of this cache (hwloc).";
constexpr bl_metric kTable[kMetricCount] = {
    size("effective_l1", "found first level", kFoundHelp),
    size("effective_l2", "found second level", kFoundHelp),
    size("effective_l3", "found third level", kFoundHelp),
    size("reported_l1", "reported first level", kReportedHelp),
    size("reported_l2", "reported second level", kReportedHelp),
    size("reported_l3", "reported third level", kReportedHelp),
    size("tlb_l1_reach", "reach of the first TLB",
         "How much memory in pages of 4 KiB the first-level TLB translates: a line in each page, "
         "less what as many lines "
         "side by side cost."),
    size("tlb_reach", "reach of the TLB",
         "How much memory in pages of 4 KiB all levels of the TLB translate: beyond it each load "
         "walks the page table. "
         "Found as the reach of the first TLB."),
    metric("bimodal", "sizes of two latencies",
           "Sizes on the curve whose readings have two humps, the upper at least 1.5 times the "
           "lower: what others do to a "
           "shared cache, or where pages lie, decides which.",
           BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER),
};
constexpr const bl_metric* kMetrics[] = {&kTable[0], &kTable[1], &kTable[2], &kTable[3], &kTable[4],
                                         &kTable[5], &kTable[6], &kTable[7], &kTable[8]};
static_assert(std::size(kMetrics) == kMetricCount);

constexpr bl_benchmark describe() {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.flags = BL_BENCH_SLOW;
    made.name = "cache/sizes";
    made.title = "Sizes of caches and reach of the TLB, from curves of load latencies";
    made.op = "round";
    made.metrics = kMetrics;
    made.metric_count = kMetricCount;
    made.setup = setup;
    made.run = run;
    made.teardown = teardown;
    return made;
}

}  // namespace

extern const bl_benchmark kSizesBenchmark = describe();

}  // namespace benchlab::plugins
