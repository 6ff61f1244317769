// The document of a run.  Sections: summary (what people look at first), benchmarks (everything
// about each), failed, machine, settings.  run_reading.cpp reads it back: what one writes, the
// other has to know.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "measure/slices.hpp"
#include "results/document_build.hpp"
#include "results/run_fields.hpp"
#include "results/run_report.hpp"

namespace benchlab::results {
namespace {

using base::Unit;

double or_nan(const std::optional<double>& value) {
    return value ? *value : std::nan("");
}

void add_summary_table(SectionBuilder& section, const RunReport& run) {
    std::vector<std::string> names, resolutions;
    std::vector<double> median, low, high, cv, p5, p95, p99, per_op, cycles, bytes, items;
    std::vector<std::uint64_t> samples, outliers;
    for (const BenchmarkResult& result : run.results) {
        const measure::Summary& s = result.summary;
        // Of what cannot be told from nothing there is no figure to look at.
        const auto if_resolved = [&](double value) {
            return result.resolution.empty() ? value : std::nan("");
        };
        names.push_back(result.name);
        resolutions.push_back(result.resolution);
        median.push_back(if_resolved(s.median));
        low.push_back(if_resolved(s.median_low));
        high.push_back(if_resolved(s.median_high));
        cv.push_back(if_resolved(s.cv));
        p5.push_back(if_resolved(s.p5));
        p95.push_back(if_resolved(s.p95));
        p99.push_back(if_resolved(s.p99));
        samples.push_back(s.n);
        outliers.push_back(s.outliers.total());
        per_op.push_back(
            if_resolved(result.ops_per_iteration > 1 ? result.ns_per_op() : std::nan("")));
        cycles.push_back(if_resolved(or_nan(result.cycles_per_op())));
        const double rate = if_resolved(or_nan(result.rate_per_second()));
        bytes.push_back(result.rate == Rate::kBytes ? rate : std::nan(""));
        items.push_back(result.rate == Rate::kItems ? rate : std::nan(""));
    }
    const auto has_any = [](const std::vector<double>& column) {
        return std::any_of(column.begin(), column.end(), [](double v) { return !std::isnan(v); });
    };
    constexpr auto kLess = report::kOutLessIsBetter;
    report::Table& table = section.table("results", "Results");
    auto& columns = table.columns;
    columns.push_back(column("name", "benchmark", "", Unit::kNone, names, report::kOutKey));
    if (std::any_of(resolutions.begin(), resolutions.end(),
                    [](const std::string& text) { return !text.empty(); })) {
        columns.push_back(column("resolution", "resolution", "", Unit::kNone, resolutions));
    }
    columns.push_back(
        sparse_column("median", "median", fields::kMedianHelp, Unit::kNanoseconds, median, kLess));
    if (has_any(per_op)) {
        columns.push_back(sparse_column("per_op", "per op", fields::kPerOpHelp, Unit::kNanoseconds,
                                        per_op, kLess));
    }
    if (has_any(bytes)) {
        columns.push_back(sparse_column("bytes_rate", "rate", fields::kBytesRateHelp,
                                        Unit::kBytesPerSecond, bytes, report::kOutMoreIsBetter));
    }
    if (has_any(items)) {
        columns.push_back(sparse_column("items_rate", "items", fields::kItemsRateHelp,
                                        Unit::kPerSecond, items, report::kOutMoreIsBetter));
    }
    if (has_any(cycles)) {
        columns.push_back(
            sparse_column("cycles", "cycles", fields::kCyclesHelp, Unit::kCycles, cycles, kLess));
    }
    columns.push_back(sparse_column("low", "low", fields::kMedianLowHelp, Unit::kNanoseconds, low,
                                    report::kOutWideOnly));
    columns.push_back(sparse_column("high", "high", fields::kMedianHighHelp, Unit::kNanoseconds,
                                    high, report::kOutWideOnly));
    columns.push_back(sparse_column("cv", "cv", fields::kCvHelp, Unit::kRatio, cv));
    columns.push_back(sparse_column("p5", "p5", fields::kP5Help, Unit::kNanoseconds, p5));
    columns.push_back(sparse_column("p95", "p95", fields::kP95Help, Unit::kNanoseconds, p95));
    columns.push_back(sparse_column("p99", "p99", fields::kP99Help, Unit::kNanoseconds, p99,
                                    report::kOutWideOnly));
    columns.push_back(column("outliers", "outl", fields::kOutliersHelp, Unit::kCount, outliers));
    columns.push_back(column("samples", "n", fields::kSamplesHelp, Unit::kCount, samples));
}

void add_metrics_table(SectionBuilder& section, const RunReport& run) {
    // One table for each unit, since a column has one.
    std::map<Unit, std::vector<std::pair<const BenchmarkResult*, const MetricSamples*>>> by_unit;
    for (const BenchmarkResult& result : run.results) {
        for (const MetricSamples& metric : result.metrics) {
            by_unit[metric.unit].push_back({&result, &metric});
        }
    }
    for (const auto& [unit, rows] : by_unit) {
        std::vector<std::string> names, titles;
        std::vector<double> median, p5, p95;
        std::vector<std::uint64_t> count;
        for (const auto& [result, metric] : rows) {
            const std::vector<double> values = fields::finite(metric->values);
            names.push_back(result->name);
            titles.push_back(metric->title);
            count.push_back(values.size());
            const auto at = [&](double p) {
                return values.empty() ? std::nan("") : measure::percentile(values, p);
            };
            median.push_back(at(50));
            p5.push_back(at(5));
            p95.push_back(at(95));
        }
        report::Table& table =
            section.table("metrics." + std::string(base::unit_id(unit)),
                          unit == Unit::kNone || unit == Unit::kCount
                              ? "Other metrics"
                              : "Other metrics, in " + std::string(base::unit_id(unit)));
        constexpr auto kKey = report::kOutKey;
        table.columns.push_back(column("name", "benchmark", "", Unit::kNone, names, kKey));
        table.columns.push_back(column("metric", "metric", "", Unit::kNone, titles, kKey));
        table.columns.push_back(
            sparse_column("median", "median", "Median over the samples.", unit, median));
        table.columns.push_back(
            sparse_column("p5", "p5", "5th percentile over the samples.", unit, p5));
        table.columns.push_back(
            sparse_column("p95", "p95", "95th percentile over the samples.", unit, p95));
        table.columns.push_back(
            column("samples", "n", "Samples that have the metric.", Unit::kCount, count));
    }
}

// Along the numeric parameter the rate of what counts bytes, else the median of one operation; one
// line for each family and thread count.
void add_curves(SectionBuilder& section, const RunReport& run, std::set<std::string>& taken) {
    struct Curve {
        std::vector<std::pair<double, double>> points;
        const BenchmarkResult* first = nullptr;
    };
    std::map<std::string, Curve> curves;
    std::vector<std::string> order;
    for (const BenchmarkResult& result : run.results) {
        if (!result.x) continue;
        const std::string key = fields::curve_name(result);
        Curve& curve = curves[key];
        if (curve.points.empty()) {
            curve.first = &result;
            order.push_back(key);
        }
        curve.points.emplace_back(double(*result.x), result.rate == Rate::kBytes
                                                         ? or_nan(result.rate_per_second())
                                                         : result.ns_per_op());
    }
    for (const std::string& key : order) {
        Curve& curve = curves[key];
        if (curve.points.size() < 3) continue;
        std::sort(curve.points.begin(), curve.points.end());
        report::Series series;
        series.title = key;
        const bool bytes = curve.first->rate == Rate::kBytes;
        series.help =
            bytes ? fields::kBytesRateHelp : "Median time of one " + curve.first->op + ".";
        series.group = curve.first->family + " by " + curve.first->x_name;
        series.chart = report::Chart::kLine;
        series.x_unit = curve.first->x_unit;
        series.y_unit = bytes ? Unit::kBytesPerSecond : Unit::kNanoseconds;
        for (const auto& [x, y] : curve.points) {
            series.x.push_back(x);
            series.y.push_back(y);
        }
        section.add("curve/" + id_of_name(key, taken), std::move(series));
    }
}

void add_samples(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    const measure::Samples& s = result.samples;
    report::Table& table = section.table(id + "/samples", "Samples", report::TableUse::kRaw);
    table.columns.push_back(column("ns", "ns", fields::kSampleNsHelp, Unit::kNanoseconds, s.ns));
    table.columns.push_back(column("iterations", "iterations", "Iterations in the sample.",
                                   Unit::kCount, s.iterations));
    table.columns.push_back(
        column("process", "process", "Which process took it, from 0.", Unit::kCount, s.process));
    table.columns.push_back(
        column("start_ns", "start", fields::kSampleStartHelp, Unit::kNanoseconds, s.start_ns));
    for (const auto& field : fields::kSampleNumbers) {
        if ((s.*field.member).empty()) continue;
        table.columns.push_back(
            sparse_column(field.id, field.title, field.help, field.unit, s.*field.member));
    }
    for (const auto& field : fields::kSampleCounts) {
        if ((s.*field.member).empty()) continue;
        table.columns.push_back(
            column(field.id, field.title, field.help, field.unit, s.*field.member));
    }
    for (const MetricSamples& metric : result.metrics) {
        table.columns.push_back(sparse_column("metric." + metric.id, metric.title, metric.help,
                                              metric.unit, metric.values, metric.flags));
    }
}

void add_left_out(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    if (result.left_out.empty()) return;
    const auto of = [&](auto&& what) { return each(result.left_out, what); };
    using Slice = measure::MarkedSlice;
    report::Table& table =
        section.table(id + "/left_out", "Slices that were left out", report::TableUse::kRaw);
    table.columns.push_back(column("sample", "sample", "Which sample it is of, from 0.",
                                   Unit::kCount, of([](const Slice& s) { return s.sample; })));
    table.columns.push_back(column("start_ns", "start", fields::kSampleStartHelp,
                                   Unit::kNanoseconds,
                                   of([](const Slice& s) { return s.start_ns; })));
    table.columns.push_back(column("ns", "ns", "Time of one iteration in this slice.",
                                   Unit::kNanoseconds, of([](const Slice& s) { return s.ns; })));
    table.columns.push_back(
        column("reason", "reason", "What happened in it.", Unit::kNone,
               of([](const Slice& s) { return measure::disturbance_text(s.disturbances); })));
}

void add_regression(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    if (!result.regression) return;
    const measure::Regression& regression = *result.regression;
    report::Value& slope = section.value(id + "/slope", "Slope", fields::kSlopeHelp,
                                         regression.line.slope, Unit::kNanoseconds);
    slope.flags = report::kOutLessIsBetter;
    set_interval(slope, regression.line.slope_low, regression.line.slope_high);
    report::Value& robust =
        section.value(id + "/theil_sen", "Slope by Theil and Sen", fields::kTheilSenHelp,
                      regression.robust.slope, Unit::kNanoseconds);
    set_interval(robust, regression.robust.slope_low, regression.robust.slope_high);
    section.value(id + "/r_squared", "R squared",
                  "The share of the variance of the batches' times that the line explains.",
                  regression.line.r_squared, Unit::kNone);
    section.value(id + "/intercept", "Constant cost of a batch",
                  "Where the line meets a batch of no iterations.", regression.line.intercept,
                  Unit::kNanoseconds);
    report::Series series;
    series.title = "Batches by their iterations";
    series.help = fields::kSlopeHelp;
    series.chart = report::Chart::kPoints;
    series.x_unit = Unit::kCount;
    series.y_unit = Unit::kNanoseconds;
    const std::vector<std::uint64_t>& iterations = result.samples.iterations;
    series.x.assign(iterations.begin(), iterations.end());
    series.y = result.samples.elapsed_ns();
    section.add(id + "/batches", std::move(series));
}

// Beside the samples, which are means of many calls: how long single ones took.
void add_calls(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    const measure::CallTimes& calls = result.calls;
    if (calls.empty()) return;
    section.value(id + "/call_count", "Single calls", "Timed one by one, after the samples.",
                  calls.count(), Unit::kCount);
    section.value(id + "/call_interruptions", "Interruptions of calls",
                  "Times that the thread lost the CPU meanwhile; such calls count all the same.",
                  calls.interruptions, Unit::kCount);
    section.value(id + "/call_min", "Fastest call", "", calls.min_ns, Unit::kNanoseconds);
    for (const fields::CallPercentile& field : fields::kCallPercentiles) {
        if (!calls.supports(field.p)) continue;
        section.value(id + "/call_" + field.id, std::string(field.title) + " of single calls",
                      fields::kCallPercentileHelp, calls.percentile(field.p), Unit::kNanoseconds);
    }
    section.value(id + "/call_max", "Slowest call", "", calls.max_ns, Unit::kNanoseconds);
    report::Table& table =
        section.table(id + "/calls", "Single calls by their time", report::TableUse::kRaw);
    table.columns.push_back(
        column("from_ns", "from", "The bin begins here.", Unit::kNanoseconds, calls.from_ns));
    table.columns.push_back(
        column("to_ns", "to", "And ends before this.", Unit::kNanoseconds, calls.to_ns));
    table.columns.push_back(
        column("calls", "calls", "Calls that took so long.", Unit::kCount, calls.calls));
}

void add_calls_table(SectionBuilder& section, const RunReport& run) {
    std::vector<std::string> names;
    std::vector<std::uint64_t> counts;
    std::vector<std::vector<double>> percentiles(std::size(fields::kCallPercentiles));
    std::vector<double> slowest;
    for (const BenchmarkResult& result : run.results) {
        const measure::CallTimes& calls = result.calls;
        if (calls.empty()) continue;
        names.push_back(result.name);
        counts.push_back(calls.count());
        slowest.push_back(calls.max_ns);
        for (std::size_t i = 0; i < percentiles.size(); ++i) {
            const double p = fields::kCallPercentiles[i].p;
            percentiles[i].push_back(calls.supports(p) ? calls.percentile(p) : std::nan(""));
        }
    }
    if (names.empty()) return;
    report::Table& table = section.table("calls", "Single calls");
    table.columns.push_back(column("name", "benchmark", "", Unit::kNone, names, report::kOutKey));
    for (std::size_t i = 0; i < percentiles.size(); ++i) {
        const fields::CallPercentile& field = fields::kCallPercentiles[i];
        table.columns.push_back(sparse_column(field.id, field.title, fields::kCallPercentileHelp,
                                              Unit::kNanoseconds, percentiles[i],
                                              report::kOutLessIsBetter));
    }
    table.columns.push_back(
        column("max", "slowest", "The slowest single call.", Unit::kNanoseconds, slowest));
    table.columns.push_back(
        column("calls", "calls", "Calls that were timed one by one.", Unit::kCount, counts));
}

void add_charts(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    section.add(id + "/distribution",
                distribution("Distribution of the samples", result.samples.ns));
    report::Series series;
    series.title = "Samples over time";
    series.help = fields::kOverTimeHelp;
    series.chart = report::Chart::kPoints;
    series.x_unit = Unit::kNanoseconds;
    series.y_unit = Unit::kNanoseconds;
    // Processes follow each other; each has its own zero.
    const measure::Samples& s = result.samples;
    double offset = 0, end = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (i > 0 && s.process[i] != s.process[i - 1]) offset = end;
        const double begin = offset + s.start_ns[i];
        end = begin + s.ns[i] * double(s.iterations[i]);
        series.x.push_back(begin);
        series.y.push_back(s.ns[i]);
    }
    section.add(id + "/over-time", std::move(series));
}

void add_rate(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    const bool bytes = result.rate == Rate::kBytes;
    section
        .value(id + "/rate", "Rate", bytes ? fields::kBytesRateHelp : fields::kItemsRateHelp,
               or_nan(result.rate_per_second()), bytes ? Unit::kBytesPerSecond : Unit::kPerSecond)
        .flags = report::kOutMoreIsBetter;
    section.value(id + "/rate_per_iteration", bytes ? "Bytes per iteration" : "Items per iteration",
                  "What the rate is of, for one thread.", result.rate_per_iteration,
                  bytes ? Unit::kBytes : Unit::kCount);
}

void add_statistic(SectionBuilder& section, const std::string& id, const BenchmarkResult& result,
                   const fields::Statistic& field) {
    report::Value& value = section.value(id + "/" + field.id, field.title, field.help,
                                         result.summary.*field.member, field.unit);
    if (field.member != &measure::Summary::median) return;
    value.flags = report::kOutLessIsBetter;
    set_interval(value, result.summary.median_low, result.summary.median_high);
}

// What people look for first: before the charts.
void add_headline(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    for (const fields::Statistic& field : fields::kStatistics) {
        if (field.member == &measure::Summary::median) add_statistic(section, id, result, field);
    }
    if (result.ops_per_iteration > 1) {
        section.value(id + "/per_op", "Per " + result.op, fields::kPerOpHelp, result.ns_per_op(),
                      Unit::kNanoseconds);
    }
    if (const auto cycles = result.cycles_per_op()) {
        section
            .value(id + "/cycles_per_op", "Clock cycles per " + result.op, fields::kCyclesHelp,
                   *cycles, Unit::kCycles)
            .flags = report::kOutLessIsBetter;
    }
    if (result.rate != Rate::kNone) add_rate(section, id, result);
    section.value(id + "/n", "Samples kept", fields::kSamplesHelp, result.summary.n, Unit::kCount);
}

void add_details(SectionBuilder& section, const std::string& id, const BenchmarkResult& result) {
    for (const fields::Text& field : fields::kTexts) {
        const std::string& text = result.*field.member;
        const bool always = field.member == &BenchmarkResult::name;
        if (always || !text.empty()) section.value(id + "/" + field.id, field.title, "", text);
    }
    if (result.x) {
        section.value(id + "/x", result.x_name, "The parameter along which the curve is drawn.",
                      *result.x, result.x_unit);
    }
    for (const fields::Count& field : fields::kCounts) {
        section.value(id + "/" + field.id, field.title, field.help, result.*field.member,
                      Unit::kCount);
    }
    for (const fields::Statistic& field : fields::kStatistics) {
        if (field.member != &measure::Summary::median) add_statistic(section, id, result, field);
    }
    for (const fields::Outlier& field : fields::kOutliers) {
        section.value(id + "/" + field.id, field.title, field.help,
                      result.summary.outliers.*field.member, Unit::kCount);
    }
    section.value(id + "/trimmed", "Samples trimmed", fields::kTrimmedHelp, result.summary.trimmed,
                  Unit::kCount);
}

void add_benchmark(SectionBuilder& section, const BenchmarkResult& result,
                   std::set<std::string>& taken) {
    const std::string id = id_of_name(result.name, taken);
    section.heading(id, result.name);
    add_headline(section, id, result);
    add_regression(section, id, result);
    add_charts(section, id, result);
    add_calls(section, id, result);
    add_details(section, id, result);
    add_samples(section, id, result);
    add_left_out(section, id, result);
    for (const std::string& warning : result.warnings) {
        section.finding(report::Severity::kWarning, fields::kWarningCode, "{0}: {1}",
                        {{result.name}, {warning}}, {id});
    }
}

report::Section failed_section(const RunReport& run) {
    SectionBuilder section("failed", "Not measured");
    std::vector<std::string> names, plugins, states, reasons;
    for (const FailedBenchmark& failed : run.failed) {
        names.push_back(failed.name);
        plugins.push_back(failed.plugin);
        states.push_back(failed.status);
        reasons.push_back(failed.reason);
        if (failed.status == "skipped") continue;
        section.finding(report::Severity::kProblem, "run.failed", "{0} {1}: {2}",
                        {{failed.name}, {failed.status}, {failed.reason}}, {"benchmarks"});
    }
    report::Table& table = section.table("benchmarks", "Not measured");
    table.columns.push_back(column("name", "benchmark", "", Unit::kNone, names, report::kOutKey));
    table.columns.push_back(column("status", "status", "", Unit::kNone, states));
    table.columns.push_back(column("reason", "reason", "", Unit::kNone, reasons));
    table.columns.push_back(
        column("plugin", "plugin", "", Unit::kNone, plugins, report::kOutWideOnly));
    return section.section();
}

report::Section settings_section(const RunConfig& config) {
    SectionBuilder section("settings", "Settings");
    for (const fields::Setting& field : fields::kSettings) {
        section.value(field.id, field.title, field.help, config.*field.member, field.unit);
    }
    for (const fields::Switch& field : fields::kSwitches) {
        section.value(field.id, field.title, "", std::string(config.*field.member ? "yes" : "no"));
    }
    if (config.precision > 0) {
        section.value("precision", "Precision",
                      "Sampling stopped when the median was known to this share of itself.",
                      config.precision, Unit::kRatio);
    }
    section.value("method", "Method",
                  "slices: samples of short slices, without those that were interrupted; plain: a "
                  "sample is one batch; regression: growing batches.",
                  std::string(measure::method_id(config.method)));
    section.value("outliers", "Outliers", "",
                  std::string(measure::outlier_policy_id(config.outliers)));
    if (config.seed) {
        section.value("seed", "Seed", "Of the random order: --seed gives it again.", *config.seed);
    }
    if (!config.command.empty()) section.value("command", "Command", "", config.command);
    return section.section();
}

}  // namespace

report::Section machine_section(const measure::Environment& machine) {
    SectionBuilder section("machine", "Machine");
    for (const fields::MachineText& field : fields::kMachineTexts) {
        section.value(field.id, field.title, "", machine.*field.member);
    }
    section.value("logical_cpus", "Logical CPUs", "Online, whatever this process may use.",
                  machine.logical_cpus, Unit::kCount);
    section.value("usable_cpus", "Usable CPUs", "Those this process might run on before pinning.",
                  machine.usable_cpus, Unit::kCount);
    if (machine.pinned_cpu) {
        section.value("pinned_cpu", "Pinned to CPU", "The logical CPU that --pin asked for.",
                      *machine.pinned_cpu);
    }
    section.value("timer_overhead_ns", "Cost of reading the clock",
                  "Mean of 200,000 reads in a row.", machine.timer_overhead_ns, Unit::kNanoseconds);
    section.value("timer_resolution_ns", "Clock step",
                  "Median of 200 gaps between two different readings.", machine.timer_resolution_ns,
                  Unit::kNanoseconds);
    if (machine.floor.is_known()) {
        for (const fields::MachineFloor& field : fields::kFloor) {
            const double value = machine.floor.*field.member;
            if (value > 0) section.value(field.id, field.title, field.help, value, field.unit);
        }
        section.value("resolution_ns", "Resolution", fields::kResolutionHelp,
                      measure::resolution_ns(machine.floor), Unit::kNanoseconds);
    }
    return section.section();
}

report::Document to_document(const RunReport& run) {
    report::Document out;
    out.kind = "run";
    out.title = "Benchmark run";
    out.generator = run.generator;
    out.created_unix = run.created_unix;
    out.complete = run.complete;

    std::set<std::string> curve_ids, benchmark_ids;
    SectionBuilder summary("summary", "Summary");
    add_summary_table(summary, run);
    add_calls_table(summary, run);
    add_metrics_table(summary, run);
    add_curves(summary, run, curve_ids);
    SectionBuilder benchmarks("benchmarks", "Benchmarks");
    for (const BenchmarkResult& result : run.results) {
        add_benchmark(benchmarks, result, benchmark_ids);
    }
    out.sections.push_back(summary.section());
    out.sections.push_back(benchmarks.section());
    if (!run.failed.empty()) out.sections.push_back(failed_section(run));
    out.sections.push_back(machine_section(run.environment));
    out.sections.push_back(settings_section(run.config));
    return out;
}

}  // namespace benchlab::results
