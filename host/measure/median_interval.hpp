// measure/median_interval.hpp: within what the long-run median is.
#pragma once

#include <span>

namespace benchlab::measure {

struct MedianInterval {
    double low = 0;  // in the unit of the data; NaN where there are too few
    double high = 0;
    // What is reached.  Less than what was asked for where the whole range of the data does not
    // reach that; more where only whole order statistics are taken.
    double confidence = 0;
    // As many independent samples would say as much; more than there are when they alternate.
    double effective_samples = 0;
    bool operator==(const MedianInterval&) const = default;
};

// Of samples in the order in which they were taken, which may resemble their neighbours. Fractional
// order statistics (Hutson 1999) of as many independent samples as these are worth, with Student's
// t for not knowing how many that is.  Below kFewestForDependence samples the exact interval.
MedianInterval median_interval(std::span<const double> samples, double confidence = 0.95);

// Of independent data: order statistics with at least this confidence, by the binomial
// distribution. NaN below 6 samples at 95 %.
MedianInterval exact_median_interval(std::span<const double> data, double confidence = 0.95);

}  // namespace benchlab::measure
