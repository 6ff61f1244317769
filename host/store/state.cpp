#include "store/state.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "benchlab/tables.h"
#include "store/cpu_timeline.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint32_t kNoCpu = 0xFFFFFFFFu;

// One row while it is still open.
struct Part {
    std::int64_t begin = 0, end = 0;
    std::uint8_t state = BL_STATE_UNKNOWN;
    std::uint32_t cpu = kNoCpu;
    std::uint32_t reason = 0, stack = 0;
    std::uint32_t by_thread = BL_NO_ROW, ready = BL_NO_ROW, cswitch = BL_NO_ROW;

    bool same_but_time(const Part& other) const {
        return state == other.state && cpu == other.cpu && reason == other.reason &&
               stack == other.stack && by_thread == other.by_thread && ready == other.ready &&
               cswitch == other.cswitch;
    }
};

// What happened to one thread: a row of cswitch that took it off a CPU or put it on one, or a row
// of ready.
class Event {
  public:
    enum Kind : std::uint32_t { kReady, kOut, kIn };
    Event() = default;
    Event(std::uint32_t row, Kind kind) : packed_(row << 2 | kind) {}
    std::uint32_t row() const { return packed_ >> 2; }
    Kind kind() const { return static_cast<Kind>(packed_ & 3); }

  private:
    std::uint32_t packed_;
};
constexpr std::uint64_t kMaxRows = 1u << 30;

struct Columns {
    std::span<const std::int64_t> switch_time, ready_time;
    std::span<const std::uint16_t> switch_cpu;
    std::span<const std::uint32_t> old_thread, new_thread, reason, old_stack, new_stack;
    std::span<const std::uint8_t> old_state;
    std::span<const std::uint32_t> ready_thread, waker;
    const StoredColumn* ready_kind = nullptr;
    const StoredColumn* ready_source = nullptr;
    // Per row of cswitch: the next switch on that CPU takes another thread off it.
    std::vector<bool> broken;
};

std::uint32_t value_or_zero(std::span<const std::uint32_t> column, std::uint32_t row) {
    return column.empty() ? 0 : column[row];
}

// The times at which a CPU may have lost events, sorted.
class Losses {
  public:
    // What was lost at some time within the whole recording says nothing of any one moment: it
    // shows where events contradict each other.
    Losses(const StoredTable* lost, std::uint32_t cpu_count, std::int64_t duration_ns)
        : of_(cpu_count) {
        if (lost == nullptr) return;
        const auto begins = lost->values<std::int64_t>("begin");
        const auto ends = lost->values<std::int64_t>("end");
        const StoredColumn* const cpus = lost->find("cpu");
        for (std::size_t row = 0; row < begins.size(); ++row) {
            Span span{begins[row], std::max(ends[row], begins[row]), 0};
            const bool one = cpus != nullptr && cpus->has(row);
            if (!one && span.begin <= 0 && span.end >= duration_ns) continue;
            for (std::uint32_t cpu = 0; cpu < cpu_count; ++cpu) {
                if (one && cpus->values<std::uint16_t>()[row] != cpu) continue;
                std::vector<Span>& before = of_[cpu];
                span.latest_end =
                    before.empty() ? span.end : std::max(before.back().latest_end, span.end);
                before.push_back(span);
            }
        }
    }

    // When the first loss on that CPU begins that touches [begin, end).  What begins as a loss ends
    // is not touched by it.
    std::optional<std::int64_t> first(std::uint32_t cpu, std::int64_t begin,
                                      std::int64_t end) const {
        if (cpu >= of_.size()) return std::nullopt;
        // The first that brings the latest end behind `begin` ends there itself.
        const auto span =
            std::partition_point(of_[cpu].begin(), of_[cpu].end(),
                                 [&](const Span& each) { return each.latest_end <= begin; });
        if (span == of_[cpu].end() || span->begin >= end) return std::nullopt;
        return std::max(span->begin, begin);
    }

  private:
    struct Span {
        std::int64_t begin, end;
        std::int64_t latest_end;  // of all up to this one
    };
    std::vector<std::vector<Span>> of_;
};

// Walks over one thread's events and hands over its parts, in order and without gap.
class ThreadWalk {
  public:
    ThreadWalk(const Columns& columns, const Losses& losses, std::int64_t begin, std::int64_t end,
               bool idle)
        : columns_(columns), losses_(losses), begin_(begin), end_(end), idle_(idle) {}

    template <class Emit>
    void walk(std::span<const Event> events, Emit&& emit) {
        current_ = {};
        current_.begin = begin_;
        held_.reset();
        for (std::size_t i = 0; i < events.size(); ++i) {
            const bool early = comes_early(events, i);
            if (early) take(events[i + 1], emit);
            take(events[i], emit);
            if (early) ++i;
        }
        close(end_, emit);
        flush(emit);
    }

  private:
    template <class Emit>
    void take(const Event& event, Emit&& emit) {
        switch (event.kind()) {
            case Event::kReady:
                ready(event.row(), emit);
                break;
            case Event::kOut:
                out(event.row(), emit);
                break;
            default:
                in(event.row(), emit);
                break;
        }
    }

    // Two CPUs may note one moment in either order: a thread leaves one before it is on another.
    bool comes_early(std::span<const Event> events, std::size_t i) const {
        if (i + 1 == events.size() || events[i].kind() != Event::kIn) return false;
        const Event next = events[i + 1];
        return next.kind() == Event::kOut &&
               columns_.switch_time[events[i].row()] == columns_.switch_time[next.row()] &&
               columns_.switch_cpu[events[i].row()] != columns_.switch_cpu[next.row()] &&
               current_.state == BL_STATE_RUNNING &&
               current_.cpu == columns_.switch_cpu[next.row()];
    }

    template <class Emit>
    void ready(std::uint32_t row, Emit&& emit) {
        if (columns_.ready_kind != nullptr && columns_.ready_kind->has(row) &&
            columns_.ready_kind->values<std::uint8_t>()[row] == BL_READY_KIND_SWAPPED) {
            return;
        }
        const bool waiting = current_.state == BL_STATE_WAITING;
        if (!waiting && current_.state != BL_STATE_UNKNOWN) return;
        if (waiting) {
            current_.ready = row;
            const bool by_thread =
                columns_.ready_source == nullptr || !columns_.ready_source->has(row) ||
                columns_.ready_source->values<std::uint8_t>()[row] <= BL_READY_SOURCE_THREAD;
            if (by_thread && !columns_.waker.empty()) current_.by_thread = columns_.waker[row];
        }
        close(columns_.ready_time[row], emit);
        Part next;
        next.state = BL_STATE_RUNNABLE;
        open(next, columns_.ready_time[row]);
    }

    template <class Emit>
    void out(std::uint32_t row, Emit&& emit) {
        const std::int64_t time = columns_.switch_time[row];
        const std::uint32_t cpu = columns_.switch_cpu[row];
        if (current_.state != BL_STATE_RUNNING || current_.cpu != cpu) forget();
        close(time, emit);
        Part next;
        next.reason = value_or_zero(columns_.reason, row);
        next.stack = value_or_zero(columns_.old_stack, row);
        next.cswitch = row;
        next.state = columns_.old_state[row];
        if (idle_) next.state = BL_STATE_WAITING;
        if (next.state == BL_STATE_WAITING) next.cpu = cpu;
        if (next.state == BL_STATE_RUNNABLE) next.by_thread = columns_.new_thread[row];
        if (next.state != BL_STATE_WAITING && next.state != BL_STATE_RUNNABLE) next = {};
        open(next, time);
    }

    template <class Emit>
    void in(std::uint32_t row, Emit&& emit) {
        const std::int64_t time = columns_.switch_time[row];
        const std::uint32_t stack = value_or_zero(columns_.new_stack, row);
        if (current_.state == BL_STATE_RUNNING) forget();
        if (current_.state == BL_STATE_RUNNABLE) current_.cpu = columns_.switch_cpu[row];
        // The stack with which a thread goes on is where it had stopped.
        const bool stopped_here = current_.cswitch != BL_NO_ROW;
        if (stopped_here && current_.stack == 0) current_.stack = stack;
        if (!stopped_here && held_ && held_->stack == 0 && held_->state == BL_STATE_WAITING) {
            held_->stack = stack;
        }
        close(time, emit);
        Part next;
        if (!columns_.broken[row]) {
            next.state = BL_STATE_RUNNING;
            next.cpu = columns_.switch_cpu[row];
            next.cswitch = row;
        }
        open(next, time);
    }

    // What was thought of the open part contradicts what comes now.
    void forget() {
        const std::int64_t begin = current_.begin;
        current_ = {};
        current_.begin = begin;
    }

    void open(const Part& part, std::int64_t begin) {
        current_ = part;
        current_.begin = std::max(begin, begin_);
    }

    template <class Emit>
    void close(std::int64_t time, Emit&& emit) {
        current_.end = std::clamp(time, begin_, end_);
        const bool on_cpu =
            current_.state == BL_STATE_RUNNING || current_.state == BL_STATE_RUNNABLE;
        const auto lost =
            on_cpu ? losses_.first(current_.cpu, current_.begin, current_.end) : std::nullopt;
        if (!lost) {
            hand_over(current_, emit);
            return;
        }
        Part known = current_, unknown;
        known.end = unknown.begin = *lost;
        unknown.end = current_.end;
        hand_over(known, emit);
        hand_over(unknown, emit);
    }

    // A part is held back until the next one is known: it may get its stack late, and equal
    // neighbours are one part.
    template <class Emit>
    void hand_over(const Part& part, Emit&& emit) {
        if (part.end <= part.begin) return;
        if (held_ && held_->same_but_time(part) && held_->end == part.begin) {
            held_->end = part.end;
            return;
        }
        flush(emit);
        held_ = part;
    }
    template <class Emit>
    void flush(Emit&& emit) {
        if (held_) emit(*held_);
        held_.reset();
    }

    const Columns& columns_;
    const Losses& losses_;
    const std::int64_t begin_, end_;
    const bool idle_;
    Part current_;
    std::optional<Part> held_;
};

Columns columns_of(const StoredTable& cswitch, const StoredTable* ready, const CpuTimeline& cpus) {
    Columns out;
    out.switch_time = cswitch.values<std::int64_t>("time");
    out.switch_cpu = cswitch.values<std::uint16_t>("cpu");
    out.old_thread = cswitch.values<std::uint32_t>("old_thread");
    out.new_thread = cswitch.values<std::uint32_t>("new_thread");
    out.reason = cswitch.values<std::uint32_t>("old_reason");
    out.old_stack = cswitch.values<std::uint32_t>("old_stack");
    out.new_stack = cswitch.values<std::uint32_t>("new_stack");
    out.old_state = cswitch.values<std::uint8_t>("old_state");
    out.broken.resize(out.switch_time.size());
    for (std::uint32_t cpu = 0; cpu < cpus.cpu_count(); ++cpu) {
        const std::vector<std::uint32_t>& rows = cpus.switches(cpu);
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            out.broken[rows[i]] = out.new_thread[rows[i]] != out.old_thread[rows[i + 1]];
        }
    }
    if (ready == nullptr) return out;
    out.ready_time = ready->values<std::int64_t>("time");
    out.ready_thread = ready->values<std::uint32_t>("thread");
    out.waker = ready->values<std::uint32_t>("waker_thread");
    out.ready_kind = ready->find("kind");
    out.ready_source = ready->find("source");
    return out;
}

// The events of all threads, those of one together and by time, ready first at equal times.
struct EventLists {
    std::vector<std::size_t> first;  // by thread, and one more
    std::unique_ptr<Event[]> events;

    std::span<const Event> of(std::size_t thread) const {
        return {events.get() + first[thread], first[thread + 1] - first[thread]};
    }
};

// A stretch of time, by its rows.
struct Slice {
    std::size_t first_switch, last_switch;
    std::size_t first_ready, last_ready;
    std::vector<std::uint32_t> counts;  // of the events of each thread in it
};

std::vector<Slice> slices_of(const Columns& columns, std::size_t threads) {
    constexpr std::size_t kSwitches = 1u << 18, kMost = 8;
    const std::size_t switches = columns.switch_time.size();
    const std::size_t count = std::clamp<std::size_t>(switches / kSwitches, 1, kMost);
    std::vector<Slice> out;
    std::size_t first_switch = 0, first_ready = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::size_t last_switch = switches * i / count;
        std::size_t last_ready = columns.ready_time.size();
        if (i < count) {
            last_ready = static_cast<std::size_t>(
                std::upper_bound(columns.ready_time.begin(), columns.ready_time.end(),
                                 columns.switch_time[last_switch - 1]) -
                columns.ready_time.begin());
        }
        out.push_back({first_switch, last_switch, first_ready, last_ready,
                       std::vector<std::uint32_t>(threads)});
        first_switch = last_switch;
        first_ready = last_ready;
    }
    return out;
}

// Calls visit(thread, event) for all that happened to a thread, in order.
template <class Visit>
void visit_events(const Columns& columns, const Slice& slice, std::size_t threads, Visit&& visit) {
    const auto of_thread = [&](std::uint32_t thread, Event event) {
        if (thread < threads) visit(thread, event);
    };
    std::size_t ready = slice.first_ready;
    const auto take_ready = [&] {
        of_thread(columns.ready_thread[ready],
                  Event{static_cast<std::uint32_t>(ready), Event::kReady});
        ++ready;
    };
    for (std::size_t at = slice.first_switch; at < slice.last_switch; ++at) {
        const auto row = static_cast<std::uint32_t>(at);
        while (ready < slice.last_ready && columns.ready_time[ready] <= columns.switch_time[row]) {
            take_ready();
        }
        of_thread(columns.old_thread[row], Event{row, Event::kOut});
        of_thread(columns.new_thread[row], Event{row, Event::kIn});
    }
    while (ready < slice.last_ready) take_ready();
}

EventLists list_events(const Columns& columns, std::size_t threads, const Parallel& parallel) {
    std::vector<Slice> slices = slices_of(columns, threads);
    parallel(slices.size(), [&](std::size_t i) {
        std::vector<std::uint32_t>& counts = slices[i].counts;
        visit_events(columns, slices[i], threads,
                     [&](std::uint32_t thread, Event) { ++counts[thread]; });
    });
    EventLists out;
    out.first.resize(threads + 1);
    for (std::size_t thread = 0; thread < threads; ++thread) {
        out.first[thread + 1] = out.first[thread];
        for (const Slice& slice : slices) out.first[thread + 1] += slice.counts[thread];
    }
    out.events = std::make_unique_for_overwrite<Event[]>(out.first.back());
    parallel(slices.size(), [&](std::size_t i) {
        std::vector<std::size_t> at(out.first.begin(), out.first.end() - 1);
        for (std::size_t earlier = 0; earlier < i; ++earlier) {
            for (std::size_t thread = 0; thread < threads; ++thread) {
                at[thread] += slices[earlier].counts[thread];
            }
        }
        visit_events(columns, slices[i], threads,
                     [&](std::uint32_t thread, Event event) { out.events[at[thread]++] = event; });
    });
    return out;
}

// The columns of `state`, to be written by row.
struct Output {
    explicit Output(StoredTable& table)
        : thread(fresh<std::uint32_t>(table, "thread", BL_COL_ROW)),
          begin(fresh<std::int64_t>(table, "begin", BL_COL_TIME)),
          end(fresh<std::int64_t>(table, "end", BL_COL_TIME)),
          state(fresh<std::uint8_t>(table, "state", BL_COL_U8)),
          cpu_column(table.add("cpu", BL_COL_U16, Fill::kByOwner)),
          cpu(cpu_column.values<std::uint16_t>()),
          reason(fresh<std::uint32_t>(table, "reason", BL_COL_STRING)),
          stack(fresh<std::uint32_t>(table, "stack", BL_COL_STACK)),
          by_thread(fresh<std::uint32_t>(table, "by_thread", BL_COL_ROW)),
          ready(fresh<std::uint32_t>(table, "ready", BL_COL_ROW)),
          cswitch(fresh<std::uint32_t>(table, "cswitch", BL_COL_ROW)) {}

    void set(std::size_t row, std::uint32_t of, const Part& part) const {
        thread[row] = of;
        begin[row] = part.begin;
        end[row] = part.end;
        state[row] = part.state;
        // kNoCpu is cut to the number that stands for absent until the bitmap is made.
        cpu[row] = static_cast<std::uint16_t>(part.cpu);
        reason[row] = part.reason;
        stack[row] = part.stack;
        by_thread[row] = part.by_thread;
        ready[row] = part.ready;
        cswitch[row] = part.cswitch;
    }

    template <class T>
    static std::span<T> fresh(StoredTable& table, const char* name, std::uint32_t type) {
        return table.add(name, type, Fill::kByOwner).values<T>();
    }

    std::span<std::uint32_t> thread;
    std::span<std::int64_t> begin, end;
    std::span<std::uint8_t> state;
    StoredColumn& cpu_column;
    std::span<std::uint16_t> cpu;
    std::span<std::uint32_t> reason, stack, by_thread, ready, cswitch;
};

void mark_cpus(Output& out) {
    std::uint64_t* const present = out.cpu_column.make_present();
    for (std::size_t row = 0; row < out.cpu.size(); ++row) {
        if (out.cpu[row] == UINT16_MAX) {
            out.cpu[row] = 0;
        } else {
            set_bit(present, row);
        }
    }
}

}  // namespace

std::unique_ptr<StoredTable> derive_state(std::deque<StoredTable>& tables, const CpuTimeline& cpus,
                                          std::int64_t duration_ns, const Parallel& parallel) {
    StoredTable* const thread = table_named(tables, "thread");
    const StoredTable* const cswitch = table_named(tables, "cswitch");
    if (thread == nullptr || cswitch == nullptr || cswitch->rows() >= kMaxRows) return nullptr;
    const Columns columns = columns_of(*cswitch, table_named(tables, "ready"), cpus);
    const Losses losses(table_named(tables, "lost"), cpus.cpu_count(), duration_ns);
    const auto threads = static_cast<std::size_t>(thread->rows());
    const EventLists lists = list_events(columns, threads, parallel);
    const auto begins = thread->values<std::int64_t>("begin");
    const auto ends = thread->values<std::int64_t>("end");
    const StoredColumn* const idle = thread->find("idle_cpu");
    const auto walk = [&](std::size_t row, auto&& emit) {
        ThreadWalk one(columns, losses, begins[row], ends[row], idle != nullptr && idle->has(row));
        one.walk(lists.of(row), emit);
    };
    // Once to count, once to write: the rows then need no place but their own.
    const auto count = thread->find("state_count")->values<std::uint32_t>();
    const auto first = thread->find("state_first")->values<std::uint32_t>();
    constexpr std::size_t kThreadsPerTask = 2;  // a few threads have most of the rows
    const std::size_t tasks = (threads + kThreadsPerTask - 1) / kThreadsPerTask;
    const auto each_thread = [&](auto&& body) {
        parallel(tasks, [&](std::size_t task) {
            const std::size_t last = std::min(threads, (task + 1) * kThreadsPerTask);
            for (std::size_t row = task * kThreadsPerTask; row < last; ++row) body(row);
        });
    };
    each_thread([&](std::size_t row) {
        std::uint32_t rows = 0;
        walk(row, [&](const Part&) { ++rows; });
        count[row] = rows;
    });
    std::uint64_t total = 0;
    for (std::size_t row = 0; row < threads; ++row) {
        first[row] = static_cast<std::uint32_t>(total);
        total += count[row];
    }
    auto table = std::make_unique<StoredTable>("state", find_table_spec("state"), total);
    Output out(*table);
    each_thread([&](std::size_t row) {
        std::size_t at = first[row];
        walk(row, [&](const Part& part) { out.set(at++, static_cast<std::uint32_t>(row), part); });
    });
    mark_cpus(out);
    return table;
}

}  // namespace benchlab::store
