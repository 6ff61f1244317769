// measure/regression.hpp: the time of one iteration as the slope of elapsed time over iterations,
// which a constant cost of every batch does not touch.  After easybench; checked against SciPy's
// linregress and theilslopes (tests/data/oracle).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.hpp"

namespace benchlab::measure {

// y = intercept + slope x, by least squares.
struct Line {
    double slope = 0, intercept = 0;
    double r_squared = 0;                  // 1 where all y are equal: the line leaves nothing over
    double slope_error = 0;                // standard error; NaN of two points
    double slope_low = 0, slope_high = 0;  // 95 %, Student's t with n - 2; NaN of two points
    bool operator==(const Line&) const = default;
};
// As many y as x.  Error kInvalid: fewer than two points, all x equal, or a value not finite.
base::Result<Line> least_squares(std::span<const double> x, std::span<const double> y);

// The median of the slopes between all pairs of points with different x.  One point in four may be
// anything without moving it far.
struct TheilSen {
    double slope = 0, intercept = 0;       // intercept: median of y - slope * median of x
    double slope_low = 0, slope_high = 0;  // Sen's interval; NaN beyond kPointsForAllPairs
    bool operator==(const TheilSen&) const = default;
};
// Beyond so many points half a million pairs are taken, each point in equally many.
inline constexpr std::size_t kPointsForAllPairs = 1000;
// Errors as least_squares.
base::Result<TheilSen> theil_sen(std::span<const double> x, std::span<const double> y,
                                 double confidence = 0.95);

struct Regression {
    std::uint64_t samples = 0;
    Line line;                    // ns over iterations
    TheilSen robust;              // the same
    double disagreement = 0;      // (line.slope - robust.slope) / robust.slope; 0 where that is 0
    double r_squared_wanted = 0;  // of so many samples
    // Why the slope is not to be trusted.
    bool slopes_disagree = false;  // by more than 2 %
    bool r_squared_low = false;    // below r_squared_wanted
    bool few_samples = false;      // below 10
    bool operator==(const Regression&) const = default;
};
// As many elapsed times as iterations.  Error kInvalid: fewer than three batches, or all of them as
// long.
base::Result<Regression> regress(std::span<const std::uint64_t> iterations,
                                 std::span<const double> elapsed_ns);

// R squared below which the slope of so many samples is doubtful.  easybench: 0.99 of about a
// hundred samples, and more of fewer, as few points lie near some line by chance.  There a standard
// error is 1 % of the slope, which is what is asked of fewer, too.
double wanted_r_squared(std::uint64_t samples);

// Growing batches: how many iterations come after a batch of `iterations` (0: the first).  A tenth
// more, at least one; none beyond `most` (0: no limit).
std::optional<std::uint64_t> next_batch(std::uint64_t iterations, std::uint64_t most = 0);

// The batches so far, and whether there is time for another: the one after takes as much longer as
// it has more iterations.  At least `kFewestGrowing` are wanted whatever they take.
inline constexpr std::uint64_t kFewestGrowing = 3;
struct GrowingBatches {
    std::uint64_t taken = 0;
    std::uint64_t last_iterations = 0;
    double last_ns = 0;   // elapsed in the last batch
    double total_ns = 0;  // elapsed in all
};
// Empty: there is no time left, or no larger batch within `most`.
std::optional<std::uint64_t> next_batch(const GrowingBatches& so_far, double limit_ns,
                                        std::uint64_t most = 0);

}  // namespace benchlab::measure
