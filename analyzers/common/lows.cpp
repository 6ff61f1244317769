#include "common/lows.hpp"

#include <numeric>

#include "common/distribution.hpp"

namespace benchlab::analyzers {
namespace {

constexpr double kNsPerSecond = 1e9;

}  // namespace

Lows lows_of(const std::vector<double>& sorted, double total_ns, std::size_t one_of) {
    Lows out;
    if (sorted.size() < one_of) return out;
    const double share = 1 / static_cast<double>(one_of);
    out.percentile_fps = kNsPerSecond / percentile(sorted, 100 - 100 * share);
    const std::size_t slowest = (sorted.size() + one_of - 1) / one_of;
    const double slowest_ns =
        std::accumulate(sorted.end() - static_cast<std::ptrdiff_t>(slowest), sorted.end(), 0.0);
    out.average_fps = kNsPerSecond * static_cast<double>(slowest) / slowest_ns;
    double taken_ns = 0;
    for (auto at = sorted.rbegin(); at != sorted.rend() && !out.integral_fps; ++at) {
        taken_ns += *at;
        if (taken_ns >= share * total_ns) out.integral_fps = kNsPerSecond / *at;
    }
    return out;
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
