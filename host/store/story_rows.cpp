#include "store/story_rows.hpp"

#include <optional>
#include <vector>

#include "store/values.hpp"

namespace benchlab::store {
namespace {

constexpr std::size_t kReady = story_table("ready"), kSwitch = story_table("cswitch");
constexpr std::size_t kLost = story_table("lost");

// The scheduling of all threads: walked away from the window, in either direction.
class Neighbours {
  public:
    Neighbours(const Store& store, std::uint32_t process)
        : switch_(store.find("cswitch")),
          ready_(store.find("ready")),
          switch_time_(switch_, "time"),
          ready_time_(ready_, "time"),
          old_(switch_, "old_thread"),
          new_(switch_, "new_thread"),
          ready_thread_(ready_, "thread") {
        const StoredTable* const thread = store.find("thread");
        const Rows owners(thread, "process");
        const std::uint64_t threads = thread ? thread->rows() : 0;
        for (std::uint64_t row = 0; row < threads; ++row) {
            wanted_.push_back(process == BL_NO_ROW || owners[row] == process);
        }
    }

    // From row `from` of cswitch on, `step` rows at a time, and likewise of ready.
    void add(RowSet& switches, std::int64_t from_switch, RowSet& readies, std::int64_t from_ready,
             int step) {
        nearest_.assign(wanted_.size(), std::nullopt);
        walk(switch_, from_switch, step, [&](std::uint64_t row) {
            const std::int64_t time = switch_time_.get(row);
            const bool of_old = take(old_[row], time), of_new = take(new_[row], time);
            if (of_old || of_new) switches.add(row);
        });
        // A wake-up that lies between the window and that switch; at its very time it may be
        // before or behind it.
        walk(ready_, from_ready, step, [&](std::uint64_t row) {
            const std::uint32_t thread = ready_thread_[row];
            if (thread == BL_NO_ROW || !wanted_[thread]) return;
            const auto& at = nearest_[thread];
            const std::int64_t time = ready_time_.get(row);
            if (!at || (step < 0 ? time >= *at : time <= *at)) readies.add(row);
        });
    }

  private:
    template <class Visit>
    static void walk(const StoredTable* table, std::int64_t from, int step, Visit&& visit) {
        const std::int64_t rows = table ? static_cast<std::int64_t>(table->rows()) : 0;
        for (std::int64_t row = from; row >= 0 && row < rows; row += step) {
            visit(static_cast<std::uint64_t>(row));
        }
    }
    // True of the nearest switch of that thread.  Two of one moment count as one: either may be
    // the nearer.
    bool take(std::uint32_t thread, std::int64_t time) {
        if (thread == BL_NO_ROW || !wanted_[thread]) return false;
        if (!nearest_[thread]) nearest_[thread] = time;
        return *nearest_[thread] == time;
    }

    const StoredTable* const switch_;
    const StoredTable* const ready_;
    Values<std::int64_t> switch_time_, ready_time_;
    Rows old_, new_, ready_thread_;
    std::vector<bool> wanted_;
    std::vector<std::optional<std::int64_t>> nearest_;  // switch, by thread
};

}  // namespace

StoryRows::StoryRows(const Store& store, const ExportOptions& options)
    : whole_(options.is_whole(store)) {
    for (std::size_t i = 0; i < kStoryTables.size(); ++i) {
        tables_[i] = store.find(kStoryTables[i]);
        if (tables_[i] != nullptr) rows_[i] = RowSet(tables_[i]->rows());
    }
    add_window(store, options);
    if (!whole_) add_neighbours(store, options);
    if (!whole_ || options.process != BL_NO_ROW) add_wakers(store);
    add_presents();
}

void StoryRows::add_window(const Store& store, const ExportOptions& options) {
    for (std::size_t i = 0; i < kStoryTables.size(); ++i) {
        if (tables_[i] == nullptr) continue;
        ExportOptions of_table = options;
        if (i == kLost) of_table.begin = INT64_MIN, of_table.end = INT64_MAX;
        each_exported(store, *tables_[i], of_table, [&](std::uint64_t row) { rows_[i].add(row); });
    }
}

void StoryRows::add_neighbours(const Store& store, const ExportOptions& options) {
    struct Window {
        std::uint64_t first = 0, last = 0;
    };
    const auto window = [&](const StoredTable* table) {
        Window out;
        if (table == nullptr) return out;
        out.last = table->rows();
        table->overlap(options.begin, options.end, out.first, out.last);
        return out;
    };
    const Window switches = window(tables_[kSwitch]), readies = window(tables_[kReady]);
    Neighbours neighbours(store, options.process);
    neighbours.add(rows_[kSwitch], static_cast<std::int64_t>(switches.first) - 1, rows_[kReady],
                   static_cast<std::int64_t>(readies.first) - 1, -1);
    neighbours.add(rows_[kSwitch], static_cast<std::int64_t>(switches.last), rows_[kReady],
                   static_cast<std::int64_t>(readies.last), 1);
}

void StoryRows::add_wakers(const Store& store) {
    const Values<std::int64_t> time(tables_[kReady], "time");
    const Values<std::uint16_t> cpu(tables_[kReady], "cpu");
    const Rows waker(tables_[kReady], "waker_thread");
    rows_[kReady].each([&](std::uint64_t row) {
        if (!cpu.has(row) || waker[row] == BL_NO_ROW) return;
        const std::uint32_t telling = store.cpus().telling(cpu.get(row), time.get(row));
        if (telling != BL_NO_ROW) rows_[kSwitch].add(telling);
    });
}

void StoryRows::add_presents() {
    RowSet& presents = rows_[story_table("present")];
    for (const std::string_view name : {"display", "gpu_packet"}) {
        const std::size_t which = story_table(name);
        const Rows present(tables_[which], "present");
        rows_[which].each([&](std::uint64_t row) {
            if (present[row] != BL_NO_ROW) presents.add(present[row]);
        });
    }
}

}  // namespace benchlab::store
