#include "results/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "measure/difference.hpp"
#include "results/document_build.hpp"
#include "results/run_fields.hpp"

namespace benchlab::results {
namespace {

using measure::Verdict;

const BenchmarkResult* find(const RunReport& run, const std::string& name) {
    for (const BenchmarkResult& result : run.results) {
        if (result.name == name) return &result;
    }
    return nullptr;
}

// The median that the report has, after its outlier policy.  A report may lack it (null).
double median_of(const BenchmarkResult& result) {
    return std::isfinite(result.summary.median) ? result.summary.median
                                                : measure::percentile(result.samples.ns, 50);
}

void warn_of_machines(const RunReport& base, const RunReport& next, RunComparison& out) {
    const measure::Environment& a = base.environment;
    const measure::Environment& b = next.environment;
    if (a.cpu != b.cpu || a.logical_cpus != b.logical_cpus || a.os != b.os || a.arch != b.arch) {
        out.warnings.push_back("The machines differ: base is " + measure::environment_line(a) +
                               "; new is " + measure::environment_line(b));
    }
    const auto pinning = [](const measure::Environment& machine) {
        return machine.pinned_cpu ? fmt::format("pinned to CPU {}", *machine.pinned_cpu)
                                  : std::string("not pinned");
    };
    if (a.pinned_cpu != b.pinned_cpu) {
        out.warnings.push_back(
            fmt::format("The pinning differs: base is {}, new is {}.", pinning(a), pinning(b)));
    }
}

void warn_of_settings(const RunReport& base, const RunReport& next, RunComparison& out) {
    if (base.config.outliers != next.config.outliers) {
        out.warnings.push_back(fmt::format(
            "The outlier policies differ: base has {}, new has {}; the medians are of different "
            "sets of samples.",
            measure::outlier_policy_id(base.config.outliers),
            measure::outlier_policy_id(next.config.outliers)));
    }
    if (base.config.sample_time_ms != next.config.sample_time_ms) {
        out.warnings.push_back(fmt::format("The sample times differ: base {} ms, new {} ms.",
                                           base.config.sample_time_ms, next.config.sample_time_ms));
    }
    if (base.config.method != next.config.method) {
        out.warnings.push_back(fmt::format(
            "The methods differ: base was measured by {}, new by {}; only slices leaves out what "
            "was interrupted.",
            measure::method_id(base.config.method), measure::method_id(next.config.method)));
    }
    if (!base.complete) out.warnings.push_back("The base run was not finished.");
    if (!next.complete) out.warnings.push_back("The new run was not finished.");
}

void warn_of_duplicates(const RunReport& run, const char* which, RunComparison& out) {
    std::map<std::string, int> seen;
    for (const BenchmarkResult& result : run.results) ++seen[result.name];
    for (const auto& [name, times] : seen) {
        if (times > 1) {
            out.warnings.push_back(fmt::format(
                "{} is {} times in the {} report; the first one is compared.", name, times, which));
        }
    }
}

// A benchmark without a result cannot regress, so what became of it has to be told.
void find_lost(const RunReport& next, RunComparison& out) {
    out.lost = out.only_in_base;
    for (const FailedBenchmark& failed : next.failed) {
        const bool missed = std::find(out.only_in_base.begin(), out.only_in_base.end(),
                                      failed.name) != out.only_in_base.end();
        // That one skips itself on this machine is its right, unless it did not on the other.
        if (failed.status == "skipped" && !missed) continue;
        out.warnings.push_back(fmt::format("{} {} in the new run{}{}", failed.name, failed.status,
                                           failed.reason.empty() ? "." : ": ", failed.reason));
        if (!missed) out.lost.push_back(failed.name);
    }
    out.new_complete = next.complete;
}

// The same name, but is it the same work?
void warn_of_work(const BenchmarkResult& base, const BenchmarkResult& next, RunComparison& out) {
    std::vector<std::string> what;
    if (base.ops_per_iteration != next.ops_per_iteration) what.push_back("operations");
    if (base.rate != next.rate || base.rate_per_iteration != next.rate_per_iteration) {
        what.push_back("bytes or items");
    }
    if (base.threads != next.threads) what.push_back("threads");
    if (!what.empty()) {
        out.warnings.push_back(
            fmt::format("{}: {} of an iteration differ between the runs; the times may be of "
                        "different work.",
                        base.name, base::join(what, " and ")));
    }
    for (const MetricSamples& metric : base.metrics) {
        for (const MetricSamples& twin : next.metrics) {
            if (metric.id == twin.id && metric.unit != twin.unit) {
                out.warnings.push_back(
                    fmt::format("{}: {} has another unit in the new run; it is "
                                "not compared.",
                                base.name, metric.title));
            }
        }
    }
}

std::vector<ComparedMetric> compare_metrics(const BenchmarkResult& base,
                                            const BenchmarkResult& next,
                                            const measure::CompareOptions& options) {
    std::vector<ComparedMetric> out;
    for (const MetricSamples& metric : base.metrics) {
        const auto twin =
            std::find_if(next.metrics.begin(), next.metrics.end(),
                         [&](const MetricSamples& other) { return other.id == metric.id; });
        if (twin == next.metrics.end() || twin->unit != metric.unit) continue;
        const std::vector<double> a = fields::finite(metric.values);
        const std::vector<double> b = fields::finite(twin->values);
        // A metric without a direction is no better or worse, whatever it does.
        const bool directed = metric.flags & (report::kOutLessIsBetter | report::kOutMoreIsBetter);
        if (a.empty() || b.empty() || !directed) continue;
        ComparedMetric row;
        row.id = metric.id;
        row.title = metric.title;
        row.unit = metric.unit;
        row.less_is_better = (metric.flags & report::kOutMoreIsBetter) == 0;
        row.change = measure::compare(
            {metric.values, base.samples.process}, {twin->values, next.samples.process},
            measure::percentile(a, 50), measure::percentile(b, 50), options, row.less_is_better);
        out.push_back(std::move(row));
    }
    return out;
}

// Of time or of calibrated cycles, whichever differs less between processes of one side.
void compare_times(const BenchmarkResult& base, const BenchmarkResult& next,
                   const measure::CompareOptions& options, ComparedBenchmark& row) {
    if (!base.resolution.empty() && !next.resolution.empty()) {
        row.change.base = median_of(base);
        row.change.next = median_of(next);
        return;  // not tested, hence inconclusive
    }
    // Which percentile of its samples a process counts with.  What others do to the machine only
    // makes samples slower, so the fast ones differ less from process to process than the median;
    // what a build does is in all of them.
    constexpr double kPercentile = 10;
    const measure::RunSide base_ns{base.samples.ns, base.samples.process, kPercentile};
    const measure::RunSide next_ns{next.samples.ns, next.samples.process, kPercentile};
    const double base_median = median_of(base);
    const double next_median = median_of(next);
    row.change = measure::compare(base_ns, next_ns, base_median, next_median, options);
    row.ns_change = row.change.change;
    const std::vector<double> base_cycles = base.samples.cycles();
    const std::vector<double> next_cycles = next.samples.cycles();
    const measure::RunSide a{base_cycles, base.samples.process, kPercentile};
    const measure::RunSide b{next_cycles, next.samples.process, kPercentile};
    const measure::Change cycles = measure::compare(a, b, base_median, next_median, options);
    if (!cycles.tested()) return;
    row.cycles_change = cycles.change;
    row.by_cycles =
        measure::spread_within_sides(a, b) < measure::spread_within_sides(base_ns, next_ns);
    // The two runs were made at different times.  Where one clock says something else than the
    // other, the CPU ran at another speed: that is no change of the code, so the smaller counts.
    if (!(std::abs(row.cycles_change - row.ns_change) <= options.threshold)) {
        row.by_cycles = std::abs(row.cycles_change) < std::abs(row.ns_change);
        row.clocks_disagree = true;
    }
    if (row.by_cycles) row.change = cycles;
}

void warn_of_row(const ComparedBenchmark& row, RunComparison& out) {
    if (row.clocks_disagree) {
        out.warnings.push_back(
            fmt::format("{}: its time changed by {:+.1f} % and its clock cycles by {:+.1f} %, as "
                        "the CPU ran at "
                        "another speed; the smaller of the two is judged.",
                        row.name, 100 * row.ns_change, 100 * row.cycles_change));
    }
    const double of_medians = row.change.next / row.change.base - 1;
    if (row.change.tested() && std::abs(of_medians - row.ns_change) > out.options.threshold) {
        out.warnings.push_back(
            fmt::format("{}: the median of its samples changed by {:+.1f} %, and the fast ones, "
                        "which are judged, by {:+.1f} %: something else slowed one of the runs, or "
                        "only slow samples changed.",
                        row.name, 100 * of_medians, 100 * row.ns_change));
    }
    if (!row.base->resolution.empty() && !row.next->resolution.empty()) {
        out.warnings.push_back(fmt::format(
            "{}: below the resolution in both runs, so there is nothing to compare.", row.name));
    }
}

// All figures together are corrected for how many they are.
void judge_all(RunComparison& comparison) {
    std::vector<measure::Change*> changes;
    for (ComparedBenchmark& row : comparison.rows) {
        changes.push_back(&row.change);
        for (ComparedMetric& metric : row.metrics) changes.push_back(&metric.change);
    }
    measure::judge(changes, comparison.options);
}

}  // namespace

std::size_t RunComparison::count(Verdict verdict) const {
    std::size_t total = 0;
    for (const ComparedBenchmark& row : rows) {
        total += row.change.verdict == verdict;
        for (const ComparedMetric& metric : row.metrics) {
            total += metric.change.verdict == verdict;
        }
    }
    return total;
}

RunComparison compare_runs(const RunReport& base, const RunReport& next,
                           const measure::CompareOptions& options) {
    RunComparison out;
    out.options = options;
    out.base_label = "base";
    out.new_label = "new";
    warn_of_machines(base, next, out);
    warn_of_settings(base, next, out);
    warn_of_duplicates(base, "base", out);
    warn_of_duplicates(next, "new", out);
    for (const BenchmarkResult& result : base.results) {
        if (find(base, result.name) != &result) continue;  // a duplicate
        const BenchmarkResult* twin = find(next, result.name);
        if (!twin) {
            out.only_in_base.push_back(result.name);
            continue;
        }
        ComparedBenchmark row;
        row.name = result.name;
        row.base = &result;
        row.next = twin;
        compare_times(result, *twin, options, row);
        warn_of_row(row, out);
        row.metrics = compare_metrics(result, *twin, options);
        warn_of_work(result, *twin, out);
        out.rows.push_back(std::move(row));
    }
    for (const BenchmarkResult& result : next.results) {
        if (!find(base, result.name)) out.only_in_new.push_back(result.name);
    }
    judge_all(out);
    find_lost(next, out);
    out.new_command = next.config.command;
    return out;
}

std::vector<std::string> RunComparison::too_few_processes() const {
    std::vector<std::string> out;
    for (const ComparedBenchmark& row : rows) {
        if (!row.change.tested()) out.push_back(row.name);
    }
    return out;
}

std::string RunComparison::command_that_tells(const std::string& json) const {
    std::vector<std::string> words = base::split(new_command, ' ');
    const bool known = !words.empty() && words.front() == "run";
    if (!known) {
        words = {"run"};
        const std::vector<std::string> names = too_few_processes();
        constexpr std::size_t kMostNames = 5;  // more are no command that anybody types
        if (names.size() < rows.size() && names.size() <= kMostNames) {
            words.insert(words.end(), names.begin(), names.end());
        }
    }
    const auto repeat = std::find(words.begin(), words.end(), "--repeat");
    if (repeat != words.end()) words.erase(repeat, std::min(repeat + 2, words.end()));
    return fmt::format("{} {} --repeat {} --json {}", program, base::join(words, " "),
                       measure::kFewestProcesses, json);
}

bool RunComparison::cannot_tell() const {
    return count(Verdict::kInconclusive) > 0 || !lost.empty() || !new_complete;
}

std::string summary_line(const RunComparison& comparison) {
    std::size_t metrics = 0;
    for (const ComparedBenchmark& row : comparison.rows) metrics += row.metrics.size();
    const std::string compared = metrics == 0 ? fmt::format("{} compared", comparison.rows.size())
                                              : fmt::format("{} compared, and {} of other metrics",
                                                            comparison.rows.size(), metrics);
    return verdicts_line(
        compared, [&](Verdict verdict) { return comparison.count(verdict); },
        comparison.lost.size(), comparison.options.threshold, comparison.options.alpha);
}

}  // namespace benchlab::results
