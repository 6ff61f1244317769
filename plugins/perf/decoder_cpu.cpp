// What processors do: switches, wake-ups, samples, interrupts.
#include <benchlab/tables.h>

#include <algorithm>

#include "perf/decoder.hpp"

namespace benchlab::perf {
namespace {

// Two events that tell one switch come right after each other.
constexpr std::int64_t kSameSwitchNs = 1'000'000;

std::uint32_t tid_of(std::int64_t number) {
    return static_cast<std::uint32_t>(number);
}

}  // namespace

// "S", "D", "R+": what the kernel prints.
Decoder::ThreadState Decoder::state_of(const EventPlan& plan, std::uint64_t value) {
    const auto known = states_.find(value);
    if (known != states_.end()) return known->second;
    std::string text;
    std::uint8_t state = BL_STATE_RUNNABLE;
    for (const auto& [bit, name] : plan.names) {
        if (bit == 0 || (value & bit) != bit) continue;
        text += text.empty() ? name : "|" + name;
        const bool ended = name == "X" || name == "Z" || name == "x";
        state = ended || state == BL_STATE_ENDED ? BL_STATE_ENDED : BL_STATE_WAITING;
    }
    if (text.empty()) text = "R";
    if ((value & plan.preempted_bit) != 0) {
        // Taken off its CPU, whatever it was about to wait for.
        text += "+";
        state = BL_STATE_RUNNABLE;
    }
    const ThreadState out{state, lane_.intern(text)};
    states_.emplace(value, out);
    return out;
}

void Decoder::on_switch(const EventPlan& plan, const Sample& sample) {
    if (!rows(Table::kCswitch).enabled() || sample.cpu == kNoCpu) return;
    const std::uint32_t from = tid_of(plan.thread.number(sample.raw, order_));
    const std::uint32_t to = tid_of(plan.other.number(sample.raw, order_));
    const std::int64_t time = time_of(sample);
    const std::uint32_t stack = stack_of(sample);
    if (sample.cpu >= last_switch_.size()) last_switch_.resize(sample.cpu + 1);
    LastSwitch& last = last_switch_[sample.cpu];
    // After a switch from A to B the next one is from B: a second from A to B is the same one, told
    // by another event, which may have the stack.
    if (last.from == from && last.to == to && last.told_by != &plan && last.told_by != nullptr &&
        time - last.time < kSameSwitchNs) {
        if (*last.stack == 0) *last.stack = stack;
        return;
    }
    lives_.saw(from, sample.tid == from ? sample.pid : kNobody,
               plan.thread_name.text(sample.raw, order_), time);
    const std::string_view name = plan.other_name.text(sample.raw, order_);
    if (name.starts_with(kSoftirqThread)) softirq_threads_.insert(to);
    lives_.saw(to, kNobody, name, time);
    const auto value = static_cast<std::uint64_t>(plan.state.number(sample.raw, order_));
    const ThreadState state = state_of(plan, value);
    using Column = CswitchColumn;
    RowWriter& row = rows(Table::kCswitch);
    row.next();
    row.set(Column::kTime, time);
    row.set(Column::kCpu, static_cast<std::uint16_t>(sample.cpu));
    row.set(Column::kOldThread, from);
    row.set(Column::kNewThread, to);
    // The idle thread never waits: it goes on as soon as nobody else wants the CPU.
    row.set(Column::kOldState, from == 0 ? std::uint8_t{BL_STATE_RUNNING} : state.state);
    row.set(Column::kOldRaw, static_cast<std::uint16_t>(value));
    row.set(Column::kOldReason, from == 0 ? 0 : state.reason);
    row.set(Column::kOldPriority,
            static_cast<std::int16_t>(plan.priority.number(sample.raw, order_)));
    row.set(Column::kNewPriority,
            static_cast<std::int16_t>(plan.other_priority.number(sample.raw, order_)));
    row.set(Column::kOldStack, stack);
    last = {from, to, time, row.slot<std::uint32_t>(Column::kOldStack), &plan, {}};
}

void Decoder::on_ready(const EventPlan& plan, const Sample& sample, std::uint8_t kind) {
    RowWriter& row = rows(Table::kReady);
    const std::uint32_t tid = tid_of(plan.thread.number(sample.raw, order_));
    if (!row.enabled() || tid == 0) return;
    lives_.saw(tid, kNobody, plan.thread_name.text(sample.raw, order_), time_of(sample));
    const std::int64_t flags = plan.flags.number(sample.raw, order_);
    const std::uint8_t source = (flags & kInHardIrq) != 0   ? BL_READY_SOURCE_INTERRUPT
                                : (flags & kInSoftirq) != 0 ? BL_READY_SOURCE_DPC
                                                            : BL_READY_SOURCE_THREAD;
    using Column = ReadyColumn;
    row.next();
    row.set(Column::kTime, time_of(sample));
    row.set(Column::kCpu, static_cast<std::uint16_t>(sample.cpu));
    if (sample.cpu == kNoCpu) row.absent(Column::kCpu);
    row.set(Column::kThread, tid);
    row.set(Column::kWaker, source == BL_READY_SOURCE_THREAD
                                ? tid_of(plan.current.number(sample.raw, order_))
                                : kNobody);
    row.set(Column::kSource, source);
    row.set(Column::kKind, kind);
    row.set(Column::kTargetCpu, static_cast<std::uint16_t>(plan.number.number(sample.raw, order_)));
    if (!plan.number) row.absent(Column::kTargetCpu);
    row.set(Column::kStack, stack_of(sample));
}

void Decoder::on_clock_sample(const EventPlan& plan, const Sample& sample) {
    RowWriter& row = rows(Table::kSample);
    if (!row.enabled()) return;
    using Column = SampleColumn;
    row.next();
    row.set(Column::kTime, time_of(sample));
    row.set(Column::kCpu, static_cast<std::uint16_t>(sample.cpu));
    if (sample.cpu == kNoCpu) row.absent(Column::kCpu);
    row.set(Column::kThread, sample.tid);
    row.set(Column::kCode, sample.ip);
    if (sample.ip != 0) lives_.has_code(sample.pid);
    row.set(Column::kStack, stack_of(sample));
    row.set(Column::kEvent, plan.text_id);
    row.set(Column::kWeight,
            static_cast<std::uint32_t>(std::min<std::uint64_t>(sample.period, 0xFFFFFFFF)));
    const unsigned mode = sample.misc & kMiscModeMask;
    const bool in_kernel =
        mode == kMiscKernel || mode == kMiscHypervisor || mode == kMiscGuestKernel;
    row.set(Column::kFlags, static_cast<std::uint8_t>(in_kernel ? BL_SAMPLE_FLAG_KERNEL : 0));
}

// Switches that the kernel records without a tracepoint: whether the old thread waits shows only
// in that it was not preempted.
void Decoder::on_switch_record(const Record& record, const Sample& sample) {
    RowWriter& row = rows(Table::kCswitch);
    if (!row.enabled() || sample.cpu == kNoCpu) return;
    if (has_switch_events_) return fill_switch(record, sample);
    const bool is_out = (record.misc & kMiscSwitchOut) != 0;
    const bool has_other = record.type == kSwitchCpuWideRecord;
    // Of a whole CPU each switch comes twice, out of one thread and into the next.
    if (has_other && !is_out) return;
    Fields fields(record.body, order_);
    fields.u32();
    const std::uint32_t other = has_other ? fields.u32() : kNobody;
    const bool preempted = (record.misc & kMiscSwitchPreempted) != 0;
    using Column = CswitchColumn;
    row.next();
    row.set(Column::kTime, time_of(sample));
    row.set(Column::kCpu, static_cast<std::uint16_t>(sample.cpu));
    row.set(Column::kOldThread, is_out ? sample.tid : other);
    row.set(Column::kNewThread, is_out ? other : sample.tid);
    row.set(Column::kOldState, static_cast<std::uint8_t>(!is_out     ? BL_STATE_UNKNOWN
                                                         : preempted ? BL_STATE_RUNNABLE
                                                                     : BL_STATE_WAITING));
    for (const unsigned unknown : {+Column::kOldRaw, +Column::kOldPriority, +Column::kNewPriority})
        row.absent(unknown);
}

// Where the trace has the tracepoint, too, that comes first; a record that brings a thread onto a
// CPU without it tells a switch that the kernel did not.
void Decoder::fill_switch(const Record& record, const Sample& sample) {
    if (sample.cpu >= last_switch_.size()) last_switch_.resize(sample.cpu + 1);
    LastSwitch& last = last_switch_[sample.cpu];
    const bool is_out = (record.misc & kMiscSwitchOut) != 0;
    if (is_out) {
        last.left = {sample.tid, time_of(sample), (record.misc & kMiscSwitchPreempted) != 0};
        return;
    }
    if (last.time == BL_NO_TIME || last.to == sample.tid) return;
    const std::uint32_t from = last.to;
    // Where the one before left is nearer to the switch: what comes behind it sets up the events of
    // the next thread first.
    const bool has_left = last.left.thread == from && last.left.time >= last.time;
    const std::int64_t time = has_left ? last.left.time : time_of(sample);
    std::uint8_t state = BL_STATE_UNKNOWN;
    if (has_left) state = last.left.preempted ? BL_STATE_RUNNABLE : BL_STATE_WAITING;
    if (from == 0) state = BL_STATE_RUNNING;
    using Column = CswitchColumn;
    RowWriter& row = rows(Table::kCswitch);
    row.next();
    row.set(Column::kTime, time);
    row.set(Column::kCpu, static_cast<std::uint16_t>(sample.cpu));
    row.set(Column::kOldThread, from);
    row.set(Column::kNewThread, sample.tid);
    row.set(Column::kOldState, state);
    for (const unsigned unknown : {+Column::kOldRaw, +Column::kOldPriority, +Column::kNewPriority})
        row.absent(unknown);
    ++filled_switches_;
    last.to = sample.tid;
    last.from = from;
    last.time = time;
    last.told_by = nullptr;
}

void Decoder::on_interrupt(const EventPlan& plan, const Sample& sample, std::uint8_t kind,
                           InterruptEdge::What what) {
    InterruptEdge edge{};
    edge.time = time_of(sample);
    edge.number = static_cast<std::uint32_t>(plan.number.number(sample.raw, order_));
    edge.kind = kind;
    edge.what = what;
    edge.on_thread = kind == BL_DPC_ISR_KIND_SOFTIRQ && softirq_threads_.count(sample.tid) != 0;
    if (what == InterruptEdge::kEntered) {
        edge.name = plan.name ? lane_.intern(plan.name.text(sample.raw, order_)) : plan.text_id;
        for (const auto& [value, text] : plan.names) {
            if (value == edge.number) edge.name = lane_.intern(text);
        }
    }
    interrupts_.add(sample.cpu, edge, rows(Table::kDpcIsr));
}

}  // namespace benchlab::perf
