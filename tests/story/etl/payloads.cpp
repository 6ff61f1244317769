#include "payloads.hpp"

#include <array>

namespace benchlab::story {

namespace {

void put_frames(Bytes& out, const std::vector<std::uint64_t>& frames, int pointer) {
    for (const std::uint64_t frame : frames) out.put_pointer(frame, pointer);
}

template <class... T>
void put_all(Bytes& out, T... values) {
    (out.put(values), ...);
}

}  // namespace

void put(Bytes& out, const SwitchPayload& p, Layout) {
    put_all(out, p.new_thread, p.old_thread, p.new_priority, p.old_priority, p.previous_c_state,
            p.spare, p.wait_reason, p.wait_mode, p.state, p.ideal_processor, p.wait_time,
            p.reserved);
}

void put(Bytes& out, const ReadyPayload& p, Layout) {
    put_all(out, p.thread, p.adjust_reason, p.adjust_increment, p.flags, p.reserved);
}

void put(Bytes& out, const SamplePayload& p, Layout layout) {
    out.put_pointer(p.instruction, layout.pointer);
    put_all(out, p.thread, p.count, p.flags);
}

void put(Bytes& out, const DpcPayload& p, Layout layout) {
    out.put(p.begin_ticks);
    out.put_pointer(p.routine, layout.pointer);
}

void put(Bytes& out, const IsrPayload& p, Layout layout) {
    out.put(p.begin_ticks);
    out.put_pointer(p.routine, layout.pointer);
    put_all(out, p.result, p.vector, p.reserved);
    if (p.message) out.put(*p.message);
}

void put(Bytes& out, const IntervalPayload& p, Layout layout) {
    put_all(out, p.source, p.interval, p.old_interval);
    if (layout.version >= 3) out.put_text16(p.name);
}

void put(Bytes& out, const CallEnterPayload& p, Layout layout) {
    out.put_pointer(p.address, layout.pointer);
}

void put(Bytes& out, const CallExitPayload& p, Layout) {
    out.put(p.status);
}

void put(Bytes& out, const MarkPayload& p, Layout) {
    out.put_text8(p.text);
}

void put(Bytes& out, const FaultPayload& p, Layout layout) {
    out.put_pointer(p.address, layout.pointer);
    out.put_pointer(p.program_counter, layout.pointer);
}

void put(Bytes& out, const HardFaultPayload& p, Layout layout) {
    put_all(out, p.begin_ticks, p.offset);
    out.put_pointer(p.address, layout.pointer);
    out.put_pointer(p.file, layout.pointer);
    put_all(out, p.thread, p.bytes);
}

void put(Bytes& out, const StackPayload& p, Layout layout) {
    put_all(out, p.event_ticks, p.process, p.thread);
    put_frames(out, p.frames, layout.pointer);
}

void put(Bytes& out, const StackKeyPayload& p, Layout layout) {
    put_all(out, p.event_ticks, p.process, p.thread);
    out.put_pointer(p.key, layout.pointer);
}

void put(Bytes& out, const StackDefinitionPayload& p, Layout layout) {
    out.put_pointer(p.key, layout.pointer);
    put_frames(out, p.frames, layout.pointer);
}

void put(Bytes& out, const DiskPayload& p, Layout layout) {
    put_all(out, p.disk, p.irp_flags, p.bytes, p.reserved, p.offset);
    out.put_pointer(p.file, layout.pointer);
    out.put_pointer(p.irp, layout.pointer);
    out.put(p.response_ticks);
    if (layout.version >= 3) out.put(p.thread);
}

void put(Bytes& out, const DiskInitPayload& p, Layout layout) {
    out.put_pointer(p.irp, layout.pointer);
    if (layout.version >= 3) out.put(p.thread);
}

void put(Bytes& out, const DiskFlushPayload& p, Layout layout) {
    put_all(out, p.disk, p.irp_flags, p.response_ticks);
    out.put_pointer(p.irp, layout.pointer);
    if (layout.version >= 3) out.put(p.thread);
}

void put(Bytes& out, const FileNamePayload& p, Layout layout) {
    out.put_pointer(p.file, layout.pointer);
    out.put_text16(p.name);
}

void put(Bytes& out, const ImagePayload& p, Layout layout) {
    out.put_pointer(p.base, layout.pointer);
    if (layout.version == 0) {
        out.put(static_cast<std::uint32_t>(p.size));
        out.put_text16(p.name);
        return;
    }
    out.put_pointer(p.size, layout.pointer);
    out.put(p.process);
    if (layout.version >= 2) {
        put_all(out, p.checksum, p.stamp, p.signature_level, p.signature_type, std::uint16_t{0});
        out.put_pointer(p.default_base, layout.pointer);
        out.put_zeros(16);
    }
    out.put_text16(p.name);
}

void put(Bytes& out, const ProcessPayload& p, Layout layout) {
    out.put_pointer(p.key, layout.pointer);
    put_all(out, p.process, p.parent, p.session, p.exit_status);
    if (layout.version >= 3) out.put_pointer(p.page_directory, layout.pointer);
    if (layout.version >= 4) out.put(p.flags);
    p.user.empty() ? out.put(std::uint32_t{0}) : out.put_bytes(p.user);
    out.put_text8(p.image);
    if (layout.version >= 2) out.put_text16(p.command);
    if (layout.version >= 4) {
        out.put_text16(p.package);
        out.put_text16(p.application);
    }
    if (layout.version >= 5) out.put(p.exit_filetime);
}

void put(Bytes& out, const ThreadPayload& p, Layout layout) {
    put_all(out, p.process, p.thread);
    if (layout.version < 2) return;
    for (const std::uint64_t value : std::array{p.stack_base, p.stack_limit, p.user_stack_base,
                                                p.user_stack_limit, p.affinity, p.start, p.teb}) {
        out.put_pointer(value, layout.pointer);
    }
    out.put(p.service_tag);
    if (layout.version < 3) return;
    put_all(out, p.base_priority, p.page_priority, p.io_priority, p.flags);
    if (p.name) out.put_text16(*p.name);
}

void put(Bytes& out, const ThreadNamePayload& p, Layout) {
    put_all(out, p.process, p.thread);
    out.put_text16(p.name);
}

void put(Bytes& out, const LogHeaderPayload& p, Layout layout) {
    const std::size_t begin = out.size();
    out.put(p.buffer_size);
    out.put_bytes(p.version);
    put_all(out, p.build, p.cpus, p.end_filetime, p.timer_resolution, p.maximum_size, p.mode,
            p.buffers, p.start_buffers, static_cast<std::uint32_t>(layout.pointer), p.events_lost,
            p.mhz);
    out.put_pointer(p.logger_name, layout.pointer);
    out.put_pointer(p.file_name, layout.pointer);
    out.put_bytes(p.time_zone);
    while ((out.size() - begin) % 8 != 0) out.put(std::uint8_t{0});
    put_all(out, p.boot_filetime, p.frequency, p.start_filetime, p.clock, p.buffers_lost);
    out.put_text16(p.session);
    out.put_text16(p.file);
}

void put(Bytes& out, const ExtensionPayload& p, Layout) {
    for (const std::uint32_t mask : p.masks) out.put(mask);
    out.put(p.kernel_version);
}

void put(Bytes& out, const CpuConfigPayload& p, Layout layout) {
    put_all(out, p.mhz, p.cpus, p.memory_mib, p.page_size, p.granularity);
    out.put_field16(p.computer, 256);
    out.put_field16(p.domain, layout.version >= 2 ? 134 : 132);
    out.put_pointer(p.hyper_threading, layout.pointer);
    if (layout.version < 3) return;
    out.put_pointer(p.highest_user_address, layout.pointer);
    put_all(out, p.architecture, p.level, p.revision, p.pae, p.nx, p.memory_speed);
}

void put(Bytes& out, const ImageIdPayload& p, Layout layout) {
    out.put_pointer(p.base, layout.pointer);
    out.put_pointer(p.size, layout.pointer);
    put_all(out, p.process, p.stamp);
    out.put_text16(p.name);
}

void put(Bytes& out, const DebugIdPayload& p, Layout layout) {
    out.put_pointer(p.base, layout.pointer);
    out.put(p.process);
    put(out, p.guid);
    out.put(p.age);
    out.put_text8(p.pdb);
}

void put(Bytes& out, const VolumePayload& p, Layout) {
    out.put_text16(p.nt_path);
    out.put_text16(p.dos_path);
}

}  // namespace benchlab::story
