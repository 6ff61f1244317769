// The document of two builds that took turns: the table of changes, and what each process found.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "results/ab_report.hpp"
#include "results/document_build.hpp"

namespace benchlab::results {
namespace {

using base::Unit;

constexpr const char* kMedianHelp =
    "Median over the processes of this build of what each found: of each of its turns the mean of "
    "the fastest fifth of the samples, of the turns the median.";
constexpr const char* kProcessHelp =
    "The mean of the fastest fifth of each turn's samples, of the turns the median.";
constexpr const char* kChangeHelp =
    "new / old - 1: centre of the differences of neighbours among processes of both builds in the "
    "order old, new, new, old or its mirror, in logarithms (Huber), less what their places differ "
    "by.";
constexpr const char* kIntervalHelp =
    " end of the change's interval, at the level that its verdict is of: alpha over all looks and "
    "all benchmarks (Holm).";
constexpr const char* kVerdictHelp =
    "REGRESSED or improved: the interval lies beyond the threshold, or at the last look the change "
    "is beyond it and the interval beyond 0.  unchanged: the interval lies within the threshold.  "
    "inconclusive: neither is shown.";

bool any_cycles(const AbReport& report) {
    return std::any_of(report.rows.begin(), report.rows.end(),
                       [](const AbBenchmark& row) { return std::isfinite(row.cycles_change); });
}

void add_clocks(report::Table& table, const AbReport& report) {
    constexpr auto kWide = report::kOutWideOnly;
    const auto add = [&](const char* id, const char* title, bool is_new) {
        table.columns.push_back(sparse_column(
            id, title, kMedianHelp, Unit::kCycles,
            each(report.rows,
                 [&](const auto& row) { return row.median_of(is_new, &AbProcess::cycles); }),
            kWide));
    };
    add("old_cycles", "old cycles", false);
    add("new_cycles", "new cycles", true);
    const auto change = [&](const char* id, const char* title, double AbBenchmark::*member) {
        table.columns.push_back(
            sparse_column(id, title, kChangeHelp, Unit::kRatio,
                          each(report.rows, [&](const AbBenchmark& row) { return row.*member; }),
                          kWide | report::kOutSigned));
    };
    change("ns_change", "in ns", &AbBenchmark::ns_change);
    change("cycles_change", "in cycles", &AbBenchmark::cycles_change);
    table.columns.push_back(
        column("judged_on", "judged on",
               "The clock with the smaller spread between processes of one build: time, or "
               "calibrated cycles.",
               Unit::kNone, each(report.rows, [](const AbBenchmark& row) {
                   return std::string(row.by_cycles ? "cycles" : "ns");
               })));
}

void add_changes(SectionBuilder& section, const AbReport& report) {
    report::Table& table = section.table("changes", "Time of one iteration");
    auto& columns = table.columns;
    const auto add = [&](const char* id, const char* title, std::string help, Unit unit,
                         std::vector<double> data, std::uint32_t flags = 0) {
        columns.push_back(sparse_column(id, title, std::move(help), unit, std::move(data), flags));
    };
    columns.push_back(column("name", "benchmark", "", Unit::kNone,
                             each(report.rows, [](const auto& row) { return row.name; }),
                             report::kOutKey));
    add("old", "old", kMedianHelp, Unit::kNanoseconds,
        each(report.rows, [](const auto& row) { return row.median_of(false, &AbProcess::ns); }));
    add("new", "new", kMedianHelp, Unit::kNanoseconds,
        each(report.rows, [](const auto& row) { return row.median_of(true, &AbProcess::ns); }));
    constexpr auto kSigned = report::kOutSigned;
    add("change", "change", kChangeHelp, Unit::kRatio,
        each(report.rows, [](const auto& row) { return row.change(); }), kSigned);
    add("low", "low", std::string("Lower") + kIntervalHelp, Unit::kRatio,
        each(report.rows, [](const auto& row) { return row.low(); }), kSigned);
    add("high", "high", std::string("Upper") + kIntervalHelp, Unit::kRatio,
        each(report.rows, [](const auto& row) { return row.high(); }), kSigned);
    if (any_cycles(report)) add_clocks(table, report);
    add("seen_at", "seen at", kVisibleHelp, Unit::kRatio,
        each(report.rows,
             [&](const auto& row) {
                 return measure::smallest_visible(row.estimate, row.alpha,
                                                  report.options.threshold);
             }),
        report::kOutWideOnly);
    columns.push_back(column(
        "processes", "processes", "Of both builds together.", Unit::kCount,
        each(report.rows,
             [](const auto& row) { return static_cast<std::uint64_t>(row.processes.size()); }),
        report::kOutWideOnly));
    columns.push_back(column("verdict", "verdict", kVerdictHelp, Unit::kNone,
                             each(report.rows, [](const auto& row) {
                                 return std::string(measure::verdict_text(row.verdict));
                             })));
}

void add_findings(SectionBuilder& section, const AbReport& report) {
    for (const std::string& warning : report.warnings) {
        section.finding(report::Severity::kWarning, "ab.warning", "{0}", {{warning}});
    }
    for (const AbBenchmark& row : report.rows) {
        if (row.verdict == measure::Verdict::kRegressed) {
            section.finding(report::Severity::kProblem, "ab.regressed",
                            "{0} REGRESSED: {1} of the time of OLD, from {2} to {3}",
                            {{row.name},
                             {1 + row.change(), Unit::kRatio},
                             {1 + row.low(), Unit::kRatio},
                             {1 + row.high(), Unit::kRatio}},
                            {"changes"});
        } else if (row.verdict == measure::Verdict::kInconclusive) {
            const double seen =
                measure::smallest_visible(row.estimate, row.alpha, report.options.threshold);
            if (std::isfinite(seen)) {
                section.finding(report::Severity::kInfo, "ab.inconclusive",
                                "{0}: inconclusive; a change of {1} would have been seen, smaller "
                                "ones take a longer --max-time or a calmer machine",
                                {{row.name}, {seen, Unit::kRatio}}, {"changes"});
            } else {
                section.finding(report::Severity::kInfo, "ab.inconclusive",
                                "{0}: inconclusive: {1} processes are too few, give it a longer "
                                "--max-time",
                                {{row.name}, {static_cast<std::uint64_t>(row.processes.size())}},
                                {"changes"});
            }
        }
    }
    for (const FailedBenchmark& failed : report.failed) {
        const auto severity =
            failed.status == "skipped" ? report::Severity::kInfo : report::Severity::kWarning;
        section.finding(severity, "ab.failed", "{0} {1}: {2}",
                        {{failed.name}, {failed.status}, {failed.reason}});
    }
}

// What each process found, over the time.
void add_processes(SectionBuilder& section, const AbBenchmark& row, const AbReport& report,
                   const std::string& id) {
    section.heading(id, row.name);
    for (const bool is_new : {false, true}) {
        report::Series series;
        series.title = is_new ? report.new_label : report.old_label;
        series.help = "What each process counts with, by when it was done.";
        series.group = row.name;
        series.chart = report::Chart::kPoints;
        series.x_unit = series.y_unit = Unit::kNanoseconds;
        for (const AbProcess& process : row.processes) {
            if (process.is_new != is_new) continue;
            series.x.push_back(process.start_s * 1e9);
            series.y.push_back(process.ns);
        }
        if (!series.x.empty()) section.add(id + (is_new ? "/new" : "/old"), std::move(series));
    }
    report::Table& table = section.table(id + "/processes", "Processes", report::TableUse::kRaw);
    const auto of = [&](auto&& what) { return each(row.processes, what); };
    table.columns.push_back(column("side", "side", "", Unit::kNone, of([](const auto& process) {
                                       return std::string(process.is_new ? "new" : "old");
                                   })));
    table.columns.push_back(
        column("start", "start", "When it was done, since the first process began.",
               Unit::kNanoseconds, of([](const auto& process) { return process.start_s * 1e9; })));
    table.columns.push_back(column("ns", "ns", kProcessHelp, Unit::kNanoseconds,
                                   of([](const auto& process) { return process.ns; })));
    const std::vector<double> cycles = of([](const auto& process) { return process.cycles; });
    const bool known = std::any_of(cycles.begin(), cycles.end(),
                                   [](double value) { return std::isfinite(value); });
    if (known) {
        table.columns.push_back(
            sparse_column("cycles", "cycles", kProcessHelp, Unit::kCycles, cycles));
    }
}

report::Section settings_section(const AbReport& report) {
    const AbOptions& options = report.options;
    SectionBuilder section("settings", "Settings");
    section.value("threshold", "Threshold", "Smallest change that counts.", options.threshold,
                  Unit::kRatio);
    section.value("alpha", "Alpha",
                  "Chance that one or more of all benchmarks are called changed where nothing is.",
                  options.alpha);
    section.value("max_time", "Time of a benchmark", "At most, over all its processes.",
                  static_cast<double>(options.max_time_ms) * 1e6, Unit::kNanoseconds);
    section.value("seed", "Seed", "Of the order of the processes: --seed gives it again.",
                  options.seed);
    section.value(
        "priority", "Priority",
        "Of the processes: high is nice -20, on Windows the class high; what else runs on "
        "their CPU then has little of it.",
        report.priority);
    if (!options.command.empty()) section.value("command", "Command", "", options.command);
    return section.section();
}

}  // namespace

report::Document to_document(const AbReport& report) {
    report::Document out;
    out.kind = "ab";
    out.title = fmt::format("{} against {}", report.new_label, report.old_label);
    out.generator = report.generator;
    out.created_unix = report.created_unix;
    out.complete = report.complete;
    SectionBuilder section("comparison", "Comparison");
    if (!report.rows.empty()) add_changes(section, report);
    add_names(section, "only-in-old", "Only in old", report.only_in_old);
    add_names(section, "only-in-new", "Only in new", report.only_in_new);
    section.value("summary", "Total", "", summary_line(report));  // the last line in sight
    add_findings(section, report);
    out.sections.push_back(section.section());

    SectionBuilder processes("processes", "Processes");
    std::set<std::string> taken;
    for (const AbBenchmark& row : report.rows) {
        if (!row.processes.empty()) {
            add_processes(processes, row, report, id_of_name(row.name, taken));
        }
    }
    out.sections.push_back(processes.section());
    out.sections.push_back(machine_section(report.environment));
    out.sections.push_back(settings_section(report));
    return out;
}

}  // namespace benchlab::results
