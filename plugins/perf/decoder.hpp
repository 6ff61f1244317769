// decoder.hpp: records of a recording into rows.
#pragma once

#include <array>
#include <benchlab/host.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "perf/event_plan.hpp"
#include "perf/interrupts.hpp"
#include "perf/joins.hpp"
#include "perf/lives.hpp"
#include "perf/sample.hpp"
#include "perf/session.hpp"
#include "perf/tables.hpp"
#include "perf/unwind/unwinder.hpp"

namespace benchlab::perf {

class Decoder {
  public:
    // Times before `zero` are those of what was there before.
    Decoder(const Session& session, const Lane& lane, const Wanted& wanted, std::int64_t zero);
    // Where stacks were copied; it stays valid as long as this.
    void unwind_with(Unwinder& unwinder) { unwinder_ = &unwinder; }

    void take(const Record& record);
    // A sample that was read already, of the event with that number.
    void take(int attribute, Sample& sample, std::size_t size_bytes);
    // A thread that a text names.
    void saw(std::uint32_t tid, std::uint32_t pid, std::string_view name, std::int64_t time);
    // Joins what belongs together, and says what was noticed.  The CPUs of a machine are told by
    // the first of its files.
    void finish(bool with_cpus);
    // Afterwards: processes with code of no file.
    const std::set<std::uint32_t>& pids_with_made_code() const { return lives_.with_made_code(); }

  private:
    RowWriter& rows(Table table) { return writers_[static_cast<unsigned>(table)]; }
    EventPlan& plan_of(int attribute);
    std::int64_t time_of(const Sample& sample) const;
    std::uint32_t stack_of(const Sample& sample);
    void too_short(const Record& record, const char* what);

    void on_sample(const Record& record);
    void place(const EventPlan& plan, Sample& sample);
    void on_event(const EventPlan& plan, const Sample& sample);
    void on_interrupt_event(const EventPlan& plan, const Sample& sample);
    void on_joined_event(const EventPlan& plan, const Sample& sample);
    void on_other(const Record& record);
    void on_life(const Record& record, const Attribute& attribute, Sample& sample);
    void on_loss_record(const Record& record, const Sample& sample);
    std::int64_t time_of_latest() const;

    // decoder_cpu.cpp: what processors do.
    void on_switch(const EventPlan& plan, const Sample& sample);
    void on_ready(const EventPlan& plan, const Sample& sample, std::uint8_t kind);
    void on_clock_sample(const EventPlan& plan, const Sample& sample);
    void on_switch_record(const Record& record, const Sample& sample);
    void fill_switch(const Record& record, const Sample& sample);
    void on_interrupt(const EventPlan& plan, const Sample& sample, std::uint8_t kind,
                      InterruptEdge::What what);

    // decoder_joined.cpp: what waits for another event, and marks.
    void on_timer(const EventPlan& plan, const Sample& sample, TimerEdge::What what);
    void on_fault(const EventPlan& plan, const Sample& sample, bool is_end);
    void on_disk(const EventPlan& plan, const Sample& sample, DiskEdge::Kind kind);
    void on_call(const EventPlan& plan, const Sample& sample, std::uint8_t kind, bool is_end);
    void on_present(const EventPlan& plan, const Sample& sample, bool is_end);
    void on_mark(const EventPlan& plan, const Sample& sample);
    void on_frequency(const EventPlan& plan, const Sample& sample);
    void on_lost(const Record& record, const Sample& sample);
    void on_throttle(const Record& record, const Sample& sample);
    void lost_row(std::int64_t begin, std::int64_t end, std::uint32_t cpu, std::uint8_t kind,
                  std::uint64_t count);
    void tell_disks() const;
    void write_cpus();
    void write_kernel_symbols();
    void write_event_types();

    struct ThreadState {
        std::uint8_t state;
        std::uint32_t reason;  // a text
    };
    ThreadState state_of(const EventPlan& plan, std::uint64_t value);

    // The switch that a CPU made last, which another event may tell once more.
    struct LastSwitch {
        std::uint32_t from = kNobody, to = kNobody;
        std::int64_t time = BL_NO_TIME;
        std::uint32_t* stack = nullptr;
        const EventPlan* told_by = nullptr;
        // Who left it last, by the kernel's own records.
        struct Left {
            std::uint32_t thread = kNobody;
            std::int64_t time = BL_NO_TIME;
            bool preempted = false;
        } left;
    };

    const Session& session_;
    const ByteOrder order_;
    const Lane lane_;
    const Wanted& wanted_;
    const std::int64_t zero_;
    Unwinder* unwinder_ = nullptr;
    std::array<RowWriter, kTableCount> writers_;
    Lives lives_;
    Joins joins_;
    Interrupts interrupts_;
    // Threads of the kernel that run softirqs when there are too many of them.
    static constexpr std::string_view kSoftirqThread = "ksoftirqd/";
    std::unordered_set<std::uint32_t> softirq_threads_;
    std::vector<std::unique_ptr<EventPlan>> plans_;
    EventPlan no_plan_;  // of samples of no known event
    bool has_switch_events_ = false;
    std::vector<LastSwitch> last_switch_;                    // by CPU
    std::vector<std::int64_t> last_time_;                    // of a record, by CPU
    std::vector<std::int64_t> throttled_since_;              // by CPU
    std::unordered_map<std::uint64_t, ThreadState> states_;  // by value, of the one switch event
    std::vector<std::uint64_t> addresses_;                   // of the stack being read
    std::uint64_t samples_without_time_ = 0;
    std::uint64_t filled_switches_ = 0;  // that only the kernel's own records tell
    std::uint64_t events_without_format_ = 0;
    std::uint64_t timed_losses_ = 0, untimed_losses_ = 0;
    std::uint64_t latest_ = 0;  // time of a record about a life
    std::uint32_t highest_cpu_ = 0;
};

}  // namespace benchlab::perf
