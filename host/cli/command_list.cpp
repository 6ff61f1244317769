#include "cli/command_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/run_settings.hpp"
#include "measure/environment.hpp"

namespace benchlab::cli {
namespace {

int list(const Arguments& arguments, const Program& program) {
    const plugin::Registry registry = load_plugins(program, arguments);
    const bool names_only = arguments.flag("names-only");
    if (!names_only) print_plugin_problems(registry);
    const auto cases = plugin::expand(registry.benchmarks(), {}, {1});
    if (!cases) {
        print_error(cases.error().message);
        return kError;
    }
    std::size_t width = 0;
    std::vector<const plugin::Case*> shown;
    for (const plugin::Case& one : *cases) {
        const auto& filters = arguments.positionals();
        const auto in_name = [&](const std::string& filter) {
            return one.name.find(filter) != std::string::npos;
        };
        if (!filters.empty() && std::none_of(filters.begin(), filters.end(), in_name)) continue;
        width = std::max(width, base::display_width(one.name));
        shown.push_back(&one);
    }
    std::string out;
    for (const plugin::Case* one : shown) {
        out += names_only ? one->name
                          : base::pad_right(one->name, width) + "  " +
                                base::printable(one->benchmark->title);
        if (!names_only && (one->benchmark->flags & BL_BENCH_SLOW)) out += " (slow: only by name)";
        out += '\n';
    }
    print_out(out);
    if (shown.empty()) {
        print_error(cases->empty()
                        ? "no plugin offers a benchmark; `benchlab plugins` says where they were "
                          "looked for"
                        : "no benchmark has such a name");
        return kError;
    }
    return kGood;
}

int info(const Arguments& arguments, const Program& program) {
    const measure::Environment machine = measure::capture_environment();
    std::string out = measure::environment_line(machine) + "\n";
    const plugin::Registry registry = load_plugins(program, arguments);
    print_plugin_problems(registry);
    for (const auto& plugin : registry.plugins()) {
        out += fmt::format("plugin {}: {} benchmarks{}{}\n", base::printable(plugin->label()),
                           plugin->benchmarks.size(), plugin->file.empty() ? "" : ", ",
                           base::path_text(plugin->file));
    }
    print_out(out);
    return kGood;
}

}  // namespace

Command list_command(const Program& program) {
    Command out;
    out.name = "list";
    out.summary = "Name the benchmarks";
    out.description = "Names the benchmarks of all plugins that were found, one a line.";
    out.positionals = {{"FILTER", "A part of a name.", 0, 0, Completes::kBenchmarks}};
    Option names;
    names.name = "names-only";
    names.help = "Only the names, for scripts.";
    out.options = {names};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " list mem", "Names that contain mem."}};
    out.run = list;
    return out;
}

Command info_command(const Program& program) {
    Command out;
    out.name = "info";
    out.summary = "Describe this machine, its clock and the plugins";
    out.options = plugin_options(program);
    out.examples = {{program.name + " info", "CPU, system, clock step, cost of reading the clock."}};
    out.run = info;
    return out;
}

}  // namespace benchlab::cli
