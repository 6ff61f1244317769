#include "store/schema_text.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "store/schema.hpp"

namespace benchlab::store {
namespace {

constexpr std::string_view kKindText[] = {
    "lives: the reader makes statements, the host one row for each life",
    "events, sorted by `time`",
    "spans, sorted by `begin`",
    "a list, in order of coming",
    "derived by the host when first asked for",
};

std::string_view unit_text(const ColumnSpec& column) {
    switch (column.unit) {
        case BL_UNIT_NS:
            return "ns";
        case BL_UNIT_BYTES:
            return "bytes";
        case BL_UNIT_TRACE_TIME:
            return "ns since the start";
        case BL_UNIT_COUNT:
            return "count";
        case BL_UNIT_ADDRESS:
            return "address";
        default:
            return "";
    }
}

std::string type_text(const ColumnSpec& column) {
    if (column.type != BL_COL_ROW) return std::string(type_name(column.type));
    const TableSpec* const target = target_of(column.name);
    return target ? fmt::format("row of {}", target->name) : "row";
}

std::string_view filled_text(Filled filled) {
    switch (filled) {
        case Filled::kReader:
            return "reader";
        case Filled::kRequired:
            return "reader, always";
        case Filled::kStatement:
            return "statement";
        case Filled::kHost:
            return "host";
    }
    return "";
}

std::string meaning(const ColumnSpec& column) {
    std::string out = column.help;
    if (column.values == nullptr) return out;
    std::vector<std::string> parts;
    for (const EnumValue& each : column.values->values) {
        const std::string_view help = each.help;
        parts.push_back(fmt::format("{} {}{}", each.value, each.name,
                                    help.empty() ? "" : fmt::format(" ({})", help)));
    }
    return fmt::format("{}: {}", out, fmt::join(parts, ", "));
}

void add_table(std::string& out, const TableSpec& table) {
    out += fmt::format("### {}\n\n{}  Kind: {}.", table.name, table.help,
                       kKindText[static_cast<std::size_t>(table.kind)]);
    if (table.key != nullptr) {
        out += fmt::format("  Other rows refer to it by `{}`.", table.key);
    }
    if (table.from != nullptr) out += fmt::format("  Made from {}.", table.from);
    if (table.recorded != nullptr) out += fmt::format("  To record: {}.", table.recorded);
    out += "\n\n| Column | Type | Unit | Filled by | Meaning |\n| --- | --- | --- | --- | --- |\n";
    for (const ColumnSpec& column : table.columns) {
        out += fmt::format("| `{}` | {} | {} | {} | {} |\n", column.name, type_text(column),
                           unit_text(column), filled_text(column.filled), meaning(column));
    }
    out += '\n';
}

std::string constant(const EnumSpec& spec, const EnumValue& value) {
    std::string out = fmt::format("{}_", spec.prefix);
    for (const char c : std::string_view(value.name)) {
        out += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return out;
}

}  // namespace

std::string schema_markdown() {
    std::string out =
        "# The event store\n\n"
        "Made from `host/store/schema_tables.cpp`; change that file and run the test\n"
        "`schema_reference` with `BENCHLAB_APPROVE=1`.\n\n"
        "A store is a set of tables, a table is a set of columns of equal length, a column is an\n"
        "array.  Times are ns since the start of the trace; `benchlab/store.hpp` is the C++ view,\n"
        "`benchlab/tables.h` has the constants of the enumerations.\n\n"
        "Absent values: `BL_NO_TIME`, the empty string, stack 0, code 0, `BL_NO_ROW`, NaN, and "
        "for\n"
        "integers a zero bit of the column's `present` bitmap.  A table without rows and a column\n"
        "that no reader filled do not exist.\n\n"
        "A reader hands in a key where analyzers see a row (`key32` for processes and threads,\n"
        "`key64` for all else; 0xFFFFFFFF is nobody), and an address where they see a code.  The\n"
        "host finds the life that had the key at the time of the row: the latest that had begun,\n"
        "else the earliest, else for a process or thread a new row without a name.\n\n"
        "Columns *filled by statement* exist only in what a reader hands in: a life is told in "
        "any\n"
        "number of statements, and of two values the later one that is not empty stays.\n\n"
        "## Tables\n\n";
    for (const TableSpec& table : schema()) add_table(out, table);
    out.pop_back();
    return out;
}

std::string schema_header() {
    std::string out =
        "/* tables.h - the enumerations of the event store's columns (docs/store.md).\n"
        " * Made from host/store/schema_tables.cpp: do not edit. */\n"
        "#ifndef BENCHLAB_TABLES_H\n#define BENCHLAB_TABLES_H\n\n";
    std::set<const EnumSpec*> done;
    for (const TableSpec& table : schema()) {
        for (const ColumnSpec& column : table.columns) {
            if (column.values == nullptr || !done.insert(column.values).second) continue;
            const EnumSpec& spec = *column.values;
            const bool shared = std::string_view(spec.prefix).find("LIFE") != std::string::npos ||
                                std::string_view(spec.prefix) == "BL_SEEN" ||
                                std::string_view(spec.prefix) == "BL_STATE";
            out += shared ? fmt::format("/* {}{} */\n", column.name, spec.bits ? ", bits" : "")
                          : fmt::format("/* {}.{}{} */\n", table.name, column.name,
                                        spec.bits ? ", bits" : "");
            out += "enum {\n";
            for (std::size_t i = 0; i < spec.values.size(); ++i) {
                const EnumValue& value = spec.values[i];
                out += fmt::format("    {} = {}{}\n", constant(spec, value), value.value,
                                   i + 1 < spec.values.size() ? "," : "");
            }
            out += "};\n\n";
        }
    }
    out += "#endif\n";
    return out;
}

}  // namespace benchlab::store
