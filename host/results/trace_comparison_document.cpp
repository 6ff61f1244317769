// The document of two sides of captures: frame times with verdicts, the captures themselves, causes
// of slow frames, and of every section what differs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/text.hpp"
#include "base/units.hpp"
#include "results/document_build.hpp"
#include "results/trace_comparison.hpp"

namespace benchlab::results {
namespace {

using base::Unit;
using pacing::Figure;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr auto kKey = report::kOutKey;
constexpr auto kWide = report::kOutWideOnly;
constexpr auto kSigned = report::kOutSigned;

double or_none(const std::optional<double>& value) {
    return value.value_or(kNone);
}

double rate_of(const std::optional<double>& ns) {
    return ns ? base::kNsPerSecond / *ns : kNone;
}

// Rows of one table of verdicts.
struct Verdicts {
    std::vector<std::string> figures, verdicts, reasons;
    std::vector<double> base, next, base_fps, next_fps, change, low, high, p, seen;

    void add(const pacing::Row& row) {
        figures.emplace_back(pacing::info_of(row.figure).title);
        verdicts.emplace_back(pacing::verdict_text(row.verdict));
        reasons.emplace_back(pacing::why_text(row.why));
        base.push_back(or_none(row.base));
        next.push_back(or_none(row.next));
        base_fps.push_back(rate_of(row.base));
        next_fps.push_back(rate_of(row.next));
        change.push_back(or_none(row.change));
        low.push_back(or_none(row.low));
        high.push_back(or_none(row.high));
        p.push_back(or_none(row.adjusted));
        // A change that would have to be larger than everything is no figure.
        const bool sensible = row.detectable && *row.detectable < 10;
        seen.push_back(sensible ? *row.detectable : kNone);
    }

    void to_columns(report::Table& table, Unit unit, bool by_captures) const {
        auto& columns = table.columns;
        const std::string of =
            by_captures ? "median of the captures that are used" : "of the capture";
        columns.push_back(column("figure", "figure", "", Unit::kNone, figures, kKey));
        columns.push_back(
            sparse_column("base", "base", "BASE: " + of, unit, base, report::kOutLessIsBetter));
        columns.push_back(
            sparse_column("new", "new", "NEW: " + of, unit, next, report::kOutLessIsBetter));
        if (unit == Unit::kNanoseconds) {
            columns.push_back(sparse_column("base_fps", "base, fps", "One by that time", Unit::kFps,
                                            base_fps, kWide));
            columns.push_back(sparse_column("new_fps", "new, fps", "One by that time", Unit::kFps,
                                            next_fps, kWide));
        }
        columns.push_back(sparse_column("change", "change",
                                        "(new - base) / base: above zero is slower", Unit::kRatio,
                                        change, kSigned));
        const std::string interval =
            "interval of the change by itself, at 1 - alpha, from blocks of frames or the spread "
            "of the captures";
        columns.push_back(sparse_column("low", "low", "Lower end of the " + interval, Unit::kRatio,
                                        low, kSigned));
        columns.push_back(sparse_column("high", "high", "Upper end of the " + interval,
                                        Unit::kRatio, high, kSigned));
        columns.push_back(sparse_column("p", "p",
                                        "How likely chance makes such a change or a larger one, "
                                        "corrected for the number of figures (Holm)",
                                        Unit::kNone, p, kWide));
        columns.push_back(column("verdict", "verdict",
                                 "REGRESSED, improved: p is below alpha and the change above the "
                                 "threshold.  unchanged: the whole interval is within the "
                                 "threshold.  Else it cannot be told",
                                 Unit::kNone, verdicts));
        columns.push_back(sparse_column("seen", "seen at",
                                        "The smallest change that this comparison would have seen "
                                        "four times of five",
                                        Unit::kRatio, seen));
        columns.push_back(column("why", "why",
                                 "Why it cannot be told.  noise: the change is within what chance "
                                 "makes.  few frames: too "
                                 "few, or too few slow ones that lie apart.  dependence: frames "
                                 "resemble each other over "
                                 "longer than one capture shows.  the spread: a tail moved by no "
                                 "more than captures of one "
                                 "side differ.  the display: by less than a refresh, which set the "
                                 "pace.  measure again: "
                                 "the captures of a side do not belong together",
                                 Unit::kNone, reasons));
    }
};

std::string summary_of(const pacing::Comparison& frames) {
    const auto& judge = frames.options.judge;
    using pacing::Verdict;
    return fmt::format(
        "{} figures: {} REGRESSED, {} improved, {} unchanged, {} cannot be told (threshold {} %, "
        "alpha {})",
        frames.rows.size(), frames.count(Verdict::kRegressed), frames.count(Verdict::kImproved),
        frames.count(Verdict::kUnchanged), frames.count(Verdict::kCannotTell),
        judge.threshold * 100, judge.alpha);
}

void add_verdicts(SectionBuilder& section, const pacing::Comparison& frames) {
    Verdicts times, shares;
    for (const pacing::Row& row : frames.rows) {
        (row.figure == Figure::kStutters ? shares : times).add(row);
    }
    times.to_columns(section.table("frame-times", "Frame times"), Unit::kNanoseconds,
                     frames.by_captures);
    shares.to_columns(section.table("stutters", "Frames out of step, as a share of the frames"),
                      Unit::kRatio, frames.by_captures);
    section.value("summary", "Total", "", summary_of(frames));
}

// ---- findings ------------------------------------------------------------------------------

void tell_caps(SectionBuilder& section, const pacing::Comparison& frames) {
    using pacing::RefreshCap;
    for (const auto& [side, name] :
         {std::pair{&frames.base, "BASE"}, std::pair{&frames.next, "NEW"}}) {
        if (side->cap == RefreshCap::kCapped) {
            section.finding(report::Severity::kWarning, "compare.refresh-capped",
                            "{0} measured the display: most frames take {1}, a rate of {2}, in "
                            "captures that agree within 1 %; changes below one refresh cannot be "
                            "told",
                            {{std::string(name)},
                             {side->period_ns, Unit::kNanoseconds},
                             {base::kNsPerSecond / side->period_ns, Unit::kHertz}},
                            {"captures"});
        } else if (side->cap == RefreshCap::kUnverifiable) {
            section.finding(report::Severity::kInfo, "compare.cap-unverifiable",
                            "{0} may have measured the display: a capture is as steady as one, "
                            "and there is no other to hold it against",
                            {{std::string(name)}}, {"captures"});
        }
    }
}

void tell_sets(SectionBuilder& section, const pacing::Comparison& frames) {
    for (const auto& [side, name] :
         {std::pair{&frames.base, "BASE"}, std::pair{&frames.next, "NEW"}}) {
        const std::size_t all = side->captures.size();
        if (side->emptied) {
            section.finding(
                report::Severity::kProblem, "compare.measure-again",
                "Only {0} of the {1} captures of {2} belong together: measure again",
                {{std::uint64_t{side->admitted.size()}}, {std::uint64_t{all}}, {std::string(name)}},
                {"captures"});
        } else if (side->admitted.size() < all) {
            section.finding(report::Severity::kWarning, "compare.discarded",
                            "{0} of the {1} captures of {2} are left out: their mean or median is "
                            "not that of the others",
                            {{std::uint64_t{all - side->admitted.size()}},
                             {std::uint64_t{all}},
                             {std::string(name)}},
                            {"captures"});
        }
        if (side->drifting) {
            section.finding(report::Severity::kWarning, "compare.drift",
                            "The captures of {0} drift: each mean is on the same side of the one "
                            "before it.  Let the machine settle, and measure again",
                            {{std::string(name)}}, {"captures"});
        }
    }
    if (std::any_of(frames.rows.begin(), frames.rows.end(),
                    [](const pacing::Row& row) { return row.why == pacing::Why::kDependent; })) {
        section.finding(report::Severity::kWarning, "compare.dependent",
                        "Frames resemble each other over longer than one capture shows, as where "
                        "scenes follow each other: take several captures a side",
                        {}, {"frame-times"});
    }
    if (!frames.by_captures) {
        section.finding(report::Severity::kNote, "compare.one-capture",
                        "One capture a side: the intervals are of these captures, and another "
                        "start of the program may differ by more",
                        {}, {"frame-times"});
    }
}

void tell_changes(SectionBuilder& section, const pacing::Comparison& frames) {
    for (const pacing::Row& row : frames.rows) {
        const bool worse = row.verdict == pacing::Verdict::kRegressed;
        if (!worse && row.verdict != pacing::Verdict::kImproved) continue;
        const Unit unit = row.figure == Figure::kStutters ? Unit::kRatio : Unit::kNanoseconds;
        section.finding(worse ? report::Severity::kProblem : report::Severity::kInfo,
                        worse ? "compare.regressed" : "compare.improved",
                        worse ? "{0} REGRESSED from {1} to {2}" : "{0} improved from {1} to {2}",
                        {{std::string(pacing::info_of(row.figure).title)},
                         {*row.base, unit},
                         {*row.next, unit}},
                        {unit == Unit::kRatio ? "stutters" : "frame-times"});
    }
}

// ---- captures ------------------------------------------------------------------------------

report::Section captures_section(const TraceComparison& of) {
    SectionBuilder section("captures", "Captures");
    std::vector<std::string> sides, files, used;
    std::vector<std::uint64_t> frames;
    std::vector<double> time, mean, median, p99, cluster, share;
    const auto add = [&](const pacing::Side& side, const std::string& name,
                         const std::vector<std::string>& labels) {
        for (std::size_t i = 0; i < side.captures.size(); ++i) {
            const pacing::Capture& each = side.captures[i];
            const auto figure = [&](Figure which) {
                return or_none(each.figures[static_cast<std::size_t>(which)]);
            };
            sides.push_back(name);
            files.push_back(labels[i]);
            frames.push_back(each.frames);
            time.push_back(each.time_ns);
            mean.push_back(figure(Figure::kMean));
            median.push_back(figure(Figure::kMedian));
            p99.push_back(figure(Figure::kP99));
            cluster.push_back(each.cluster.ns);
            share.push_back(each.cluster.share);
            used.emplace_back(each.admission == pacing::Admission::kAdmitted ? "yes"
                                                                             : "outside the band");
        }
    };
    add(of.frames->base, "base", of.base_labels);
    add(of.frames->next, "new", of.next_labels);
    report::Table& table = section.table("captures", "Captures");
    auto& columns = table.columns;
    columns.push_back(column("side", "side", "", Unit::kNone, sides, kKey));
    columns.push_back(column("capture", "capture", "", Unit::kNone, files, kKey));
    columns.back().name_kind = report::NameKind::kFile;
    columns.push_back(column("frames", "frames", "Of the loop", Unit::kCount, frames));
    columns.push_back(
        column("time_ns", "time", "Sum of their times", Unit::kNanoseconds, time, kWide));
    columns.push_back(sparse_column("mean_ns", "mean", "", Unit::kNanoseconds, mean));
    columns.push_back(sparse_column("median_ns", "median", "", Unit::kNanoseconds, median));
    columns.push_back(sparse_column("p99_ns", "p99", "", Unit::kNanoseconds, p99));
    columns.push_back(column("cluster_ns", "cluster",
                             "The frame time that most frames are within 5 % of",
                             Unit::kNanoseconds, cluster, kWide));
    columns.push_back(column("cluster_share", "in it",
                             "Their share of the frames; from 72 % on, and 4 ms, it may be the "
                             "display's refresh",
                             Unit::kRatio, share, kWide));
    columns.push_back(column("used", "used",
                             "A capture whose mean or median is further than --band from the "
                             "median of its side's is not",
                             Unit::kNone, used));
    section.value("cap", "Refresh cap", "What all captures together say of it",
                  std::string(pacing::refresh_cap_id(of.frames->cap.cap)));
    if (of.frames->by_captures) {
        for (const auto& [side, id, title] :
             {std::tuple{&of.frames->base, "base_spread", "Spread of p99, base"},
              std::tuple{&of.frames->next, "new_spread", "Spread of p99, new"}}) {
            section.value(id, title,
                          "The greatest p99 of the captures that are used, less the least",
                          side->width(Figure::kP99), Unit::kNanoseconds);
        }
    }
    return section.section();
}

// ---- tables of other sections --------------------------------------------------------------

// The section `explain` says why frames were slow; how much of each cause is there on both sides
// has a section of its own.
bool is_cause(const JoinedSection& section, const std::string& table) {
    return section.id == "explain" && table == "causes";
}

struct ChangeRows {
    std::vector<std::string> tables, rows, figures, direction;
    std::vector<double> base, next, change, p;
    bool tested = false;

    void add(const JoinedFigure& each) {
        tables.push_back(each.table_title);
        rows.push_back(each.row);
        figures.push_back(each.title);
        base.push_back(each.base_value);
        next.push_back(each.next_value);
        change.push_back(or_none(each.change));
        p.push_back(or_none(each.adjusted));
        tested = tested || each.adjusted;
        direction.emplace_back(each.is_worse() ? "worse" : "better");
    }
    void to_columns(report::Table& table, Unit unit) const {
        auto& columns = table.columns;
        columns.push_back(column("table", "table", "", Unit::kNone, tables, kKey));
        columns.push_back(
            column("row", "row", "What its key columns say", Unit::kNone, rows, kKey));
        columns.push_back(column("figure", "figure", "", Unit::kNone, figures, kKey));
        columns.push_back(column("base", "base", "Median of the captures", unit, base));
        columns.push_back(column("new", "new", "Median of the captures", unit, next));
        columns.push_back(sparse_column("change", "change",
                                        "(new - base) / base; absent when base is 0", Unit::kRatio,
                                        change, kSigned));
        if (tested) {
            columns.push_back(sparse_column("p", "p",
                                            "From the spread of the captures, corrected for all "
                                            "figures of all sections (Holm)",
                                            Unit::kNone, p, kWide));
        }
        columns.push_back(column("direction", "direction",
                                 "By the flags of the figure's column; without several captures a "
                                 "side it is not tested",
                                 Unit::kNone, direction));
    }
};

// "times": what a table of one unit has.
std::string kind_of(Unit unit) {
    switch (unit) {
        case Unit::kNanoseconds:
            return "times";
        case Unit::kCount:
            return "counts";
        case Unit::kRatio:
            return "shares";
        case Unit::kBytes:
            return "sizes";
        case Unit::kFps:
            return "frame rates";
        default:
            return std::string(base::unit_id(unit));
    }
}

void add_lonely(SectionBuilder& section, const JoinedSection& joined, bool in_base) {
    std::map<Unit, std::vector<const LonelyRow*>>
        by_unit;  // of the first figure, which stands for all
    for (const LonelyRow& each : joined.lonely) {
        if (is_cause(joined, each.table) || each.in_base != in_base) continue;
        by_unit[each.figures.front().unit].push_back(&each);
    }
    const std::string side = in_base ? "base" : "new";
    for (const auto& [unit, rows] : by_unit) {
        std::vector<std::string> tables, names, figures;
        std::vector<double> values;
        for (const LonelyRow* each : rows) {
            const JoinedFigure& first = each->figures.front();
            tables.push_back(each->table_title);
            names.push_back(each->row);
            figures.push_back(first.title);
            values.push_back(in_base ? first.base_value : first.next_value);
        }
        auto& columns = section
                            .table(fmt::format("only-in-{}.{}", side, base::unit_id(unit)),
                                   fmt::format("Only in {}: {}", side, kind_of(unit)))
                            .columns;
        columns.push_back(column("table", "table", "", Unit::kNone, tables, kKey));
        columns.push_back(
            column("row", "row", "What its key columns say", Unit::kNone, names, kKey));
        columns.push_back(column("figure", "figure", "", Unit::kNone, figures, kKey));
        columns.push_back(column("value", "value", "", unit, values));
    }
}

report::Section changes_of(const TraceComparison& of, const JoinedSection& joined) {
    // Ids of the document's own sections must not meet those of plugins.
    SectionBuilder section("section." + joined.id, joined.title);
    std::map<Unit, ChangeRows> by_unit;
    std::size_t shown = 0;
    bool untested = false;
    for (const JoinedFigure& each : joined.figures) {
        if (!of.is_shown(each) || is_cause(joined, each.table)) continue;
        by_unit[each.unit].add(each);
        ++shown;
    }
    for (const auto& [unit, rows] : by_unit) {
        const std::string id = fmt::format("changes.{}", base::unit_id(unit));
        rows.to_columns(section.table(id, "Changed " + kind_of(unit)), unit);
        untested = untested || !rows.tested;
    }
    if (untested) {
        section.finding(report::Severity::kNote, "compare.untested",
                        "What changed is not tested: that takes several captures on both sides",
                        {});
    }
    add_lonely(section, joined, true);
    add_lonely(section, joined, false);
    section.value("compared", "Figures", "",
                  fmt::format("{} compared, {} differ by more than {} %", joined.figures.size(),
                              shown, of.options.table_threshold * 100));
    return section.section();
}

struct Cause {
    double base_frames = 0, next_frames = 0, base_ns = 0, next_ns = 0;

    void add(const JoinedFigure& each) {
        if (each.id == "frames") {
            base_frames = each.base_value;
            next_frames = each.next_value;
        } else if (each.id == "excess_ns") {
            base_ns = each.base_value;
            next_ns = each.next_value;
        }
    }
};

// The cause of most frames of NEW first.
std::vector<std::pair<std::string, Cause>> causes_in(const JoinedSection& section) {
    std::map<std::string, Cause> causes;
    for (const JoinedFigure& each : section.figures) {
        if (is_cause(section, each.table)) causes[each.row].add(each);
    }
    for (const LonelyRow& row : section.lonely) {
        if (!is_cause(section, row.table)) continue;
        for (const JoinedFigure& each : row.figures) causes[row.row].add(each);
    }
    std::vector<std::pair<std::string, Cause>> out(causes.begin(), causes.end());
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
        return a.second.next_frames > b.second.next_frames;
    });
    return out;
}

report::Section causes_section(const std::vector<std::pair<std::string, Cause>>& causes) {
    SectionBuilder section("causes", "Causes of slow frames");
    std::vector<std::string> names;
    std::vector<double> base_frames, next_frames, change, base_ns, next_ns;
    for (const auto& [name, cause] : causes) {
        names.push_back(name);
        base_frames.push_back(cause.base_frames);
        next_frames.push_back(cause.next_frames);
        change.push_back(cause.next_frames - cause.base_frames);
        base_ns.push_back(cause.base_ns);
        next_ns.push_back(cause.next_ns);
    }
    auto& columns = section.table("causes", "Explained slow frames by their cause").columns;
    columns.push_back(column("cause", "cause", "Whose time, what it did, for or by whom",
                             Unit::kNone, names, kKey));
    columns.push_back(column("base_frames", "base", "Frames, the median of captures", Unit::kCount,
                             base_frames, report::kOutLessIsBetter));
    columns.push_back(column("new_frames", "new", "Frames, the median of captures", Unit::kCount,
                             next_frames, report::kOutLessIsBetter));
    columns.push_back(column("change", "change", "new - base", Unit::kCount, change, kSigned));
    columns.push_back(column("base_ns", "base, above usual",
                             "What of it normal frames have not, in those frames",
                             Unit::kNanoseconds, base_ns));
    columns.push_back(column("new_ns", "new, above usual",
                             "What of it normal frames have not, in those frames",
                             Unit::kNanoseconds, next_ns));
    return section.section();
}

}  // namespace

report::Document to_document(const TraceComparison& comparison, const std::string& generator,
                             std::uint64_t created_unix) {
    report::Document out;
    out.kind = "compare";
    out.title = fmt::format("{} against {}", base::join(comparison.next_labels, ", "),
                            base::join(comparison.base_labels, ", "));
    out.generator = generator;
    out.created_unix = created_unix;
    SectionBuilder section("comparison", "Comparison");
    for (const std::string& warning : comparison.warnings) {
        section.finding(report::Severity::kWarning, "compare.warning", "{0}", {{warning}});
    }
    if (comparison.frames) {
        tell_changes(section, *comparison.frames);
        tell_caps(section, *comparison.frames);
        tell_sets(section, *comparison.frames);
        if (!comparison.base_loop.empty()) {
            section.value("loop", "Frames of", "", comparison.next_loop);
        }
        add_verdicts(section, *comparison.frames);
        out.sections.push_back(section.section());
        out.sections.push_back(captures_section(comparison));
    } else {
        section.value("summary", "Total", "", std::string("no frames to compare"));
        out.sections.push_back(section.section());
    }
    for (const JoinedSection& joined : comparison.sections) {
        const auto causes = causes_in(joined);
        if (!causes.empty()) out.sections.push_back(causes_section(causes));
    }
    for (const JoinedSection& joined : comparison.sections) {
        if (joined.figures.empty() && joined.lonely.empty()) continue;
        out.sections.push_back(changes_of(comparison, joined));
    }
    return out;
}

}  // namespace benchlab::results
