#include "store/export.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/text.hpp"
#include "store/belongs.hpp"
#include "store/schema.hpp"

namespace benchlab::store {
namespace {

std::string json_quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

class Exporter {
  public:
    Exporter(const Store& store, const StoredTable& table, const ExportOptions& options)
        : store_(store), json_(options.json_lines) {
        for (std::uint32_t i = 0; i < table.abi()->column_count; ++i) {
            columns_.push_back(table.find(table.abi()->columns[i]->name));
        }
    }

    std::string heading() const {
        std::string out;
        for (const StoredColumn* const column : columns_) {
            if (!out.empty()) out += ',';
            out += column->name();
        }
        return json_ ? std::string() : out + '\n';
    }

    void add_row(std::string& out, std::uint64_t row) const {
        if (json_) out += '{';
        bool first = true;
        for (const StoredColumn* const column : columns_) {
            if (!first) out += ',';
            first = false;
            if (json_) out += json_quoted(column->name()) + ':';
            add_value(out, *column, row);
        }
        out += json_ ? "}\n" : "\n";
    }

  private:
    void add_text(std::string& out, std::string_view text) const {
        out += json_ ? json_quoted(text) : base::csv_field(text);
    }

    void add_value(std::string& out, const StoredColumn& column, std::uint64_t row) const {
        const auto to = std::back_inserter(out);
        if (!column.has(row)) {
            if (json_) out += "null";
            return;
        }
        switch (column.type()) {
            case BL_COL_U8:
                fmt::format_to(to, "{}", column.values<std::uint8_t>()[row]);
                break;
            case BL_COL_U16:
                fmt::format_to(to, "{}", column.values<std::uint16_t>()[row]);
                break;
            case BL_COL_U32:
                fmt::format_to(to, "{}", column.values<std::uint32_t>()[row]);
                break;
            case BL_COL_U64:
                fmt::format_to(to, "{}", column.values<std::uint64_t>()[row]);
                break;
            case BL_COL_I16:
                fmt::format_to(to, "{}", column.values<std::int16_t>()[row]);
                break;
            case BL_COL_I32:
                fmt::format_to(to, "{}", column.values<std::int32_t>()[row]);
                break;
            case BL_COL_TIME:
            case BL_COL_I64:
                fmt::format_to(to, "{}", column.values<std::int64_t>()[row]);
                break;
            case BL_COL_F64:
                fmt::format_to(to, "{}", column.values<double>()[row]);
                break;
            default:
                add_id(out, column, column.values<std::uint32_t>()[row]);
                break;
        }
    }

    void add_id(std::string& out, const StoredColumn& column, std::uint32_t id) const {
        switch (column.type()) {
            case BL_COL_STRING:
                add_text(out, store_.text(id));
                break;
            case BL_COL_CODE:
                add_text(out, store_.function_name(id));
                break;
            case BL_COL_STACK:
                add_text(out, stack_text(id));
                break;
            default:
                add_row_name(out, column.name(), id);
                break;
        }
    }

    std::string stack_text(std::uint32_t stack) const {
        std::string out;
        const Names& names = store_.names();
        for (; stack != 0; stack = names.stack_parent[stack]) {
            if (!out.empty()) out += ';';
            out += store_.function_name(names.stack_code[stack]);
        }
        return out;
    }

    void add_row_name(std::string& out, std::string_view column, std::uint32_t row) const {
        const TableSpec* const target = target_of(column);
        const std::string_view name = target ? target->name : "";
        const StoredTable* const table = target ? store_.find(name) : nullptr;
        if (name == "thread" && table != nullptr) {
            fmt::format_to(std::back_inserter(out), "{}", table->values<std::uint32_t>("tid")[row]);
            return;
        }
        if (name == "process" && table != nullptr) {
            const auto texts = table->values<std::uint32_t>("name");
            add_text(out, fmt::format("{} ({})", texts.empty() ? "" : store_.text(texts[row]),
                                      table->values<std::uint32_t>("pid")[row]));
            return;
        }
        if (name == "file" && table != nullptr) {
            const auto paths = table->values<std::uint32_t>("path");
            add_text(out, paths.empty() ? "" : store_.text(paths[row]));
            return;
        }
        fmt::format_to(std::back_inserter(out), "{}", row);
    }

    const Store& store_;
    const bool json_;
    std::vector<const StoredColumn*> columns_;
};

}  // namespace

void each_exported(const Store& store, const StoredTable& table, const ExportOptions& options,
                   const std::function<void(std::uint64_t)>& visit) {
    const Belongs belongs(store, table, options.process);
    const auto take = [&](std::uint64_t row) {
        if (belongs(row)) visit(row);
    };
    const bool lives = table.spec() == nullptr || table.spec()->kind == TableKind::kLives;
    if (lives || options.is_whole(store)) {
        for (std::uint64_t row = 0; row < table.rows(); ++row) take(row);
    } else {
        table.each_touching(options.begin, options.end, take);
    }
}

void export_table(const Store& store, const StoredTable& table, const ExportOptions& options,
                  const std::function<void(std::string_view)>& write) {
    const Exporter exporter(store, table, options);
    std::string piece = exporter.heading();
    each_exported(store, table, options, [&](std::uint64_t row) {
        exporter.add_row(piece, row);
        if (piece.size() < kPiece) return;
        write(piece);
        piece.clear();
    });
    write(piece);
}

}  // namespace benchlab::store
