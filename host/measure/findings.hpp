// measure/findings.hpp: what a run of samples shows besides its median.  Each finding is numbers;
// what is said of it is the reports' matter.  Thresholds are such that at most 1 % of quiet
// streams, also of those whose samples resemble their neighbours, have a finding
// (docs/how-numbers-are-computed.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.hpp"

namespace benchlab::measure {

// A change that matters; smaller ones are no finding whatever the test says.
inline constexpr double kSmallestFinding = 0.01;

// Values that grow or fall along x: the time, or the logarithm of the length of batches.
struct Trend {
    bool found = false;
    double change = 0;         // from the smallest x to the largest, as share of the median
    double low = 0, high = 0;  // 95 %, of that; NaN where there are fewer than 10 values
    double p = 1;              // that noise with this memory has as slow a wave as large
};
// As many x as values, in the order of x.  No finding where the median is 0 or all x are equal.
Trend trend_along(std::span<const double> x, std::span<const double> values);

// Samples in two groups with few between them.
struct Humps {
    bool found = false;
    double low_centre = 0, high_centre = 0;  // medians of the groups, in the unit of the samples
    double high_share = 0;                   // of the samples in the slower group
    double contrast = 0;  // how many times sparser the samples are between the groups than in both
};
Humps two_humps(std::span<const double> samples);

// The clock of the CPU, as ns for one cycle of each sample.
struct ClockChange {
    bool found = false;
    double range = 0;    // 95th less 5th percentile over the median, single spikes left out
    std::size_t at = 0;  // the sample from which on it is another, if it changed once
    double before = 0, after = 0;  // medians in front of it and from it on, ns per cycle
};
inline constexpr double kSteadyClock = 0.015;
ClockChange clock_change(std::span<const double> ns_per_cycle);

// The first tenth of the time against the rest: a machine that was faster or slower at first.
struct EarlyBias {
    bool found = false;
    double size = 0;           // median of the first tenth over that of the rest, less 1
    double low = 0, high = 0;  // 95 %; NaN where there are fewer than 20 samples
};
EarlyBias early_bias(std::span<const double> samples);

// Whether the time of an iteration depends on the length of its batch: the trend of
// (elapsed - constant) / iterations along the logarithm of iterations, the constant being the
// Theil-Sen intercept of the shorter half of the batches.  Batches of which the constant is more
// than 1 % are left out.  Iterations in rising order (next_batch).
Trend duration_bias(std::span<const std::uint64_t> iterations, std::span<const double> elapsed_ns);

// Why a wanted precision was not reached.
enum class Obstacle { kSpread, kDrift, kTwoHumps, kClock };
struct Unreached {
    Obstacle obstacle = Obstacle::kSpread;
    double half_width = 0;  // of the 95 % interval of the median, as share of it
    double without = 0;     // the same with the obstacle taken out; equal for kSpread
};
// The finding without which the interval were narrowest, at least three tenths narrower; else the
// spread alone.  `start_ns` and `ns_per_cycle`: one for each sample, or empty where not known.
Unreached why_unreached(std::span<const double> samples, std::span<const double> start_ns,
                        std::span<const double> ns_per_cycle);

}  // namespace benchlab::measure
