#include "store/catalog.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace benchlab::store {
namespace {

// Names in messages come from plugins.
std::string shown(std::string_view text) {
    std::size_t replaced = 0;
    return base::printable(base::valid_utf8(text.substr(0, 100), replaced));
}

bool is_own_name(std::string_view name, std::string_view owner) {
    return name.size() > owner.size() + 1 && name.starts_with(owner) && name[owner.size()] == '.' &&
           base::is_declared_name(name);
}

base::Error refused(std::string message) {
    return {base::Code::kPlugin, std::move(message)};
}

// What a reader's own column is for analyzers.
std::uint32_t final_type(std::uint32_t batch_type) {
    if (batch_type == BL_COL_KEY32 || batch_type == BL_COL_KEY64) return BL_COL_ROW;
    return batch_type == BL_COL_ADDRESS ? std::uint32_t{BL_COL_CODE} : batch_type;
}

}  // namespace

const ColumnDef* TableDef::find(std::string_view column) const {
    for (const ColumnDef& each : columns) {
        if (each.name == column) return &each;
    }
    return nullptr;
}

Catalog::Catalog() {
    for (const TableSpec& spec : schema()) {
        TableDef& table = tables_.emplace_back();
        table.name = spec.name;
        table.spec = &spec;
        table.index = tables_.size() - 1;
        for (const ColumnSpec& column : spec.columns) {
            const TableSpec* const target =
                column.type == BL_COL_ROW ? target_of(column.name) : nullptr;
            table.columns.push_back({column.name, column.type, batch_type(column), &column, target,
                                     table.columns.size()});
        }
    }
}

TableDef* Catalog::find(std::string_view name) {
    for (TableDef& each : tables_) {
        if (each.name == name) return &each;
    }
    return nullptr;
}

base::Result<TableDef*> Catalog::table(std::string_view name, std::string_view owner) {
    const std::lock_guard lock(mutex_);
    TableDef* const known = find(name);
    if (known != nullptr) {
        if (known->spec != nullptr && known->spec->kind == TableKind::kDerived) {
            return refused(fmt::format("table {}: only the host makes it", name));
        }
        return known;
    }
    if (!is_own_name(name, owner)) {
        return refused(
            fmt::format("table {}: there is none of that name; one of your own is "
                        "named {}.something",
                        shown(name), owner));
    }
    TableDef& table = tables_.emplace_back();
    table.name = name;
    table.index = tables_.size() - 1;
    return &table;
}

base::Result<const ColumnDef*> Catalog::column(TableDef& table, std::string_view name,
                                               std::uint32_t batch_type, std::string_view owner) {
    const std::lock_guard lock(mutex_);
    const ColumnDef* const known = table.find(name);
    if (known == nullptr && table.spec != nullptr && !is_own_name(name, owner)) {
        return refused(
            fmt::format("column {}.{}: there is none of that name; one of your own is "
                        "named {}.something",
                        table.name, shown(name), owner));
    }
    const std::uint32_t wanted = known ? known->batch_type : batch_type;
    if (known != nullptr && known->spec != nullptr && known->spec->filled == Filled::kHost) {
        return refused(fmt::format("column {}.{}: only the host fills it", table.name, name));
    }
    if (batch_type != wanted) {
        return refused(fmt::format("column {}.{}: has type {}, not {}", table.name, shown(name),
                                   type_name(wanted), type_name(batch_type)));
    }
    if (known != nullptr) return known;
    const std::uint32_t type = final_type(batch_type);
    if (type_size(type) == 0 || !base::is_declared_name(name)) {
        return refused(
            fmt::format("column {}.{}: its name or type cannot be", table.name, shown(name)));
    }
    const TableSpec* const target = type == BL_COL_ROW ? target_of(name) : nullptr;
    if (type == BL_COL_ROW && (target == nullptr || target->key == nullptr)) {
        return refused(fmt::format("column {}.{}: its name ends in no table that has keys",
                                   table.name, shown(name)));
    }
    table.columns.push_back(
        {std::string(name), type, batch_type, nullptr, target, table.columns.size()});
    return &table.columns.back();
}

}  // namespace benchlab::store
