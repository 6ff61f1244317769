// store/catalog.hpp: the tables and columns that one store is being filled with: those of the
// schema, and readers' own.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "store/schema.hpp"

namespace benchlab::store {

struct ColumnDef {
    std::string name;
    std::uint32_t type = 0;             // as analyzers see it
    std::uint32_t batch_type = 0;       // as readers hand it in
    const ColumnSpec* spec = nullptr;   // null: a reader's own
    const TableSpec* target = nullptr;  // of a row: the table that it refers to
    std::size_t index = 0;              // in its table
};

struct TableDef {
    std::string name;
    const TableSpec* spec = nullptr;  // null: a reader's own
    std::size_t index = 0;
    std::deque<ColumnDef> columns;  // those of the schema first, in its order

    const ColumnDef* find(std::string_view column) const;
};

// Lanes ask from any thread, but seldom: each remembers the shapes that it has seen.
class Catalog {
  public:
    Catalog();

    // The error names what was wrong: a name that is neither the schema's nor `owner`'s own, a
    // column that only the host fills, another type.
    base::Result<TableDef*> table(std::string_view name, std::string_view owner);
    base::Result<const ColumnDef*> column(TableDef& table, std::string_view name,
                                          std::uint32_t batch_type, std::string_view owner);

    // Only when no lane is being filled any more.
    const std::deque<TableDef>& tables() const { return tables_; }
    TableDef* find(std::string_view name);

  private:
    std::mutex mutex_;
    std::deque<TableDef> tables_;
};

}  // namespace benchlab::store
