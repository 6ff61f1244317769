#include "cli/ab_case.hpp"

#include <cmath>

namespace benchlab::cli {

using measure::Verdict;

AbCase::AbCase(const plugin::Case& old_case, const plugin::Case& new_case, double max_time_ms)
    : old_(&old_case), new_(&new_case), max_time_ms_(max_time_ms) {
    row_.name = old_case.name;
}

void AbCase::add_quad(const std::array<results::AbProcess, 4>& processes, double spent_ms) {
    measure::Quad ns, cycles;
    ns.new_first = cycles.new_first = processes[0].is_new;
    for (std::size_t i = 0; i < processes.size(); ++i) {
        ns.log_time[i] = std::log(processes[i].ns);
        cycles.log_time[i] = std::log(processes[i].cycles);
        cycles_known_ = cycles_known_ && std::isfinite(cycles.log_time[i]);
        row_.processes.push_back(processes[i]);
    }
    ns_.push_back(ns);
    cycles_.push_back(cycles);
    row_.spent_ms += spent_ms;
    last_quad_ms_ = spent_ms;
}

void AbCase::note_slice(const measure::Samples& samples) {
    if (slice_iterations_ != 0 || samples.iterations.empty()) return;
    const std::uint64_t slices = samples.slices.empty() ? 1 : samples.slices.back();
    slice_iterations_ = samples.iterations.back() / std::max<std::uint64_t>(slices, 1);
}

bool AbCase::look(double alpha, double threshold) {
    const bool full = row_.spent_ms + last_quad_ms_ > max_time_ms_;
    const auto share = looks_.look(full ? 1 : row_.spent_ms / max_time_ms_, ns_.size(), alpha);
    if (!share) return false;
    last_share_ = *share;
    estimate(alpha * *share);
    const measure::PairedVerdict found =
        measure::judge_pair(row_.estimate, row_.alpha, threshold, looks_.last());
    row_.verdict = found.verdict;
    settled_ = found.settled;
    mind_the_clock(threshold);
    return settled_;
}

std::optional<bool> AbCase::next_new_first() const {
    if (ns_.size() % 2 == 0) return std::nullopt;
    return !ns_.back().new_first;
}

// A build that lowers the CPU's clock needs no more cycles, but more time.
void AbCase::mind_the_clock(double threshold) {
    if (!row_.by_cycles || changed()) return;
    const measure::PairedEstimate ns = measure::paired_estimate(ns_);
    // A second look at the same processes has half of the alpha.
    const measure::PairedVerdict found =
        measure::judge_pair(ns, row_.alpha / 2, threshold, looks_.last());
    if (found.verdict != Verdict::kRegressed && found.verdict != Verdict::kImproved) return;
    row_.by_cycles = false;
    row_.alpha /= 2;
    row_.estimate = ns;
    row_.verdict = found.verdict;
    settled_ = true;
}

void AbCase::judge_again(double alpha, double threshold) {
    if (!looks_.last() || changed()) return;
    estimate(alpha * last_share_);
    row_.verdict = measure::judge_pair(row_.estimate, row_.alpha, threshold, true).verdict;
}

bool AbCase::changed() const {
    return row_.verdict == Verdict::kRegressed || row_.verdict == Verdict::kImproved;
}

// Once, as of then, and by what does not tell the builds apart: so the choice favours neither.
void AbCase::choose_clock() {
    if (!clock_chosen_) {
        row_.by_cycles = cycles_known_ && measure::spread_within_builds(cycles_) <
                                              measure::spread_within_builds(ns_);
    }
    clock_chosen_ = true;
    if (!cycles_known_) row_.by_cycles = false;
}

void AbCase::estimate(double alpha) {
    choose_clock();
    const measure::PairedEstimate ns = measure::paired_estimate(ns_);
    row_.ns_change = std::expm1(ns.log_ratio);
    row_.estimate = ns;
    if (cycles_known_) {
        const measure::PairedEstimate cycles = measure::paired_estimate(cycles_);
        row_.cycles_change = std::expm1(cycles.log_ratio);
        if (row_.by_cycles) row_.estimate = cycles;
    }
    row_.alpha = alpha;
}

}  // namespace benchlab::cli
