// common/wake_contexts.hpp: what a CPU was in as it noted a wake-up: an interrupt, or a timer that
// had gone off.
#pragma once

#include <cstdint>
#include <optional>

#include "benchlab/store.hpp"
#include "common/on_cpus.hpp"

namespace benchlab::analyzers {

// Of wake-ups, rows of `ready`; none: BL_NO_ROW.
class WakeContexts {
  public:
    explicit WakeContexts(const Store& store);

    // The innermost interrupt, DPC or softirq, a row of dpc_isr; a handler that ends with the
    // wake-up still did it.
    Row interrupt(Row ready);
    // A row of `timer`.  What interrupted that did it by itself.
    Row timer(Row ready);
    // How much later than it was set for a timer went off; unknown: none.
    std::optional<std::int64_t> late_ns(Row timer) const;

  private:
    Row in(const OnCpus& spans, Row ready) const;

    const Table timer_, interrupt_;
    const I64Column late_;
    const TimeColumn timer_begin_, interrupt_begin_, ready_time_;
    const U16Column ready_cpu_;
    const OnCpus timers_;
    std::optional<OnCpus> interrupts_;  // once asked for: there are many
};

}  // namespace benchlab::analyzers
