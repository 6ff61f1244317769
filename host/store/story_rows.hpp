// store/story_rows.hpp: which rows of a store a story tells.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "store/buffer.hpp"
#include "store/export.hpp"
#include "store/store.hpp"

namespace benchlab::store {

// The tables whose rows are events of a story; of equal times the earlier table comes first, as a
// wake-up and the switch that follows it may share a moment.
inline constexpr std::array<std::string_view, 18> kStoryTables = {
    "ready",   "cswitch", "dpc_isr", "timer",   "sample", "hard_fault",
    "disk_io", "call",    "present", "display", "vsync",  "gpu_packet",
    "input",   "mark",    "phase",   "counter", "lost",   "frame_log"};

class RowSet {
  public:
    RowSet() = default;
    explicit RowSet(std::uint64_t rows) : bits_(bitmap_words(rows)), rows_(rows) {}
    void add(std::uint64_t row) { set_bit(bits_.data(), row); }
    bool has(std::uint64_t row) const { return test_bit(bits_.data(), row); }
    std::uint64_t rows() const { return rows_; }  // of the table
    // The first of them that is not before `row`; rows() when there is none.
    std::uint64_t next(std::uint64_t row) const {
        while (row < rows_ && !has(row)) {
            row = bits_[static_cast<std::size_t>(row / 64)] >> (row % 64) == 0 ? (row / 64 + 1) * 64
                                                                               : row + 1;
        }
        return row < rows_ ? row : rows_;
    }
    // Calls visit(row) for each of them, in order; of those that are added meanwhile, too, where
    // they lie behind.
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::uint64_t row = next(0); row < rows_; row = next(row + 1)) visit(row);
    }

  private:
    std::vector<std::uint64_t> bits_;
    std::uint64_t rows_ = 0;
};

// The rows that touch the window and belong to the process, and with them, however far from the
// window, what the figures of the window hang on:
// - of each thread its last switch before the window and its first one behind, with the wake-ups
//   between these and the window: what it was doing at either end, why, and who ends its wait;
// - the switch that put a waker on its CPU, as that is how many systems tell who it was;
// - every loss of events; presents that other rows refer to.
// Who runs at either end of the window is told by its own switches.
class StoryRows {
  public:
    StoryRows(const Store& store, const ExportOptions& options);

    // By place in kStoryTables.
    const StoredTable* table(std::size_t which) const { return tables_[which]; }
    const RowSet& rows(std::size_t which) const { return rows_[which]; }
    bool is_whole() const { return whole_; }  // no window

  private:
    void add_window(const Store& store, const ExportOptions& options);
    void add_neighbours(const Store& store, const ExportOptions& options);
    void add_wakers(const Store& store);
    void add_presents();

    bool whole_;
    std::array<const StoredTable*, kStoryTables.size()> tables_{};
    std::array<RowSet, kStoryTables.size()> rows_;
};

constexpr std::size_t story_table(std::string_view name) {
    std::size_t which = 0;
    while (kStoryTables[which] != name) ++which;
    return which;
}

}  // namespace benchlab::store
