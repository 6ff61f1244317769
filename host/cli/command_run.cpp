#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/baselines.hpp"
#include "cli/children.hpp"
#include "cli/command_list.hpp"
#include "cli/run_session.hpp"
#include "cli/run_settings.hpp"
#include "measure/comparison.hpp"

namespace benchlab::cli {
namespace {

// Plugins that took their processes with them before a benchmark had a name.
std::vector<results::FailedBenchmark> crashed_files(const plugin::Registry& registry) {
    std::vector<results::FailedBenchmark> out;
    for (const plugin::FoundFile& file : registry.files()) {
        const bool hung = file.status == plugin::FileStatus::kHung;
        if (!hung && file.status != plugin::FileStatus::kCrashed) continue;
        const std::string name = base::path_text(file.path.filename());
        out.push_back({name, name, hung ? "hung" : "crashed", base::join(file.reasons, "; ")});
    }
    return out;
}

std::vector<Example> run_examples(const Program& program) {
    const std::string run = program.name + " run";
    if (program.builtin) {
        return {{run + " --repeat 5 --json base.json", "Everything, saved for compare."},
                {run + " --quick --html report.html", "A first look, in the browser."}};
    }
    return {
        {run + " --repeat 5 --pin 1 --json base.json",
         "Everything in five processes, on one CPU, saved for compare."},
        {run + " cache mem/read --html report.html", "Only names that contain cache or mem/read."},
        {run + " --quick --isolate --plugin-dir ./plugins",
         "A first look at plugins of your own, in processes of their own."},
        {run + " mem/read --param size=48KiB --threads 1,2", "Another size, on 1 and 2 threads."},
        {run + " cache --save-baseline before", "Five processes, kept for --baseline before."},
        {run + " mem/copy --per-call", "Percentiles of single copies, and the slowest."},
    };
}

// More threads than CPUs take turns, which is seldom what was meant to be measured.
void warn_of_threads(const RunSettings& settings) {
    const std::size_t cpus = settings.measure.usable_cpus.size();
    for (const std::uint32_t threads : settings.threads) {
        if (threads <= cpus || cpus == 0) continue;
        print_note(fmt::format("warning: {} threads have to share {} CPU{}", threads, cpus,
                               cpus == 1 ? "" : "s"));
    }
}

// What a run is compared with, before it is measured: a name that is wrong costs no time then.
struct Baseline {
    std::string compare_with, save_as;  // names; empty: not asked for
    results::RunReport run;             // of compare_with
    bool asked() const { return !compare_with.empty() || !save_as.empty(); }
};

base::Result<Baseline> baseline_of(const Arguments& arguments) {
    Baseline out;
    if (arguments.has("save-baseline")) {
        out.save_as = arguments.text("save-baseline");
        if (auto file = baseline_file(out.save_as); !file) return file.error();
    }
    if (arguments.has("baseline")) {
        out.compare_with = arguments.text("baseline");
        auto run = load_baseline(out.compare_with);
        if (!run) return run.error();
        out.run = std::move(*run);
    }
    return out;
}

// After a run that ended with `status`.
int finish(const Baseline& baseline, const RunSession& session, const RunSettings& settings,
           const Program& program, int status) {
    if (!baseline.asked()) return status;
    if (status != kGood) {
        print_note("the run did not end well, so no baseline is saved or compared");
        return status;
    }
    if (!baseline.save_as.empty()) {
        if (auto saved = save_baseline(baseline.save_as, session.report()); !saved) {
            print_error(saved.error().message);
            return kError;
        }
        if (!settings.quiet) print_note("saved as baseline " + baseline.save_as);
    }
    if (baseline.compare_with.empty()) return status;
    return compare_with_baseline(baseline.compare_with, baseline.run, session.report(), program,
                                 settings.outputs.uses_stdout());
}

int run(const Arguments& arguments, const Program& program) {
    auto settings = run_settings(arguments);
    const auto baseline = settings ? baseline_of(arguments) : base::Result<Baseline>(Baseline());
    if (!settings || !baseline) {
        print_error((settings ? baseline.error() : settings.error()).message);
        return kError;
    }
    settings->program = program.name;
    // What runs are compared by is what their processes differ by.
    if (baseline->asked() && !arguments.given("repeat")) {
        settings->measure.config.repeat = measure::kFewestProcesses;
    }
    const std::uint64_t limit_ms = settings->measure.call_limit_ms;
    // Where plugins run in processes of their own, none of their code runs in this one.
    Describe describe;
    if (settings->measure.config.isolate || settings->measure.config.repeat > 1) {
        describe = [limit_ms](const std::filesystem::path& file) {
            return describe_in_child(file, limit_ms);
        };
    }
    const plugin::Registry registry = load_plugins(program, arguments, limit_ms, describe);
    print_plugin_problems(registry);
    std::vector<results::FailedBenchmark> crashed = crashed_files(registry);
    auto cases = select_cases(registry, *settings);
    if (!cases) {
        print_error(cases.error().message);
        return crashed.empty() ? kError : kCrashed;
    }
    for (const std::string& filter : idle_filters(registry, *settings)) {
        print_note(
            fmt::format("warning: no benchmark's name contains {}", base::printable(filter)));
    }
    for (const std::string& name : idle_params(*cases, *settings)) {
        print_note(fmt::format("warning: none of the chosen benchmarks has the parameter {}",
                               base::printable(name)));
    }
    warn_of_threads(*settings);
    RunSession session(*settings, std::move(*cases), measure_words(arguments));
    for (results::FailedBenchmark& file : crashed) session.lose(std::move(file));
    return finish(*baseline, session, *settings, program, session.run());
}

}  // namespace

Command run_command(const Program& program) {
    Command out;
    out.name = "run";
    out.summary = "Measure benchmarks";
    out.description =
        "Measures the benchmarks whose name contains one of the FILTERs, or all of them.  Each is "
        "warmed up while the number of iterations of a sample is found; then samples of about 10 "
        "ms are taken.  A row is printed when a benchmark is done, and the JSON that was asked for "
        "is "
        "written again each time (the other files every few seconds), so that nothing is lost "
        "when a later one fails.";
    out.positionals = {
        {"FILTER", "A part of a benchmark's name; of several, any.", 0, 0, Completes::kBenchmarks}};
    out.options = measure_options();
    for (const Option& option : selection_options()) out.options.push_back(option);
    for (Option option :
         {flag_option("isolate",
                      "Measure each plugin in a process of its own: one that crashes or hangs "
                      "costs its own results only."),
          count_option("repeat", "N", "1", 1, 1000,
                       "Measure everything in N fresh processes, one after the other, and join the "
                       "samples."),
          text_option(
              "baseline", "NAME",
              "Compare with a run that --save-baseline kept, as `compare` does, and with its "
              "exit status. Means --repeat 5 where that is not given."),
          text_option("save-baseline", "NAME",
                      "Keep this run under a name, in baselines of the user's data folder or in "
                      "$BENCHLAB_BASELINES. Means --repeat 5 where that is not given."),
          flag_option("shuffle", "Measure in random order."),
          count_option("seed", "N", "", 0, 4294967295.0,
                       "The same random order again; means --shuffle."),
          output_option("json",
                        "Write everything, raw samples too, as JSON; - is stdout, at the end."),
          output_option("html", "Write a report for the browser, one file that needs no network."),
          output_option("csv", "Write the table of results as CSV; - is stdout, at the end."),
          output_option("out", "Write the report as text; - is stdout, at the end."),
          flag_option("quiet", "No progress and no notes; warnings remain.", 'q'),
          flag_option("verbose", "Say more, such as check values that differ.", 'v')}) {
        out.options.push_back(std::move(option));
    }
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = run_examples(program);
    out.run = run;
    return out;
}

}  // namespace benchlab::cli
