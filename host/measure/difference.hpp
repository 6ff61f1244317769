// measure/difference.hpp: two estimates with what they may be off, and a correction for looking at
// many.  Checked against R's t.test, p.adjust and qt.
#pragma once

#include <span>
#include <vector>

namespace benchlab::measure {

struct Estimate {
    double value = 0;
    double error = 0;    // standard error
    double freedom = 0;  // degrees of freedom that it has
};

struct Difference {
    double estimate = 0, error = 0, freedom = 0;
    double p = 1;  // two-sided
};
// next - base, Welch.  p is 1 where there is nothing to go by.
Difference difference(const Estimate& base, const Estimate& next);

// Mean of the values as an estimate; each value counts once, however it was found.
Estimate estimate_of(std::span<const double> values);
// A side of one value has the spread of the other.
Difference difference(std::span<const double> base, std::span<const double> next);

// How likely it is that of so many values of one thing all of one side are above the other's.
double chance_of_separation(std::size_t base, std::size_t next);

// Holm's correction: as many as p, in their order.
std::vector<double> holm(std::span<const double> p);

// The quantile of Student's t: infinite at 1, and without freedom.
double t_quantile(double probability, double freedom);
// The t beyond which there is `tail` on one side; exact for tails that 1 - tail would swallow.
double t_of_tail(double tail, double freedom);
// Both tails beyond +-t.
double t_two_sided(double t, double freedom);

}  // namespace benchlab::measure
