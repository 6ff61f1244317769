#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/fail_if.hpp"
#include "cli/trace_analysis.hpp"
#include "cli/trace_common.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "results/trace_comparison.hpp"

namespace benchlab::cli {
namespace {

using base::Error;

Error invalid(std::string message) {
    return {base::Code::kInvalid, std::move(message)};
}

struct Sides {
    std::vector<std::string> base, next;
};

// Twice the same is no second capture: their spread would be none.
base::Result<void> check_differ(const std::vector<std::string>& files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (!same_file(files[i], files[j])) continue;
            return invalid(fmt::format("{} is given twice on one side, which is no second capture",
                                       base::printable(files[i])));
        }
    }
    return {};
}

// Two files are one each; of more, "--" stands between the sides.
base::Result<Sides> sides_of(const Arguments& arguments) {
    const auto& files = arguments.positionals();
    const auto& words = arguments.words();
    const auto dashes = std::find(words.begin(), words.end(), "--");
    Sides out;
    if (dashes == words.end()) {
        if (files.size() == 1) return invalid("trace compare needs two captures: BASE and NEW");
        if (files.size() > 2) {
            return invalid(fmt::format(
                "which of the {} captures are BASE, and which NEW?  Put -- between them: "
                "trace compare base1.json base2.json -- new1.json new2.json",
                files.size()));
        }
        out.base = {files[0]};
        out.next = {files[1]};
        return out;
    }
    const auto behind = static_cast<std::size_t>(words.end() - dashes) - 1;
    const auto border = files.end() - static_cast<std::ptrdiff_t>(std::min(behind, files.size()));
    out.base.assign(files.begin(), border);
    out.next.assign(border, files.end());
    if (out.base.empty()) return invalid("no BASE: a capture has to stand before --");
    if (out.next.empty()) return invalid("no NEW: a capture has to stand behind --");
    for (const std::string& word : out.next) {
        if (word.size() < 2 || word.front() != '-') continue;
        return invalid(
            fmt::format("{}: options stand before --, captures of NEW behind it; a file of "
                        "that name is ./{}",
                        base::printable(word), base::printable(word)));
    }
    for (const auto* side : {&out.base, &out.next}) {
        if (auto checked = check_differ(*side); !checked) return checked.error();
    }
    return out;
}

// What was typed of traces does nothing to a report.
void tell_unused(const std::string& path, const Arguments& arguments) {
    std::vector<std::string> given;
    for (const char* name : {"section", "process", "from", "to", "symbols"}) {
        if (arguments.given(name)) given.push_back(fmt::format("--{}", name));
    }
    if (given.empty()) return;
    print_note(fmt::format("warning: {} is a report, on which {} has no effect",
                           base::printable(path), base::join(given, ", ")));
}

// A report as it is; anything else is a trace, which is analysed.
base::Result<results::TraceCapture> load(const std::string& path, const Arguments& arguments,
                                         const Program& program) {
    auto beginning = platform::read_head(base::text_path(path), 4096);
    if (!beginning) return beginning.error();
    if (results::looks_like_report(*beginning)) {
        auto text = platform::read_file(base::text_path(path));
        if (!text) return text.error();
        tell_unused(path, arguments);
        return results::read_trace_report(*text, path);
    }
    Analysis what;
    what.files = {path};
    what.outputs.inputs = what.files;
    if (!arguments.given("section")) what.only = {"frames", "explain"};
    if (arguments.given("process")) what.process = arguments.text("process");
    auto made = make_analysis(arguments, program, what);
    if (!made) return made.error();
    if (made->failed) return invalid(base::printable(path) + ": a section failed");
    results::TraceCapture out;
    out.label = path;
    out.loop = results::frame_loop(made->document);
    out.document = std::move(made->document);
    return out;
}

base::Result<std::vector<results::TraceCapture>> load_all(const std::vector<std::string>& paths,
                                                          const Arguments& arguments,
                                                          const Program& program) {
    std::vector<results::TraceCapture> out;
    for (const std::string& path : paths) {
        auto loaded = load(path, arguments, program);
        if (!loaded) return loaded.error();
        out.push_back(std::move(*loaded));
    }
    return out;
}

results::TraceCompareOptions compare_options(const Arguments& arguments) {
    results::TraceCompareOptions out;
    out.frames.judge.threshold = arguments.number("threshold") / 100;
    out.frames.judge.alpha = arguments.number("alpha");
    out.frames.band = arguments.number("band") / 100;
    if (arguments.given("stutter")) out.frames.stutter_times = arguments.number("stutter");
    out.table_threshold = arguments.number("table-threshold") / 100;
    return out;
}

// The frames of the captures that are used.
pacing::Measured measured(const std::vector<results::TraceCapture>& captures,
                          const pacing::Side& side, double stutter_times) {
    pacing::Measured out;
    for (const std::size_t i : side.admitted) out.captures.emplace_back(captures[i].loop.lengths);
    out.period_ns = side.period_ns;
    out.stutter_times = stutter_times;
    return out;
}

std::vector<pacing::LimitResult> check_limits(const std::vector<pacing::Limit>& limits,
                                              const std::vector<results::TraceCapture>& base,
                                              const std::vector<results::TraceCapture>& next,
                                              const results::TraceComparison& comparison) {
    std::vector<pacing::LimitResult> out;
    for (const pacing::Limit& limit : limits) {
        if (!comparison.frames) {
            out.push_back({limit, {}, {}, {}, pacing::LimitOutcome::kCannotTell});
            continue;
        }
        const double times = comparison.options.frames.stutter_times;
        const pacing::Measured after = measured(next, comparison.frames->next, times);
        out.push_back(limit.relative ? pacing::check_limit(
                                           limit, measured(base, comparison.frames->base, times),
                                           after, comparison.frames->rows)
                                     : pacing::check_limit(limit, after));
    }
    return out;
}

int status_of(const results::TraceComparison& comparison, bool strict) {
    if (comparison.regressed()) return kRegressed;
    if (strict && comparison.cannot_tell()) return kCannotTell;
    return kGood;
}

int compare_traces(const Arguments& arguments, const Program& program) {
    const auto fail = [](const Error& error) {
        print_error(error.message);
        return int(error.code == base::Code::kCancelled ? kInterrupted : kError);
    };
    const auto sides = sides_of(arguments);
    if (!sides) return fail(sides.error());
    const auto limits = limits_of(arguments);
    if (!limits) return fail(limits.error());
    Outputs outputs = outputs_from(arguments);
    outputs.inputs = arguments.positionals();
    if (auto checked = outputs.check(); !checked) return fail(checked.error());
    const auto base = load_all(sides->base, arguments, program);
    if (!base) return fail(base.error());
    const auto next = load_all(sides->next, arguments, program);
    if (!next) return fail(next.error());
    const results::TraceComparison comparison =
        results::compare_traces(*base, *next, compare_options(arguments));
    if (!comparison.frames && comparison.sections.empty()) {
        return fail(invalid("the captures have neither frames nor a section in common"));
    }
    report::Document document =
        results::to_document(comparison, generator(), platform::unix_seconds());
    const auto checked = check_limits(*limits, *base, *next, comparison);
    add_limits(document, checked);
    const int status = write_outputs(outputs, document, {}, arguments.flag("quiet"));
    if (status != kGood) return status;
    const bool strict = arguments.flag("strict");
    // Who names limits decides what fails; who names none leaves it to the verdicts.
    return limits->empty() ? status_of(comparison, strict) : status_of_limits(checked, strict);
}

std::vector<Option> own_options() {
    return {
        number_option("threshold", "PCT", "2", 0, 1000,
                      "Smallest change of a figure of the frame times that counts, in %."),
        number_option("alpha", "P", "0.05", 0.000001, 0.5,
                      "How often one of all figures of the frame times may be called different "
                      "where nothing is."),
        number_option("band", "PCT", "5", 0, 1000,
                      "Of several captures, leave out those whose mean or median is further from "
                      "the median of their side, in %."),
        number_option("table-threshold", "PCT", "10", 0, 1e9,
                      "Smallest change of a figure of other tables that is listed, in %."),
        fail_if_option(),
        flag_option("strict",
                    "Exit with status 4 when nothing regressed, but something cannot be told."),
        output_option("json", "Write the comparison as JSON; - is stdout."),
        output_option("html", "Write a report for the browser, one file that needs no network."),
        output_option("markdown", "Write tables for a pull request; - is stdout."),
        output_option("out", "Write the report as text; - is stdout."),
        flag_option("quiet", "Print no report on the terminal.", 'q'),
    };
}

// Of traces that are analysed here; reports are taken as they are.
std::vector<Option> analysis_options(const Program& program) {
    Option section = text_option("section", "LIST",
                                 "Of traces, compare these sections, with commas between them; "
                                 "frames and explain unless given.  Reports have what they have.");
    section.short_name = 's';
    std::vector<Option> out = {
        section, text_option("process", "NAME|PID",
                             "Of traces, the process that is compared; unless given the one with "
                             "the most frames, else with the most CPU time.")};
    for (Option option : window_options()) out.push_back(std::move(option));
    out.push_back(symbols_option());
    for (const Option& option : plugin_options(program)) out.push_back(option);
    return out;
}

}  // namespace

Command trace_compare_command(const Program& program) {
    Command out;
    out.name = "trace compare";
    out.summary = "Compare captures of a program before and after a change";
    out.description =
        "Compares frame times, causes of slow frames, and the tables of all sections.  A capture "
        "is "
        "a report that `trace analyze --json` wrote, or a trace or frame-time log, which is "
        "analysed "
        "first.  Two files are BASE and NEW; of several captures a side, -- stands between the "
        "sides.\n\nWith one capture a side, intervals come from blocks of neighbouring frames, "
        "whose "
        "length follows from how long frames resemble each other.  With several, the spread "
        "between "
        "captures is what a change is held against, which is the stronger evidence: start the "
        "program anew for each.  A figure REGRESSED or improved when p, corrected for the number "
        "of "
        "figures, is below alpha and the change above the threshold; it is unchanged when the "
        "whole interval is within the threshold; else it cannot be told, and the smallest change "
        "that would have been seen stands beside it.\n\nThe exit status is 1 when a figure of the "
        "frame times regressed, so that it can gate a build; with --fail-if when a limit is "
        "crossed, and then by that alone.  A limit is of NEW, 'p99>+5%' of the change.  "
        "docs/how-numbers-are-computed.md has "
        "the definitions.";
    out.positionals = {{"CAPTURE",
                        "BASE and NEW; or any number of captures of BASE, --, and of NEW.", 1, 0,
                        Completes::kFiles}};
    out.options = own_options();
    for (Option& option : analysis_options(program)) out.options.push_back(std::move(option));
    out.examples = {
        {program.name + " trace compare base.json new.json",
         "Exit status 1 if the frame times regressed."},
        {program.name + " trace compare --json difference.json base/*.json -- new/*.json",
         "Several captures a side; options stand before --."},
        {program.name + " trace compare before.etl after.etl -s frames,explain,dpc",
         "Two traces, with what interrupts took."},
    };
    out.run = compare_traces;
    out.extend = add_section_options;
    return out;
}

}  // namespace benchlab::cli
