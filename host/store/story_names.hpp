// store/story_names.hpp: the lives that the rows of a story name, and how its events say them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/story_rows.hpp"
#include "store/values.hpp"

namespace benchlab::store {

class StoryNames {
  public:
    // Goes over all rows once.
    StoryNames(const Store& store, const StoryRows& rows);

    const RowSet& lives(std::string_view table) const;
    // Every time of the story is a whole number of these: 100 or 1.
    std::int64_t tick_ns() const { return tick_ns_; }
    // Stacks that get a name, outer ones first.
    const std::vector<std::uint32_t>& named_stacks() const { return named_stacks_; }

    // By the name where that is the only one, else by the number.  BL_NO_ROW is a number of nobody.
    std::string thread(std::uint32_t row) const;
    bool is_idle(std::uint32_t thread) const { return idle_cpu_.has(thread); }
    std::string process(std::uint32_t row) const;
    // "game.exe+0x10", or the address where the name would not say which.
    std::string code(std::uint32_t code) const;
    // By its own name unless `spelt`, else from the innermost frame on.
    std::string stack(std::uint32_t stack, bool spelt = false) const;
    std::string stack_name(std::uint32_t stack) const;

  private:
    void add_row(std::string_view table, std::uint32_t row);
    void add_code(std::uint32_t code);
    void add_stack(std::uint32_t stack);
    void add_rows_of(const StoredTable& table, const RowSet& rows);
    void note_time(std::int64_t time) {
        if (time != BL_NO_TIME && time % tick_ns_ != 0) tick_ns_ = 1;
    }
    void note_times(const StoredTable* table, const RowSet& rows);
    void close(const Store& store);  // lives that lives name
    void name_stacks();
    void find_unique_names(const Store& store);

    const Store& store_;
    const Names& names_;
    const StoredTable* const thread_;
    const StoredTable* const process_;
    const StoredTable* const image_;
    Values<std::uint16_t> idle_cpu_;
    Values<std::uint32_t> tid_, pid_, thread_name_, process_name_, image_name_;
    Values<std::uint64_t> image_base_;
    std::int64_t tick_ns_ = 100;
    std::map<std::string, RowSet, std::less<>> lives_;
    RowSet stacks_seen_;
    std::vector<std::uint32_t> stack_uses_;
    std::vector<std::uint32_t> named_stacks_;
    std::unordered_map<std::uint32_t, std::uint32_t> stack_numbers_;
    // By the text as written: the only number, or nothing when there are several.
    std::map<std::string, std::uint64_t, std::less<>> thread_numbers_, process_numbers_, bases_;
};

}  // namespace benchlab::store
