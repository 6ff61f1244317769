// measure/comparison.hpp: did it change?  One benchmark against its twin of another run.
#pragma once

#include <span>
#include <string_view>

#include "measure/rank_test.hpp"

namespace benchlab::measure {

enum class Verdict { kUnchanged, kInconclusive, kImproved, kRegressed };
std::string_view verdict_text(Verdict verdict);  // "unchanged", ..., "REGRESSED"
std::string_view verdict_id(Verdict verdict);    // "unchanged", ..., "regressed"

struct CompareOptions {
    double threshold = 0.05;  // share of the base median's amount
    double alpha = 0.01;
};

struct Change {
    double base = 0;  // medians, after the outlier policy of each report
    double next = 0;
    // (next - base) / |base|; NaN when base is 0 and next is not: then the threshold is passed.
    double change = 0;
    RankTest test;  // of the raw samples
    Shift shift;    // of the raw samples, in their unit
    Verdict verdict = Verdict::kUnchanged;
};

// less_is_better false turns the direction (a metric such as bandwidth).
Change compare(std::span<const double> base, std::span<const double> next, double base_median,
               double next_median, const CompareOptions& options, bool less_is_better = true);

}  // namespace benchlab::measure
