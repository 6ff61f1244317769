// doctor: what of this machine makes timings shaky.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/outputs.hpp"
#include "measure/doctor.hpp"
#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/terminal.hpp"
#include "results/doctor_document.hpp"

namespace benchlab::cli {
namespace {

using measure::Check;
using measure::Health;

const char* word_of(Health health) {
    constexpr const char* kWords[] = {"ok", "note", "bad", "?"};
    return kWords[static_cast<std::size_t>(health)];
}

std::string text_of(const std::vector<Check>& checks) {
    constexpr std::size_t kIndent = 6;
    const std::size_t terminal = platform::terminal_width(platform::Stream::kOut);
    const std::size_t width = terminal == 0 ? 100 : std::max<std::size_t>(terminal, 40);
    std::size_t titles = 0;
    for (const Check& each : checks) titles = std::max(titles, base::display_width(each.title));
    std::string out;
    const auto below = [&](const char* what, const std::string& text) {
        if (text.empty()) return;
        const std::string lines = base::wrap(what + text, width - kIndent, 2);
        for (const std::string& line : base::split(lines, '\n'))
            out += std::string(kIndent, ' ') + line + "\n";
    };
    for (const Check& each : checks) {
        out += fmt::format("{}  {}  {}\n", base::pad_right(word_of(each.health), kIndent - 2),
                           base::pad_right(each.title, titles), base::printable(each.found));
        below("costs: ", each.costs);
        below("mend: ", each.mend);
    }
    return out + "\n" + results::summary_line(checks) + "\n";
}

int doctor(const Arguments& arguments, const Program&) {
    const Outputs outputs = outputs_from(arguments);
    if (auto checked = outputs.check(); !checked) {
        print_error(checked.error().message);
        return kError;
    }
    if (platform::os_name() != "linux") {
        print_error(
            "doctor reads what Linux tells in /proc and /sys; of this system it knows "
            "nothing");
        return kError;
    }
    const std::vector<Check> checks = measure::examine_machine({});
    if (!outputs.uses_stdout()) print_out(text_of(checks));
    const report::Document document =
        results::to_document(checks, generator(), platform::unix_seconds());
    if (const int status = write_outputs(outputs, document, {}, true); status != kGood) {
        return status;
    }
    const bool bad = std::any_of(checks.begin(), checks.end(),
                                 [](const Check& each) { return each.health == Health::kBad; });
    return arguments.flag("strict") && bad ? kRegressed : with_output(kGood);
}

}  // namespace

Command doctor_command(const Program& program) {
    Command out;
    out.name = "doctor";
    out.summary = "Say what of this machine makes timings shaky";
    out.description =
        "Looks at the clock's governor and boost, hardware threads, load, time taken by other "
        "machines, CPU quota, power, clock source, virtual machine, isolated CPUs, address "
        "randomisation, huge pages and hardware counters; says of each what it costs, and how to "
        "mend it.  Nothing is changed.  Linux only.";
    out.options = {
        flag_option("strict", "Exit with status 1 when something is bad."),
        output_option("json", "Write what was found as JSON; - is stdout."),
        output_option("html", "Write it as a page for the browser."),
        output_option("markdown", "Write it as a table; - is stdout."),
    };
    out.examples = {
        {program.name + " doctor", "Before timings are taken."},
        {program.name + " doctor --strict --json doctor.json",
         "A gate before a build's benchmarks."},
    };
    out.run = doctor;
    return out;
}

}  // namespace benchlab::cli
