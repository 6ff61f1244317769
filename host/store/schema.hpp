// store/schema.hpp: every table that the host knows, each column with type, unit and meaning.
// docs/store.md and benchlab/tables.h are made from it (schema_text.hpp); batches are checked
// against it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "benchlab/benchlab.h"

namespace benchlab::store {

struct EnumValue {
    std::uint32_t value;
    const char* name;  // "timer-dpc": in docs, and TIMER_DPC in the constant
    const char* help;
};

struct EnumSpec {
    const char* prefix;  // "BL_DPC_ISR_KIND": of the constants
    bool bits;           // values are added up
    std::span<const EnumValue> values;
};

// Who fills a column.
enum class Filled : std::uint8_t {
    kReader,     // the reader; it may leave the column out
    kRequired,   // the reader always: rows are sorted or joined by it
    kStatement,  // the reader always, and only it sees it: "time" and "kind" of a table of lives
    kHost,       // the host, when the store is frozen
};

struct ColumnSpec {
    const char* name;
    std::uint32_t type;  // BL_COL_* as analyzers see it
    std::uint32_t unit;  // BL_UNIT_*
    Filled filled;
    const char* help;
    const EnumSpec* values = nullptr;
};

enum class TableKind : std::uint8_t {
    kLives,    // written as statements; one row a life
    kEvents,   // sorted by "time"
    kSpans,    // sorted by "begin"
    kList,     // in order of coming
    kDerived,  // made by the host from others, when first asked for
};

struct TableSpec {
    const char* name;
    TableKind kind;
    const char* help;
    std::span<const ColumnSpec> columns;
    // What a row of another table refers to it by; null: nothing does.
    const char* key = nullptr;
    const char* from = nullptr;  // of a derived table: the tables that it is made of
    // What a recording has to have in it, "context switches (kernel flag CSWITCH)"; null: the
    // table says it by its name.
    const char* recorded = nullptr;

    const ColumnSpec* find(std::string_view column) const;
};

// In the order of the documentation.
std::span<const TableSpec> schema();
const TableSpec* find_table_spec(std::string_view name);

// The tables that a derived one is made of, what it cannot be made without first; of any other name
// the name itself.
std::vector<std::string> made_of(std::string_view table);

// For who has a trace without this table, what the next one should have in it.
std::string what_to_record(std::string_view table);

// The table that a column of rows refers to: its name, or what the name ends in ("old_thread" is
// of thread).  Null when there is none.
const TableSpec* target_of(std::string_view column);

// The type that a reader hands in where analyzers see `spec.type`: a key for a row, an address for
// a code, else the same.
std::uint32_t batch_type(const ColumnSpec& spec);

// "u16", "time", "row" ...
std::string_view type_name(std::uint32_t type);
// Bytes of one value; 0 for a type that does not exist.
std::size_t type_size(std::uint32_t type);
// What has a bitmap where values are absent; the others have a value for it.
bool is_integer(std::uint32_t type);

}  // namespace benchlab::store
