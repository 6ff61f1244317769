// results/run_fields.hpp: the figures of a run, each with id, title and definition, once.  Both
// the writing and the reading of a run's document walk these tables.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/run_report.hpp"

namespace benchlab::results::fields {

using base::Unit;

inline constexpr const char* kWarningCode = "run.warning";
inline constexpr const char* kMetricPrefix = "metric.";

inline constexpr const char* kSampleNsHelp =
    "A sample: time of the slices that count, divided by their iterations.";
inline constexpr const char* kSampleStartHelp =
    "When the sample began, since the first sample of its process.";
inline constexpr const char* kOverTimeHelp =
    "Each sample (time of a batch / its iterations) by when it was taken; samples of further "
    "processes follow those of the first.";
inline constexpr const char* kMedianHelp =
    "Median of the samples; a sample is the time of its slices divided by their iterations.";
inline constexpr const char* kMedianLowHelp = "Lower end of the 95 % interval of the median.";
inline constexpr const char* kMedianHighHelp = "Upper end of the 95 % interval of the median.";
inline constexpr const char* kCvHelp =
    "Coefficient of variation: standard deviation of the samples divided by their mean.";
inline constexpr const char* kP5Help = "5th percentile of the samples (means of many calls).";
inline constexpr const char* kP95Help = "95th percentile of the samples (means of many calls).";
inline constexpr const char* kP99Help = "99th percentile of the samples (means of many calls).";
inline constexpr const char* kOutliersHelp =
    "Samples outside Tukey's fences (1.5 interquartile ranges beyond the quartiles), of all.";
inline constexpr const char* kSamplesHelp = "Samples that the statistics are of.";
inline constexpr const char* kTrimmedHelp = "Samples that the outlier policy left out.";
inline constexpr const char* kPerOpHelp =
    "Median divided by the operations that one iteration does.";
inline constexpr const char* kBytesRateHelp =
    "Bytes of one iteration, times the threads, divided by the median; 1 GB is 10^9 bytes.";
inline constexpr const char* kItemsRateHelp =
    "Items of one iteration, times the threads, divided by the median.";

inline constexpr const char* kFloorHelp =
    "An empty body in the loop of the SDK: median time of one iteration.";
inline constexpr const char* kFloorHighHelp =
    "Upper end of the 95 % interval of the median of an empty body.";
inline constexpr const char* kFloorCyclesHelp =
    "The same in clock cycles, each batch by a chain of dependent adds timed beside it.";
inline constexpr const char* kCycleHelp =
    "One of a chain of dependent adds, which takes a clock cycle: median.";
inline constexpr const char* kResolutionHelp =
    "Of the time of one iteration: a quarter of a clock cycle, or the upper end of an empty body "
    "where that is more. What is below is called so and has no figures in the summary.";

// A figure: a member of its owner.
template <class Owner, class T>
struct Field {
    const char* id;
    const char* title;
    const char* help;
    Unit unit;
    T Owner::*member;
};

struct Text {
    const char* id;
    const char* title;
    std::string BenchmarkResult::*member;
};
inline constexpr Text kTexts[] = {
    {"name", "Name", &BenchmarkResult::name},
    {"family", "Benchmark", &BenchmarkResult::family},
    {"title", "What", &BenchmarkResult::title},
    {"op", "Operation", &BenchmarkResult::op},
    {"plugin", "Plugin", &BenchmarkResult::plugin},
    {"x_name", "Parameter", &BenchmarkResult::x_name},
    {"resolution", "Resolution", &BenchmarkResult::resolution},
};

struct Count {
    const char* id;
    const char* title;
    const char* help;
    std::uint64_t BenchmarkResult::*member;
};
inline constexpr Count kCounts[] = {
    {"threads", "Threads", "Threads that ran each sample together.", &BenchmarkResult::threads},
    {"iterations_per_sample", "Iterations per sample", "Of the last sample.",
     &BenchmarkResult::iterations_per_sample},
    {"ops_per_iteration", "Operations per iteration", "What the time per operation divides by.",
     &BenchmarkResult::ops_per_iteration},
};

using Statistic = Field<measure::Summary, double>;
inline constexpr Statistic kStatistics[] = {
    {"median", "Median", kMedianHelp, Unit::kNanoseconds, &measure::Summary::median},
    {"mean", "Mean", "Sum of the samples divided by their number.", Unit::kNanoseconds,
     &measure::Summary::mean},
    {"min", "Least", "The fastest sample.", Unit::kNanoseconds, &measure::Summary::min},
    {"max", "Greatest", "The slowest sample.", Unit::kNanoseconds, &measure::Summary::max},
    {"stddev", "Standard deviation", "Of the samples, with n - 1.", Unit::kNanoseconds,
     &measure::Summary::stddev},
    {"mad", "MAD", "Median of the distances from the median, not scaled.", Unit::kNanoseconds,
     &measure::Summary::mad},
    {"p1", "p1", "1st percentile of the samples (means of many calls).", Unit::kNanoseconds,
     &measure::Summary::p1},
    {"p5", "p5", kP5Help, Unit::kNanoseconds, &measure::Summary::p5},
    {"p25", "p25", "First quartile of the samples.", Unit::kNanoseconds, &measure::Summary::p25},
    {"p75", "p75", "Third quartile of the samples.", Unit::kNanoseconds, &measure::Summary::p75},
    {"p95", "p95", kP95Help, Unit::kNanoseconds, &measure::Summary::p95},
    {"p99", "p99", kP99Help, Unit::kNanoseconds, &measure::Summary::p99},
    {"iqr", "Interquartile range", "p75 - p25.", Unit::kNanoseconds, &measure::Summary::iqr},
    {"cv", "Coefficient of variation", kCvHelp, Unit::kRatio, &measure::Summary::cv},
};

struct Outlier {
    const char* id;
    const char* title;
    const char* help;
    std::uint64_t measure::OutlierCounts::*member;
};
inline constexpr Outlier kOutliers[] = {
    {"low_severe", "Outliers, low severe", "More than 3 interquartile ranges below p25.",
     &measure::OutlierCounts::low_severe},
    {"low_mild", "Outliers, low mild", "1.5 to 3 interquartile ranges below p25.",
     &measure::OutlierCounts::low_mild},
    {"high_mild", "Outliers, high mild", "1.5 to 3 interquartile ranges above p75.",
     &measure::OutlierCounts::high_mild},
    {"high_severe", "Outliers, high severe", "More than 3 interquartile ranges above p75.",
     &measure::OutlierCounts::high_severe},
};

using MachineFloor = Field<measure::Floor, double>;
inline constexpr MachineFloor kFloor[] = {
    {"empty_body_ns", "Empty body", kFloorHelp, Unit::kNanoseconds, &measure::Floor::ns},
    {"empty_body_high_ns", "Empty body, at most", kFloorHighHelp, Unit::kNanoseconds,
     &measure::Floor::high_ns},
    {"empty_body_cycles", "Empty body, in cycles", kFloorCyclesHelp, Unit::kCycles,
     &measure::Floor::cycles},
    {"cycle_ns", "Clock cycle", kCycleHelp, Unit::kNanoseconds, &measure::Floor::cycle_ns},
};

struct MachineText {
    const char* id;
    const char* title;
    std::string measure::Environment::*member;
};
inline constexpr MachineText kMachineTexts[] = {
    {"cpu", "CPU", &measure::Environment::cpu},
    {"os", "System", &measure::Environment::os},
    {"os_version", "Version", &measure::Environment::os_version},
    {"arch", "Architecture", &measure::Environment::arch},
    {"benchlab_version", "benchlab", &measure::Environment::benchlab_version},
};

using Setting = Field<RunConfig, std::uint64_t>;
inline constexpr Setting kSettings[] = {
    {"samples", "Samples", "Asked for, for each benchmark and process.", Unit::kCount,
     &RunConfig::samples},
    {"sample_time_ms", "Sample time (ms)", "How long a sample was meant to last.", Unit::kNone,
     &RunConfig::sample_time_ms},
    {"warmup_ms", "Warm-up (ms)", "Calibration before the first sample.", Unit::kNone,
     &RunConfig::warmup_ms},
    {"max_time_ms", "Time limit (ms)", "For each benchmark and process.", Unit::kNone,
     &RunConfig::max_time_ms},
    {"repeat", "Processes", "Fresh processes in which everything was measured.", Unit::kCount,
     &RunConfig::repeat},
};

struct Switch {
    const char* id;
    const char* title;
    bool RunConfig::*member;
};
inline constexpr Switch kSwitches[] = {
    {"per_call", "Single calls, too", &RunConfig::per_call},
    {"isolate", "A process for each plugin", &RunConfig::isolate},
    {"shuffle", "In random order", &RunConfig::shuffle},
};

// What is known of each sample besides its time; absent in reports of earlier versions.
template <class T>
using SampleColumn = Field<measure::Samples, std::vector<T>>;
inline constexpr SampleColumn<double> kSampleNumbers[] = {
    {"cycle_ns", "clock cycle",
     "Time of one clock cycle meanwhile, from a chain of additions after each slice.",
     Unit::kNanoseconds, &measure::Samples::cycle_ns},
    {"lost_ns", "lost", "Time in which the thread had no CPU, in all of its slices.",
     Unit::kNanoseconds, &measure::Samples::lost_ns},
};
inline constexpr SampleColumn<std::uint64_t> kSampleCounts[] = {
    {"slices", "slices", "Slices that the sample was timed in.", Unit::kCount,
     &measure::Samples::slices},
    {"left_out", "left out", "Slices that were interrupted and do not count.", Unit::kCount,
     &measure::Samples::left_out},
    {"preempted", "preempted", "Times the CPU was given to another thread, in all slices.",
     Unit::kCount, &measure::Samples::preempted},
    {"waited", "waited", "Times the thread gave up the CPU itself, in all slices.", Unit::kCount,
     &measure::Samples::waited},
    {"faults", "faults", "Page faults, in all slices.", Unit::kCount, &measure::Samples::faults},
};

// Of single calls, in tables and values.
struct CallPercentile {
    const char* id;
    const char* title;
    double p;
};
inline constexpr CallPercentile kCallPercentiles[] = {{"p50", "p50", 50},
                                                      {"p90", "p90", 90},
                                                      {"p99", "p99", 99},
                                                      {"p99_9", "p99.9", 99.9},
                                                      {"p99_99", "p99.99", 99.99}};
inline constexpr const char* kCallPercentileHelp =
    "So many of the single calls did not take longer; to half a percent, and only where at least "
    "ten calls took longer.";

inline constexpr const char* kSlopeHelp =
    "Time of one iteration as the slope of the batches' times over their iterations, by least "
    "squares: what a batch costs once is not in it.";
inline constexpr const char* kTheilSenHelp =
    "The median of the slopes between all pairs of batches: a few disturbed batches do not move "
    "it.";

inline constexpr const char* kCyclesHelp =
    "Median of the samples in calibrated clock cycles: time of an iteration divided by the time "
    "that one clock cycle took meanwhile, which a chain of dependent additions tells.";

// "cache/chase" or "mem/read, 2 threads": what one curve is of.
inline std::string curve_name(const BenchmarkResult& result) {
    return result.threads > 1 ? result.family + ", " + std::to_string(result.threads) + " threads"
                              : result.family;
}

inline std::vector<double> finite(const std::vector<double>& values) {
    std::vector<double> out;
    for (const double value : values) {
        if (std::isfinite(value)) out.push_back(value);
    }
    return out;
}

}  // namespace benchlab::results::fields
