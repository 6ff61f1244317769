#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/outputs.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "results/comparison_report.hpp"

namespace benchlab::cli {
namespace {

base::Result<results::RunReport> load(const std::string& path) {
    auto text = platform::read_file(base::text_path(path));
    if (!text) return text.error();
    return results::read_run_report(*text, path);
}

int status_of(const results::RunComparison& comparison, bool strict) {
    if (comparison.count(measure::Verdict::kRegressed) > 0) return kRegressed;
    if (strict && comparison.cannot_tell()) return kCannotTell;
    return kGood;
}

int compare(const Arguments& arguments, const Program& program) {
    Outputs outputs = comparison_outputs(arguments);
    outputs.inputs = arguments.positionals();
    if (auto checked = outputs.check(); !checked) {
        print_error(checked.error().message);
        return kError;
    }
    const std::string& base_path = arguments.positionals()[0];
    const std::string& new_path = arguments.positionals()[1];
    const auto base = load(base_path);
    const auto next = base ? load(new_path) : base;
    if (!base || !next) {
        print_error((base ? next : base).error().message);
        return kError;
    }
    measure::CompareOptions options;
    options.threshold = arguments.number("threshold") / 100;
    options.alpha = arguments.number("alpha");
    results::RunComparison comparison = results::compare_runs(*base, *next, options);
    comparison.base_label = base_path;
    comparison.new_label = new_path;
    comparison.program = program.name;
    if (comparison.rows.empty()) {
        print_error(fmt::format("{} and {} have no benchmark in common", base::printable(base_path),
                                base::printable(new_path)));
        return kError;
    }
    const report::Document document =
        results::to_document(comparison, generator(), platform::unix_seconds());
    if (const int status = write_outputs(outputs, document, {"comparison"}, false);
        status != kGood) {
        return status;
    }
    return status_of(comparison, arguments.flag("strict"));
}

}  // namespace

Command compare_command(const Program& program) {
    Command out;
    out.name = "compare";
    out.summary = "Compare two saved runs";
    out.description =
        "Compares two reports that `run --repeat 5 --json` (or more processes) saved, benchmark by "
        "benchmark.  What processes of one run differ by is what two runs may differ by, so each "
        "process counts once (Welch's t test on their medians), and with fewer than 5 a side "
        "everything is inconclusive.  REGRESSED and improved need both: a change beyond the "
        "threshold, and p, corrected for the number of figures, below alpha.  unchanged: the "
        "interval of the change lies within the threshold.\n\nTwo builds that are both at hand are "
        "told apart better by `ab`.\n\nThe exit status is 1 when something regressed, so that it "
        "can gate a build.  It is 2, not 1, when a report cannot be read.";
    out.positionals = {{"BASE", "The report to compare with.", 1, 1, Completes::kFiles},
                       {"NEW", "The report to judge.", 1, 1, Completes::kFiles}};
    out.options = {
        number_option("threshold", "PCT", "5", 0, 1000, "Smallest change that counts, in %."),
        number_option(
            "alpha", "P", "0.01", 0, 1,
            "Chance that one or more of all figures are called changed where nothing is."),
        flag_option(
            "strict",
            "Exit with status 4 when nothing regressed, but something is inconclusive, NEW was "
            "not finished, or something failed in it or is only in BASE."),
        output_option("json", "Write the comparison as JSON; - is stdout."),
        output_option("html",
                      "Write a report for the browser, with both runs laid over each "
                      "other."),
        output_option("markdown", "Write tables for a pull request; - is stdout."),
        output_option("csv", "Write the table of changes as CSV; - is stdout."),
    };
    out.examples = {
        {program.name + " compare base.json new.json", "Exit status 1 if anything regressed."},
        {program.name + " compare base.json new.json --threshold 2 --markdown - >> summary.md",
         "A stricter gate, and a table for the build's summary."},
    };
    out.run = compare;
    return out;
}

}  // namespace benchlab::cli
