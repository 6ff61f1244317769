#include "measure/floor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure/clock_cycles.hpp"
#include "measure/summary.hpp"
#include "platform/clock.hpp"

namespace benchlab::measure {
namespace {

constexpr int kRounds = 31;
// Some 30 us each: long beside a reading of the clock, and short beside a time slice.
constexpr std::uint64_t kCycleBudgetNs = 30'000;
constexpr std::uint64_t kEmptyIterations = 1'600'000;

double ns_of_iteration(EmptyLoop loop) {
    const std::uint64_t begin = platform::now_ns();
    loop(kEmptyIterations);
    return static_cast<double>(platform::now_ns() - begin) / kEmptyIterations;
}

std::string short_time(double ns) {
    return fmt::format("{:.2g} ns", ns);
}

}  // namespace

Floor measure_floor(EmptyLoop loop) {
    std::vector<double> empty_ns, cycle_ns, cycles;
    loop(kEmptyIterations);
    for (int round = 0; round < kRounds; ++round) {
        const double cycle = measure::cycle_ns(kCycleBudgetNs);
        const double empty = ns_of_iteration(loop);
        if (!(empty > 0)) continue;  // the clock stood still
        empty_ns.push_back(empty);
        if (!std::isfinite(cycle)) continue;
        cycle_ns.push_back(cycle);
        cycles.push_back(empty / cycle);
    }
    Floor out;
    const auto summary = summarise(empty_ns, OutlierPolicy::kKeep);
    if (!summary) return out;
    out.ns = summary->median;
    out.high_ns = std::isnan(summary->median_high) ? summary->max : summary->median_high;
    if (cycles.empty()) return out;
    out.cycle_ns = percentile(cycle_ns, 50);
    out.cycles = percentile(cycles, 50);
    return out;
}

std::string floor_text(const Floor& floor) {
    return floor.cycles > 0 ? fmt::format("{} ({:.2g} cycles)", short_time(floor.ns), floor.cycles)
                            : short_time(floor.ns);
}

double resolution_ns(const Floor& floor) {
    return std::max(floor.high_ns, floor.cycle_ns / 4);
}

Resolved resolve(const Floor& floor, double median_ns, double low_ns) {
    if (!floor.is_known() || !(median_ns <= resolution_ns(floor))) return Resolved::kYes;
    const double least = std::isnan(low_ns) ? median_ns : low_ns;
    return least <= floor.high_ns ? Resolved::kLikeEmpty : Resolved::kNo;
}

std::string resolution_text(const Floor& floor, Resolved resolved) {
    if (resolved == Resolved::kYes) return {};
    return fmt::format("below resolution ({})", short_time(resolution_ns(floor)));
}

std::string removed_warning(const Floor& floor, Resolved resolved, bool nothing_in_code) {
    constexpr const char* kRemedy =
        "return its result, or give it to benchlab::do_not_optimize (bl_keep in C), and let its "
        "input be something that the compiler does not know";
    if (nothing_in_code) {
        return fmt::format(
            "the compiler has removed the body: its loop only moves what does not change; {}",
            kRemedy);
    }
    if (resolved != Resolved::kLikeEmpty) return {};
    return fmt::format(
        "it takes no longer than an empty body ({}): it does nothing, or the compiler has removed "
        "what it does; {}",
        short_time(floor.ns), kRemedy);
}

}  // namespace benchlab::measure
