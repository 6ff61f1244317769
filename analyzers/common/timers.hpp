// common/timers.hpp: which timer woke a thread, and how late that was.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"
#include "common/on_cpus.hpp"

namespace benchlab::analyzers {

class Timers {
  public:
    explicit Timers(const Store& store);

    // Of a wake-up, a row of `ready`; none: BL_NO_ROW.  What interrupted the timer did it itself.
    Row that_woke(Row ready) const;
    // How much later than it was set for it went off; unknown: none.
    std::optional<std::int64_t> late_ns(Row timer) const;

  private:
    const Table table_;
    const I64Column late_;
    const TimeColumn ready_time_;
    const U16Column ready_cpu_;
    const OnCpus on_cpus_;
    const Table interrupt_;
    const TimeColumn begin_, interrupt_begin_;
    const OnCpus interrupts_;
};

// Windows looks at its timers 64 times a second unless a program asks for more.
constexpr std::int64_t kClockTickNs = 15'625'000;

// Whether these moments lie on such a clock's ticks, as wake-ups by its timers do.
bool lie_on_ticks(const std::vector<std::int64_t>& moments);

}  // namespace benchlab::analyzers
