// common/samples.hpp: whose a sample is and what it weighs.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// What a CPU did when a sample was taken.  Only kThread speaks of a thread: an interrupt says
// nothing of the thread that it happened to interrupt.  kUnknown also where by the context switches
// another thread ran on that CPU.
enum class Doing : std::uint8_t { kThread, kIdle, kDpc, kInterrupt, kUnknown };

// Samples that something triggered: a clock, a counter of cycles.
struct SampledEvent {
    StringId name = StringId::kEmpty;
    bool is_clock = false;
    bool in_ns = false;  // a weight is the time that the sample stands for, else a count of events
    std::uint64_t count = 0;
};

class Samples {
  public:
    explicit Samples(const Store& store);

    // False when the trace has none.
    explicit operator bool() const { return !events_.empty(); }
    // Of the whole trace; those of a clock first, then the most frequent.  Weights of two events
    // cannot be added up.
    const std::vector<SampledEvent>& events() const { return events_; }
    RowRange in(Window window) const { return table_.overlap(window); }

    bool is_of(Row row, const SampledEvent& event) const {
        return event_.value_or(row, StringId::kEmpty) == event.name;
    }
    // The first of events(): what sections count that are not about samples.
    bool is_main(Row row) const { return is_of(row, events_.front()); }
    Doing doing(Row row) const;
    // Who ran, or was interrupted; BL_NO_ROW when not known.
    Row thread(Row row) const { return thread_.value_or(row, BL_NO_ROW); }
    // BL_NO_ROW unless the thread itself ran.
    Row runner(Row row) const { return doing(row) == Doing::kThread ? thread(row) : BL_NO_ROW; }
    std::uint64_t weight(Row row) const { return weight_.value_or(row, 1); }
    StackId stack(Row row) const { return stack_.value_or(row, StackId::kNone); }
    // Where it was, or the innermost entry of its stack.
    CodeId code(Row row) const;
    bool has_stacks() const { return stack_ && store_.has_stacks(); }
    bool has_cpus() const { return bool(cpu_); }
    std::uint32_t cpu(Row row) const { return cpu_.value_or(row, 0xFFFF); }

  private:
    void find_events();

    Store store_;
    Table table_;
    RowColumn thread_;
    U16Column cpu_, idle_cpu_;
    CodeColumn code_;
    StackColumn stack_;
    StringColumn event_;
    U32Column weight_;
    U8Column flags_, elsewhere_;
    std::vector<SampledEvent> events_;
};

}  // namespace benchlab::analyzers
