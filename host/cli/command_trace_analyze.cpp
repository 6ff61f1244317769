#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/fail_if.hpp"
#include "cli/trace_analysis.hpp"
#include "cli/trace_common.hpp"
#include "plugin/trace_damage.hpp"
#include "results/trace_capture.hpp"
#include "store/anonymise.hpp"
#include "store/focus.hpp"
#include "store/frame_csv.hpp"

namespace benchlab::cli {

using plugin::SectionChoice;

Option option_of(const bl_option& from, std::string name, const std::string& help) {
    Option out;
    out.name = std::move(name);
    out.help = help;
    if (from.value_name != nullptr) out.value_name = from.value_name;
    if (from.default_value != nullptr) out.default_value = from.default_value;
    out.minimum = from.minimum;
    out.maximum = from.maximum;
    switch (from.type) {
        case BL_VALUE_U64:
            out.type = OptionType::kCount;
            break;
        case BL_VALUE_F64:
            out.type = OptionType::kNumber;
            break;
        case BL_VALUE_FLAG:
            out.type = OptionType::kFlag;
            break;
        default:
            out.type = OptionType::kText;
            break;
    }
    return out;
}

base::Result<void> add_section_options(Command& command, const Program& program,
                                       const std::vector<std::string>& words) {
    struct Shared {
        const bl_option* option;
        std::vector<std::string> sections;
        bool agree = true;
    };
    std::map<std::string, Shared> shared;
    const auto taken = [&](const std::string& name) {
        return std::any_of(command.options.begin(), command.options.end(),
                           [&](const Option& known) { return known.name == name; });
    };
    for (const SectionChoice& section : plugin::all_sections(trace_plugins(program, words))) {
        for (std::uint32_t i = 0; i < section.analyzer->option_count; ++i) {
            const bl_option& option = *section.analyzer->options[i];
            auto [at, fresh] = shared.try_emplace(option.name, Shared{&option, {}, true});
            at->second.agree = at->second.agree && at->second.option->type == option.type;
            at->second.sections.emplace_back(section.analyzer->id);
            Option own = option_of(option, fmt::format("{}.{}", section.analyzer->id, option.name),
                                   option.help);
            own.default_value.clear();
            own.hidden = true;
            // A recorder may have the same name as a section.
            if (!taken(own.name)) command.options.push_back(std::move(own));
        }
    }
    for (const auto& [name, each] : shared) {
        if (!each.agree || taken(name)) continue;
        Option option = option_of(
            *each.option, name,
            fmt::format("{} (Of {}.)", each.option->help, base::join(each.sections, ", ")));
        command.options.push_back(std::move(option));
    }
    return {};
}

namespace {

// What was typed for sections' options, the general ones first: of two values the later one counts.
std::vector<std::pair<std::string, std::string>> section_options(
    const std::vector<SectionChoice>& sections, const Arguments& arguments) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const SectionChoice& section : sections) {
        for (std::uint32_t i = 0; i < section.analyzer->option_count; ++i) {
            const bl_option& option = *section.analyzer->options[i];
            const std::string general = option.name;
            const std::string own = fmt::format("{}.{}", section.analyzer->id, general);
            const std::string& name = arguments.given(own) ? own : general;
            if (!arguments.given(name)) continue;
            out.emplace_back(own, option.type == BL_VALUE_FLAG ? "1" : arguments.text(name));
        }
    }
    return out;
}

std::string names_of(const std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        out.push_back(base::path_text(base::text_path(path).filename()));
    }
    return base::join(out, ", ");
}

// Sections that could not be made, told once in one place.
void tell_missing(report::Section& overview, const std::vector<plugin::AnalysisResult>& results) {
    report::Column section, needs;
    section.id = "section";
    section.title = "Section";
    section.flags = report::kOutKey;
    needs.id = "why";
    needs.title = "Why it is not there";
    std::vector<std::string> names, reasons;
    for (const plugin::AnalysisResult& result : results) {
        if (result.section.status.empty() || result.section.id == overview.id) continue;
        names.push_back(result.section.id);
        reasons.push_back(result.section.status);
    }
    if (names.empty()) return;
    section.data = std::move(names);
    needs.data = std::move(reasons);
    report::Table table;
    table.title = "What this trace cannot answer";
    table.columns = {std::move(section), std::move(needs)};
    overview.elements.push_back({"unanswered", std::move(table)});
}

// The files that were given, with the log of `trace report`.
std::vector<std::string> inputs_of(const Arguments& arguments, std::vector<std::string> out) {
    if (arguments.given("presentmon-csv")) out.push_back(arguments.text("presentmon-csv"));
    return out;
}

// The section of the log that --presentmon-csv names; none without it.  The log is read by itself:
// in one store with the trace, what the log is longer would count as time without interrupts.
base::Result<std::vector<plugin::AnalysisResult>> log_results(const Arguments& arguments,
                                                              const Program& program) {
    if (!arguments.given("presentmon-csv")) return std::vector<plugin::AnalysisResult>{};
    const plugin::Registry& registry = trace_plugins(program, arguments);
    const auto sections = plugin::choose_sections(registry, {"presentmon"});
    if (!sections) return sections.error();
    plugin::TraceRequest log;
    log.paths = {arguments.text("presentmon-csv")};
    log.tables = plugin::needed_tables(*sections);
    const auto trace = plugin::read_trace(registry, log);
    if (!trace) return trace.error();
    if (!trace->store->has("frame_log")) {
        return base::Error{base::Code::kInvalid,
                           fmt::format("--presentmon-csv: {} is no log of frames, or has none",
                                       base::printable(log.paths.front()))};
    }
    if (arguments.flag("anonymise")) store::anonymise(*trace->store);
    plugin::AnalysisRequest request;
    request.end = trace->store->duration_ns();
    request.options = section_options(*sections, arguments);
    return plugin::run_sections(*sections, *trace->store, request);
}

// Told once and whatever was asked for: with the overview, else with what comes first.
void tell_damage(report::Document& document, std::vector<report::Finding> findings) {
    if (findings.empty()) return;
    auto& sections = document.sections;
    if (sections.empty()) sections.push_back({"trace", "Trace", "", "", {}, {}});
    report::Section& section = sections.front();
    for (report::Finding& finding : findings) {
        if (section.find("problems") && finding.code == "trace.file-problem") {
            finding.see.emplace_back("problems");
        }
    }
    section.findings.insert(section.findings.begin(), std::make_move_iterator(findings.begin()),
                            std::make_move_iterator(findings.end()));
}

report::Document make_document(const Arguments& arguments, const Analysis& what,
                               std::vector<plugin::AnalysisResult> results, bool named) {
    report::Document out;
    out.kind = "analyze";
    // What a file is called may say whose it is.
    out.title = arguments.flag("anonymise") ? "trace" : names_of(what.outputs.inputs);
    out.generator = generator();
    for (plugin::AnalysisResult& result : results) {
        if (result.section.id == "overview") tell_missing(result.section, results);
    }
    for (plugin::AnalysisResult& result : results) {
        // A section that nobody named and that has nothing is told of in the overview alone.
        const bool empty = !result.section.status.empty() && !result.failed;
        if (named || !empty) out.sections.push_back(std::move(result.section));
    }
    return out;
}

// With `only` these sections, else those that were asked for.  Error: there is none.
base::Result<std::vector<plugin::SectionChoice>> wanted_sections(
    const Arguments& arguments, const plugin::Registry& registry,
    const std::vector<std::string>& only) {
    std::vector<std::string> ids = only;
    if (only.empty() && arguments.given("section")) {
        ids = list_of(arguments.text("section"));
        if (ids.empty()) {
            return base::Error{base::Code::kInvalid, "--section names no section"};
        }
    }
    auto sections = plugin::choose_sections(registry, ids);
    if (sections && sections->empty()) {
        return base::Error{
            base::Code::kNotFound,
            "there are no sections: no analyzer is installed; see `benchlab plugins`"};
    }
    return sections;
}

// What the sections need, and what the choice of the focus does.
std::vector<std::string> tables_for(const std::string& process,
                                    const std::vector<plugin::SectionChoice>& sections) {
    std::vector<std::string> tables = plugin::needed_tables(sections);
    const bool wants_focus = std::any_of(
        tables.begin(), tables.end(),
        [](const std::string& table) { return table == "cswitch" || table == "sample"; });
    if (wants_focus || !process.empty()) {
        for (std::string& table : store::focus_tables()) tables.push_back(std::move(table));
    }
    return tables;
}

plugin::AnalysisRequest request_for(const Arguments& arguments, const std::string& wanted,
                                    const std::vector<plugin::SectionChoice>& sections,
                                    const store::Store& store, const Window& shown) {
    plugin::AnalysisRequest request;
    request.begin = shown.begin;
    request.end = shown.end;
    request.options = section_options(sections, arguments);
    const store::Focus focus = store::choose_focus(store, wanted, request.begin, request.end);
    if (focus.process != BL_NO_ROW) request.focus.push_back(focus.process);
    if (!wanted.empty() && request.focus.empty()) {
        print_note(fmt::format("warning: no process {} is in this trace", base::printable(wanted)));
    }
    return request;
}

// Warnings and errors of sections, to stderr.  True when one failed.
bool tell_results(const std::vector<plugin::AnalysisResult>& results) {
    bool failed = false;
    for (const plugin::AnalysisResult& result : results) {
        for (const std::string& warning : result.warnings) {
            print_note(fmt::format("warning: {}: {}", result.section.id, base::printable(warning)));
        }
        if (!result.failed) continue;
        print_error(base::printable(result.section.status));
        failed = true;
    }
    return failed;
}

}  // namespace

base::Result<void> check_analysis(const Arguments& arguments, const Program& program,
                                  const Analysis& what) {
    if (auto checked = what.outputs.check(); !checked) return checked;
    const auto sections = wanted_sections(arguments, trace_plugins(program, arguments), what.only);
    if (!sections) return sections.error();
    return {};
}

base::Result<AnalysisMade> make_analysis(const Arguments& arguments, const Program& program,
                                         const Analysis& what) {
    const plugin::Registry& registry = trace_plugins(program, arguments);
    const auto window = window_of(arguments);
    if (!window) return window.error();
    const bool named = !what.only.empty() || arguments.given("section");
    const auto sections = wanted_sections(arguments, registry, what.only);
    if (!sections) return sections.error();
    const auto of_log = log_results(arguments, program);
    if (!of_log) return of_log.error();
    auto trace =
        read_files(program, arguments, what.files, tables_for(what.process, *sections), *window);
    if (!trace) return trace.error();
    const auto shown = window_in(*window, *trace->store);
    if (!shown) return shown.error();
    const plugin::AnalysisRequest request =
        request_for(arguments, what.process, *sections, *trace->store, *shown);
    // Names that the user gave are those of the trace, so they were looked up before.
    if (arguments.flag("anonymise")) store::anonymise(*trace->store);
    auto results = plugin::run_sections(*sections, *trace->store, request);
    results.insert(results.end(), of_log->begin(), of_log->end());
    AnalysisMade out;
    out.failed = tell_results(results);
    tell_symbols(*trace->store);
    out.document = make_document(arguments, what, std::move(results), named);
    tell_damage(out.document, plugin::damage_findings(*trace->store, shown->begin, shown->end));
    if (what.make_csv) {
        auto csv = what.make_csv(*trace->store, shown->begin, shown->end);
        if (!csv) return csv.error();
        out.csv = std::move(*csv);
    }
    return out;
}

namespace {

// Error: a limit that needs what this command has not.
base::Result<std::vector<pacing::Limit>> limits_for(const Arguments& arguments) {
    auto limits = limits_of(arguments);
    if (!limits || limits->empty()) return limits;
    for (const pacing::Limit& limit : *limits) {
        if (!limit.relative) continue;
        return base::Error{
            base::Code::kInvalid,
            fmt::format("--fail-if: '{}' is of a change, which `benchlab trace compare` knows",
                        base::printable(limit.text))};
    }
    const auto wanted = list_of(arguments.given("section") ? arguments.text("section") : "all");
    const bool has_frames = std::any_of(
        wanted.begin(), wanted.end(), [](const auto& id) { return id == "frames" || id == "all"; });
    if (has_frames) return limits;
    return base::Error{base::Code::kInvalid,
                       "--fail-if is about frame times: add frames to --section"};
}

std::vector<pacing::LimitResult> check_limits(const Arguments& arguments,
                                              const std::vector<pacing::Limit>& limits,
                                              const report::Document& document) {
    const results::FrameLoop loop = results::frame_loop(document);
    pacing::Measured measured;
    measured.captures = {loop.lengths};
    if (arguments.given("stutter")) measured.stutter_times = arguments.number("stutter");
    std::vector<pacing::LimitResult> out;
    for (const pacing::Limit& each : limits) out.push_back(pacing::check_limit(each, measured));
    return out;
}

}  // namespace

int analyze_files(const Arguments& arguments, const Program& program, Analysis what) {
    const auto fail = [](const base::Error& error) {
        print_error(error.message);
        return int(error.code == base::Code::kCancelled ? kInterrupted : kError);
    };
    // Loading tells of its own problems, which come first.
    trace_plugins(program, arguments);
    what.outputs.inputs = inputs_of(arguments, what.files);
    if (auto checked = what.outputs.check(); !checked) return fail(checked.error());
    const auto limits = limits_for(arguments);
    if (!limits) return fail(limits.error());
    auto made = make_analysis(arguments, program, what);
    if (!made) return fail(made.error());
    what.outputs.csv_content = std::move(made->csv);
    const auto checked = check_limits(arguments, *limits, made->document);
    add_limits(made->document, checked);
    const int status = write_outputs(what.outputs, made->document, {}, arguments.flag("quiet"));
    if (status != kGood || made->failed) return status != kGood ? status : int(kError);
    return status_of_limits(checked, arguments.flag("strict"));
}

namespace {

// The files that were given; with `only` these sections of them.
int analyze_given(const Arguments& arguments, const Program& program,
                  std::vector<std::string> only) {
    Analysis what;
    what.files = arguments.positionals();
    if (arguments.given("process")) what.process = arguments.text("process");
    what.only = std::move(only);
    what.outputs = outputs_from(arguments);
    return analyze_files(arguments, program, std::move(what));
}

int analyze(const Arguments& arguments, const Program& program) {
    return analyze_given(arguments, program, {});
}

int report_dpc(const Arguments& arguments, const Program& program) {
    return analyze_given(arguments, program, {"dpc"});
}

int report_frames(const Arguments& arguments, const Program& program) {
    Analysis what;
    what.files = arguments.positionals();
    if (arguments.given("process")) what.process = arguments.text("process");
    what.only = {"presentmon"};
    what.outputs = outputs_from(arguments);
    const auto form = arguments.text("csv-form") == "v1" ? store::FrameCsvForm::kV1
                                                         : store::FrameCsvForm::kDefault;
    if (arguments.given("csv")) {
        what.make_csv = [form](const store::Store& store, std::int64_t begin,
                               std::int64_t end) -> base::Result<std::string> {
            std::string out;
            const std::uint64_t frames = store::export_frame_csv(
                store, form, begin, end, [&](std::string_view text) { out += text; });
            if (frames > 0) return out;
            return base::Error{base::Code::kNotFound, "--csv: no frame is in the window"};
        };
    }
    return analyze_files(arguments, program, std::move(what));
}

Option process_option() {
    return text_option("process", "NAME|PID",
                       "The process that the report is about; unless given the one with the most "
                       "frames, else with the most CPU time.");
}

// Options of the three commands that end in a report.
std::vector<Option> report_options(const Program& program) {
    std::vector<Option> out = window_options();
    for (Option option :
         {output_option(
              "json",
              "Write the report as JSON, tables with as many rows as --top says; - is stdout."),
          output_option("html", "Write a report for the browser, one file that needs no network."),
          output_option("markdown", "Write tables for a pull request; - is stdout."),
          output_option("out", "Write the report as text; - is stdout."), symbols_option(),
          anonymise_option(), flag_option("quiet", "Print no report on the terminal.", 'q')}) {
        out.push_back(std::move(option));
    }
    for (const Option& option : plugin_options(program)) out.push_back(option);
    return out;
}

// A command that is one section under a name of its own; `example` goes on behind the name.
Command one_section(const Program& program, const char* name, const char* summary,
                    const char* description, const Example& example,
                    int (*run)(const Arguments&, const Program&)) {
    Command out;
    out.name = name;
    out.summary = summary;
    out.description = description;
    out.positionals = {trace_files()};
    out.options = report_options(program);
    out.examples = {{program.name + " " + name + " " + example.command, example.what}};
    out.run = run;
    out.extend = add_section_options;
    return out;
}

}  // namespace

Command trace_report_command(const Program& program) {
    Command out = one_section(
        program, "trace report", "Report on interrupts and DPCs alone",
        "The section `dpc` of `trace analyze`: what interrupts and DPCs took of each CPU, how long "
        "the calls of each driver were, and the longest of them.  Nothing else is read.",
        {"game.etl --from 10 --json dpc.json", "Without the first ten seconds, as JSON."},
        report_dpc);
    Option log = text_option("presentmon-csv", "FILE",
                             "Also summarise this frame-time log, as `trace frames` does: all of "
                             "it, in its own time.");
    log.completes = Completes::kFiles;
    out.options.insert(out.options.begin(), std::move(log));
    out.examples.push_back({program.name + " trace report game.etl --presentmon-csv game.csv",
                            "Beside the frames that PresentMon logged meanwhile."});
    return out;
}

Command trace_frames_command(const Program& program) {
    Command out = one_section(
        program, "trace frames", "Summarise the frames of a log or a trace",
        "The section `presentmon` of `trace analyze`: frames, frame times and latencies of what "
        "PresentMon, CapFrameX, OCAT, FrameView or MangoHud logged (docs/frame-logs.md), and of "
        "programs that a trace tells of and no log.",
        {"game.csv", "Averages, lows and percentiles."}, report_frames);
    Option process = process_option();
    process.help =
        "The process whose frames come first; unless given the one with the most frames.";
    out.options.insert(out.options.begin(), std::move(process));
    out.options.push_back(
        output_option("csv", "Write each frame in the columns of PresentMon; - is stdout."));
    Option form =
        text_option("csv-form", "FORM", "Columns of --csv: those of 2.3 and later, or of 1.x.");
    form.type = OptionType::kChoice;
    form.choices = {"default", "v1"};
    form.default_value = "default";
    out.options.push_back(std::move(form));
    out.examples.push_back({program.name + " trace frames game.etl --csv game.csv --quiet",
                            "What PresentMon would have logged, for tools that read its files."});
    return out;
}

Command trace_analyze_command(const Program& program) {
    Command out;
    out.name = "trace analyze";
    out.summary = "Explain a trace";
    out.description =
        "Reads a trace (a Windows .etl or a frame-time log, on any system) and reports on it, "
        "section "
        "by section.  Sections are plugins; `benchlab trace sections` lists them.  Only what the "
        "chosen sections need is read.";
    out.positionals = {trace_files()};
    Option section = text_option(
        "section", "LIST", "Only these sections, with commas between them; all unless given.");
    section.short_name = 's';
    out.options = {section, process_option()};
    for (Option option :
         {output_option("folded",
                        "Write stacks as folded lines, which flame graph scripts read; - is "
                        "stdout."),
          output_option("speedscope", "Write stacks for speedscope.app.")}) {
        out.options.push_back(std::move(option));
    }
    for (Option& option : report_options(program)) out.options.push_back(std::move(option));
    out.options.push_back(fail_if_option());
    out.options.push_back(flag_option(
        "strict",
        "Exit with status 4 when whether a limit of --fail-if is crossed cannot be told."));
    out.examples = {
        {program.name + " trace analyze game.etl", "Everything that the trace can tell."},
        {program.name + " trace analyze game.etl -s dpc,disk --from 2 --to 4 --json part.json",
         "Two sections of two seconds, as JSON too."},
        {program.name + " trace analyze kernel.etl user.etl --process game --html report.html",
         "Two files of one recording, about one process, in the browser."},
        {program.name + " trace analyze game.etl -s frames --fail-if 'p99>25ms'",
         "Exit status 1 when one frame of a hundred takes longer."},
    };
    out.run = analyze;
    out.extend = add_section_options;
    return out;
}

}  // namespace benchlab::cli
