// measure/paired.hpp: did it change, by processes of both builds that took turns?
//
// Four processes are a quad: old, new, new, old or its mirror, and the next quad is the mirror of
// that; which comes first a coin decides.  So what a process's place does to it (the memory that it
// gets, say) is told from what its build does.  Whatever the machine did meanwhile, under "nothing
// changed" the coin alone gives two quads' difference its sign; so no drift and no dependence of
// neighbours can make a change of it.
//
// Definitions and what was checked: docs/how-numbers-are-computed.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "measure/comparison.hpp"

namespace benchlab::measure {

// What a process counts with: of each turn of so many samples the mean of the fastest fifth, of
// these the median, as a whole turn may be slow or fast by what the caches held when it began.  The
// first sample is of no turn.  Turns cut short count where there is no
// whole one; samples that are not above 0 do not.  NaN without any.
double time_of_turns(std::span<const double> samples, std::size_t per_turn);

// Logarithms of the times that the four processes found, in the order in which they ran.
struct Quad {
    bool new_first = false;  // new, old, old, new
    std::array<double, 4> log_time{};
};

struct PairedEstimate {
    double log_ratio = 0;  // of new to old
    double error = 0;      // standard error
    double freedom = 0;    // degrees of freedom
    std::size_t quads = 0;
};
// Huber's estimate of the centre of the differences of neighbours, two a quad, less what their
// places differ by, where there are quads of both kinds.  Its error is of those and of what two
// processes of one build differ by, so that few quads that agree by chance are not trusted.  Below
// 3 quads freedom is 0, and there is nothing to go by.
PairedEstimate paired_estimate(std::span<const Quad> quads);

// What processes of one build differ by, as a share; it does not tell which build is which, so that
// two clocks may be chosen by it.  0 without quads.
double spread_within_builds(std::span<const Quad> quads);

// How many quads it takes before anything is said at the level alpha: log3(1 / alpha), at least 3.
// Where processes have one of two memory layouts, all quads of so few look alike that often by
// chance, and no estimate of the noise can tell.
std::size_t fewest_quads(double alpha);

// Half of the interval's width in logarithms, at the level alpha.  Infinite below fewest_quads.
double reach(const PairedEstimate& estimate, double alpha);

// When a benchmark is looked at: at these shares of the time that it may take.  The chance of a
// false alarm that has been spent by then is the square of the share; what a look spends it has for
// itself, so that all together spend alpha however the looks depend on each other.
inline constexpr std::array<double, 4> kLooks = {0.25, 0.4, 0.6, 1};

class LookPlan {
  public:
    // The share of alpha that may be spent now that `time_share` of the time (0 to 1) has passed;
    // nullopt when it is no time to look, or the quads are too few for what it would be.  1 is the
    // last look.
    std::optional<double> look(double time_share, std::size_t quads, double alpha);
    bool last() const { return next_ >= kLooks.size(); }

  private:
    std::size_t next_ = 0;
    double spent_ = 0;
};

struct PairedVerdict {
    Verdict verdict = Verdict::kInconclusive;
    bool settled = false;  // nothing more needs to be measured
};
// `alpha` is this look's.  Before the last look only an interval that lies wholly within or wholly
// beyond the threshold settles it.
PairedVerdict judge_pair(const PairedEstimate& estimate, double alpha, double threshold,
                         bool last_look);

// The smallest change (a share) that would have been found four times of five, threshold included.
double smallest_visible(const PairedEstimate& estimate, double alpha, double threshold);

}  // namespace benchlab::measure
