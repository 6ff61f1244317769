// trace sections, trace tables, trace info: what there is.
#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_list.hpp"
#include "cli/trace_common.hpp"
#include "store/export_classic.hpp"

namespace benchlab::cli {
namespace {

int sections(const Arguments& arguments, const Program& program) {
    const plugin::Registry& registry = trace_plugins(program, arguments);
    std::string out;
    for (const plugin::SectionChoice& each : plugin::all_sections(registry)) {
        std::vector<std::string> needs;
        for (const plugin::NeededTable& need : plugin::needs_of(*each.analyzer)) {
            needs.push_back(need.table + (need.optional ? "?" : ""));
        }
        out += fmt::format("{} {}\n", base::pad_right(each.analyzer->id, 11), each.analyzer->help);
        if (!needs.empty() && arguments.flag("verbose")) {
            out += fmt::format("{} needs {}; of {}\n", std::string(11, ' '),
                               base::join(needs, ", "), each.plugin->label());
        }
    }
    print_out(out);
    return with_output(kGood);
}

int tables(const Arguments&, const Program&) {
    std::string out;
    for (const store::TableSpec& table : store::schema()) {
        out += fmt::format("{} {}\n", base::pad_right(table.name, 11), table.help);
    }
    out += "\nIn a short form, with times in us:\n";
    for (const store::ClassicTable& each : store::classic_tables()) {
        out += fmt::format("{} {}\n", base::pad_right(each.name, 11), each.help);
    }
    print_out(out);
    return with_output(kGood);
}

std::string facts_text(const store::Store& store) {
    std::string out;
    const store::StoredTable* const facts = store.find("fact");
    if (facts == nullptr) return out;
    const auto names = facts->values<std::uint32_t>("name");
    const auto texts = facts->values<std::uint32_t>("text");
    for (std::size_t row = 0; row < names.size(); ++row) {
        out += fmt::format("{} {}\n", base::pad_right(base::printable(store.text(names[row])), 18),
                           base::printable(store.text(texts[row])));
    }
    return out;
}

std::string problems_text(const store::Store& store) {
    std::string out;
    const store::StoredTable* const problems = store.find("problem");
    if (problems == nullptr) return out;
    const auto texts = problems->values<std::uint32_t>("text");
    const auto counts = problems->values<std::uint64_t>("count");
    const auto offsets = problems->values<std::uint64_t>("offset");
    for (std::size_t row = 0; row < texts.size(); ++row) {
        out += fmt::format("problem: {} ({} times, first at byte {})\n",
                           base::printable(store.text(texts[row])), counts[row], offsets[row]);
    }
    return out;
}

int info(const Arguments& arguments, const Program& program) {
    auto trace = read_files(program, arguments, arguments.positionals(), {}, {});
    if (!trace) {
        print_error(trace.error().message);
        return kError;
    }
    const store::Store& store = *trace->store;
    std::string out =
        fmt::format("{} {}\n", base::pad_right("read by", 18), base::join(trace->readers, ", "));
    out += fmt::format("{} {:.9f} s\n", base::pad_right("duration", 18),
                       static_cast<double>(store.duration_ns()) / 1e9);
    out += fmt::format("{} {}\n", base::pad_right("CPUs", 18), store.cpu_count());
    out += facts_text(store) + problems_text(store);
    out += fmt::format("\n{} {:>12}  columns\n", base::pad_right("table", 18), "rows");
    for (const store::StoredTable& table : store.tables()) {
        std::vector<std::string> columns;
        for (std::uint32_t i = 0; i < table.abi()->column_count; ++i) {
            columns.emplace_back(table.abi()->columns[i]->name);
        }
        out += fmt::format("{} {:>12}  {}\n", base::pad_right(table.name(), 18), table.rows(),
                           base::join(columns, " "));
    }
    const store::Names& names = store.names();
    out += fmt::format("{} {:>12}\n{} {:>12}\n{} {:>12}\n", base::pad_right("(strings)", 18),
                       names.string_offsets.size() - 2, base::pad_right("(stacks)", 18),
                       names.stack_parent.size() - 1, base::pad_right("(codes)", 18),
                       names.code_address.size() - 1);
    print_out(out);
    return with_output(kGood);
}

}  // namespace

Command trace_sections_command(const Program& program) {
    Command out;
    out.name = "trace sections";
    out.summary = "List the sections of a report";
    out.description =
        "Lists the sections that `trace analyze` can make, in the order of a full report.  Each "
        "comes "
        "with a plugin.";
    out.options = {
        flag_option("verbose", "Also say what each needs, and of which plugin it is.", 'v')};
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace sections -v", "With the tables that each needs."}};
    out.run = sections;
    return out;
}

Command trace_tables_command(const Program& program) {
    Command out;
    out.name = "trace tables";
    out.summary = "List the tables that a trace may have";
    out.description =
        "Lists the tables of the event store, which `trace export` writes.  docs/store.md has "
        "their "
        "columns.";
    out.examples = {{program.name + " trace tables", "All of them, one line each."}};
    out.run = tables;
    return out;
}

Command trace_info_command(const Program& program) {
    Command out;
    out.name = "trace info";
    out.summary = "Say what is in a trace";
    out.description =
        "Reads everything and says what is known of the recording, what was wrong with its files, "
        "and how many rows each table has.";
    out.positionals = {trace_files()};
    for (Option& option : window_options()) {
        if (option.name == "threads") out.options.push_back(std::move(option));
    }
    for (const Option& option : plugin_options(program)) out.options.push_back(option);
    out.examples = {{program.name + " trace info game.etl", "What can be asked of it?"}};
    out.run = info;
    return out;
}

}  // namespace benchlab::cli
