// cli/ab_case.hpp: one benchmark of `benchlab ab`: its quads so far, when it is looked at, and what
// is known of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/paired.hpp"
#include "plugin/plugin.hpp"
#include "results/ab_report.hpp"

namespace benchlab::cli {

class AbCase {
  public:
    AbCase(const plugin::Case& old_case, const plugin::Case& new_case, double max_time_ms);

    const std::string& name() const { return row_.name; }
    const plugin::Case& of(bool is_new) const { return is_new ? *new_ : *old_; }
    const results::AbBenchmark& row() const { return row_; }

    // Four processes that were measured one after the other, and how long that took.
    void add_quad(const std::array<results::AbProcess, 4>& processes, double spent_ms);
    // Looks at it when it is time to: `alpha` is the chance of a false alarm that this benchmark
    // has for all its looks.  True when it was settled by that.
    bool look(double alpha, double threshold);
    // Another alpha, as some of the others have changed (Holm): of benchmarks at their last look.
    void judge_again(double alpha, double threshold);

    // Iterations of a slice, of all processes; 0: no process has told yet.
    std::uint64_t slice_iterations() const { return slice_iterations_; }
    void note_slice(const measure::Samples& samples);

    bool settled() const { return settled_; }
    bool changed() const;  // REGRESSED or improved
    void give_up() { settled_ = true; }

    // Whether the new build comes first in the next quad, where it is not for a coin to say.
    std::optional<bool> next_new_first() const;

  private:
    void estimate(double alpha);
    void choose_clock();
    void mind_the_clock(double threshold);

    const plugin::Case* old_;
    const plugin::Case* new_;
    double max_time_ms_;
    double last_quad_ms_ = 0;  // what the next will take; the first takes longer, its memory is new
    std::uint64_t slice_iterations_ = 0;
    std::vector<measure::Quad> ns_, cycles_;
    bool cycles_known_ = true;
    bool clock_chosen_ = false;
    measure::LookPlan looks_;
    double last_share_ = 0;  // of alpha, at the last look
    bool settled_ = false;
    results::AbBenchmark row_;
};

}  // namespace benchlab::cli
