// results/ab_report.hpp: two builds that took turns (`benchlab ab`), as data, and the document of
// it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "measure/comparison.hpp"
#include "measure/environment.hpp"
#include "measure/paired.hpp"
#include "report/document.hpp"
#include "results/run_report.hpp"

namespace benchlab::results {

// What one process found of one benchmark.
struct AbProcess {
    bool is_new = false;
    double start_s = 0;            // when it was done, since the first process began
    double ns = 0;                 // measure::time_of_turns()
    double cycles = std::nan("");  // the same in calibrated cycles, where they are known
};

struct AbBenchmark {
    std::string name;
    measure::Verdict verdict = measure::Verdict::kInconclusive;
    bool by_cycles = false;            // what the verdict is of; else of ns
    measure::PairedEstimate estimate;  // of that
    double alpha = 0.01;               // of its interval
    double ns_change = std::nan("");   // shares; NaN: not known
    double cycles_change = std::nan("");
    double spent_ms = 0;
    std::vector<AbProcess> processes;  // in the order in which they ran, by fours

    double change() const;  // of what it was judged on, as a share
    double low() const;     // of the interval; NaN with too few quads
    double high() const;
    double median_of(bool is_new, double AbProcess::*what) const;  // NaN where there is none
};

struct AbOptions {
    double threshold = 0.01;
    double alpha = 0.01;
    std::uint64_t max_time_ms = 2000;
    std::uint64_t seed = 0;
    std::string command;  // what was typed, without paths
};

struct AbReport {
    std::string generator;
    std::uint64_t created_unix = 0;
    bool complete = true;
    measure::Environment environment;
    AbOptions options;
    std::string priority = "normal";  // that the processes had
    std::string old_label, new_label;
    std::vector<AbBenchmark> rows;
    std::vector<std::string> only_in_old, only_in_new;
    std::vector<FailedBenchmark> failed;
    std::vector<std::string> warnings;

    std::size_t count(measure::Verdict verdict) const;
    // Inconclusive, not measured, or not finished.
    bool cannot_tell() const;
};

report::Document to_document(const AbReport& report);

// "4 compared: 1 REGRESSED, 0 improved, 1 inconclusive, 2 unchanged (threshold 1 %, alpha 0.01)"
std::string summary_line(const AbReport& report);
// "REGRESSED", or for what could not be told "inconclusive (3.1 % would have been seen)".
std::string verdict_words(const AbBenchmark& row, double threshold);

}  // namespace benchlab::results
