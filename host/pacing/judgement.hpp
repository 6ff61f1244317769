// pacing/judgement.hpp: did a figure of captures change?  A verdict for each.
#pragma once

#include <span>
#include <string_view>

#include "measure/difference.hpp"

namespace benchlab::pacing {

enum class Verdict { kUnchanged, kCannotTell, kImproved, kRegressed };
std::string_view verdict_text(Verdict verdict);  // "unchanged", "cannot tell", ..., "REGRESSED"
std::string_view verdict_id(Verdict verdict);    // "unchanged", "cannot-tell", ..., "regressed"

struct JudgeOptions {
    double alpha = 0.05;      // of all figures together
    double threshold = 0.02;  // the smallest change that matters
    double power = 0.8;       // of the smallest change that could have been seen
};

using measure::chance_of_separation;
using measure::difference;
using measure::Difference;
using measure::Estimate;
using measure::estimate_of;
using measure::holm;
using measure::t_quantile;

// The same for figures that may be anything, of which few captures do not show how they are spread:
// degrees of freedom half-way to those of the smaller side.  Where captures are spread evenly,
// Welch's own would find a change among 40 figures in 7 of 100 comparisons, not 5.
Difference cautious_difference(std::span<const double> base, std::span<const double> next);

}  // namespace benchlab::pacing
