// measure/precision.hpp: when enough samples are taken.
#pragma once

#include <cstdint>
#include <span>

#include "measure/median_interval.hpp"

namespace benchlab::measure {

// Who stops at the first interval that is narrow enough stops where one is narrow by chance, and
// then it holds too seldom.  So it is looked at a few numbers of samples only, each a quarter above
// the one before, and at an interval that is wider than that of a fixed number of samples: after
// stopping, that one holds the long-run median in 95 % of runs (docs/how-numbers-are-computed.md).
inline constexpr std::uint64_t kFirstLook = 10;

// Whether to look after so many samples: 10, 13, 17, 22, 28, 35, ...
bool is_look(std::uint64_t samples);

struct Precision {
    bool reached = false;
    // What to show of a run that may have stopped early: 95 %, looking allowed for.
    MedianInterval interval;
    // Half its width over the median's amount; NaN when the median is 0, or below 6 samples.
    double half_width = 0;
    // At this spread the wanted precision takes about so many samples; 0 when that cannot be told.
    double samples_needed = 0;
};

// Samples in the order in which they were taken; `wanted` as share of the median (0.01: 1 %).
// Reached only from kFirstLook samples on.  Whether this is a number of samples to look at is
// is_look's: a caller stops where both say so.
Precision precision_of(std::span<const double> samples, double wanted);

}  // namespace benchlab::measure
