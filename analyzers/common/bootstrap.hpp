// common/bootstrap.hpp: how far the figures of a capture may lie from those of a long one.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "common/lows.hpp"
#include "common/regimes.hpp"

namespace benchlab::analyzers {

// Each from its 2.5th to its 97.5th percentile.
using Interval = std::pair<double, double>;
struct LowIntervals {
    std::optional<Interval> percentile_fps, average_fps, integral_fps;
};
struct Intervals {
    std::size_t block = 0;  // frames that were drawn together
    Interval average_fps, median_ns;
    // None where the slowest frames come together at fewer than four times: too few to tell.
    std::optional<Interval> p99_ns;
    LowIntervals low_1, low_01;
};

// Fewer frames have none.
inline constexpr std::size_t kIntervalFrames = 100;

// Moving-block bootstrap: frames resemble those next to them, so that not frames are drawn anew but
// stretches of frames, as long as the resemblance lasts; each regime keeps its number of frames.
// What is drawn is the same each time.  Empty when there are too few frames.
std::optional<Intervals> intervals_of(const std::vector<double>& lengths_ns,
                                      const std::vector<Stretch>& regimes);

// How many values should be drawn together (Politis and White, 2004, corrected 2009, of the mean).
double block_length(const std::vector<double>& values);

}  // namespace benchlab::analyzers
