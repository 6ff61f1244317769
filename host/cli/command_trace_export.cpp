#include <fmt/format.h>

#include <functional>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/outputs.hpp"
#include "cli/trace_common.hpp"
#include "platform/files.hpp"
#include "store/export.hpp"
#include "store/export_classic.hpp"

namespace benchlab::cli {
namespace {

// What readers have to be asked for.
std::vector<std::string> tables_for(const std::string& name) {
    if (const store::ClassicTable* const classic = store::find_classic(name)) {
        return {classic->table, "cswitch", "file"};
    }
    std::vector<std::string> out = {name, "stack", "file"};
    if (const store::TableSpec* spec = store::find_table_spec(name); spec && spec->from) {
        for (const std::string& part : base::split(spec->from, ',')) {
            out.emplace_back(base::trim(part));
        }
    }
    return out;
}

std::string no_such_table(const std::string& name) {
    std::vector<std::string> names;
    for (const store::TableSpec& spec : store::schema()) names.emplace_back(spec.name);
    for (const store::ClassicTable& each : store::classic_tables()) names.emplace_back(each.name);
    const std::string near = base::closest(name, names);
    return fmt::format("there is no table {}{}; see `benchlab trace tables`", base::printable(name),
                       near.empty() ? "" : fmt::format(" (did you mean {}?)", near));
}

using Write = std::function<void(std::string_view)>;

// Error: the trace has no such table.
base::Result<void> write_table(const store::Store& store, const Arguments& arguments,
                               const Window& window, const Write& write) {
    const std::string& name = arguments.text("table");
    const bool all_columns = arguments.flag("all-columns") || arguments.flag("json-lines");
    const store::ClassicTable* const classic = store::find_classic(name);
    if (classic != nullptr && !all_columns) {
        store::export_classic(store, *classic, window.begin, window.end, write);
        return {};
    }
    const store::StoredTable* const table = store.find(classic ? classic->table : name);
    if (table == nullptr) {
        return base::Error{base::Code::kNotFound,
                           store::find_table_spec(classic ? classic->table : name)
                               ? fmt::format("this trace has no table {}", name)
                               : no_such_table(name)};
    }
    store::ExportOptions options;
    options.json_lines = arguments.flag("json-lines");
    options.begin = window.begin;
    options.end = window.end;
    store::export_table(store, *table, options, write);
    return {};
}

int run_export(const Arguments& arguments, const Program& program) {
    const auto fail = [](const std::string& message) {
        print_error(message);
        return int(kError);
    };
    const auto window = window_of(arguments);
    if (!window) return fail(window.error().message);
    const std::string& name = arguments.text("table");
    const std::string path = arguments.given("out") ? arguments.text("out") : "-";
    Outputs outputs;
    if (path != "-") outputs.text = path;
    outputs.inputs = arguments.positionals();
    if (auto checked = outputs.check(); !checked) return fail(checked.error().message);
    auto trace = read_files(program, arguments, tables_for(name), *window);
    if (!trace) return fail(trace.error().message);
    if (path == "-") {
        const auto done = write_table(*trace->store, arguments, *window,
                                      [](std::string_view text) { print_out(text); });
        return done ? with_output(kGood) : fail(done.error().message);
    }
    std::string all;
    if (const auto done = write_table(*trace->store, arguments, *window,
                                      [&](std::string_view text) { all += text; });
        !done) {
        return fail(done.error().message);
    }
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
        "Writes one table.  Nine of them (processes, threads, cswitch, ready, samples, "
        "hard-faults, "
        "disk, presents, dpc) have a short form for spreadsheets, with times in us; all others, "
        "and "
        "these with --all-columns, have all columns of the event store in base units: times in ns "
        "since the start of the trace, sizes in bytes.";
    out.positionals = {trace_files()};
    out.options = {
        text_option("table", "NAME", "The table; `benchlab trace tables` lists them."),
        flag_option("all-columns", "All columns of the store, in base units."),
        output_option("out", "Write to this file instead of stdout."),
        flag_option("json-lines", "One JSON object a line instead of CSV, with all columns.")};
    out.options.front().default_value = "processes";
    for (Option& option : window_options()) out.options.push_back(std::move(option));
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace export game.etl --table cswitch --from 1 --to 2",
                     "A second of context switches."}};
    out.run = run_export;
    return out;
}

}  // namespace benchlab::cli
