// results/comparison_report.hpp: two runs, benchmark by benchmark, and the document of it.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "measure/comparison.hpp"
#include "report/document.hpp"
#include "results/run_report.hpp"

namespace benchlab::results {

struct ComparedMetric {
    std::string id;
    std::string title;
    base::Unit unit = base::Unit::kNone;
    bool less_is_better = true;
    measure::Change change;
};

struct ComparedBenchmark {
    std::string name;
    measure::Change change;        // of its time
    bool clocks_disagree = false;  // the CPU ran at another speed in one of the runs
    bool by_cycles = false;        // the change is of calibrated cycles; base and next are ns still
    double ns_change = 0;          // shares
    double cycles_change = std::numeric_limits<double>::quiet_NaN();  // NaN: not known
    std::vector<ComparedMetric> metrics;
    const BenchmarkResult* base = nullptr;  // in the reports that were compared
    const BenchmarkResult* next = nullptr;
};

struct RunComparison {
    std::vector<ComparedBenchmark> rows;  // in base order
    std::vector<std::string> only_in_base;
    std::vector<std::string> only_in_new;
    // What the new run should have and has not: measured in base alone, or failed, crashed or hung
    // in new (in one process of several, too).  Each once.
    std::vector<std::string> lost;
    bool new_complete = true;
    std::vector<std::string> warnings;  // machines, pinning, settings that differ; duplicates
    measure::CompareOptions options;
    std::string new_command;  // what NEW was made with, without paths; empty: not known
    std::string base_label;   // file names
    std::string new_label;
    std::string program = "benchlab";  // its name in hints

    std::size_t count(measure::Verdict verdict) const;  // over times and metrics
    // That nothing regressed is not the same as that nothing is slower.
    bool cannot_tell() const;
    // Benchmarks of which a side has too few processes to tell anything.
    std::vector<std::string> too_few_processes() const;
    // The command that would tell what these runs do not; `json` is the name of the run's file.
    std::string command_that_tells(const std::string& json) const;
};

// The reports must outlive the result.
RunComparison compare_runs(const RunReport& base, const RunReport& next,
                           const measure::CompareOptions& options);

report::Document to_document(const RunComparison& comparison, const std::string& generator,
                             std::uint64_t created_unix);

// "24 compared: 1 REGRESSED, 2 improved, 1 inconclusive, 20 unchanged (threshold 5 %, alpha
// 0.01)"; before the bracket ", 3 not measured" when something is lost.
std::string summary_line(const RunComparison& comparison);

}  // namespace benchlab::results
