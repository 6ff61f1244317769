// What waits for another event to be told with, marks, and losses.
#include <benchlab/tables.h>

#include <algorithm>

#include "perf/decoder.hpp"

namespace benchlab::perf {

void Decoder::on_timer(const EventPlan& plan, const Sample& sample, TimerEdge::What what) {
    if (!rows(Table::kTimer).enabled() || sample.cpu == kNoCpu) return;
    TimerEdge edge{};
    edge.time = time_of(sample);
    edge.timer = static_cast<std::uint64_t>(plan.object.number(sample.raw, order_));
    edge.clock = (what == TimerEdge::kSet ? plan.number : plan.now).number(sample.raw, order_);
    edge.function = static_cast<std::uint64_t>(plan.ip.number(sample.raw, order_));
    edge.cpu = sample.cpu;
    edge.what = what;
    joins_.timers.push_back(edge);
}

void Decoder::on_fault(const EventPlan& plan, const Sample& sample, bool is_end) {
    if (!rows(Table::kHardFault).enabled()) return;
    FaultEdge edge{};
    edge.time = time_of(sample);
    edge.cpu = sample.cpu;
    edge.is_end = is_end;
    if (is_end) {
        edge.address = sample.address;
        edge.ip = sample.ip;
        edge.stack = stack_of(sample);
    } else {
        edge.address = static_cast<std::uint64_t>(plan.address.number(sample.raw, order_));
        edge.ip = static_cast<std::uint64_t>(plan.ip.number(sample.raw, order_));
    }
    joins_.faults[sample.tid].push_back(edge);
}

void Decoder::on_disk(const EventPlan& plan, const Sample& sample, DiskEdge::Kind kind) {
    if (!rows(Table::kDiskIo).enabled()) return;
    DiskEdge edge{};
    edge.time = time_of(sample);
    edge.kind = kind;
    edge.tid = static_cast<std::uint32_t>(plan.current.number(sample.raw, order_));
    edge.device = static_cast<std::uint32_t>(plan.device.number(sample.raw, order_));
    edge.sector = static_cast<std::uint64_t>(plan.sector.number(sample.raw, order_));
    const std::int64_t sectors = plan.sector_count.number(sample.raw, order_);
    const std::int64_t bytes = plan.bytes.number(sample.raw, order_);
    edge.bytes = static_cast<std::uint32_t>(bytes > 0 ? bytes : sectors * 512);
    const DiskOperation operation = disk_operation(plan.operation.text(sample.raw, order_));
    edge.operation = operation.kind;
    edge.flags = operation.flags;
    if (kind != DiskEdge::kComplete) edge.stack = stack_of(sample);
    joins_.disks.push_back(edge);
}

void Decoder::on_call(const EventPlan& plan, const Sample& sample, std::uint8_t kind, bool is_end) {
    if (!rows(Table::kCall).enabled()) return;
    CallEdge edge{};
    edge.time = time_of(sample);
    edge.pid = sample.pid;
    edge.tid = sample.tid;
    edge.cpu = sample.cpu;
    edge.kind = kind;
    edge.is_end = is_end;
    edge.name = plan.text_id;
    edge.object = static_cast<std::uint64_t>(plan.object.number(sample.raw, order_));
    edge.result = plan.result.number(sample.raw, order_);
    if (!is_end) edge.stack = stack_of(sample);
    joins_.calls.push_back(edge);
}

void Decoder::on_present(const EventPlan& plan, const Sample& sample, bool is_end) {
    if (!rows(Table::kPresent).enabled()) return;
    CallEdge edge{};
    edge.time = time_of(sample);
    edge.pid = sample.pid;
    edge.tid = sample.tid;
    edge.cpu = sample.cpu;
    edge.is_end = is_end;
    edge.name = plan.text_id;
    edge.function = plan.function_id;
    joins_.presents.push_back(edge);
}

void Decoder::on_mark(const EventPlan& plan, const Sample& sample) {
    RowWriter& row = rows(Table::kMark);
    if (!row.enabled()) return;
    row.next();
    row.set(MarkColumn::kTime, time_of(sample));
    row.set(MarkColumn::kProcess, sample.pid);
    row.set(MarkColumn::kThread, sample.tid);
    row.set(MarkColumn::kName, plan.text_id);
}

void Decoder::on_frequency(const EventPlan& plan, const Sample& sample) {
    RowWriter& row = rows(Table::kCounter);
    if (!row.enabled()) return;
    constexpr double kHertzPerKilohertz = 1000;
    using Column = CounterColumn;
    row.next();
    row.set(Column::kTime, time_of(sample));
    row.set(Column::kCpu, static_cast<std::uint16_t>(plan.number.number(sample.raw, order_)));
    row.set(Column::kName, plan.text_id);
    row.set(Column::kUnit, static_cast<std::uint8_t>(BL_UNIT_HERTZ));
    row.set(Column::kValue,
            kHertzPerKilohertz * static_cast<double>(plan.object.number(sample.raw, order_)));
}

void Decoder::lost_row(std::int64_t begin, std::int64_t end, std::uint32_t cpu, std::uint8_t kind,
                       std::uint64_t count) {
    RowWriter& row = rows(Table::kLost);
    if (!row.enabled()) return;
    row.next();
    row.set(LostColumn::kBegin, begin);
    row.set(LostColumn::kEnd, end);
    row.set(LostColumn::kCpu, static_cast<std::uint16_t>(cpu));
    if (cpu == kNoCpu) row.absent(LostColumn::kCpu);
    row.set(LostColumn::kKind, kind);
    row.set(LostColumn::kCount, count);
}

// The ring was full: said when there was room again, so it happened since the record before.
void Decoder::on_lost(const Record& record, const Sample& sample) {
    Fields fields(record.body, order_);
    if (record.type == kLostRecord) fields.u64();  // id of the event that found it out
    const std::uint64_t count = fields.u64();
    if (fields.failed()) return too_short(record, "loss");
    const std::int64_t end = time_of(sample);
    std::int64_t begin = zero_;
    if (sample.cpu < last_time_.size()) begin = std::min(last_time_[sample.cpu], end);
    lost_row(begin, end, sample.cpu, BL_LOST_KIND_EVENTS, count);
    if (sample.cpu == kNoCpu) begin = end;
    joins_.losses.add(sample.cpu, begin, end);
    if (sample.cpu != kNoCpu && rows(Table::kDpcIsr).enabled())
        interrupts_.lost(sample.cpu, begin, rows(Table::kDpcIsr));
}

// Their own time is the first field.
void Decoder::on_throttle(const Record& record, const Sample& sample) {
    Fields fields(record.body, order_);
    const std::int64_t time = std::max(static_cast<std::int64_t>(fields.u64()), zero_);
    if (fields.failed() || sample.cpu == kNoCpu) return;
    if (sample.cpu >= throttled_since_.size()) throttled_since_.resize(sample.cpu + 1, BL_NO_TIME);
    if (sample.cpu >= last_time_.size()) last_time_.resize(sample.cpu + 1, zero_);
    std::int64_t& since = throttled_since_[sample.cpu];
    if (record.type == kThrottleRecord) {
        if (since == BL_NO_TIME) since = time;
        return;
    }
    if (since == BL_NO_TIME) return;
    lost_row(since, std::max(since, time), sample.cpu, BL_LOST_KIND_THROTTLED, 1);
    since = BL_NO_TIME;
}

}  // namespace benchlab::perf
