// store/store.hpp: a frozen store: what analyzers see as bl_store.  Made by freeze() (freeze.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "benchlab/benchlab.h"
#include "store/buffer.hpp"
#include "store/cpu_timeline.hpp"
#include "store/parallel.hpp"
#include "store/schema.hpp"
#include "store/symbols/symbol_places.hpp"

namespace benchlab::store {

class StoredColumn {
  public:
    StoredColumn(std::string name, std::uint32_t type, std::uint64_t rows, Fill fill);
    StoredColumn(const StoredColumn&) = delete;
    StoredColumn& operator=(const StoredColumn&) = delete;

    const bl_column* abi() const { return &abi_; }
    const std::string& name() const { return name_; }
    std::uint32_t type() const { return abi_.type; }
    template <class T>
    std::span<T> values() {
        return {data_.as<T>(), static_cast<std::size_t>(abi_.row_count)};
    }
    template <class T>
    std::span<const T> values() const {
        return {data_.as<const T>(), static_cast<std::size_t>(abi_.row_count)};
    }
    // The bitmap of an integer column, all absent when it is made here.
    std::uint64_t* make_present();
    const std::uint64_t* present() const { return abi_.present; }
    bool has(std::uint64_t row) const;

  private:
    const std::string name_;
    Buffer data_, present_;
    bl_column abi_{};
};

class StoredTable {
  public:
    StoredTable(std::string name, const TableSpec* spec, std::uint64_t rows);
    StoredTable(const StoredTable&) = delete;
    StoredTable& operator=(const StoredTable&) = delete;

    const bl_table* abi() const { return &abi_; }
    const std::string& name() const { return name_; }
    const TableSpec* spec() const { return spec_; }
    std::uint64_t rows() const { return abi_.row_count; }

    // Values are zero; what that means is up to the type.
    StoredColumn& add(std::string name, std::uint32_t type, Fill fill = Fill::kZero);
    StoredColumn* find(std::string_view name);
    const StoredColumn* find(std::string_view name) const;
    // Empty when there is no such column.
    template <class T>
    std::span<const T> values(std::string_view name) const {
        const StoredColumn* const column = find(name);
        return column ? column->values<T>() : std::span<const T>();
    }

    // Rows by which overlap() searches: "time", or "begin" and "end".  Once all is filled.
    void index_times();
    void overlap(std::int64_t begin, std::int64_t end, std::uint64_t& first,
                 std::uint64_t& last) const;
    // Does the row touch [begin, end)?  One of no length counts as one nanosecond, one whose end is
    // not known lasts; one without a time touches every window.
    bool touches(std::uint64_t row, std::int64_t begin, std::int64_t end) const {
        return begin_ == nullptr || (begin_[row] < end && end_of(row) > begin);
    }
    // Calls visit(row) for those that do, in order.
    template <class Visit>
    void each_touching(std::int64_t begin, std::int64_t end, Visit&& visit) const {
        std::uint64_t first = 0, last = rows();
        if (sorted_) overlap(begin, end, first, last);
        for (std::uint64_t row = first; row < last; ++row) {
            if (touches(row, begin, end)) visit(row);
        }
    }

  private:
    // Behind its last nanosecond.
    std::int64_t end_of(std::uint64_t row) const {
        if (end_ == nullptr) return begin_[row] + 1;
        return end_[row] == BL_NO_TIME ? INT64_MAX : std::max(end_[row], begin_[row] + 1);
    }

    const std::string name_;
    const TableSpec* spec_;
    std::deque<StoredColumn> columns_;
    std::vector<const bl_column*> column_list_;
    bl_table abi_{};
    const std::int64_t* begin_ = nullptr;
    const std::int64_t* end_ = nullptr;     // null: events
    std::vector<std::int64_t> latest_end_;  // of all rows up to this one; empty: as in end_
    bool sorted_ = false;                   // by begin_
};

// Null when there is none of that name.
StoredTable* table_named(std::deque<StoredTable>& tables, std::string_view name);
const StoredTable* table_named(const std::deque<StoredTable>& tables, std::string_view name);

// Texts, codes and stacks; index 0 is none of each.
struct Names {
    std::vector<std::uint64_t> string_offsets{0, 0};
    std::string string_bytes;
    std::vector<std::uint32_t> stack_parent{0}, stack_code{0};
    std::vector<std::uint64_t> code_address{0};
    std::vector<std::uint32_t> code_image{BL_NO_ROW};
    std::vector<std::uint32_t> code_space{0};  // 0: the kernel; else a row of process + 1
    // 1: where a call returns to, and nothing else: the call is in front of it.
    std::vector<std::uint8_t> code_is_return{0};

    std::string_view text(std::uint32_t string_id) const {
        const auto begin = static_cast<std::size_t>(string_offsets[string_id]);
        const auto end = static_cast<std::size_t>(string_offsets[string_id + 1]);
        return std::string_view(string_bytes).substr(begin, end - begin);
    }
};

class Symbols;  // symbols/symbols.hpp

class Store {
  public:
    Store(std::deque<StoredTable> tables, Names names, std::int64_t duration_ns, CpuTimeline cpus,
          Parallel parallel);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    const bl_store* abi() const { return &abi_; }
    std::int64_t duration_ns() const { return abi_.duration_ns; }
    std::uint32_t cpu_count() const { return cpus_.cpu_count(); }
    const CpuTimeline& cpus() const { return cpus_; }

    // Null when the trace has no such table; a derived one is made when first asked for.
    const StoredTable* find(std::string_view name) const;
    std::string_view text(std::uint32_t string_id) const { return names_.text(string_id); }
    // Could it be had, now or by deriving it?  Of frames only making them tells; `state`, which
    // takes long, is not made for this.
    bool has(std::string_view table) const;
    const Names& names() const { return names_; }
    const std::deque<StoredTable>& tables() const { return tables_; }

    // The function of a code, in words: "draw", without a name "game.exe+0x12f0"; for code 0
    // nothing.  May take the time to read the files with the names.
    std::string_view function_name(std::uint32_t code) const;
    // Where names of functions are looked for; nowhere but in the store itself unless called,
    // before anyone asks for one.
    void find_symbols_in(SymbolPlaces places);
    // Functions of these modules, by the name of their image, are known by their places alone.
    void hide_functions(const std::function<bool(std::string_view module)>& is_private);
    // Files with names that were not used, once all is asked.
    std::vector<std::string> symbol_notes() const;

    // For anonymise(): lets `change` put other texts into the pool and their ids into the columns.
    // Before anyone else sees the store.
    void change_texts(const std::function<void(std::deque<StoredTable>&, Names&)>& change);

    // What plugins did wrong: a column asked for by a type that it has not, ids that nobody made.
    std::vector<std::string> take_complaints() const;
    void complain(std::string text) const;

  private:
    struct Abi : bl_store {
        Store* owner = nullptr;
    };
    static Store& of(const bl_store* store);
    static const bl_table* BL_CALL find_table(const bl_store*, const char*);
    static const bl_column* BL_CALL find_column(const bl_store*, const bl_table*, const char*,
                                                std::uint32_t);
    static void BL_CALL overlap(const bl_store*, const bl_table*, std::int64_t, std::int64_t,
                                std::uint64_t*, std::uint64_t*);
    static bl_status BL_CALL functions(const bl_store*, const std::uint32_t*, std::uint64_t,
                                       std::uint32_t*);
    static bl_status BL_CALL describe(const bl_store*, std::uint32_t, std::uint32_t, bl_function*);
    const StoredTable* table_of(const bl_table* table) const;
    // `frame` is that derived table, for those that are made of it.
    std::unique_ptr<StoredTable> derive(std::string_view name, const StoredTable* frame) const;
    void link_texts();
    Symbols& symbols() const;

    std::deque<StoredTable> tables_;
    std::vector<const bl_table*> table_list_;
    Names names_;
    const CpuTimeline cpus_;
    Parallel parallel_;
    Abi abi_;
    mutable std::mutex mutex_;  // guards what follows
    // By name, once someone asked for it; null where the trace has not what it is made of.
    mutable std::map<std::string_view, std::unique_ptr<StoredTable>> derived_;
    mutable std::vector<std::string> complaints_;
    mutable std::unique_ptr<Symbols> symbols_;
    SymbolPlaces symbol_places_;
};

}  // namespace benchlab::store
