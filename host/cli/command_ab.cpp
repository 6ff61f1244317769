// ab: two builds measured in turns, which of the two is faster?
#include <fmt/format.h>

#include <optional>
#include <random>

#include "base/text.hpp"
#include "cli/ab_revisions.hpp"
#include "cli/ab_session.hpp"
#include "cli/command_list.hpp"
#include "measure/environment.hpp"
#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

base::Result<AbSettings> settings_of(const Arguments& arguments, const Program& program) {
    AbSettings out;
    const std::vector<std::string>& words = arguments.positionals();
    RunSettings& chosen = out.chosen;
    const std::vector<std::string> filters(words.begin() + 2, words.end());
    if (auto done = choose_benchmarks(arguments, filters, chosen); !done) return done.error();
    auto pin = pinned_cpu(arguments);
    if (!pin) return pin.error();
    chosen.measure.pin = *pin;
    chosen.measure.call_limit_ms = arguments.count("call-limit");
    chosen.quiet = arguments.flag("quiet");
    chosen.program = program.name;
    chosen.outputs = comparison_outputs(arguments);
    if (auto checked = chosen.outputs.check(); !checked) return checked.error();

    results::AbOptions& options = out.options;
    options.threshold = arguments.number("threshold") / 100;
    options.alpha = arguments.number("alpha");
    options.max_time_ms = arguments.count("max-time");
    options.seed = arguments.has("seed") ? arguments.count("seed") : std::random_device{}();
    options.command = base::trim("ab " + arguments.told());

    out.high_priority = !arguments.flag("normal-priority");
    out.words = {"--call-limit", arguments.text("call-limit")};
    if (*pin) out.words.insert(out.words.end(), {"--pin", std::to_string(**pin)});
    for (std::string& word : selection_words(arguments)) out.words.push_back(std::move(word));
    return out;
}

int status_of(const results::AbReport& report, bool strict) {
    if (platform::interrupted()) return kInterrupted;
    if (report.count(measure::Verdict::kRegressed) > 0) return kRegressed;
    const int status = status_of_failed(report.failed);
    if (status == kGood && strict && report.cannot_tell()) return kCannotTell;
    return status;
}

// Where a side lies, and what it is called.
struct Place {
    std::filesystem::path path;
    std::string label;
};

base::Result<results::AbReport> measure_both(const AbSettings& settings, const Place& old_place,
                                             const Place& new_place) {
    const std::uint64_t limit_ms = settings.chosen.measure.call_limit_ms;
    auto old_side = AbSide::open(old_place.path, limit_ms);
    if (!old_side) return old_side.error();
    auto new_side = AbSide::open(new_place.path, limit_ms);
    if (!new_side) return new_side.error();
    for (AbSide* const side : {&*old_side, &*new_side}) {
        if (auto chosen = side->choose(settings.chosen); !chosen) {
            const std::string& label = side == &*old_side ? old_place.label : new_place.label;
            return base::Error{chosen.error().code, fmt::format("{}: {}", base::printable(label),
                                                                chosen.error().message)};
        }
    }
    results::AbReport report;
    report.generator = generator();
    report.created_unix = platform::unix_seconds();
    report.environment = measure::capture_environment();
    report.environment.pinned_cpu = settings.chosen.measure.pin;
    report.options = settings.options;
    report.old_label = old_place.label;
    report.new_label = new_place.label;
    std::optional<platform::RaisedPriority> priority;
    if (settings.high_priority) priority.emplace();
    if (priority) report.priority = priority->raised() ? "high" : "normal (not allowed)";
    AbSession session(settings, *old_side, *new_side, std::move(report));
    if (session.empty()) {
        return base::Error{
            base::Code::kNotFound,
            fmt::format("{} and {} have no benchmark in common", base::printable(old_place.label),
                        base::printable(new_place.label))};
    }
    return session.run();
}

// What OLD and NEW are: with --build revisions, which are built first.
base::Result<results::AbReport> measure_words(const AbSettings& settings,
                                              const Arguments& arguments) {
    const std::string& old_word = arguments.positionals()[0];
    const std::string& new_word = arguments.positionals()[1];
    const int built = int(arguments.has("plugins")) + int(arguments.has("program"));
    if (!arguments.has("build")) {
        if (built > 0) {
            return base::Error{base::Code::kInvalid,
                               "--plugins and --program are of revisions, which need --build"};
        }
        return measure_both(settings, {base::text_path(old_word), old_word},
                            {base::text_path(new_word), new_word});
    }
    if (built != 1) {
        return base::Error{base::Code::kInvalid,
                           "--build needs either --plugins or --program: where what was built lies "
                           "in a revision's tree"};
    }
    const std::filesystem::path inside =
        base::text_path(arguments.text(arguments.has("plugins") ? "plugins" : "program"));
    const std::filesystem::path normal = inside.lexically_normal();
    const bool leads_out = !normal.empty() && *normal.begin() == "..";
    if (inside.is_absolute() || inside.has_root_name() || leads_out) {
        return base::Error{base::Code::kInvalid,
                           fmt::format("{} is not inside of a revision's tree: give the path from "
                                       "its root, as in build/plugins",
                                       base::printable(base::path_text(inside)))};
    }
    const auto revisions =
        AbRevisions::build(old_word, new_word, arguments.text("build"), settings.chosen.quiet);
    if (!revisions) return revisions.error();
    return measure_both(settings, {revisions->worktree(false) / inside, old_word},
                        {revisions->worktree(true) / inside, new_word});
}

int ab(const Arguments& arguments, const Program& program) {
    take_output();
    const auto settings = settings_of(arguments, program);
    if (!settings) {
        print_error(settings.error().message);
        return kError;
    }
    platform::watch_interrupt();
    const auto report = measure_words(*settings, arguments);
    if (!report) {
        print_error(report.error().message);
        return kError;
    }
    if (platform::interrupted() && !settings->chosen.quiet) {
        print_note("interrupted: what was not decided by then is inconclusive");
    }
    const int written = write_outputs(settings->chosen.outputs, results::to_document(*report),
                                      {"comparison"}, false);
    return written == kGood ? with_output(status_of(*report, arguments.flag("strict"))) : written;
}

}  // namespace

Command ab_command(const Program& program) {
    Command out;
    out.name = "ab";
    out.summary = "Compare two builds that take turns";
    out.description =
        "OLD and NEW are folders of plugins, plugins, or programs made with benchlab::main; with "
        "--build two revisions of the git repository here, each of which is built in a temporary "
        "worktree.  "
        "Processes of both take turns, in the order old, new, new, old or its mirror, each with an "
        "address layout of its own, and measure each benchmark shortly; so what changes on the "
        "machine meanwhile hits both alike.  A benchmark is done as soon as it is decided, or has "
        "had --max-time.\n\nREGRESSED and improved: the interval of the change lies beyond the "
        "threshold, or, when the time is up, the change does and its interval lies beyond 0.  "
        "unchanged: the interval lies within the threshold, which is thus shown.  inconclusive: "
        "neither; it is said which change would have been seen.\n\nThe exit status is 1 when "
        "something regressed, so that it can gate a build.";
    out.positionals = {
        {"OLD", "The build to compare with.", 1, 1, Completes::kFiles},
        {"NEW", "The build to judge.", 1, 1, Completes::kFiles},
        {"FILTER", "A part of a benchmark's name; of several, any.", 0, 0, Completes::kBenchmarks}};
    out.options = {
        number_option("threshold", "PCT", "1", 0, 1000, "Smallest change that counts, in %."),
        number_option("alpha", "P", "0.01", 0.000001, 0.5,
                      "Chance that one or more of all benchmarks are called changed where nothing "
                      "is."),
        count_option("max-time", "MS", "2000", 100, 86'400'000,
                     "How long the processes of one benchmark may take, all together."),
        text_option(
            "build", "CMD",
            "OLD and NEW are git revisions, and this command of the shell builds one in its "
            "tree."),
        text_option("plugins", "DIR",
                    "Where --build leaves the plugins, within a revision's tree."),
        text_option("program", "FILE",
                    "Where --build leaves a program made with benchlab::main, within it."),
        pin_option(),
        flag_option("normal-priority",
                    "Compete with other programs for the CPU as any program does: otherwise the "
                    "processes have the highest priority, where the system allows that."),
        call_limit_option(),
        count_option("seed", "N", "", 0, 4294967295.0, "The same order of processes again."),
        flag_option("strict",
                    "Exit with status 4 when nothing regressed, but something is inconclusive, or "
                    "was not measured."),
    };
    for (const Option& option : selection_options()) out.options.push_back(option);
    for (Option option :
         {output_option("json", "Write everything, each process too, as JSON; - is stdout."),
          output_option("html", "Write a report for the browser, with each process over time."),
          output_option("markdown", "Write a table for a pull request; - is stdout."),
          output_option("csv", "Write the table of changes as CSV; - is stdout."),
          flag_option("quiet", "No progress; warnings remain.", 'q')}) {
        out.options.push_back(std::move(option));
    }
    out.examples = {
        {program.name + " ab build-old/plugins build-new/plugins",
         "Exit status 1 if anything regressed."},
        {program.name + " ab old/sums-program new/sums-program sum --threshold 2 --max-time 5000",
         "Two programs made with benchlab::main; only changes above 2 % count."},
        {program.name + " ab main HEAD --build 'make plugins' --plugins build/plugins",
         "Two revisions, built in worktrees of their own."},
    };
    out.run = ab;
    return out;
}

}  // namespace benchlab::cli
