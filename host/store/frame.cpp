#include "store/frame.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

// DXGI_PRESENT_TEST: asks whether a present would work, and presents nothing.
constexpr std::uint32_t kTestOnly = 1;

// What ends a frame: a row of present, mark or frame_log.
struct End {
    std::int64_t time = 0;
    std::int64_t begin = BL_NO_TIME;  // of the frame, where the row itself tells it
    std::uint32_t process = BL_NO_ROW, thread = BL_NO_ROW;
    std::uint32_t present = BL_NO_ROW, mark = BL_NO_ROW, log = BL_NO_ROW;
    std::uint64_t chain = 0;
    bool has_chain = false;
    std::int64_t in_present = -1;  // below 0: not known
};

struct Frame {
    End by;
    std::int64_t begin = 0;
    std::uint32_t loop = 0;
};

// Ends that follow each other in one loop of a program, by time.
using Loop = std::vector<End>;

class Presents {
  public:
    explicit Presents(const StoredTable* table)
        : table_(table),
          begin_(table, "begin"),
          end_(table, "end"),
          process_(table, "process"),
          thread_(table, "thread"),
          chain_(table, "swap_chain"),
          flags_(table, "flags"),
          outcome_(table, "outcome"),
          nesting_(table, "nesting"),
          runtime_(table, "runtime") {}

    // Those that are frames of their program, by the chain that they belong to.
    std::vector<Loop> chains(const Names& names, const Rows& owners) const {
        std::map<std::tuple<std::uint32_t, bool, std::uint64_t>, Loop> out;
        const std::uint64_t rows = table_ == nullptr ? 0 : table_->rows();
        for (std::uint64_t row = 0; row < rows; ++row) {
            if (!is_frame(row, names)) continue;
            End end;
            end.time = begin_.get(row);
            end.thread = thread_[row];
            end.process = process_[row];
            if (end.process == BL_NO_ROW) end.process = owners[end.thread];
            end.present = static_cast<std::uint32_t>(row);
            end.has_chain = chain_.has(row);
            end.chain = chain_.get(row);
            if (end_.has(row)) end.in_present = std::max<std::int64_t>(end_.get(row) - end.time, 0);
            out[{end.process, end.has_chain, end.chain}].push_back(end);
        }
        std::vector<Loop> loops;
        for (auto& [key, loop] : out) loops.push_back(std::move(loop));
        return loops;
    }

  private:
    bool is_frame(std::uint64_t row, const Names& names) const {
        if (nesting_.get(row) != 0 || outcome_.get(row) == BL_PRESENT_OUTCOME_FAILED) return false;
        const bool dxgi = names.text(runtime_.get(row)).starts_with("DXGI");
        return !dxgi || (flags_.get(row) & kTestOnly) == 0;
    }

    const StoredTable* const table_;
    const Values<std::int64_t> begin_, end_;
    const Rows process_, thread_;
    const Values<std::uint64_t> chain_;
    const Values<std::uint32_t> flags_;
    const Values<std::uint8_t> outcome_, nesting_;
    const Values<std::uint32_t> runtime_;
};

// A chain that is made anew, when a window changes its size, goes on with the loop of the thread
// that had the one before.
std::vector<Loop> joined(std::vector<Loop> chains) {
    std::stable_sort(chains.begin(), chains.end(),
                     [](const Loop& a, const Loop& b) { return a.front().time < b.front().time; });
    std::vector<Loop> out;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> of_thread;
    for (Loop& chain : chains) {
        const End& first = chain.front();
        std::vector<std::size_t>& earlier = of_thread[{first.process, first.thread}];
        const auto before = std::find_if(earlier.begin(), earlier.end(), [&](std::size_t loop) {
            return out[loop].back().time < first.time;
        });
        if (first.thread == BL_NO_ROW || before == earlier.end()) {
            const End last = chain.back();
            out.push_back(std::move(chain));
            of_thread[{last.process, last.thread}].push_back(out.size() - 1);
        } else {
            Loop& loop = out[*before];
            loop.insert(loop.end(), chain.begin(), chain.end());
        }
    }
    return out;
}

// By each thread that marks frames.
std::vector<Loop> marked(const StoredTable* mark, const Names& names, const Rows& owners) {
    std::vector<Loop> loops;
    if (mark == nullptr) return loops;
    const Values<std::int64_t> time(mark, "time");
    const Values<std::uint32_t> name(mark, "name");
    const Rows process(mark, "process"), thread(mark, "thread");
    std::map<std::pair<std::uint32_t, std::uint32_t>, Loop> by_thread;
    for (std::uint64_t row = 0; row < mark->rows(); ++row) {
        if (names.text(name.get(row)) != "frame") continue;
        End end;
        end.time = time.get(row);
        end.thread = thread[row];
        end.process = process[row];
        if (end.process == BL_NO_ROW) end.process = owners[end.thread];
        end.mark = static_cast<std::uint32_t>(row);
        by_thread[{end.process, end.thread}].push_back(end);
    }
    // One mark ends nothing that began.
    for (auto& [key, loop] : by_thread) {
        if (loop.size() > 1) loops.push_back(std::move(loop));
    }
    return loops;
}

// Chains of processes that do not mark their frames themselves.
void add_presented(std::vector<Loop> chains, const std::set<std::uint32_t>& marking,
                   std::vector<Loop>& loops) {
    for (Loop& chain : chains) {
        if (marking.count(chain.front().process) == 0) loops.push_back(std::move(chain));
    }
}

class LoggedFrames {
  public:
    explicit LoggedFrames(const StoredTable* table)
        : table_(table),
          time_(table, "time"),
          process_(table, "process"),
          application_(table, "application"),
          chain_(table, "swap_chain"),
          between_(table, "between_presents"),
          app_(table, "app_time"),
          in_present_(table, "in_present") {
        const std::uint64_t rows = table == nullptr ? 0 : table->rows();
        for (std::uint64_t row = 0; row < rows; ++row) {
            rows_of_[{process_[row], process_[row] == BL_NO_ROW ? application_.get(row) : 0,
                      chain_.has(row), chain_.get(row)}]
                .push_back(static_cast<std::uint32_t>(row));
        }
    }

    // Of programs of which the trace itself tells no frame.
    void add_loops(const std::set<std::uint32_t>& told, std::vector<Loop>& loops) const {
        for (const auto& [key, rows] : rows_of_) {
            if (std::get<0>(key) != BL_NO_ROW && told.count(std::get<0>(key)) != 0) continue;
            const bool tells_presents = std::any_of(
                rows.begin(), rows.end(), [&](std::uint32_t row) { return between_.get(row) > 0; });
            Loop loop;
            for (const std::uint32_t row : rows) {
                const double length = tells_presents ? between_.get(row) : app_.get(row);
                // 0 and what is missing are of generated frames, or of the first one.
                if (!std::isfinite(length) || length < 1) continue;
                loop.push_back(end_of(row, length));
            }
            if (!loop.empty()) loops.push_back(std::move(loop));
        }
    }

    // Gives each frame of the trace the logged one that is nearest to it, within half a frame.
    void join(std::vector<Frame>& frames) const {
        if (rows_of_.empty()) return;
        for (Frame& frame : frames) {
            if (frame.by.log != BL_NO_ROW || frame.by.process == BL_NO_ROW) continue;
            auto found = rows_of_.find({frame.by.process, 0, frame.by.has_chain, frame.by.chain});
            if (found == rows_of_.end()) found = only_one_of(frame.by.process);
            if (found == rows_of_.end()) continue;
            frame.by.log = nearest(found->second, frame.by.time, (frame.by.time - frame.begin) / 2);
        }
    }

  private:
    using Key = std::tuple<std::uint32_t, std::uint32_t, bool, std::uint64_t>;
    using ByKey = std::map<Key, std::vector<std::uint32_t>>;

    End end_of(std::uint32_t row, double length) const {
        End end;
        end.time = time_.get(row);
        end.begin = end.time - static_cast<std::int64_t>(std::llround(std::min(length, 9e18)));
        end.process = process_[row];
        end.log = row;
        end.has_chain = chain_.has(row);
        end.chain = chain_.get(row);
        const double in_present = in_present_.get(row, -1);
        if (in_present >= 0) end.in_present = std::llround(std::min(in_present, 9e18));
        return end;
    }

    // A log may spell the chain of a program's only window in another way.
    ByKey::const_iterator only_one_of(std::uint32_t process) const {
        const auto first = rows_of_.lower_bound({process, 0, false, 0});
        if (first == rows_of_.end() || std::get<0>(first->first) != process) return rows_of_.end();
        const auto next = std::next(first);
        const bool alone = next == rows_of_.end() || std::get<0>(next->first) != process;
        return alone ? first : rows_of_.end();
    }

    std::uint32_t nearest(const std::vector<std::uint32_t>& rows, std::int64_t time,
                          std::int64_t within) const {
        const auto after = std::partition_point(
            rows.begin(), rows.end(), [&](std::uint32_t row) { return time_.get(row) < time; });
        std::uint32_t out = BL_NO_ROW;
        std::int64_t best = within;
        const auto take = [&](std::uint32_t row) {
            const std::int64_t away = std::abs(time_.get(row) - time);
            if (away <= best) std::tie(out, best) = std::pair(row, away);
        };
        if (after != rows.end()) take(*after);
        if (after != rows.begin()) take(*std::prev(after));
        return out;
    }

    const StoredTable* const table_;
    const Values<std::int64_t> time_;
    const Rows process_;
    const Values<std::uint32_t> application_;
    const Values<std::uint64_t> chain_;
    const Values<double> between_, app_, in_present_;
    ByKey rows_of_;
};

std::set<std::uint32_t> processes_of(const std::vector<Loop>& loops) {
    std::set<std::uint32_t> out;
    for (const Loop& loop : loops) {
        if (loop.front().process != BL_NO_ROW) out.insert(loop.front().process);
    }
    return out;
}

// Those of one loop follow each other; what has no length is no frame.
std::vector<Frame> frames_of(const std::vector<Loop>& loops) {
    std::vector<Frame> out;
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        const End* before = nullptr;
        for (const End& end : loops[loop]) {
            Frame frame;
            frame.by = end;
            frame.loop = static_cast<std::uint32_t>(loop);
            const bool known = end.begin != BL_NO_TIME || before != nullptr;
            frame.begin = end.begin != BL_NO_TIME ? end.begin : known ? before->time : end.time;
            before = &end;
            if (known && frame.begin < end.time) out.push_back(frame);
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Frame& a, const Frame& b) { return a.begin < b.begin; });
    return out;
}

// Gives each frame that a mark ends the last present of its process within it.
void join_presents(const std::vector<Loop>& chains, std::vector<Frame>& frames) {
    std::map<std::uint32_t, Loop> by_process;
    for (const Loop& chain : chains) {
        Loop& all = by_process[chain.front().process];
        all.insert(all.end(), chain.begin(), chain.end());
    }
    const auto by_time = [](const End& a, const End& b) { return a.time < b.time; };
    for (auto& [process, ends] : by_process) std::stable_sort(ends.begin(), ends.end(), by_time);
    for (Frame& frame : frames) {
        const auto found = by_process.find(frame.by.process);
        if (frame.by.mark == BL_NO_ROW || found == by_process.end()) continue;
        const auto behind =
            std::upper_bound(found->second.begin(), found->second.end(), frame.by, by_time);
        if (behind == found->second.begin() || std::prev(behind)->time <= frame.begin) continue;
        const End& last = *std::prev(behind);
        frame.by.present = last.present;
        frame.by.in_present = last.in_present;
        frame.by.has_chain = last.has_chain;
        frame.by.chain = last.chain;
    }
}

std::unique_ptr<StoredTable> table_of(const std::vector<Frame>& frames) {
    auto out = std::make_unique<StoredTable>("frame", find_table_spec("frame"), frames.size());
    const auto times = [&](const char* name) {
        return out->add(name, BL_COL_TIME).values<std::int64_t>();
    };
    const auto rows = [&](const char* name) {
        return out->add(name, BL_COL_ROW).values<std::uint32_t>();
    };
    const auto begin = times("begin"), end = times("end");
    const auto process = rows("process"), thread = rows("thread");
    const auto loop = out->add("loop", BL_COL_U32).values<std::uint32_t>();
    const auto present = rows("present"), mark = rows("mark"), log = rows("frame_log");
    StoredColumn& chains = out->add("swap_chain", BL_COL_U64);
    StoredColumn& presenting = out->add("in_present", BL_COL_I64);
    std::uint64_t* const has_chain = frames.empty() ? nullptr : chains.make_present();
    std::uint64_t* const has_length = frames.empty() ? nullptr : presenting.make_present();
    for (std::size_t row = 0; row < frames.size(); ++row) {
        const Frame& frame = frames[row];
        begin[row] = frame.begin;
        end[row] = frame.by.time;
        process[row] = frame.by.process;
        thread[row] = frame.by.thread;
        loop[row] = frame.loop;
        present[row] = frame.by.present;
        mark[row] = frame.by.mark;
        log[row] = frame.by.log;
        chains.values<std::uint64_t>()[row] = frame.by.chain;
        if (frame.by.has_chain) set_bit(has_chain, row);
        presenting.values<std::int64_t>()[row] = std::max<std::int64_t>(frame.by.in_present, 0);
        if (frame.by.in_present >= 0) set_bit(has_length, row);
    }
    return out;
}

}  // namespace

std::unique_ptr<StoredTable> derive_frame(const std::deque<StoredTable>& tables,
                                          const Names& names) {
    const StoredTable* const present = table_named(tables, "present");
    const StoredTable* const mark = table_named(tables, "mark");
    const LoggedFrames logged(table_named(tables, "frame_log"));
    const Rows owners(table_named(tables, "thread"), "process");
    const Presents presents(present);
    const std::vector<Loop> chains = joined(presents.chains(names, owners));
    std::vector<Loop> loops = marked(mark, names, owners);
    add_presented(chains, processes_of(loops), loops);
    logged.add_loops(processes_of(loops), loops);
    std::vector<Frame> frames = frames_of(loops);
    if (frames.empty()) return nullptr;
    join_presents(chains, frames);
    logged.join(frames);
    return table_of(frames);
}

}  // namespace benchlab::store
