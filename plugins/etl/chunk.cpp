#include "etl/chunk.hpp"

#include <algorithm>

#include "etl/chunk_decoder.hpp"
#include "etl/disk_file_fault.hpp"
#include "etl/process_thread_image.hpp"
#include "etl/sysconfig.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {

ChunkDecoder::ChunkDecoder(const ChunkInput& input, Chunk& chunk, StackScratch& scratch)
    : input_(input),
      chunk_(chunk),
      scratch_(scratch),
      clock_(input.clock),
      wants_stacks_(input.wanted->stacks()) {
    scratch_.clear();
}

std::uint32_t ChunkDecoder::intern(WideText text) {
    if (text.empty()) return 0;
    text_.clear();
    append_utf8(text_, text);
    return chunk_.lane.intern(text_);
}

void ChunkDecoder::too_short(const char* what) {
    chunk_.lane.problem("etl.short-event",
                        std::string("an event is too short for its kind, first: ") + what,
                        buffer_offset_);
}

void ChunkDecoder::decode() {
    BufferReader reader(*input_.file, input_.compression);
    for (std::uint32_t i = chunk_.first_buffer; i < chunk_.last_buffer; ++i) {
        const Buffer& buffer = input_.buffers[i];
        buffer_ = i;
        BufferTimes times;
        if (buffer.is_compressed() && !is_known(input_.compression)) {
            chunk_.lane.problem("etl.compression",
                                "a buffer is compressed in a format that is not known, number " +
                                    std::to_string(static_cast<unsigned>(input_.compression)),
                                buffer.offset);
        } else {
            const Bytes body = reader.body(buffer);
            if (const Damage* const damage = reader.damage())
                chunk_.lane.problem(damage->code, damage->text, damage->offset);
            on_buffer(buffer, body, times);
        }
        chunk_.buffer_times.push_back(times);
    }
    join_stacks();
}

void ChunkDecoder::on_buffer(const Buffer& buffer, Bytes body, BufferTimes& times) {
    buffer_offset_ = buffer.offset;
    cpu_ = input_.has_cpu_buffers ? buffer.cpu : std::uint16_t{0};
    if (buffer.type != kHeaderBuffer) chunk_.last_cpu = std::max(chunk_.last_cpu, cpu_);
    const bool counts = input_.wanted->has(Table::kEventType);
    while (!body.empty()) {
        Event event;
        std::uint32_t size = 0;
        const EventFound found = read_event(body, event, size);
        if (found == EventFound::kEvent) {
            time_ = clock_.from_raw(event.time);
            if (counts) chunk_.counts.add(event);
            if (event.time != 0) {
                if (times.first == BL_NO_TIME) times.first = time_;
                times.last = time_;
            }
            on_event(event);
        } else if (found == EventFound::kEnd) {
            return;
        } else {
            chunk_.lane.problem(
                found == EventFound::kBroken ? "etl.event-size" : "etl.event-header",
                found == EventFound::kBroken
                    ? "an event has an impossible size; the rest of its buffer is left out"
                    : "an event has a header that is not known",
                buffer.offset);
            if (size == 0 || found == EventFound::kBroken) return;
        }
        body = behind_event(body, size);
    }
}

void ChunkDecoder::on_event(const Event& event) {
    switch (event.kind) {
        case EventKind::kKernel:
            on_kernel(event, event.id);
            break;
        case EventKind::kClass:
            on_class(event);
            break;
        case EventKind::kManifest:
            on_provider(event);
            break;
        case EventKind::kMessage:
            break;
    }
}

void ChunkDecoder::on_kernel(const Event& event, std::uint16_t number) {
    switch (number) {
        case 0x0524:
            return on_switch(event);
        case 0x0532:
            return on_ready(event);
        case 0x0F2E:
            return on_sample(event, false);
        case 0x0F2F:
            return on_sample(event, true);
        case 0x0F42:
            return on_dpc(event, 4);
        case 0x0F44:
            return on_dpc(event, 2);
        case 0x0F45:
            return on_dpc(event, 3);
        case 0x0F43:
        case 0x0F32:
            return on_isr(event);
        case 0x1820:
            return on_stack(event);
        case 0x1825:
            return on_stack_use(event, false);
        case 0x1826:
            return on_stack_use(event, true);
        case 0x1822:
        case 0x1823:
        case 0x1824:
            return on_stack_definition(event);
        case 0x010A:
            return on_disk_done(event, 1);
        case 0x010B:
            return on_disk_done(event, 2);
        case 0x010E:
            return on_disk_done(event, 3);
        case 0x010C:
        case 0x010D:
        case 0x010F:
            return on_disk_init(event);
        case 0x0220:
            return on_hard_fault(event);
        default:
            return on_kernel_state(event, number);
    }
}

void ChunkDecoder::on_kernel_state(const Event& event, std::uint16_t number) {
    switch (number) {
        case 0x0301:
            return on_process(event, kBegins);
        case 0x0302:
            return on_process(event, kEnds);
        case 0x0303:
        case 0x0304:
            return on_process(event, kWasThere);
        case 0x030A:
            return on_image(event, kBegins);
        case 0x1402:
            return on_image(event, kEnds);
        case 0x1403:
        case 0x1404:
            return on_image(event, kWasThere);
        case 0x0501:
            return on_thread(event, kBegins);
        case 0x0502:
            return on_thread(event, kEnds);
        case 0x0503:
        case 0x0504:
            return on_thread(event, kWasThere);
        case 0x0548:
            return on_thread_name(event);
        case 0x0400:
        case 0x0424:
            return on_file_name(event, kWasThere);
        case 0x0420:
            return on_file_name(event, kBegins);
        case 0x0423:
            return on_file_name(event, kEnds);
        case 0x0F22:
            return on_mark(event);
        case 0x0F48:
        case 0x0F49:
        case 0x0F4A:
            return on_interval(event);
        default:
            return on_machine(event, number);
    }
}

void ChunkDecoder::on_machine(const Event& event, std::uint16_t number) {
    if (number == 0x0B0A) {
        CpuConfigRecord record;
        if (!decode_cpu_config(event, record)) return too_short("processors");
        chunk_.cpus.mhz = record.mhz;
        chunk_.cpus.count = record.cpu_count;
    } else if (number == 0x0B23) {
        ProcessorRecord record;
        if (!decode_processor(event, record)) return too_short("processor");
        chunk_.cpus.processors.push_back({record.number, record.mhz, to_utf8(record.name)});
    } else if (number == 0x0B18) {
        NodesRecord record;
        if (!decode_nodes(event, record)) return too_short("memory nodes");
        for (std::uint32_t i = 0; i < record.count; ++i) {
            const auto entry = record.entry(i);
            chunk_.cpus.nodes.push_back({i, entry.mask, entry.group});
        }
    } else if (number == 0x0B1A) {
        GroupsRecord record;
        if (!decode_groups(event, record)) return too_short("processor groups");
        chunk_.cpus.groups.clear();
        for (std::uint32_t i = 0; i < record.count; ++i)
            chunk_.cpus.groups.push_back(record.mask(i));
    }
}

void ChunkDecoder::on_process(const Event& event, std::uint8_t statement) {
    ProcessRecord record;
    if (!decode_process(event, record)) return too_short("process");
    using Column = ProcessColumn;
    RowWriter* row = nullptr;
    if (!begin_row(Table::kProcess, row)) return;
    row->set(Column::kPid, record.pid);
    row->set(Column::kTime, time_or_zero(event));
    row->set(Column::kKind, statement);
    // The idle process has no parent, though the record says it has itself.
    row->set(Column::kParent, record.pid == record.parent_pid ? kNobody : record.parent_pid);
    row->set(Column::kSession, record.session);
    if (record.session == 0xFFFFFFFF || event.version == 0) row->absent(Column::kSession);
    row->set(Column::kName, intern(to_utf8(record.image)));
    row->set(Column::kCommand, intern(record.command));
    row->set(Column::kExitCode, record.exit_code);
    // While a process lives its exit code is the number that says "still active".
    if (statement != kEnds || event.version == 0) row->absent(Column::kExitCode);
    const bool is_32_bit = event.pointer_size == 4 || (record.flags & kProcessIsWow64) != 0;
    row->set(Column::kFlags, static_cast<std::uint8_t>(is_32_bit ? 1 : 0));
}

void ChunkDecoder::on_thread(const Event& event, std::uint8_t statement) {
    ThreadRecord record;
    if (!decode_thread(event, record)) return too_short("thread");
    // The idle threads, which share the number 0, are the host's.
    RowWriter* row = nullptr;
    if (record.tid == 0 || !begin_row(Table::kThread, row)) return;
    using Column = ThreadColumn;
    row->set(Column::kTid, record.tid);
    row->set(Column::kTime, time_or_zero(event));
    row->set(Column::kKind, statement);
    row->set(Column::kProcess, record.pid);
    row->set(Column::kName, intern(record.name));
    row->set(Column::kCode, record.start);
    row->set(Column::kPriority, static_cast<std::int16_t>(record.base_priority));
    if (!record.has_priority) row->absent(Column::kPriority);
}

void ChunkDecoder::on_thread_name(const Event& event) {
    ThreadRecord record;
    if (!decode_thread_name(event, record)) return too_short("thread name");
    RowWriter* row = nullptr;
    if (record.tid == 0 || !begin_row(Table::kThread, row)) return;
    using Column = ThreadColumn;
    row->set(Column::kTid, record.tid);
    row->set(Column::kTime, time_or_zero(event));
    row->set(Column::kKind, kWasThere);
    row->set(Column::kProcess, record.pid);
    row->set(Column::kName, intern(record.name));
    row->absent(Column::kPriority);
}

void ChunkDecoder::on_image(const Event& event, std::uint8_t statement) {
    ImageRecord record;
    if (!decode_image(event, record)) return too_short("image");
    RowWriter* row = nullptr;
    if (!begin_row(Table::kImage, row)) return;
    using Column = ImageColumn;
    const bool is_kernel = record.pid == 0 || is_kernel_address(record.base, event.pointer_size);
    row->set(Column::kProcess, is_kernel ? kNobody : record.pid);
    row->set(Column::kTime, time_or_zero(event));
    row->set(Column::kKind, statement);
    row->set(Column::kBase, record.base);
    row->set(Column::kSize, record.size);
    row->set(Column::kTimestamp, record.timestamp);
    chunk_.paths.push_back({row->slot<std::uint32_t>(Column::kPath), to_utf8(record.path)});
    chunk_.image_rows.push_back(
        {is_kernel ? kNobody : record.pid, record.base, time_or_zero(event),
         row->slot<std::uint32_t>(Column::kDebugId), row->slot<std::uint32_t>(Column::kDebugFile),
         row->slot<std::uint32_t>(Column::kTimestamp), row->present(Column::kTimestamp)});
}

void ChunkDecoder::on_file_name(const Event& event, std::uint8_t statement) {
    FileNameRecord record;
    if (!decode_file_name(event, record)) return too_short("file name");
    RowWriter* row = nullptr;
    if (!begin_row(Table::kFile, row)) return;
    row->set(FileColumn::kKey, record.key);
    row->set(FileColumn::kTime, time_or_zero(event));
    row->set(FileColumn::kKind, statement);
    chunk_.paths.push_back({row->slot<std::uint32_t>(FileColumn::kPath), to_utf8(record.path)});
}

void ChunkDecoder::on_disk_init(const Event& event) {
    if (!chunk_.rows(Table::kDiskIo).enabled()) return;
    DiskRecord record;
    if (!decode_disk_init(event, record)) return too_short("disk request");
    const std::uint32_t tid = record.tid != kNobody ? record.tid : event.tid;
    chunk_.disk_inits.push_back({time_, record.irp, tid, stack_owner(tid, cpu_)});
}

void ChunkDecoder::on_disk_done(const Event& event, std::uint8_t kind) {
    constexpr std::uint32_t kIrpSynchronous = 4, kIrpSynchronousPaging = 0x40;
    DiskRecord record;
    const bool is_flush = kind == 3;
    if (!(is_flush ? decode_disk_flush(event, record) : decode_disk_transfer(event, record)))
        return too_short("disk completion");
    RowWriter* row = nullptr;
    if (!begin_row(Table::kDiskIo, row)) return;
    using Column = DiskIoColumn;
    const std::int64_t start = minus(time_, clock_.from_counter(record.response));
    row->set(Column::kBegin, start);
    row->set(Column::kStart, start);
    row->set(Column::kEnd, time_);
    row->set(Column::kThread, record.tid);
    row->set(Column::kDisk, record.disk);
    row->set(Column::kKind, kind);
    row->set(Column::kPriority, record.priority());
    const bool synchronous = (record.irp_flags & (kIrpSynchronous | kIrpSynchronousPaging)) != 0;
    row->set(Column::kFlags, static_cast<std::uint8_t>(synchronous ? 1 : 0));
    row->set(Column::kOffset, record.offset);
    row->set(Column::kBytes, record.bytes);
    row->set(Column::kFile, record.file);
    if (is_flush) row->absent(Column::kOffset);
    chunk_.disk_done.push_back({record.irp, time_, row->slot<std::int64_t>(Column::kBegin),
                                row->slot<std::uint32_t>(Column::kThread),
                                row->slot<std::uint32_t>(Column::kStack)});
}

void ChunkDecoder::on_hard_fault(const Event& event) {
    HardFaultRecord record;
    if (!decode_hard_fault(event, record)) return too_short("hard fault");
    RowWriter* row = nullptr;
    if (!begin_row(Table::kHardFault, row)) return;
    using Column = HardFaultColumn;
    row->set(Column::kBegin, std::min(from_raw(record.initial_time), time_));
    row->set(Column::kEnd, time_);
    row->set(Column::kThread, record.tid);
    row->set(Column::kAddress, record.address);
    row->set(Column::kFile, record.file);
    row->set(Column::kOffset, record.offset);
    row->set(Column::kBytes, record.bytes);
}

void decode_chunk(const ChunkInput& input, Chunk& chunk, StackScratch& scratch) {
    ChunkDecoder(input, chunk, scratch).decode();
}

}  // namespace benchlab::etl
