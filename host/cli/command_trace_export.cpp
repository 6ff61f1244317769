#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/outputs.hpp"
#include "cli/trace_common.hpp"
#include "platform/files.hpp"
#include "store/export.hpp"

namespace benchlab::cli {
namespace {

int run_export(const Arguments& arguments, const Program& program) {
    const auto fail = [](const std::string& message) {
        print_error(message);
        return int(kError);
    };
    const auto window = window_of(arguments);
    if (!window) return fail(window.error().message);
    const std::string& name = arguments.text("table");
    std::vector<std::string> tables = {name, "stack"};
    if (const store::TableSpec* spec = store::find_table_spec(name); spec && spec->from) {
        for (const std::string& part : base::split(spec->from, ',')) {
            tables.emplace_back(base::trim(part));
        }
    }
    auto trace = read_files(program, arguments, tables, *window);
    if (!trace) return fail(trace.error().message);
    const store::StoredTable* const table = trace->store->find(name);
    if (table == nullptr) {
        std::vector<std::string> names;
        for (const store::TableSpec& spec : store::schema()) names.emplace_back(spec.name);
        if (store::find_table_spec(name)) return fail("this trace has no " + name);
        const std::string near = base::closest(name, names);
        return fail(fmt::format("there is no table {}{}; see `benchlab trace tables`",
                                base::printable(name),
                                near.empty() ? "" : fmt::format(" (did you mean {}?)", near)));
    }
    store::ExportOptions options;
    options.json_lines = arguments.flag("json-lines");
    options.begin = window->begin;
    options.end = window->end;
    if (!arguments.given("out") || arguments.text("out") == "-") {
        store::export_table(*trace->store, *table, options,
                            [](std::string_view text) { print_out(text); });
        return with_output(kGood);
    }
    std::string all;
    store::export_table(*trace->store, *table, options,
                        [&](std::string_view text) { all += text; });
    const std::string& path = arguments.text("out");
    if (auto done = platform::write_file(base::text_path(path), all); !done) {
        return fail(done.error().message);
    }
    print_note("wrote " + base::printable(path));
    return kGood;
}

}  // namespace

Command trace_export_command(const Program& program) {
    Command out;
    out.name = "trace export";
    out.summary = "Write a table of a trace as CSV";
    out.description =
        "Writes one table of the event store with all its columns in base units: times in ns since "
        "the start of the trace, sizes in bytes.  Names stand beside the rows and codes that they "
        "belong to.";
    out.positionals = {trace_files()};
    out.options = {text_option("table", "NAME", "The table; `benchlab trace tables` lists them."),
                   output_option("out", "Write to this file instead of stdout."),
                   flag_option("json-lines", "One JSON object a line instead of CSV.")};
    out.options.front().default_value = "process";
    for (Option& option : window_options()) out.options.push_back(std::move(option));
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace export game.etl --table cswitch --from 1 --to 2",
                     "A second of context switches."}};
    out.run = run_export;
    return out;
}

}  // namespace benchlab::cli
