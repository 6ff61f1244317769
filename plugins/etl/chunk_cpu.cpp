// The events of processors, which are most of a trace.
#include <algorithm>

#include "etl/chunk_decoder.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {

void ChunkDecoder::on_switch(const Event& event) {
    RowWriter* row = &chunk_.rows(Table::kCswitch);
    if (!row->enabled()) return;
    SwitchRecord record;
    if (!decode_switch(event, record)) return too_short("context switch");
    row->next();
    using Column = CswitchColumn;
    row->set(Column::kTime, time_);
    row->set(Column::kCpu, cpu_);
    row->set(Column::kOldThread, record.old_tid);
    row->set(Column::kNewThread, record.new_tid);
    row->set(Column::kOldState, store_state(record.old_state));
    row->set(Column::kOldRaw, std::uint16_t{record.old_state});
    // From version 4 on the byte has something else.
    if (event.version < 4 && record.wait_mode <= 1)
        row->set(Column::kOldMode, static_cast<std::uint8_t>(record.wait_mode + 1));
    else
        row->absent(Column::kOldMode);
    if (record.wait_reason < kWaitReasons) {
        std::uint32_t& id = reasons_[record.wait_reason];
        if (id == 0) id = intern(wait_reason_name(record.wait_reason));
        row->set(Column::kOldReason, id);
    }
    row->set(Column::kOldPriority, static_cast<std::int16_t>(record.old_priority));
    row->set(Column::kNewPriority, static_cast<std::int16_t>(record.new_priority));
}

void ChunkDecoder::on_ready(const Event& event) {
    RowWriter* row = &chunk_.rows(Table::kReady);
    if (!row->enabled()) return;
    ReadyRecord record;
    if (!decode_ready(event, record)) return too_short("readied thread");
    row->next();
    using Column = ReadyColumn;
    constexpr std::uint8_t kThread = 1, kDpc = 2, kAsked = 1, kAskedWhileSwappedOut = 4;
    const bool from_dpc = (record.flags & kReadyFromDpc) != 0;
    const bool swapped_out =
        (record.flags & (kReadyStackNotResident | kReadyProcessNotResident)) != 0;
    row->set(Column::kTime, time_);
    row->set(Column::kCpu, cpu_);
    row->set(Column::kThread, record.tid);
    row->set(Column::kWaker, from_dpc ? kNobody : event.tid);
    row->set(Column::kSource, from_dpc ? kDpc : kThread);
    row->set(Column::kKind, swapped_out ? kAskedWhileSwappedOut : kAsked);
}

void ChunkDecoder::on_sample(const Event& event, bool is_counter) {
    RowWriter* row = &chunk_.rows(Table::kSample);
    if (!row->enabled()) return;
    SampleRecord record;
    if (!decode_sample(event, record)) return too_short("sample");
    row->next();
    using Column = SampleColumn;
    row->set(Column::kTime, time_);
    row->set(Column::kCpu, cpu_);
    row->set(Column::kThread, record.tid);
    row->set(Column::kCode, record.address);
    std::uint8_t flags = is_kernel_address(record.address, event.pointer_size) ? 1 : 0;
    if (!is_counter && (record.flags & kSampleInDpc) != 0) flags |= 2;
    if (!is_counter && (record.flags & kSampleInIsr) != 0) flags |= 4;
    row->set(Column::kFlags, flags);
    // Interval and name are known at the end: until then the source, and how many samples it is.
    row->set(Column::kEvent, std::uint32_t{is_counter ? record.count : std::uint16_t{0}});
    row->set(Column::kWeight, std::uint32_t{is_counter ? std::uint16_t{1} : record.count});
}

void ChunkDecoder::on_dpc(const Event& event, std::uint8_t kind) {
    RowWriter* row = &chunk_.rows(Table::kDpcIsr);
    if (!row->enabled()) return;
    DpcIsrRecord record;
    if (!decode_dpc(event, record)) return too_short("DPC");
    row->next();
    using Column = DpcIsrColumn;
    row->set(Column::kBegin, std::min(from_raw(record.initial_time), time_));
    row->set(Column::kEnd, time_);
    row->set(Column::kCpu, cpu_);
    row->set(Column::kKind, kind);
    row->set(Column::kCode, record.routine);
    row->absent(Column::kVector);
}

void ChunkDecoder::on_isr(const Event& event) {
    RowWriter* row = &chunk_.rows(Table::kDpcIsr);
    if (!row->enabled()) return;
    DpcIsrRecord record;
    if (!decode_isr(event, record)) return too_short("interrupt");
    row->next();
    using Column = DpcIsrColumn;
    row->set(Column::kBegin, std::min(from_raw(record.initial_time), time_));
    row->set(Column::kEnd, time_);
    row->set(Column::kCpu, cpu_);
    row->set(Column::kKind, std::uint8_t{1});
    row->set(Column::kCode, record.routine);
    row->set(Column::kVector, record.vector);
}

void ChunkDecoder::on_interval(const Event& event) {
    IntervalRecord record;
    if (!decode_interval(event, record)) return too_short("sample interval");
    chunk_.intervals.push_back(
        {time_, record.source, record.new_interval, to_utf8(record.source_name)});
}

void ChunkDecoder::on_stack(const Event& event) {
    if (!wants_stacks_) return;
    StackRecord record;
    if (!decode_stack(event, record)) return too_short("stack");
    if (record.frames.empty()) return;
    StackUse use;
    use.time = from_raw(record.event_time);
    use.frames = scratch_.frames.add(record.frames, event.pointer_size);
    use.owner = stack_owner(record.tid, cpu_);
    use.pid = record.pid;
    use.tid = record.tid;
    use.cpu = cpu_;
    use.is_user = !is_kernel_address(use.frames.front(), event.pointer_size);
    scratch_.uses.push_back(use);
}

void ChunkDecoder::on_stack_use(const Event& event, bool is_user) {
    if (!wants_stacks_) return;
    StackRecord record;
    if (!decode_stack_use(event, record)) return too_short("stack key");
    StackKeyUse use;
    use.use.time = from_raw(record.event_time);
    use.use.owner = stack_owner(record.tid, cpu_);
    use.use.pid = record.pid;
    use.use.tid = record.tid;
    use.use.cpu = cpu_;
    use.use.is_user = is_user;
    use.key = record.key;
    use.at = time_;
    chunk_.key_uses.push_back(use);
}

void ChunkDecoder::on_stack_definition(const Event& event) {
    if (!wants_stacks_) return;
    StackRecord record;
    if (!decode_stack_definition(event, record)) return too_short("stack definition");
    chunk_.key_definitions.push_back(
        {record.key, time_, chunk_.frames.add(record.frames, event.pointer_size)});
}

std::vector<StackTarget> stack_targets(const Chunk& chunk) {
    std::vector<StackTarget> targets;
    const auto column = [](const RowWriter::Block& block, unsigned index, auto* type) {
        return static_cast<decltype(type)>(block.columns[index]);
    };
    constexpr std::int64_t* kTime = nullptr;
    constexpr std::uint32_t* kNumber = nullptr;
    constexpr std::uint16_t* kCpu = nullptr;
    const auto each_block = [&](Table table, auto&& take) {
        for (const RowWriter::Block& block : chunk.writers[static_cast<unsigned>(table)].blocks()) {
            StackTarget target;
            take(block, target);
            target.rows = block.rows;
            targets.push_back(target);
        }
    };
    each_block(Table::kCswitch, [&](const auto& block, StackTarget& target) {
        target.time = column(block, CswitchColumn::kTime, kTime);
        target.tid = column(block, CswitchColumn::kNewThread, kNumber);
        target.cpu = column(block, CswitchColumn::kCpu, kCpu);
        target.stack = column(block, CswitchColumn::kNewStack, kNumber);
    });
    each_block(Table::kSample, [&](const auto& block, StackTarget& target) {
        target.time = column(block, SampleColumn::kTime, kTime);
        target.tid = column(block, SampleColumn::kThread, kNumber);
        target.cpu = column(block, SampleColumn::kCpu, kCpu);
        target.stack = column(block, SampleColumn::kStack, kNumber);
    });
    each_block(Table::kHardFault, [&](const auto& block, StackTarget& target) {
        target.time = column(block, HardFaultColumn::kEnd, kTime);
        target.tid = column(block, HardFaultColumn::kThread, kNumber);
        target.stack = column(block, HardFaultColumn::kStack, kNumber);
    });
    each_block(Table::kReady, [&](const auto& block, StackTarget& target) {
        target.time = column(block, ReadyColumn::kTime, kTime);
        target.cpu = column(block, ReadyColumn::kCpu, kCpu);
        target.stack = column(block, ReadyColumn::kStack, kNumber);
        target.waker = column(block, ReadyColumn::kWaker, kNumber);
        target.waker_source = static_cast<const std::uint8_t*>(block.columns[ReadyColumn::kSource]);
    });
    return targets;
}

void ChunkDecoder::join_stacks() {
    if (scratch_.uses.empty()) return;
    StackJoiner joiner(chunk_.lane, scratch_.uses, scratch_.index);
    for (const StackTarget& target : stack_targets(chunk_))
        joiner.join(target, StackJoiner::Pass::kChunk);
    for (StackUse& use : scratch_.uses) {
        if (use.is_done) continue;
        use.frames = chunk_.frames.add(use.frames);
        chunk_.stack_uses.push_back(use);
    }
}

}  // namespace benchlab::etl
