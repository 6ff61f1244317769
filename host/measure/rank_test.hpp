// measure/rank_test.hpp: distribution-free comparison of two sets of samples.  Checked against R's
// wilcox.test and SciPy's mannwhitneyu (tests/data/oracle).
#pragma once

#include <cstdint>
#include <span>

namespace benchlab::measure {

struct RankTest {
    double u = 0;        // of `x`: pairs in which x is greater, ties count half
    double z = 0;        // 0 when exact
    double p = 1;        // two-sided
    bool exact = false;  // exact below 50 a side without ties, else normal with corrections
};

// Mann-Whitney U.  Neither side empty.
RankTest mann_whitney(std::span<const double> x, std::span<const double> y);
// The normal approximation with tie and continuity corrections, whatever the size (the reference
// tool's, and SciPy's method="asymptotic").
RankTest mann_whitney_asymptotic(std::span<const double> x, std::span<const double> y);

}  // namespace benchlab::measure
