// store.hpp: the decoded trace as an analyzer sees it.  C++17 or later.
//
//     void analyze(const benchlab::Store& store, const benchlab::Run& run, benchlab::Sink& sink) {
//         const auto faults = store.table("hard_fault");
//         const auto begin = faults.time("begin");            // resolved once ...
//         const auto file = faults.row("file");
//         const auto path = store.table("file").string("path");
//         for (const benchlab::Row row : faults.overlap(run.window())) {
//             if (!file.has(row)) continue;
//             use(begin[row], store.text(path[file[row]]));   // ... then plain arrays
//         }
//     }
//
// Everything is a view of memory that lives until the host exits, and is immutable: handles are
// copied freely and shared between threads.  A table or column that the trace has not: table() and
// the column functions throw skip(), so the section says what it misses; find_table() and
// kOptional give something empty instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "benchlab/benchlab.h"
#include "benchlab/host.hpp"

namespace benchlab {

// A row of some table; BL_NO_ROW is none.
using Row = std::uint32_t;
// Ids that must not be mixed.  Zero is the empty string, no stack, no code.
enum class StringId : std::uint32_t { kEmpty = 0 };
enum class StackId : std::uint32_t { kNone = 0 };
enum class CodeId : std::uint32_t { kNone = 0 };

constexpr std::uint32_t index(StringId id) {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t index(StackId id) {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t index(CodeId id) {
    return static_cast<std::uint32_t>(id);
}

// Nanoseconds since the start of the trace; the end is not part of it.
struct Window {
    std::int64_t begin = 0, end = 0;

    constexpr std::int64_t length() const { return end - begin; }
    constexpr bool contains(std::int64_t time) const { return begin <= time && time < end; }
    // How much of [from, to) lies within; 0 when nothing.
    constexpr std::int64_t overlap(std::int64_t from, std::int64_t to) const {
        const std::int64_t first = from > begin ? from : begin;
        const std::int64_t last = to < end ? to : end;
        return last > first ? last - first : 0;
    }
};

namespace detail {

// What a column of a type holds (kRaw in memory, Value to the author), and what absent looks like.
template <std::uint32_t kType>
struct ColumnTraits;
template <class RawType, class ValueType>
struct Holds {
    using Raw = RawType;
    using Value = ValueType;
    static constexpr bool kHasBitmap = false;
};
template <class Integer>
struct HoldsInteger : Holds<Integer, Integer> {
    static constexpr bool kHasBitmap = true;
    static constexpr bool absent(Integer) { return false; }
};
template <class Id>
struct HoldsId : Holds<std::uint32_t, Id> {
    static constexpr bool absent(std::uint32_t raw) { return raw == 0; }
};
template <>
struct ColumnTraits<BL_COL_U8> : HoldsInteger<std::uint8_t> {};
template <>
struct ColumnTraits<BL_COL_U16> : HoldsInteger<std::uint16_t> {};
template <>
struct ColumnTraits<BL_COL_U32> : HoldsInteger<std::uint32_t> {};
template <>
struct ColumnTraits<BL_COL_U64> : HoldsInteger<std::uint64_t> {};
template <>
struct ColumnTraits<BL_COL_I16> : HoldsInteger<std::int16_t> {};
template <>
struct ColumnTraits<BL_COL_I32> : HoldsInteger<std::int32_t> {};
template <>
struct ColumnTraits<BL_COL_I64> : HoldsInteger<std::int64_t> {};
template <>
struct ColumnTraits<BL_COL_F64> : Holds<double, double> {
    static constexpr bool absent(double raw) { return raw != raw; }
};
template <>
struct ColumnTraits<BL_COL_TIME> : Holds<std::int64_t, std::int64_t> {
    static constexpr bool absent(std::int64_t raw) { return raw == BL_NO_TIME; }
};
template <>
struct ColumnTraits<BL_COL_STRING> : HoldsId<StringId> {};
template <>
struct ColumnTraits<BL_COL_STACK> : HoldsId<StackId> {};
template <>
struct ColumnTraits<BL_COL_CODE> : HoldsId<CodeId> {};
template <>
struct ColumnTraits<BL_COL_ROW> : Holds<std::uint32_t, Row> {
    static constexpr bool absent(std::uint32_t raw) { return raw == BL_NO_ROW; }
};

}  // namespace detail

// The values of one column.  An empty one (kOptional, not in the trace) is false, and absent in
// every row.
template <std::uint32_t kType>
class Column {
    using Traits = detail::ColumnTraits<kType>;

  public:
    using Raw = typename Traits::Raw;
    using Value = typename Traits::Value;

    Column() = default;
    explicit Column(const bl_column* column) {
        if (column == nullptr) return;
        data_ = static_cast<const Raw*>(column->data);
        if constexpr (Traits::kHasBitmap) present_ = column->present;
        size_ = static_cast<std::size_t>(column->row_count);
    }

    explicit operator bool() const { return data_ != nullptr; }
    std::size_t size() const { return size_; }
    const Raw* data() const { return data_; }
    const Raw* begin() const { return data_; }
    const Raw* end() const { return data_ + size_; }

    // row < size(); what an absent value reads as is up to its type, see has().
    Value operator[](std::size_t row) const { return static_cast<Value>(data_[row]); }

    bool has(std::size_t row) const {
        if (data_ == nullptr) return false;
        if (present_ != nullptr) return ((present_[row / 64] >> (row % 64)) & 1) != 0;
        return !Traits::absent(data_[row]);
    }
    std::optional<Value> get(std::size_t row) const {
        if (!has(row)) return std::nullopt;
        return (*this)[row];
    }
    Value value_or(std::size_t row, Value otherwise) const {
        return has(row) ? (*this)[row] : otherwise;
    }

  private:
    const Raw* data_ = nullptr;
    const std::uint64_t* present_ = nullptr;
    std::size_t size_ = 0;
};

using U8Column = Column<BL_COL_U8>;
using U16Column = Column<BL_COL_U16>;
using U32Column = Column<BL_COL_U32>;
using U64Column = Column<BL_COL_U64>;
using I16Column = Column<BL_COL_I16>;
using I32Column = Column<BL_COL_I32>;
using I64Column = Column<BL_COL_I64>;
using F64Column = Column<BL_COL_F64>;
using TimeColumn = Column<BL_COL_TIME>;
using StringColumn = Column<BL_COL_STRING>;
using StackColumn = Column<BL_COL_STACK>;
using CodeColumn = Column<BL_COL_CODE>;
using RowColumn = Column<BL_COL_ROW>;

// Rows [first, last) of a table: what a for loop runs over.
class RowRange {
  public:
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Row;
        using difference_type = std::ptrdiff_t;
        using pointer = const Row*;
        using reference = Row;

        constexpr Iterator() = default;
        constexpr explicit Iterator(Row row) : row_(row) {}
        constexpr Row operator*() const { return row_; }
        constexpr Iterator& operator++() {
            ++row_;
            return *this;
        }
        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++row_;
            return before;
        }
        constexpr bool operator==(Iterator other) const { return row_ == other.row_; }
        constexpr bool operator!=(Iterator other) const { return row_ != other.row_; }

      private:
        Row row_ = 0;
    };

    constexpr RowRange() = default;
    // An empty range when last is below first.
    constexpr RowRange(std::uint64_t first, std::uint64_t last)
        : first_(static_cast<Row>(first)), last_(static_cast<Row>(last > first ? last : first)) {}

    constexpr Row first() const { return first_; }
    constexpr Row last() const { return last_; }
    constexpr std::size_t size() const { return last_ - first_; }
    constexpr bool empty() const { return first_ == last_; }
    constexpr Iterator begin() const { return Iterator(first_); }
    constexpr Iterator end() const { return Iterator(last_); }

  private:
    Row first_ = 0, last_ = 0;
};

enum class Presence { kRequired, kOptional };
inline constexpr Presence kOptional = Presence::kOptional;

class Table {
  public:
    Table() = default;
    Table(const bl_store* store, const bl_table* table) : store_(store), table_(table) {}

    // False when the trace has no such table; then it has no rows and only empty columns.
    explicit operator bool() const { return table_ != nullptr; }
    std::string_view name() const { return table_ == nullptr ? "" : table_->name; }
    std::size_t size() const {
        return table_ == nullptr ? 0 : static_cast<std::size_t>(table_->row_count);
    }
    RowRange rows() const { return RowRange(0, size()); }

    // The shortest range with all rows that touch the window, of a table with "time" or "begin".
    // Where spans may lie inside each other some ended before it: test their end.
    RowRange overlap(Window window) const { return overlap(window, rows()); }
    // The same within rows that are sorted: one thread's rows of "state".
    RowRange overlap(Window window, RowRange within) const {
        if (table_ == nullptr || within.empty()) return RowRange();
        std::uint64_t first = within.first(), last = within.last();
        store_->overlap(store_, table_, window.begin, window.end, &first, &last);
        return RowRange(first, last);
    }

    template <std::uint32_t kType>
    Column<kType> column(const char* column_name, Presence presence = Presence::kRequired) const {
        const bl_column* found =
            table_ == nullptr ? nullptr : store_->find_column(store_, table_, column_name, kType);
        if (found == nullptr && presence == Presence::kRequired) {
            throw skip("the trace has no " + std::string(name()) + "." + column_name);
        }
        return Column<kType>(found);
    }

    U8Column u8(const char* n, Presence p = {}) const { return column<BL_COL_U8>(n, p); }
    U16Column u16(const char* n, Presence p = {}) const { return column<BL_COL_U16>(n, p); }
    U32Column u32(const char* n, Presence p = {}) const { return column<BL_COL_U32>(n, p); }
    U64Column u64(const char* n, Presence p = {}) const { return column<BL_COL_U64>(n, p); }
    I16Column i16(const char* n, Presence p = {}) const { return column<BL_COL_I16>(n, p); }
    I32Column i32(const char* n, Presence p = {}) const { return column<BL_COL_I32>(n, p); }
    I64Column i64(const char* n, Presence p = {}) const { return column<BL_COL_I64>(n, p); }
    F64Column f64(const char* n, Presence p = {}) const { return column<BL_COL_F64>(n, p); }
    TimeColumn time(const char* n, Presence p = {}) const { return column<BL_COL_TIME>(n, p); }
    StringColumn string(const char* n, Presence p = {}) const {
        return column<BL_COL_STRING>(n, p);
    }
    StackColumn stack(const char* n, Presence p = {}) const { return column<BL_COL_STACK>(n, p); }
    CodeColumn code(const char* n, Presence p = {}) const { return column<BL_COL_CODE>(n, p); }
    RowColumn row(const char* n, Presence p = {}) const { return column<BL_COL_ROW>(n, p); }

  private:
    const bl_store* store_ = nullptr;
    const bl_table* table_ = nullptr;
};

// The entries of a call stack, innermost first.
class Stack {
  public:
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = CodeId;
        using difference_type = std::ptrdiff_t;
        using pointer = const CodeId*;
        using reference = CodeId;

        Iterator() = default;
        Iterator(const bl_store* store, StackId id) : store_(store), id_(id) {}
        CodeId operator*() const { return CodeId{store_->stack_code[index(id_)]}; }
        Iterator& operator++() {
            id_ = StackId{store_->stack_parent[index(id_)]};
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        // The stack that ends with this entry: equal ids are equal stacks.
        StackId id() const { return id_; }
        bool operator==(const Iterator& other) const { return id_ == other.id_; }
        bool operator!=(const Iterator& other) const { return id_ != other.id_; }

      private:
        const bl_store* store_ = nullptr;
        StackId id_ = StackId::kNone;
    };

    Stack(const bl_store* store, StackId id) : store_(store), id_(id) {}
    bool empty() const { return id_ == StackId::kNone; }
    Iterator begin() const { return Iterator(store_, id_); }
    Iterator end() const { return Iterator(store_, StackId::kNone); }

  private:
    const bl_store* store_;
    StackId id_;
};

// A function, or one inlined into it.  The texts live as long as the store.
struct Function {
    std::string_view name;    // "draw"; without symbols "game.exe+0x12f0"
    std::string_view file;    // empty when not known
    std::uint64_t line = 0;   // 0 when not known
    std::uint64_t start = 0;  // address of its first byte
    Row image = BL_NO_ROW;
};

class Store {
  public:
    explicit Store(const bl_store* store) : store_(store) {}

    const bl_store* raw() const { return store_; }
    std::int64_t duration_ns() const { return store_->duration_ns; }

    // A table of a reader or a derived one; throws skip() when the trace has not what it takes.
    Table table(const char* name) const {
        const Table found = find_table(name);
        if (!found) throw skip(std::string("the trace has no ") + name);
        return found;
    }
    // The same, or an empty one.
    Table find_table(const char* name) const {
        return Table(store_, store_->find_table(store_, name));
    }

    std::string_view text(StringId id) const {
        const std::uint64_t begin = store_->string_offsets[index(id)];
        const std::uint64_t end = store_->string_offsets[index(id) + 1];
        return {store_->string_bytes + begin, static_cast<std::size_t>(end - begin)};
    }

    Stack stack(StackId id) const { return Stack(store_, id); }
    // False when the trace has no stacks, or when no section asked for them; columns of stacks may
    // be there all the same.
    bool has_stacks() const { return store_->stack_count > 1; }

    // Neither waits for symbols.  id is not kNone.
    std::uint64_t address(CodeId id) const { return store_->code_address[index(id)]; }
    Row image(CodeId id) const { return store_->code_image[index(id)]; }

    // For each code the one that stands for its function: grouping by function is grouping by
    // these.  May wait for symbols; ask for all codes at once.  Throws what the host reports.
    std::vector<CodeId> functions(const std::vector<CodeId>& codes) const {
        std::vector<std::uint32_t> in, out(codes.size());
        in.reserve(codes.size());
        for (const CodeId code : codes) in.push_back(index(code));
        check(store_->functions(store_, in.data(), in.size(), out.data()));
        std::vector<CodeId> result;
        result.reserve(out.size());
        for (const std::uint32_t id : out) result.push_back(CodeId{id});
        return result;
    }

    // depth 0 is the function of the code, 1 what is inlined there, and so on inwards; empty below
    // the innermost.  May wait for symbols.
    std::optional<Function> describe(CodeId code, std::uint32_t depth = 0) const {
        bl_function out{};
        out.struct_size = sizeof(out);
        const bl_status status = store_->describe(store_, index(code), depth, &out);
        if (status == BL_SKIPPED) return std::nullopt;
        check(status);
        Function function;
        function.name = view(out.name, out.name_len);
        function.file = view(out.file, out.file_len);
        function.line = out.line;
        function.start = out.start;
        function.image = out.image;
        return function;
    }

  private:
    static std::string_view view(const char* text, std::uint64_t len) {
        return text == nullptr ? std::string_view()
                               : std::string_view(text, static_cast<std::size_t>(len));
    }
    static void check(bl_status status) {
        if (status != BL_OK) throw Error(status, "");
    }

    const bl_store* store_;
};

// What an analysis is asked for: window, focus, options.
class Run {
  public:
    Run(const bl_host* host, const bl_analysis* analysis)
        : host_(host), analysis_(analysis), options_(analysis->options) {}

    Window window() const { return {analysis_->begin, analysis_->end}; }
    const Values& options() const { return options_; }
    const Host& host() const { return host_; }

    // Rows of process: a game and its helpers; none when the user named none.
    const Row* begin_focus() const { return analysis_->focus; }
    const Row* end_focus() const { return analysis_->focus + analysis_->focus_count; }
    bool has_focus() const { return analysis_->focus_count != 0; }
    // True for every process when there is no focus.
    bool in_focus(Row process) const {
        if (!has_focus()) return true;
        for (const Row* row = begin_focus(); row != end_focus(); ++row) {
            if (*row == process) return true;
        }
        return false;
    }

  private:
    Host host_;
    const bl_analysis* analysis_;
    Values options_;
};

}  // namespace benchlab
