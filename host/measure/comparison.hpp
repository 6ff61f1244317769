// measure/comparison.hpp: did it change?  One benchmark against its twin of another run, by what
// the processes of each run differ by.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "measure/rank_test.hpp"

namespace benchlab::measure {

enum class Verdict { kUnchanged, kInconclusive, kImproved, kRegressed };
std::string_view verdict_text(Verdict verdict);  // "unchanged", ..., "REGRESSED"
std::string_view verdict_id(Verdict verdict);    // "unchanged", ..., "regressed"

struct CompareOptions {
    double threshold = 0.05;  // share of the base's amount
    double alpha = 0.01;      // of all figures together
};

// Samples of one process resemble each other, and another process is off by more than they show.
// So a process counts once, and with fewer of them nothing is told.
inline constexpr std::size_t kFewestProcesses = 5;

// Samples with the process that took each, and which percentile of its samples a process counts
// with.
struct RunSide {
    std::span<const double> samples;
    std::span<const std::uint64_t> process;
    double percentile = 50;
};
// In the order of the processes.  Without a process for each sample all are of one.
std::vector<double> process_values(const RunSide& side);

struct Change {
    double base = 0;  // medians, after the outlier policy of each report
    double next = 0;
    // As a share of the base's amount, of the means of what the processes count with (of the
    // logarithms where all are above 0); with too few processes of the medians above.  NaN when the
    // base is 0 and the new one is not: then the threshold is passed.
    double change = 0;
    double low = std::numeric_limits<double>::quiet_NaN();  // interval at 1 - alpha; NaN: none
    double high = std::numeric_limits<double>::quiet_NaN();
    double p = 1;            // Welch's t on what the processes count with, of this figure by itself
    double corrected_p = 1;  // of all figures together (Holm)
    // The smallest change that would have been found four times of five; NaN: none.
    double visible = std::numeric_limits<double>::quiet_NaN();
    std::size_t base_processes = 0;
    std::size_t next_processes = 0;
    RankTest samples;  // of the raw samples; shown, but no verdict is of it
    bool less_is_better = true;
    Verdict verdict = Verdict::kInconclusive;

    bool tested() const {
        return base_processes >= kFewestProcesses && next_processes >= kFewestProcesses;
    }
    // Of what `visible` and the interval are made.
    double error = 0, freedom = 0, scale = 1;
    bool by_logarithm = false;
};

// All figures, no verdict yet.  less_is_better false turns the direction (a bandwidth, say).
Change compare(const RunSide& base, const RunSide& next, double base_median, double next_median,
               const CompareOptions& options, bool less_is_better = true);

// The verdicts of all figures of a comparison, which are corrected for their number.
void judge(std::span<Change* const> changes, const CompareOptions& options);

// What the processes of each side differ by, both sides together, as a share: it does not tell the
// sides apart.  NaN where a side has fewer than two processes, or a value that is not above 0.
double spread_within_sides(const RunSide& base, const RunSide& next);

}  // namespace benchlab::measure
