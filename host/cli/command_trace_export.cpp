#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <system_error>

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
    std::vector<std::string> out = store::made_of(name);
    out.insert(out.end(), {"stack", "file"});
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
base::Result<void> write_table(const store::Store& store, const std::string& name, bool all_columns,
                               const store::ExportOptions& options, const Write& write) {
    const store::ClassicTable* const classic = store::find_classic(name);
    if (classic != nullptr && !all_columns) {
        store::export_classic(store, *classic, options.begin, options.end, write);
        return {};
    }
    const char* const own = classic ? classic->table : name.c_str();
    const store::StoredTable* const table = store.find(own);
    if (table == nullptr) {
        return base::Error{base::Code::kNotFound,
                           store::find_table_spec(own)
                               ? fmt::format("this trace has no table {}: needs {}", name,
                                             store::what_to_record(own))
                               : no_such_table(name)};
    }
    store::export_table(store, *table, options, write);
    return {};
}

base::Result<void> write_to_file(const store::Store& store, const std::string& name,
                                 bool all_columns, const store::ExportOptions& options,
                                 const std::filesystem::path& file) {
    std::string all;
    auto done =
        write_table(store, name, all_columns, options, [&](std::string_view text) { all += text; });
    return done ? platform::write_file(file, all) : done;
}

// One file for each table, in a folder.
base::Result<void> write_all(const store::Store& store, const store::ExportOptions& options,
                             const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        return base::Error{base::Code::kIo, fmt::format("cannot make the folder {}: {}",
                                                        base::path_text(folder), failed.message())};
    }
    std::vector<std::string> names;
    for (const store::StoredTable& table : store.tables()) names.push_back(table.name());
    if (store.has("state")) names.emplace_back("state");
    for (const std::string& name : names) {
        const auto file = folder / (name + (options.json_lines ? ".jsonl" : ".csv"));
        if (auto done = write_to_file(store, name, true, options, file); !done) return done;
        print_note("wrote " + base::printable(base::path_text(file)));
    }
    return {};
}

int run_export(const Arguments& arguments, const Program& program) {
    const auto fail = [](const base::Error& error) {
        print_error(error.message);
        return int(kError);
    };
    const auto window = window_of(arguments);
    if (!window) return fail(window.error());
    const std::string& name = arguments.text("table");
    const bool all = name == "all";
    const std::string path = arguments.given("out") ? arguments.text("out") : "-";
    if (all && path == "-") {
        return fail({base::Code::kInvalid, "--table all needs a folder: --out FOLDER"});
    }
    Outputs outputs;
    if (path != "-" && !all) outputs.text = path;
    outputs.inputs = arguments.positionals();
    if (auto checked = outputs.check(); !checked) return fail(checked.error());
    auto trace = read_files(program, arguments, all ? std::vector<std::string>() : tables_for(name),
                            *window);
    if (!trace) return fail(trace.error());
    store::ExportOptions options;
    options.json_lines = arguments.flag("json-lines");
    options.begin = window->begin;
    options.end = window->end;
    const bool all_columns = arguments.flag("all-columns") || options.json_lines;
    const std::filesystem::path target = base::text_path(path);
    if (all) {
        const auto done = write_all(*trace->store, options, target);
        return done ? int(kGood) : fail(done.error());
    }
    if (path == "-") {
        const auto done = write_table(*trace->store, name, all_columns, options,
                                      [](std::string_view text) { print_out(text); });
        return done ? with_output(kGood) : fail(done.error());
    }
    if (const auto done = write_to_file(*trace->store, name, all_columns, options, target); !done) {
        return fail(done.error());
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
        "since the start of the trace, sizes in bytes.  --table all writes every table into a "
        "folder.";
    out.positionals = {trace_files()};
    out.options = {
        text_option("table", "NAME", "The table, or all; `benchlab trace tables` lists them."),
        flag_option("all-columns", "All columns of the store, in base units."),
        output_option("out",
                      "Write to this file instead of stdout; with --table all, into this folder."),
        flag_option("json-lines", "One JSON object a line instead of CSV, with all columns.")};
    out.options.front().default_value = "processes";
    for (Option& option : window_options()) out.options.push_back(std::move(option));
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace export game.etl --table cswitch --from 1 --to 2",
                     "A second of context switches."},
                    {program.name + " trace export game.etl --table all --out tables",
                     "Everything, one CSV file a table."}};
    out.run = run_export;
    return out;
}

}  // namespace benchlab::cli
