// pacing/judgement.hpp: did a figure change?  Two estimates with what they may be off, a verdict
// for each figure, and a correction for looking at many.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace benchlab::pacing {

enum class Verdict { kUnchanged, kCannotTell, kImproved, kRegressed };
std::string_view verdict_text(Verdict verdict);  // "unchanged", "cannot tell", ..., "REGRESSED"
std::string_view verdict_id(Verdict verdict);    // "unchanged", "cannot-tell", ..., "regressed"

struct JudgeOptions {
    double alpha = 0.05;      // of all figures together
    double threshold = 0.02;  // the smallest change that matters
    double power = 0.8;       // of the smallest change that could have been seen
};

struct Estimate {
    double value = 0;
    double error = 0;    // standard error
    double freedom = 0;  // degrees of freedom that it has
};

struct Difference {
    double estimate = 0, error = 0, freedom = 0;
    double p = 1;  // two-sided
};
// new - base, Welch.  p is 1 where there is nothing to go by.
Difference difference(const Estimate& base, const Estimate& next);

// Mean of the captures' values as an estimate; each capture is one value.
Estimate estimate_of(std::span<const double> values);
// A side of one value has the spread of the other.
Difference difference(std::span<const double> base, std::span<const double> next);

// The same for figures that may be anything, of which few captures do not show how they are spread:
// degrees of freedom half-way to those of the smaller side.  Where captures are spread evenly,
// Welch's own would find a change among 40 figures in 7 of 100 comparisons, not 5.
Difference cautious_difference(std::span<const double> base, std::span<const double> next);

// How likely it is that of so many captures of one thing all of one side are above the other's.
double chance_of_separation(std::size_t base, std::size_t next);

// Holm's correction: as many as p, in their order.
std::vector<double> holm(std::span<const double> p);

// The quantile of Student's t.
double t_quantile(double probability, double freedom);

}  // namespace benchlab::pacing
