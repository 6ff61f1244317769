// measure/correlation.hpp: what samples that resemble their neighbours are worth.
//
// The mean of n values that depend on each other is spread as that of fewer values drawn apart.
// By how much is the long-run variance over the variance, which is estimated from the slowest waves
// in the series (Lazarus, Lewis, Stock and Watson 2018), each divided by what a series in which
// each value has a share of the one before would have there.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace benchlab::measure {

struct Dependence {
    // Variance of the mean over that of a mean of independent values; 1 where they are.
    double inflation = 1;
    double freedom = 0;      // degrees of freedom that `inflation` has; 0: too few values to say
    double persistence = 0;  // what share of a value the next one has, 0 to 0.9
};

// Below this many values neighbours cannot be compared.
inline constexpr std::size_t kFewestForDependence = 10;

// Any values, in the order of time.
Dependence dependence(std::span<const double> series);

// The slowest wave of a series, half a turn from its begin to its end, which is where a trend
// shows; and what noise of the same memory would have there, by the waves that follow it.
struct SlowestWave {
    double amplitude = 0;
    double noise = 0;    // standard deviation of `amplitude` where there is no trend
    double freedom = 0;  // degrees of freedom of `noise`
};
// At least kFewestForDependence values, in the order of time.
SlowestWave slowest_wave(std::span<const double> series);

// 1 above the middle, -1 below, 0 on it: what a median is the mean of.  In the order of the data.
std::vector<double> signs_about(std::span<const double> data, double middle);

// Mean ranks, 1 to n, in the order of the data; equal values share theirs.
std::vector<double> mid_ranks(std::span<const double> data);

}  // namespace benchlab::measure
