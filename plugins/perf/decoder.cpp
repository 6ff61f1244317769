#include "perf/decoder.hpp"

#include <benchlab/tables.h>

#include <algorithm>

#include "perf/kernel_symbols.hpp"

namespace benchlab::perf {
namespace {

// More than any machine has; a damaged number is not believed.
constexpr std::uint32_t kMostCpus = 65536;
// Addresses from here on are marks of where a part of a stack begins.
constexpr std::uint64_t kFirstMark = static_cast<std::uint64_t>(-4095);
constexpr std::uint64_t kUserMark = static_cast<std::uint64_t>(-512);

template <class Value>
Value& at_cpu(std::vector<Value>& values, std::uint32_t cpu, Value none) {
    if (cpu >= values.size()) values.resize(cpu + 1, none);
    return values[cpu];
}

}  // namespace

Decoder::Decoder(const Session& session, const Lane& lane, const Wanted& wanted, std::int64_t zero)
    : session_(session),
      order_(session.order()),
      lane_(lane),
      wanted_(wanted),
      zero_(zero),
      lives_(session, lane_, rows(Table::kProcess), rows(Table::kThread), rows(Table::kImage)) {
    for (unsigned table = 0; table < kTableCount; ++table) {
        if (wanted.has(static_cast<Table>(table)))
            writers_[table].open(lane_, spec_of(static_cast<Table>(table)));
    }
    for (std::size_t i = 0; i < session.attributes().size(); ++i) {
        if (plan_of(static_cast<int>(i)).kind == EventKind::kSwitch) has_switch_events_ = true;
    }
}

EventPlan& Decoder::plan_of(int attribute) {
    if (attribute < 0) return no_plan_;
    const auto number = static_cast<std::size_t>(attribute);
    if (number >= plans_.size()) plans_.resize(number + 1);
    auto& plan = plans_[number];
    if (!plan) {
        plan = std::make_unique<EventPlan>(plan_event(session_, *session_.attributes()[number]));
        plan->text_id = lane_.intern(plan->text);
        plan->function_id = lane_.intern(plan->function);
    }
    return *plan;
}

std::int64_t Decoder::time_of(const Sample& sample) const {
    // Beyond this it is damage, and differences would leave the type.
    const bool is_possible = sample.time <= kMostTime;
    return is_possible ? std::max(static_cast<std::int64_t>(sample.time), zero_) : zero_;
}

std::int64_t Decoder::time_of_latest() const {
    const auto latest = std::max_element(last_time_.begin(), last_time_.end());
    return latest == last_time_.end() ? zero_ : std::max(*latest, zero_);
}

void Decoder::too_short(const Record& record, const char* what) {
    lane_.problem("perf.short-record",
                  std::string("the record of a ") + what + " is too short to be read",
                  record.offset);
}

std::uint32_t Decoder::stack_of(const Sample& sample) {
    if (!wanted_.stacks() || (sample.callchain.empty() && sample.user_stack.empty())) return 0;
    addresses_.clear();
    std::size_t first_of_user = SIZE_MAX;
    for (std::size_t at = 0; at < sample.callchain.size(); at += 8) {
        const std::uint64_t address = order_.u64(sample.callchain.data() + at);
        if (address == kUserMark) first_of_user = addresses_.size();
        if (address < kFirstMark && address != 0) addresses_.push_back(address);
    }
    if (unwinder_ != nullptr)
        unwinder_->mend(sample, order_, addresses_, std::min(first_of_user, addresses_.size()));
    if (addresses_.empty()) return 0;
    lives_.has_code(sample.pid);
    return lane_.add_stack(0, sample.pid, addresses_);
}

void Decoder::take(const Record& record) {
    if (record.type == kSampleRecord) return on_sample(record);
    if (record.type < kHeaderAttrRecord) on_other(record);
}

void Decoder::on_sample(const Record& record) {
    const int number = session_.attribute_of(record);
    EventPlan& plan = plan_of(number);
    ++plan.count;
    plan.size_bytes += record.body.size() + 8;
    if (number < 0) return;
    if (plan.has_no_format) ++events_without_format_;
    Sample sample;
    sample.misc = record.misc;
    const Attribute& attribute = *session_.attributes()[static_cast<std::size_t>(number)];
    if (!read_sample(attribute, record.body, order_, sample)) return too_short(record, "sample");
    if (!attribute.has(kTime)) ++samples_without_time_;
    if (!attribute.has(kPeriod)) {
        sample.period = attribute.has(Attribute::kFrequency) ? 1 : attribute.sample_period;
    }
    place(plan, sample);
}

void Decoder::take(int attribute, Sample& sample, std::size_t size_bytes) {
    EventPlan& plan = plan_of(attribute);
    ++plan.count;
    plan.size_bytes += size_bytes;
    place(plan, sample);
}

void Decoder::place(const EventPlan& plan, Sample& sample) {
    if (sample.cpu < kMostCpus) {
        at_cpu(last_time_, sample.cpu, zero_) = time_of(sample);
        highest_cpu_ = std::max(highest_cpu_, sample.cpu);
    } else {
        sample.cpu = kNoCpu;
    }
    on_event(plan, sample);
}

void Decoder::saw(std::uint32_t tid, std::uint32_t pid, std::string_view name, std::int64_t time) {
    lives_.saw(tid, pid, name, time);
}

void Decoder::on_event(const EventPlan& plan, const Sample& sample) {
    switch (plan.kind) {
        case EventKind::kOther:
            return;
        case EventKind::kSample:
            return on_clock_sample(plan, sample);
        case EventKind::kSwitch:
            return on_switch(plan, sample);
        case EventKind::kWakingAsked:
            return on_ready(plan, sample, BL_READY_KIND_ASKED);
        case EventKind::kWakeUp:
            return on_ready(plan, sample, BL_READY_KIND_QUEUED);
        case EventKind::kWakeUpNew:
            return on_ready(plan, sample, BL_READY_KIND_NEW);
        case EventKind::kMark:
            return on_mark(plan, sample);
        case EventKind::kCpuFrequency:
            return on_frequency(plan, sample);
        case EventKind::kIrqEntry:
        case EventKind::kIrqExit:
        case EventKind::kSoftirqEntry:
        case EventKind::kSoftirqExit:
        case EventKind::kSoftirqRaise:
        case EventKind::kVectorEntry:
        case EventKind::kVectorExit:
            return on_interrupt_event(plan, sample);
        default:
            return on_joined_event(plan, sample);
    }
}

void Decoder::on_interrupt_event(const EventPlan& plan, const Sample& sample) {
    if (!rows(Table::kDpcIsr).enabled() || sample.cpu == kNoCpu) return;
    using Edge = InterruptEdge;
    switch (plan.kind) {
        case EventKind::kIrqEntry:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_INTERRUPT, Edge::kEntered);
        case EventKind::kIrqExit:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_INTERRUPT, Edge::kLeft);
        case EventKind::kSoftirqEntry:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_SOFTIRQ, Edge::kEntered);
        case EventKind::kSoftirqExit:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_SOFTIRQ, Edge::kLeft);
        case EventKind::kSoftirqRaise:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_SOFTIRQ, Edge::kRaised);
        case EventKind::kVectorEntry:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_TICK, Edge::kEntered);
        default:
            return on_interrupt(plan, sample, BL_DPC_ISR_KIND_TICK, Edge::kLeft);
    }
}

void Decoder::on_joined_event(const EventPlan& plan, const Sample& sample) {
    switch (plan.kind) {
        case EventKind::kTimerSet:
            return on_timer(plan, sample, TimerEdge::kSet);
        case EventKind::kTimerEntry:
            return on_timer(plan, sample, TimerEdge::kEntered);
        case EventKind::kTimerExit:
            return on_timer(plan, sample, TimerEdge::kLeft);
        case EventKind::kPageFault:
            return on_fault(plan, sample, false);
        case EventKind::kMajorFault:
            return on_fault(plan, sample, true);
        case EventKind::kDiskInsert:
            return on_disk(plan, sample, DiskEdge::kInsert);
        case EventKind::kDiskIssue:
            return on_disk(plan, sample, DiskEdge::kIssue);
        case EventKind::kDiskComplete:
            return on_disk(plan, sample, DiskEdge::kComplete);
        case EventKind::kCallEnter:
            return on_call(plan, sample, BL_CALL_KIND_SYSTEM, false);
        case EventKind::kCallExit:
            return on_call(plan, sample, BL_CALL_KIND_SYSTEM, true);
        case EventKind::kLockBegin:
            return on_call(plan, sample, BL_CALL_KIND_KERNEL_LOCK, false);
        case EventKind::kLockEnd:
            return on_call(plan, sample, BL_CALL_KIND_KERNEL_LOCK, true);
        case EventKind::kPresent:
            return on_present(plan, sample, false);
        default:
            return on_present(plan, sample, true);
    }
}

// All other records of the kernel.
void Decoder::on_other(const Record& record) {
    Sample sample;
    const int number = session_.attribute_of(record);
    if (number < 0) return;
    const Attribute& attribute = *session_.attributes()[static_cast<std::size_t>(number)];
    if (!read_trailer(attribute, record.body, order_, sample))
        return too_short(record, "process, thread, map or loss");
    if (sample.cpu >= kMostCpus) sample.cpu = kNoCpu;
    Record bare = record;
    bare.body = record.body.first(record.body.size() - trailer_size(attribute));
    // A loss reaches back to the record before it.
    if (record.type == kLostRecord || record.type == kLostSamplesRecord)
        return on_loss_record(bare, sample);
    if (sample.time != 0 && sample.cpu != kNoCpu)
        at_cpu(last_time_, sample.cpu, zero_) = time_of(sample);
    switch (record.type) {
        case kCommRecord:
        case kForkRecord:
        case kExitRecord:
        case kMmapRecord:
        case kMmap2Record:
            return on_life(bare, attribute, sample);
        case kSwitchRecord:
        case kSwitchCpuWideRecord:
            return on_switch_record(bare, sample);
        case kThrottleRecord:
        case kUnthrottleRecord:
            return on_throttle(bare, sample);
        default:
            return;
    }
}

// Old recordings have no time at the end of such records: forks and ends have one of their own, and
// the others are of when they stand in the file.
void Decoder::on_life(const Record& record, const Attribute& attribute, Sample& sample) {
    const bool has_time = attribute.has(Attribute::kSampleIdAll) && attribute.has(kTime);
    if (!has_time) {
        const bool has_own = record.type == kForkRecord || record.type == kExitRecord;
        constexpr std::size_t kOwnTime = 16;
        if (has_own && record.body.size() >= kOwnTime + 8)
            sample.time = order_.u64(record.body.data() + kOwnTime);
        else
            sample.time = latest_;
    }
    latest_ = std::max(latest_, sample.time);
    lives_.add(record, sample.time, time_of(sample));
}

// From perf 6.1 on a file ends with the sum of each event's losses, which the records of full rings
// have told before; what a filter left out is none.
void Decoder::on_loss_record(const Record& record, const Sample& sample) {
    if (record.type == kLostSamplesRecord && sample.time == 0) {
        Fields fields(record.body, order_);
        if ((record.misc & kMiscLostByFilter) == 0) untimed_losses_ += fields.u64();
        return;
    }
    ++timed_losses_;
    on_lost(record, sample);
}

void Decoder::finish(bool with_cpus) {
    lives_.finish();
    if (untimed_losses_ > 0 && timed_losses_ == 0)
        lost_row(zero_, time_of_latest(), kNoCpu, BL_LOST_KIND_EVENTS, untimed_losses_);
    if (events_without_format_ > 0) {
        lane_.problem("perf.no-format",
                      "the fields of an event are not told by the recording: it is left out", 0);
    }
    if (rows(Table::kDpcIsr).enabled()) interrupts_.finish(rows(Table::kDpcIsr));
    if (rows(Table::kTimer).enabled()) joins_.write_timers(rows(Table::kTimer));
    if (rows(Table::kHardFault).enabled()) joins_.write_faults(rows(Table::kHardFault));
    if (rows(Table::kDiskIo).enabled()) joins_.write_disks(rows(Table::kDiskIo));
    tell_disks();
    if (rows(Table::kCall).enabled()) joins_.write_calls(rows(Table::kCall));
    if (rows(Table::kPresent).enabled()) joins_.write_presents(rows(Table::kPresent));
    if (joins_.faults_without_begin() > 0) {
        lane_.fact(
            "faults",
            "for " + std::to_string(joins_.faults_without_begin()) +
                " major faults the trace tells only the end: they are shown as if they had "
                "taken no time (record exceptions:page_fault_user and page_fault_kernel, too)");
    }
    if (filled_switches_ > 0) {
        lane_.fact("switches", std::to_string(filled_switches_) +
                                   " context switches are told by the kernel's records alone, as "
                                   "their tracepoint is missing");
    }
    if (samples_without_time_ > 0) {
        lane_.problem("perf.no-time",
                      "samples have no time (record with -T): they are all shown at the begin", 0);
    }
    for (std::uint32_t cpu = 0; cpu < throttled_since_.size(); ++cpu) {
        if (throttled_since_[cpu] != BL_NO_TIME)
            lost_row(throttled_since_[cpu], std::max(last_time_[cpu], throttled_since_[cpu]), cpu,
                     BL_LOST_KIND_THROTTLED, 1);
    }
    if (with_cpus) write_cpus();
    if (rows(Table::kEventType).enabled()) write_event_types();
    if (rows(Table::kSymbol).enabled()) write_kernel_symbols();
}

void Decoder::write_kernel_symbols() {
    if (session_.kernel_symbols().empty()) return;
    struct Function {
        std::uint64_t address;
        std::uint32_t name;
    };
    std::vector<Function> functions;
    const bool is_whole = read_kernel_symbols(
        session_.kernel_symbols(), [&](std::uint64_t address, std::string_view name) {
            functions.push_back({address, lane_.intern(name)});
        });
    if (!is_whole)
        lane_.problem("perf.kernel-symbols", "names of the kernel's functions cannot be read", 0);
    if (functions.empty()) return;
    RowWriter& symbols = rows(Table::kSymbol);
    symbols.expect(static_cast<std::uint32_t>(functions.size()));
    for (const Function& each : functions) {
        symbols.next();
        symbols.set(SymbolColumn::kProcess, kNobody);
        symbols.set(SymbolColumn::kAddress, each.address);
        symbols.set(SymbolColumn::kName, each.name);
    }
}

void Decoder::tell_disks() const {
    constexpr unsigned kMinorBits = 20;
    const auto& devices = joins_.devices();
    for (std::size_t disk = 0; disk < devices.size(); ++disk) {
        const std::uint32_t major = devices[disk] >> kMinorBits;
        const std::uint32_t minor = devices[disk] & ((1u << kMinorBits) - 1);
        lane_.fact(("disk." + std::to_string(disk)).c_str(),
                   "block device " + std::to_string(major) + ":" + std::to_string(minor));
    }
}

void Decoder::write_cpus() {
    RowWriter& cpus = rows(Table::kCpu);
    if (!cpus.enabled()) return;
    const std::uint32_t count =
        std::min(kMostCpus, std::max(session_.facts().cpu_count, highest_cpu_ + 1));
    cpus.expect(count);
    const std::uint32_t name = lane_.intern(session_.facts().cpu_name);
    for (std::uint32_t cpu = 0; cpu < count; ++cpu) {
        cpus.next();
        cpus.set(CpuColumn::kNumber, static_cast<std::uint16_t>(cpu));
        cpus.set(CpuColumn::kName, name);
    }
}

void Decoder::write_event_types() {
    RowWriter& types = rows(Table::kEventType);
    std::uint32_t count = 0;
    for (const auto& plan : plans_) count += plan && plan->count > 0 ? 1 : 0;
    if (count == 0) return;
    types.expect(count);
    for (std::size_t i = 0; i < plans_.size(); ++i) {
        if (!plans_[i] || plans_[i]->count == 0) continue;
        types.next();
        types.set(EventTypeColumn::kName, lane_.intern(session_.attributes()[i]->name));
        types.set(EventTypeColumn::kCount, plans_[i]->count);
        types.set(EventTypeColumn::kBytes, plans_[i]->size_bytes);
    }
}

}  // namespace benchlab::perf
