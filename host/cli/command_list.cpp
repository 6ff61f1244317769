#include "cli/command_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/own_floor.hpp"
#include "cli/run_settings.hpp"
#include "measure/environment.hpp"

namespace benchlab::cli {
namespace {

// A case, or a slow benchmark with all its cases, which only its name lists one by one.
struct Row {
    std::string name;
    const plugin::Benchmark* benchmark;
    std::size_t cases = 1;
};

std::string list_line(const Row& row, std::size_t width) {
    std::string out =
        base::pad_right(row.name, width) + "  " + base::printable(row.benchmark->title);
    if (row.benchmark->flags & BL_BENCH_SLOW) {
        out += row.cases > 1 ? fmt::format(" ({} cases, only when named)", row.cases)
                             : " (slow: only when named)";
    }
    return std::string(base::trim(out));
}

std::vector<Row> rows_of(const std::vector<plugin::Case>& cases,
                         const std::vector<std::string>& filters) {
    std::vector<Row> rows;
    for (const plugin::Case& one : cases) {
        if (!filters.empty() && !any_in(filters, one.name)) continue;
        const bool slow = (one.benchmark->flags & BL_BENCH_SLOW) != 0;
        if (!slow || is_named(filters, one.name)) {
            rows.push_back({one.name, one.benchmark});
        } else if (!rows.empty() && rows.back().benchmark == one.benchmark) {
            ++rows.back().cases;
        } else {
            rows.push_back({one.benchmark->name, one.benchmark});
        }
    }
    return rows;
}

int list(const Arguments& arguments, const Program& program) {
    const plugin::Registry registry = load_plugins(program, arguments);
    const bool names_only = arguments.flag("names-only");
    if (!names_only) print_plugin_problems(registry);
    const auto cases = plugin::expand(registry.benchmarks(), {}, {1});
    if (!cases) {
        print_error(cases.error().message);
        return kError;
    }
    const std::vector<Row> rows = rows_of(*cases, arguments.positionals());
    if (rows.empty()) {
        std::vector<std::string> names;
        for (const plugin::Case& one : *cases) names.push_back(one.name);
        print_error(no_such_benchmark(arguments.positionals(), names, program.name));
        return kError;
    }
    std::size_t width = 0;
    for (const Row& row : rows) width = std::max(width, base::display_width(row.name));
    std::string out;
    for (const Row& row : rows) out += (names_only ? row.name : list_line(row, width)) + "\n";
    print_out(out);
    return kGood;
}

std::string cpu_count(const measure::Environment& machine) {
    return machine.usable_cpus == machine.logical_cpus
               ? fmt::format("{}", machine.logical_cpus)
               : fmt::format("{}, of which this process may use {}", machine.logical_cpus,
                             machine.usable_cpus);
}

std::string clock_line(const measure::Environment& machine) {
    return fmt::format("steps of {:.0f} ns, {:.0f} ns for a reading", machine.timer_resolution_ns,
                       machine.timer_overhead_ns);
}

int info(const Arguments& arguments, const Program& program) {
    const measure::Environment machine = measure::capture_environment();
    std::vector<std::pair<std::string, std::string>> lines = {
        {"benchlab", fmt::format("{}, plugin ABI {}.{}", version(), BL_ABI_MAJOR, BL_ABI_MINOR)},
        {"CPU", machine.cpu},
        {"logical CPUs", cpu_count(machine)},
        {"system", fmt::format("{}, {} {}", machine.os_version, machine.os, machine.arch)},
        {"clock", clock_line(machine)},
        {"empty body", measure::floor_text(own_floor()) + " an iteration"},
    };
    const plugin::Registry registry = load_plugins(program, arguments);
    print_plugin_problems(registry);
    for (const auto& plugin : registry.plugins()) {
        lines.emplace_back(
            "plugin", fmt::format("{}, {}{}{}", plugin->label(), offers(*plugin),
                                  plugin->file.empty() ? "" : ", ", base::path_text(plugin->file)));
    }
    if (registry.plugins().empty()) {
        lines.emplace_back("plugin", fmt::format("none; `{} plugins` says where they were looked "
                                                 "for",
                                                 program.name));
    }
    std::string out;
    for (const auto& [title, text] : lines) {
        out += base::pad_right(title + ":", 14) + base::printable(text) + "\n";
    }
    print_out(out);
    return kGood;
}

}  // namespace

Command list_command(const Program& program) {
    Command out;
    out.name = "list";
    out.summary = "Name the benchmarks";
    out.description =
        "Names the benchmarks of all plugins that were found, one a line, as they would run "
        "without --param and --threads. What is left out of a run unless it is named has one line "
        "for all its cases, "
        "until it is named here, too.";
    out.positionals = {
        {"FILTER", "A part of a name; of several, any.", 0, 0, Completes::kBenchmarks}};
    out.options = {flag_option("names-only", "Only the names, for scripts.")};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " list mem", "Names that contain mem."},
                    {program.name + " list --names-only", "For a script."}};
    out.run = list;
    return out;
}

Command info_command(const Program& program) {
    Command out;
    out.name = "info";
    out.summary = "Describe this machine, its clock and the plugins";
    out.description =
        "Describes what a report depends on: the CPU, the system, the step of the clock and what "
        "reading it costs, and the plugins that were found.";
    out.options = plugin_options(program);
    out.examples = {
        {program.name + " info", "CPU, system, clock step, cost of reading the clock."}};
    out.run = info;
    return out;
}

}  // namespace benchlab::cli
