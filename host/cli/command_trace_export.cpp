#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <system_error>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/outputs.hpp"
#include "cli/trace_common.hpp"
#include "platform/files.hpp"
#include "platform/signals.hpp"
#include "store/anonymise.hpp"
#include "store/export.hpp"
#include "store/export_classic.hpp"
#include "store/export_story.hpp"
#include "store/focus.hpp"

namespace benchlab::cli {
namespace {

bool to_stdout(const Arguments& arguments) {
    return !arguments.given("out") || arguments.text("out") == "-";
}

// What readers have to be asked for; empty: everything.
std::vector<std::string> tables_for(const Arguments& arguments, const std::string& table) {
    if (table.empty() || table == "all") return {};
    std::vector<std::string> out;
    if (const store::ClassicTable* const classic = store::find_classic(table)) {
        out = {classic->table, "cswitch", "file", "symbol"};
    } else {
        out = store::made_of(table);
        out.insert(out.end(), {"stack", "file", "symbol"});
    }
    // Of several processes of one name the busiest is meant; queues and presents have processes.
    if (arguments.given("process")) {
        for (std::string& each : store::focus_tables()) out.push_back(std::move(each));
        out.emplace_back("gpu_queue");
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

// What a run of the command writes, once the trace is there.
struct Export {
    std::string table;  // "all": each into a file of its own
    bool story = false;
    bool all_columns = false;
    store::ExportOptions options;
};

// Error: the trace has no such table.
base::Result<void> check_table(const store::Store& store, const Export& what) {
    const store::ClassicTable* const classic = store::find_classic(what.table);
    if (what.story || (classic != nullptr && !what.all_columns)) return {};
    const char* const own = classic ? classic->table : what.table.c_str();
    if (store.find(own) != nullptr) return {};
    return base::Error{base::Code::kNotFound,
                       store::find_table_spec(own)
                           ? fmt::format("this trace has no table {}: needs {}", what.table,
                                         store::what_to_record(own))
                           : no_such_table(what.table)};
}

// Of a table that check_table() found.
void write_one(const store::Store& store, const Export& what, const Write& write) {
    const store::ClassicTable* const classic = store::find_classic(what.table);
    if (what.story) {
        store::export_story(store, what.options, write);
    } else if (classic != nullptr && !what.all_columns) {
        store::export_classic(store, *classic, what.options, write);
    } else {
        store::export_table(store, *store.find(classic ? classic->table : what.table.c_str()),
                            what.options, write);
    }
}

base::Result<void> write_to_file(const store::Store& store, const Export& what,
                                 const std::filesystem::path& file) {
    if (auto checked = check_table(store, what); !checked) return checked;
    auto out = platform::NewFile::create_in_order(file);
    if (!out) return out.error();
    write_one(store, what, [&](std::string_view text) { out->append(text); });
    return out->keep();
}

// One file for each table, in a folder.
base::Result<void> write_all(const store::Store& store, Export what,
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
    what.all_columns = true;
    for (const std::string& name : names) {
        const auto file = folder / (name + (what.options.json_lines ? ".jsonl" : ".csv"));
        what.table = name;
        if (auto done = write_to_file(store, what, file); !done) return done;
        print_note("wrote " + base::printable(base::path_text(file)));
    }
    return {};
}

base::Result<void> check_options(const Arguments& arguments) {
    if (arguments.flag("story")) {
        for (const char* const other : {"table", "all-columns", "json-lines"}) {
            if (!arguments.given(other)) continue;
            return base::Error{base::Code::kInvalid,
                               fmt::format("--story writes no table: leave out --{}", other)};
        }
    } else if (arguments.text("table") == "all" && to_stdout(arguments)) {
        return base::Error{base::Code::kInvalid, "--table all needs a folder: --out FOLDER"};
    }
    return {};
}

// The process of --process; BL_NO_ROW without that.  Error: the trace has none of that name.
base::Result<std::uint32_t> chosen_process(const Arguments& arguments, const store::Store& store,
                                           const Window& window) {
    if (!arguments.given("process")) return std::uint32_t{BL_NO_ROW};
    const std::string& wanted = arguments.text("process");
    const store::Focus focus = store::choose_focus(store, wanted, window.begin, window.end);
    if (!wanted.empty() && focus.process != BL_NO_ROW) return focus.process;
    return base::Error{base::Code::kNotFound,
                       fmt::format("no process {} is in this trace", base::printable(wanted))};
}

base::Result<void> write_export(const store::Store& store, const Arguments& arguments,
                                const Export& what) {
    if (what.table == "all") return write_all(store, what, base::text_path(arguments.text("out")));
    if (to_stdout(arguments)) {
        if (auto checked = check_table(store, what); !checked) return checked;
        write_one(store, what, [](std::string_view text) {
            print_out(text);
            // A table may have gigabytes, and nobody wants the rest.
            if (output_is_lost()) platform::exit_now(with_output(kGood));
        });
        return {};
    }
    const std::string& path = arguments.text("out");
    if (auto done = write_to_file(store, what, base::text_path(path)); !done) return done;
    print_note("wrote " + base::printable(path));
    return {};
}

int run_export(const Arguments& arguments, const Program& program) {
    const auto fail = [](const base::Error& error) {
        print_error(error.message);
        return int(kError);
    };
    const auto window = window_of(arguments);
    if (!window) return fail(window.error());
    if (auto checked = check_options(arguments); !checked) return fail(checked.error());
    Export what;
    what.story = arguments.flag("story");
    if (!what.story) what.table = arguments.text("table");
    what.options.json_lines = arguments.flag("json-lines");
    what.options.begin = window->begin;
    what.options.end = window->end;
    what.all_columns = arguments.flag("all-columns") || what.options.json_lines;
    Outputs outputs;
    if (!to_stdout(arguments) && what.table != "all") outputs.text = arguments.text("out");
    outputs.inputs = arguments.positionals();
    if (auto checked = outputs.check(); !checked) return fail(checked.error());
    auto trace = read_files(program, arguments, arguments.positionals(),
                            tables_for(arguments, what.table), *window);
    if (!trace) return fail(trace.error());
    if (what.story) {
        if (const auto shown = window_in(*window, *trace->store); !shown)
            return fail(shown.error());
    }
    const auto process = chosen_process(arguments, *trace->store, *window);
    if (!process) return fail(process.error());
    what.options.process = *process;
    if (arguments.flag("anonymise")) store::anonymise(*trace->store);
    const auto done = write_export(*trace->store, arguments, what);
    tell_symbols(*trace->store);
    if (!done) return fail(done.error());
    return to_stdout(arguments) ? with_output(kGood) : int(kGood);
}

}  // namespace

Command trace_export_command(const Program& program) {
    Command out;
    out.name = "trace export";
    out.summary = "Write a table of a trace as CSV, or the trace as a story";
    out.description =
        "Writes one table.  Nine of them (processes, threads, cswitch, ready, samples, "
        "hard-faults, disk, presents, dpc) have a short form for spreadsheets, with times in us; "
        "all others, and these with --all-columns, have all columns of the event store in base "
        "units: times in ns since the start of the trace, sizes in bytes.  --table all writes "
        "every table into a folder.  --story writes no table but the trace, or a window of it, "
        "as text that a person can read and shorten, and that makes a trace again "
        "(docs/story.md).";
    out.positionals = {trace_files()};
    Option file = output_option(
        "out", "Write to this file instead of stdout; with --table all, into this folder.");
    file.short_name = 'o';
    out.options = {
        text_option("table", "NAME", "The table, or all; `benchlab trace tables` lists them."),
        flag_option("all-columns", "All columns of the store, in base units."),
        file,
        flag_option("json-lines", "One JSON object a line instead of CSV, with all columns."),
        flag_option("story", "The trace as a story instead of a table."),
        text_option("process", "NAME|PID",
                    "Only rows of this process, found as in trace analyze: those that name it or "
                    "one of its threads, of a context switch either one."),
        symbols_option(),
        anonymise_option()};
    out.options.front().default_value = "processes";
    for (Option& option : window_options()) out.options.push_back(std::move(option));
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace export game.etl --table cswitch --from 1 --to 2",
                     "A second of context switches."},
                    {program.name + " trace export game.etl --table all --out tables",
                     "Everything, one CSV file a table."},
                    {program.name + " trace export game.etl --story --process game --from 12.3 "
                                    "--to 12.4 -o stutter.story",
                     "What a game did for a tenth of a second, as text."}};
    out.run = run_export;
    return out;
}

}  // namespace benchlab::cli
