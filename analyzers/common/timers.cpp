#include "common/timers.hpp"

#include <cmath>
#include <numbers>

namespace benchlab::analyzers {

Timers::Timers(const Store& store)
    : table_(store.find_table("timer")),
      late_(table_.i64("late", kOptional)),
      ready_time_(store.find_table("ready").time("time", kOptional)),
      ready_cpu_(store.find_table("ready").u16("cpu", kOptional)),
      on_cpus_(table_, [](Row) { return true; }) {}

Row Timers::that_woke(Row ready) const {
    if (table_.size() == 0 || ready == BL_NO_ROW || !ready_cpu_.has(ready)) return BL_NO_ROW;
    return on_cpus_.at(ready_cpu_[ready], ready_time_[ready]);
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
