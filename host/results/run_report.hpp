// results/run_report.hpp: results of `benchlab run`, as data.  `to_document` makes the document
// that the writers show, `from_document` reads one back without loss; a report of the reference
// tool (schema 1) is read by read_run_report too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "measure/environment.hpp"
#include "measure/harness.hpp"
#include "measure/regression.hpp"
#include "measure/summary.hpp"
#include "report/document.hpp"

namespace benchlab::results {

struct MetricSamples {
    std::string id;
    std::string title;
    std::string help;
    base::Unit unit = base::Unit::kNone;
    std::uint32_t flags = 0;     // kOutLessIsBetter, kOutMoreIsBetter, kOutAddsUp
    std::vector<double> values;  // one a sample; NaN: not measured
    bool operator==(const MetricSamples& other) const;  // NaN equals NaN
};

enum class Rate : std::uint32_t { kNone = 0, kBytes = 1, kItems = 2 };  // BL_RATE_*

struct BenchmarkResult {
    std::string name;    // full, with parameters: "cache/chase/4KiB"
    std::string family;  // as declared: "cache/chase"
    std::string title;
    std::string op = "iteration";  // what one operation is
    std::string plugin;            // "cpu 1.0"
    std::uint64_t threads = 1;
    // The numeric parameter along which a curve is drawn; unset when there is none.
    std::optional<std::uint64_t> x;
    base::Unit x_unit = base::Unit::kNone;
    std::string x_name;

    std::uint64_t iterations_per_sample = 0;  // of the last sample
    std::uint64_t ops_per_iteration = 1;
    Rate rate = Rate::kNone;
    std::uint64_t rate_per_iteration = 0;  // of one thread

    measure::Samples samples;
    std::vector<MetricSamples> metrics;
    std::vector<measure::MarkedSlice> left_out;     // slices that were left out of their samples
    std::optional<measure::Regression> regression;  // of the samples of --method regression
    measure::CallTimes calls;  // of single calls; empty unless they were asked for
    measure::Summary summary;  // of samples.ns, after the outlier policy
    std::string resolution;    // "below resolution (0.07 ns)"; empty: it can be told from nothing
    std::vector<std::string> warnings;

    double ns_per_op() const;  // median / ops
    // Median over the samples of the calibrated cycles of one operation; unset where unknown.
    std::optional<double> cycles_per_op() const;
    // Bytes or items of all threads; unset without a rate.
    std::optional<double> rate_per_second() const;
    bool operator==(const BenchmarkResult&) const = default;
};

struct FailedBenchmark {
    std::string name;
    std::string plugin;
    std::string status;  // "skipped", "failed", "crashed", "hung"
    std::string reason;
    bool operator==(const FailedBenchmark&) const = default;
};

struct RunConfig {
    std::uint64_t samples = 50;
    std::uint64_t sample_time_ms = 10;
    std::uint64_t warmup_ms = 200;
    std::uint64_t max_time_ms = 5000;
    std::uint64_t repeat = 1;
    double precision = 0;  // share of the median; 0: none was wanted
    bool per_call = false;
    bool isolate = false;
    bool shuffle = false;
    measure::OutlierPolicy outliers = measure::OutlierPolicy::kKeep;
    measure::Method method = measure::Method::kSlices;
    std::optional<std::uint64_t> seed;  // of the random order
    std::string command;                // what was typed, without paths; empty: not known
    bool operator==(const RunConfig&) const = default;
};

struct RunReport {
    std::string generator;  // "benchlab 0.1.0"
    std::uint64_t created_unix = 0;
    bool complete = true;
    measure::Environment environment;
    RunConfig config;
    std::vector<BenchmarkResult> results;  // in run order
    std::vector<FailedBenchmark> failed;
    bool operator==(const RunReport&) const = default;
};

report::Document to_document(const RunReport& run);
report::Section machine_section(const measure::Environment& machine);
// Error kData, naming the place, when the document is no run or lacks something.
base::Result<RunReport> from_document(const report::Document& document);

// Text of a file: schema 2 (ours) or 1 (the reference tool's).  `where` begins the error message.
base::Result<RunReport> read_run_report(std::string_view text, std::string_view where);

// The slope of the samples' times over their iterations.
base::Result<measure::Regression> regression_of(const measure::Samples& samples);
// Why it is not to be trusted; nothing when it is.
std::vector<std::string> regression_warnings(const measure::Regression& regression);

// Moves what was measured into the result, but for metrics and notes, and makes its summary.
// Sampling that went for a precision may have stopped where the interval of the median was narrow
// by chance, so that its own interval is shown.
base::Result<void> take_measured(BenchmarkResult& result, measure::Measured& measured,
                                 measure::OutlierPolicy policy);

// Adds the samples of another process to `into`, whose summary is made anew; `precision` is that of
// the run's configuration.
base::Result<void> merge_process(BenchmarkResult& into, const BenchmarkResult& more,
                                 std::uint64_t process, measure::OutlierPolicy policy,
                                 double precision = 0);

}  // namespace benchlab::results
