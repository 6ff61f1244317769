#include "common/wake_contexts.hpp"

#include "benchlab/tables.h"

namespace benchlab::analyzers {

WakeContexts::WakeContexts(const Store& store)
    : timer_(store.find_table("timer")),
      interrupt_(store.find_table("dpc_isr")),
      late_(timer_.i64("late", kOptional)),
      timer_begin_(timer_.time("begin", kOptional)),
      interrupt_begin_(interrupt_.time("begin", kOptional)),
      ready_time_(store.find_table("ready").time("time", kOptional)),
      ready_cpu_(store.find_table("ready").u16("cpu", kOptional)),
      timers_(timer_, [](Row) { return true; }) {}

Row WakeContexts::in(const OnCpus& spans, Row ready) const {
    if (ready == BL_NO_ROW || !ready_cpu_.has(ready)) return BL_NO_ROW;
    return spans.at(ready_cpu_[ready], ready_time_[ready]);
}

Row WakeContexts::interrupt(Row ready) {
    if (!interrupts_) {
        const U8Column kind = interrupt_.u8("kind", kOptional);
        interrupts_.emplace(interrupt_, [&](Row row) {
            return kind.value_or(row, 0) != BL_DPC_ISR_KIND_THREADED_DPC;
        });
    }
    return in(*interrupts_, ready);
}

Row WakeContexts::timer(Row ready) {
    const Row timer = in(timers_, ready);
    if (timer == BL_NO_ROW) return BL_NO_ROW;
    const Row inner = interrupt(ready);
    const bool interrupted = inner != BL_NO_ROW && interrupt_begin_[inner] > timer_begin_[timer];
    return interrupted ? BL_NO_ROW : timer;
}

std::optional<std::int64_t> WakeContexts::late_ns(Row timer) const {
    if (timer == BL_NO_ROW || !late_.has(timer)) return std::nullopt;
    return late_[timer];
}

}  // namespace benchlab::analyzers
