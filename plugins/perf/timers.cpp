// Timers that are set and go off, into spans.
#include <benchlab/tables.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "perf/joins.hpp"

namespace benchlab::perf {
namespace {

// What is known of one timer so far.
struct Timer {
    std::optional<TimerEdge> set, entered;
    std::optional<std::int64_t> late_ns;
};

// Between a loss of events and this it may have been set anew.
std::optional<std::int64_t> late_ns(const Timer& of, const TimerEdge& now, const Losses& losses) {
    if (!of.set || losses.is_between(of.set->time, now.time)) return std::nullopt;
    std::int64_t late = 0;
    if (__builtin_sub_overflow(now.clock, of.set->clock, &late) || late < 0) return std::nullopt;
    return late;
}

void write_row(const Timer& of, std::int64_t end, RowWriter& rows) {
    using Column = TimerColumn;
    rows.next();
    rows.set(Column::kBegin, of.entered->time);
    rows.set(Column::kEnd, end);
    rows.set(Column::kCpu, static_cast<std::uint16_t>(of.entered->cpu));
    rows.set(Column::kLate, of.late_ns.value_or(0));
    if (!of.late_ns) rows.absent(Column::kLate);
    rows.set(Column::kCode, of.entered->function);
}

}  // namespace

void Joins::write_timers(RowWriter& rows) {
    losses.settle();
    std::stable_sort(timers.begin(), timers.end(),
                     [](const TimerEdge& a, const TimerEdge& b) { return a.time < b.time; });
    std::unordered_map<std::uint64_t, Timer> by_address;
    for (const TimerEdge& edge : timers) {
        Timer& of = by_address[edge.timer];
        switch (edge.what) {
            case TimerEdge::kSet:
                // Also by what it calls itself, which still goes on then.
                of.set = edge;
                break;
            case TimerEdge::kEntered:
                of.late_ns = late_ns(of, edge, losses);
                of.entered = edge;
                of.set.reset();
                break;
            case TimerEdge::kLeft:
                if (of.entered && !losses.is_between(of.entered->time, edge.time))
                    write_row(of, edge.time, rows);
                of.entered.reset();
                break;
        }
    }
}

}  // namespace benchlab::perf
