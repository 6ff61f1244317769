#include "common/timers.hpp"

#include <cmath>
#include <numbers>

#include "benchlab/tables.h"

namespace benchlab::analyzers {

Timers::Timers(const Store& store)
    : table_(store.find_table("timer")),
      late_(table_.i64("late", kOptional)),
      ready_time_(store.find_table("ready").time("time", kOptional)),
      ready_cpu_(store.find_table("ready").u16("cpu", kOptional)),
      on_cpus_(table_, [](Row) { return true; }),
      interrupt_(store.find_table("dpc_isr")),
      begin_(table_.time("begin", kOptional)),
      interrupt_begin_(interrupt_.time("begin", kOptional)),
      interrupts_(interrupt_, [&, kind = interrupt_.u8("kind", kOptional)](Row row) {
          // Most traces have no timers to hold them against.
          return table_.size() > 0 && kind.value_or(row, 0) != BL_DPC_ISR_KIND_THREADED_DPC;
      }) {}

Row Timers::that_woke(Row ready) const {
    if (table_.size() == 0 || ready == BL_NO_ROW || !ready_cpu_.has(ready)) return BL_NO_ROW;
    const std::uint32_t cpu = ready_cpu_[ready];
    const Row timer = on_cpus_.at(cpu, ready_time_[ready]);
    if (timer == BL_NO_ROW) return BL_NO_ROW;
    const Row interrupt = interrupts_.at(cpu, ready_time_[ready]);
    const bool inner = interrupt != BL_NO_ROW && interrupt_begin_[interrupt] > begin_[timer];
    return inner ? BL_NO_ROW : timer;
}

std::optional<std::int64_t> Timers::late_ns(Row timer) const {
    if (timer == BL_NO_ROW || !late_.has(timer)) return std::nullopt;
    return late_[timer];
}

// Each is an angle within the tick: where they agree, their mean is nearly as long as one of them.
bool lie_on_ticks(const std::vector<std::int64_t>& moments) {
    constexpr std::size_t kFewest = 16;
    constexpr double kAgree = 0.99;  // spread by 0.35 ms or less
    if (moments.size() < kFewest) return false;
    double x = 0, y = 0;
    for (const std::int64_t each : moments) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(each % kClockTickNs) /
                             static_cast<double>(kClockTickNs);
        x += std::cos(angle);
        y += std::sin(angle);
    }
    return std::hypot(x, y) >= kAgree * static_cast<double>(moments.size());
}

}  // namespace benchlab::analyzers
