// store/story_cells.hpp: what the events of a story have in common: columns as clauses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "store/story_events.hpp"
#include "store/story_text.hpp"
#include "store/values.hpp"

namespace benchlab::store {

// Words of an enumeration by value, as docs/story.md spells them; empty: not said.
using StoryWords = std::span<const std::string_view>;
// Where a statement must say one: of a value that has none the first.
inline std::string_view word_of(StoryWords words, std::uint8_t value) {
    return words[value < words.size() ? value : 0];
}

// A table whose rows become statements.  Each clause is left out where the row has no value, or the
// one that a story means without it.
class StoryTable : public StoryEvents {
  public:
    StoryTable(const StoryContext& context, const StoredTable& table, std::string_view time)
        : context_(context), table_(table), time_(&table, time) {}

    std::int64_t time(std::uint64_t row) const override { return time_.get(row); }

  protected:
    template <class T>
    Values<T> column(std::string_view name) const {
        return Values<T>(&table_, name);
    }
    Rows rows(std::string_view name) const { return Rows(&table_, name); }
    std::string_view text(const Values<std::uint32_t>& column, std::uint64_t row) const {
        return context_.store.text(column.get(row));
    }

    template <class T>
    static void number(Statement& into, std::string_view name, const Values<T>& column,
                       std::uint64_t row, T unsaid = {}) {
        if (column.has(row) && column.get(row) != unsaid) {
            into.clause(name, std::to_string(column.get(row)));
        }
    }
    template <class T>
    static void hex(Statement& into, std::string_view name, const Values<T>& column,
                    std::uint64_t row) {
        if (column.get(row) != 0) into.clause(name, story_hex(column.get(row)));
    }
    static void choice(Statement& into, std::string_view name, const Values<std::uint8_t>& column,
                       std::uint64_t row, StoryWords words, std::uint8_t unsaid = 0) {
        const std::uint8_t value = column.get(row);
        if (value != unsaid && value < words.size() && !words[value].empty()) {
            into.clause(name, words[value]);
        }
    }
    // A moment counted from `from`.
    static void moment(Statement& into, std::string_view name, const Values<std::int64_t>& column,
                       std::uint64_t row, std::int64_t from) {
        if (column.has(row)) into.time(name, column.get(row) - from);
    }
    void thread(Statement& into, std::string_view name, const Rows& column,
                std::uint64_t row) const {
        if (column[row] != BL_NO_ROW) into.clause(name, context_.names.thread(column[row]));
    }
    void process(Statement& into, std::string_view name, const Rows& column,
                 std::uint64_t row) const {
        if (column[row] != BL_NO_ROW) into.clause(name, context_.names.process(column[row]));
    }
    void stack(Statement& into, std::string_view name, const Values<std::uint32_t>& column,
               std::uint64_t row) const {
        if (column.get(row) != 0) into.clause(name, context_.names.stack(column.get(row)));
    }
    // The key of the file, queue or present that a row refers to; 0: of none.
    std::uint64_t key(const Rows& column, std::uint64_t row,
                      const Values<std::uint64_t>& keys) const {
        return column[row] == BL_NO_ROW ? 0 : keys.get(column[row]);
    }

    const StoryContext& context_;
    const StoredTable& table_;
    const Values<std::int64_t> time_;
};

// A table of spans: its events have a length.
class StorySpans : public StoryTable {
  public:
    StorySpans(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "begin"), end_(&table, "end") {}

  protected:
    // Never negative, as a reader may have it: a story could not be read back.
    std::int64_t length_ns(std::uint64_t row) const {
        return std::max<std::int64_t>(end_.get(row, time_.get(row)) - time_.get(row), 0);
    }
    void length(Statement& into, std::uint64_t row) const {
        if (end_.has(row)) {
            into.time("for", length_ns(row));
        } else {
            into.word("open");
        }
    }

    const Values<std::int64_t> end_;
};

}  // namespace benchlab::store
