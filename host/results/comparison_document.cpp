// The document of a comparison: the table of changes, and each pair of distributions laid over
// each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "results/comparison_report.hpp"
#include "results/document_build.hpp"

namespace benchlab::results {
namespace {

using base::Unit;
using measure::Change;

constexpr const char* kChangeHelp =
    "new / base - 1, of the geometric means of what the processes count with: the 10th percentile "
    "of its samples of time, as what disturbs a process makes samples slower; of a metric the "
    "median.  With fewer than 5 processes a side of the medians.  Of what is not above 0 (a "
    "metric) the difference of the means by the "
    "base's amount; none when that is 0.";
constexpr const char* kPHelp =
    "Two-sided p of Welch's t test on what the processes count with (the logarithms), corrected "
    "for the number of figures (Holm).";
constexpr const char* kSamplesPHelp =
    "Two-sided p of the Mann-Whitney U test on the raw samples.  Samples of one process resemble "
    "each other and other processes do not, so no verdict is of it.";
constexpr const char* kIntervalHelp =
    " end of the change's interval at 1 - alpha, of this figure by itself (Welch).";
constexpr const char* kVerdictHelp =
    "REGRESSED or improved: beyond the threshold and p below alpha.  unchanged: the interval lies "
    "within the threshold.  inconclusive: neither is shown, or a side has fewer than 5 processes.";

// Collects the rows of one table of changes.
struct Rows {
    std::vector<std::string> names, metrics, verdicts;
    std::vector<double> base, next, change, low, high, p, samples_p, visible;

    void add(const std::string& name, const std::string& metric, const Change& row) {
        names.push_back(name);
        metrics.push_back(metric);
        base.push_back(row.base);
        next.push_back(row.next);
        change.push_back(row.change);
        low.push_back(row.low);
        high.push_back(row.high);
        p.push_back(row.tested() ? row.corrected_p : std::nan(""));
        samples_p.push_back(row.samples.p);
        visible.push_back(row.visible);
        verdicts.emplace_back(measure::verdict_text(row.verdict));
    }

    void to_columns(report::Table& table, Unit unit, bool with_metric) const {
        auto& columns = table.columns;
        constexpr auto kKey = report::kOutKey;
        constexpr auto kWide = report::kOutWideOnly | report::kOutSigned;
        columns.push_back(column("name", "benchmark", "", Unit::kNone, names, kKey));
        if (with_metric) {
            columns.push_back(column("metric", "metric", "", Unit::kNone, metrics, kKey));
        }
        columns.push_back(column("base", "base", "Median of the base run.", unit, base));
        columns.push_back(column("new", "new", "Median of the new run.", unit, next));
        columns.push_back(sparse_column("change", "change", kChangeHelp, Unit::kRatio, change,
                                        report::kOutSigned));
        columns.push_back(sparse_column("low", "low", std::string("Lower") + kIntervalHelp,
                                        Unit::kRatio, low, kWide));
        columns.push_back(sparse_column("high", "high", std::string("Upper") + kIntervalHelp,
                                        Unit::kRatio, high, kWide));
        columns.push_back(sparse_column("p", "p", kPHelp, Unit::kNone, p));
        columns.push_back(column("samples_p", "p of samples", kSamplesPHelp, Unit::kNone, samples_p,
                                 report::kOutWideOnly));
        columns.push_back(sparse_column("seen_at", "seen at", kVisibleHelp, Unit::kRatio, visible,
                                        report::kOutWideOnly));
        columns.push_back(column("verdict", "verdict", kVerdictHelp, Unit::kNone, verdicts));
    }
};

// Where calibrated cycles are known: the change by either clock, and which one the verdict is of.
void add_clocks(report::Table& table, const RunComparison& comparison) {
    std::vector<double> ns, cycles;
    std::vector<std::string> judged_on;
    bool any = false;
    for (const ComparedBenchmark& row : comparison.rows) {
        ns.push_back(row.ns_change);
        cycles.push_back(row.cycles_change);
        judged_on.emplace_back(row.by_cycles ? "cycles" : "ns");
        any = any || std::isfinite(row.cycles_change);
    }
    if (!any) return;
    constexpr auto kWide = report::kOutWideOnly | report::kOutSigned;
    const auto verdict = table.columns.end() - 1;
    std::vector<report::Column> added;
    added.push_back(
        sparse_column("ns_change", "in ns", kChangeHelp, Unit::kRatio, std::move(ns), kWide));
    added.push_back(sparse_column("cycles_change", "in cycles", kChangeHelp, Unit::kRatio,
                                  std::move(cycles), kWide));
    added.push_back(column("judged_on", "judged on",
                           "The clock with the smaller spread between processes of one run: time, "
                           "or calibrated cycles.",
                           Unit::kNone, std::move(judged_on)));
    table.columns.insert(verdict, added.begin(), added.end());
}

void add_changes(SectionBuilder& section, const RunComparison& comparison) {
    Rows times;
    for (const ComparedBenchmark& row : comparison.rows) times.add(row.name, "", row.change);
    report::Table& table = section.table("changes", "Time of one iteration");
    times.to_columns(table, Unit::kNanoseconds, false);
    add_clocks(table, comparison);
    // A column has one unit, so metrics get a table for each.
    std::vector<Unit> units;
    for (const ComparedBenchmark& row : comparison.rows) {
        for (const ComparedMetric& metric : row.metrics) {
            if (std::find(units.begin(), units.end(), metric.unit) == units.end()) {
                units.push_back(metric.unit);
            }
        }
    }
    for (const Unit unit : units) {
        Rows rows;
        for (const ComparedBenchmark& row : comparison.rows) {
            for (const ComparedMetric& metric : row.metrics) {
                if (metric.unit == unit) rows.add(row.name, metric.title, metric.change);
            }
        }
        const std::string id(base::unit_id(unit));
        rows.to_columns(section.table("metrics." + id, "Other metrics, " + id), unit, true);
    }
}

void add_findings(SectionBuilder& section, const RunComparison& comparison) {
    for (const std::string& warning : comparison.warnings) {
        section.finding(report::Severity::kWarning, "compare.warning", "{0}", {{warning}});
    }
    const auto tell = [&](const std::string& name, const Change& row, Unit unit) {
        if (row.verdict != measure::Verdict::kRegressed) return;
        section.finding(
            report::Severity::kProblem, "compare.regressed",
            "{0} REGRESSED from {1} to {2} (p = {3})",
            {{name}, {row.base, unit}, {row.next, unit}, {fmt::format("{:.2e}", row.corrected_p)}},
            {"changes"});
    };
    for (const ComparedBenchmark& row : comparison.rows) {
        if (row.by_cycles && row.change.verdict == measure::Verdict::kRegressed) {
            section.finding(report::Severity::kProblem, "compare.regressed",
                            "{0} REGRESSED: {1} more clock cycles (p = {2})",
                            {{row.name},
                             {row.change.change, Unit::kRatio},
                             {fmt::format("{:.2e}", row.change.corrected_p)}},
                            {"changes"});
        } else {
            tell(row.name, row.change, Unit::kNanoseconds);
        }
        for (const ComparedMetric& metric : row.metrics) {
            tell(row.name + ": " + metric.title, metric.change, metric.unit);
        }
    }
}

// Why nothing is told, and what would.
void add_hint(SectionBuilder& section, const RunComparison& comparison) {
    const std::size_t few = comparison.too_few_processes().size();
    if (few > 0) {
        section.finding(report::Severity::kInfo, "compare.few-processes",
                        "{0} of {1} benchmarks have fewer than {2} processes on a side, so that "
                        "nothing can be told of them: `{3}` of both builds would tell",
                        {{std::uint64_t{few}},
                         {std::uint64_t{comparison.rows.size()}},
                         {std::uint64_t{measure::kFewestProcesses}},
                         {comparison.command_that_tells("new.json")}},
                        {"changes"});
    }
    for (const ComparedBenchmark& row : comparison.rows) {
        const bool told = row.change.verdict != measure::Verdict::kInconclusive;
        if (told || !std::isfinite(row.change.visible)) continue;
        section.finding(report::Severity::kInfo, "compare.inconclusive",
                        "{0}: inconclusive: a change of {1} would have been seen; more processes "
                        "(--repeat), or builds that take turns (`{2} ab`), show smaller ones",
                        {{row.name}, {row.change.visible, Unit::kRatio}, {comparison.program}},
                        {"changes"});
    }
}

// The distributions of one benchmark in both runs, over the same bins, as shares.
void add_overlay(SectionBuilder& section, const ComparedBenchmark& row,
                 const RunComparison& comparison, const std::string& id) {
    const auto& a = row.base->samples.ns;
    const auto& b = row.next->samples.ns;
    const auto [low_a, high_a] = std::minmax_element(a.begin(), a.end());
    const auto [low_b, high_b] = std::minmax_element(b.begin(), b.end());
    const double low = std::min(*low_a, *low_b);
    const double high = std::max(*high_a, *high_b);
    const std::size_t bins = bin_count(std::max(a.size(), b.size()));
    section.heading(id, row.name);
    const auto add = [&](const char* which, const std::string& label,
                         const std::vector<double>& samples) {
        report::Series series;
        series.title = label;
        series.help = "Share of the samples in each bin, over the same bins for both runs.";
        series.group = row.name;
        series.chart = report::Chart::kStep;
        series.x_unit = Unit::kNanoseconds;
        series.y_unit = Unit::kRatio;
        series.y = bin_shares(samples, low, high, bins);
        for (std::size_t i = 0; i <= bins; ++i) {
            series.x.push_back(low + (high - low) * double(i) / double(bins));
        }
        series.y.push_back(series.y.back());  // a step needs the right edge of its last bin
        section.add(id + "/" + which, std::move(series));
    };
    add("base", comparison.base_label, a);
    add("new", comparison.new_label, b);
}

}  // namespace

report::Document to_document(const RunComparison& comparison, const std::string& generator,
                             std::uint64_t created_unix) {
    report::Document out;
    out.kind = "compare";
    out.title = fmt::format("{} against {}", comparison.new_label, comparison.base_label);
    out.generator = generator;
    out.created_unix = created_unix;
    SectionBuilder section("comparison", "Comparison");
    add_changes(section, comparison);
    add_names(section, "only-in-base", "Only in base", comparison.only_in_base);
    add_names(section, "only-in-new", "Only in new", comparison.only_in_new);
    section.value("summary", "Total", "", summary_line(comparison));  // the last line in sight
    add_findings(section, comparison);
    add_hint(section, comparison);
    out.sections.push_back(section.section());

    SectionBuilder overlays("distributions", "Distributions");
    std::set<std::string> taken;
    for (const ComparedBenchmark& row : comparison.rows) {
        add_overlay(overlays, row, comparison, id_of_name(row.name, taken));
    }
    out.sections.push_back(overlays.section());

    SectionBuilder settings("settings", "Settings");
    settings.value("threshold", "Threshold", "Smallest change that counts.",
                   comparison.options.threshold, Unit::kRatio);
    settings.value("alpha", "Alpha",
                   "Chance that one or more of all figures are called changed where nothing is.",
                   comparison.options.alpha);
    out.sections.push_back(settings.section());
    return out;
}

}  // namespace benchlab::results
