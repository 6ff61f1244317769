#include "common/lows.hpp"

#include <algorithm>
#include <numeric>

#include "common/units.hpp"

namespace benchlab::analyzers {

Lows lows_of_longest(std::span<const double> longest_first, std::size_t count, double total_ns,
                     std::size_t one_of) {
    Lows out;
    if (count < one_of) return out;
    const double share = 1 / static_cast<double>(one_of);
    // As percentile() does, whose ranks count from the shortest.
    const double rank = (100 - 100 * share) / 100 * static_cast<double>(count - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, count - 1);
    const double shorter = longest_first[count - 1 - below];
    const double longer = longest_first[count - 1 - above];
    out.percentile_fps =
        kNsPerSecond / (shorter + (longer - shorter) * (rank - static_cast<double>(below)));
    const std::size_t slowest = (count + one_of - 1) / one_of;
    const double slowest_ns = std::accumulate(
        longest_first.rend() - static_cast<std::ptrdiff_t>(slowest), longest_first.rend(), 0.0);
    out.average_fps = kNsPerSecond * static_cast<double>(slowest) / slowest_ns;
    double taken_ns = 0;
    for (const double length : longest_first) {
        taken_ns += length;
        if (taken_ns < share * total_ns) continue;
        out.integral_fps = kNsPerSecond / length;
        break;
    }
    return out;
}

Lows lows_of(const std::vector<double>& sorted, double total_ns, std::size_t one_of) {
    const std::size_t wanted = std::min(sorted.size(), sorted.size() / one_of + 2);
    const std::vector<double> longest_first(sorted.rbegin(),
                                            sorted.rbegin() + static_cast<std::ptrdiff_t>(wanted));
    return lows_of_longest(longest_first, sorted.size(), total_ns, one_of);
}

void add_low_columns(TableBuilder& table) {
    const char* const enough =
        "Which share of the frames is meant by the slowest; listed where the stream has a frame "
        "for it: 100 frames with a frame time for 1 %, 1,000 for 0.1 %";
    table.text("low", "Low", BL_NAME_NONE, BL_OUT_KEY, enough);
    table.f64("percentile_fps", "By percentile",
              "One by the frame time that only the slowest exceed: the 99th percentile of frame "
              "times for 1 %, the 99.9th for 0.1 %, interpolated between neighbours",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
    table.f64("average_fps", "By average",
              "One by the mean frame time of the slowest, their number rounded up", BL_UNIT_FPS,
              BL_OUT_MORE_IS_BETTER);
    table.f64("integral_fps", "By integral",
              "One by the shortest of the longest frames that together fill that share of the "
              "time, where the others take the share of the frames",
              BL_UNIT_FPS, BL_OUT_MORE_IS_BETTER);
}

}  // namespace benchlab::analyzers
