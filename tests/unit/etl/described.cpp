#include "described.hpp"

#include "etl/disk_file_fault.hpp"
#include "etl/log_header.hpp"
#include "etl/process_thread_image.hpp"
#include "etl/scheduling.hpp"
#include "etl/sysconfig.hpp"
#include "etl/text.hpp"

namespace etl_test {

using namespace benchlab::etl;

namespace {

std::uint64_t number(std::int8_t value) {
    return static_cast<std::uint8_t>(value);
}
template <class Integer>
std::uint64_t number(Integer value) {
    return static_cast<std::make_unsigned_t<Integer>>(value);
}

std::vector<std::uint64_t> frames_of(const StackRecord& record, unsigned pointer_size) {
    std::vector<std::uint64_t> result;
    Fields fields(record.frames, pointer_size);
    while (fields.left() != 0) result.push_back(fields.pointer());
    return result;
}

// "S-1-5-18"; empty when there is none.
std::string sid_text(Bytes sid) {
    if (sid.size() < 8) return {};
    std::uint64_t authority = 0;
    for (std::size_t i = 2; i < 8; ++i) authority = authority << 8 | sid[i];
    std::string text = "S-" + std::to_string(sid[0]) + "-" + std::to_string(authority);
    for (std::size_t at = 8; at < sid.size(); at += 4)
        text += "-" + std::to_string(load<std::uint32_t>(sid.data() + at));
    return text;
}

Described describe_process(const Event& event) {
    ProcessRecord r;
    if (!decode_process(event, r)) return {};
    Described d{{"ProcessId", number(r.pid)},     {"ParentId", number(r.parent_pid)},
                {"SessionId", number(r.session)}, {"ExitStatus", number(r.exit_code)},
                {"UserSID", sid_text(r.sid)},     {"ImageFileName", to_utf8(r.image)}};
    d[event.version == 1 ? "PageDirectoryBase" : "UniqueProcessKey"] = r.key;
    if (event.version >= 2) d["CommandLine"] = to_utf8(r.command);
    if (event.version >= 3) d["DirectoryTableBase"] = r.directory_table;
    if (event.version >= 4) {
        d["Flags"] = number(r.flags);
        d["PackageFullName"] = to_utf8(r.package);
        d["ApplicationId"] = to_utf8(r.application);
    }
    return d;
}

Described describe_thread(const Event& event) {
    ThreadRecord r;
    if (!decode_thread(event, r)) return {};
    Described d{{"ProcessId", number(r.pid)}, {"ThreadId", number(r.tid)}};
    if (event.version >= 2) {
        d["StackBase"] = r.stack_base;
        d["StackLimit"] = r.stack_limit;
        d["UserStackBase"] = r.user_stack_base;
        d["UserStackLimit"] = r.user_stack_limit;
        d["StartAddrOrAffinity"] = r.affinity;
        d["Win32StartAddr"] = r.start;
        d["TebBase"] = r.teb;
        d["SubProcessTag"] = number(r.sub_process_tag);
    }
    if (r.has_priority) {
        d["BasePriority"] = number(r.base_priority);
        d["PagePriority"] = number(r.page_priority);
        d["IoPriority"] = number(r.io_priority);
        d["Flags"] = number(r.flags);
    }
    d["ThreadName"] = to_utf8(r.name);
    return d;
}

Described describe_image(const Event& event) {
    ImageRecord r;
    if (!decode_image(event, r)) return {};
    Described d{{"ImageBase", r.base}, {"ImageSize", r.size}, {"FileName", to_utf8(r.path)}};
    if (event.version >= 1) d["ProcessId"] = number(r.pid);
    if (event.version >= 2) {
        d["ImageChecksum"] = number(r.checksum);
        d["TimeDateStamp"] = number(r.timestamp);
        d["DefaultBase"] = r.default_base;
    }
    if (event.version >= 3) {
        d["SignatureLevel"] = number(r.signature_level);
        d["SignatureType"] = number(r.signature_type);
    }
    return d;
}

Described describe_disk(const Event& event, std::uint32_t type) {
    DiskRecord r;
    Described d;
    if (type == 0x0C || type == 0x0D || type == 0x0F) {
        if (!decode_disk_init(event, r)) return {};
        d["Irp"] = r.irp;
    } else {
        const bool flush = type == 0x0E;
        if (!(flush ? decode_disk_flush(event, r) : decode_disk_transfer(event, r))) return {};
        d = {{"DiskNumber", number(r.disk)},
             {"IrpFlags", number(r.irp_flags)},
             {"HighResResponseTime", r.response},
             {"Irp", r.irp}};
        if (!flush) {
            d["TransferSize"] = number(r.bytes);
            d["ByteOffset"] = r.offset;
            d["FileObject"] = r.file;
        }
    }
    if (event.version >= 3) d["IssuingThreadId"] = number(r.tid);
    return d;
}

Described describe_switch(const Event& event) {
    SwitchRecord r;
    if (!decode_switch(event, r)) return {};
    return {{"NewThreadId", number(r.new_tid)},
            {"OldThreadId", number(r.old_tid)},
            {"NewThreadPriority", number(r.new_priority)},
            {"OldThreadPriority", number(r.old_priority)},
            {"PreviousCState", number(r.previous_c_state)},
            {"OldThreadWaitReason", number(r.wait_reason)},
            {"OldThreadWaitMode", number(r.wait_mode)},
            {"OldThreadState", number(r.old_state)},
            {"OldThreadWaitIdealProcessor", number(r.ideal_cpu)},
            {"NewThreadWaitTime", number(r.new_wait_time)},
            {"OldQuantum", number(r.old_quantum)}};
}

Described describe_interrupt(const Event& event, std::uint32_t type) {
    DpcIsrRecord r;
    const bool dpc = type == 0x42 || type == 0x44 || type == 0x45;
    if (!(dpc ? decode_dpc(event, r) : decode_isr(event, r))) return {};
    Described d{{"InitialTime", r.initial_time}, {"Routine", r.routine}};
    if (!dpc) {
        d["ReturnValue"] = number(r.return_value);
        d["Vector"] = number(r.vector);
    }
    if (type == 0x32) d["MessageNumber"] = number(r.message_number);
    return d;
}

Described describe_sample(const Event& event, bool is_counter) {
    SampleRecord r;
    if (!decode_sample(event, r)) return {};
    Described d{{"InstructionPointer", r.address}, {"ThreadId", number(r.tid)}};
    if (is_counter) {
        d["ProfileSource"] = number(r.count);
        return d;
    }
    d["Count"] = number(r.count);
    d["ExecutingDpc"] = std::uint64_t{(r.flags & kSampleInDpc) != 0};
    d["ExecutingIsr"] = std::uint64_t{(r.flags & kSampleInIsr) != 0};
    d["Priority"] = std::uint64_t{r.flags} >> 3;
    d["Rank"] = number(r.rank);
    // Where a source takes the two bytes for one number.
    d["Reserved"] = std::uint64_t{r.flags} | std::uint64_t{r.rank} << 8;
    return d;
}

Described describe_stack(const Event& event, std::uint32_t type) {
    StackRecord r;
    if (type == 0x20) {
        if (!decode_stack(event, r)) return {};
    } else if (type == 0x25 || type == 0x26) {
        if (!decode_stack_use(event, r)) return {};
    } else if (!decode_stack_definition(event, r)) {
        return {};
    }
    Described d{{"Stack", frames_of(r, event.pointer_size)}, {"StackKey", r.key}};
    d["Frames"] = std::uint64_t{std::get<2>(d["Stack"]).size()};
    d["EventTimeStamp"] = r.event_time;
    d["ProcessId"] = number(r.pid);
    d["ThreadId"] = number(r.tid);
    return d;
}

Described describe_merger(const Event& event, std::uint32_t number_of_event) {
    if (number_of_event == 0x20021 || number_of_event == 0x20023) {
        PathsRecord r;
        if (!decode_paths(event, r)) return {};
        return {{"NtPath", to_utf8(r.first)}, {"DosPath", to_utf8(r.second)}};
    }
    ImageIdRecord r;
    if (number_of_event == 0x10000) {
        if (!decode_image_info(event, r)) return {};
        return {{"ImageBase", r.base},
                {"ImageSize", r.size},
                {"ProcessId", number(r.pid)},
                {"TimeDateStamp", number(r.timestamp)},
                {"OriginalFileName", to_utf8(r.original_name)}};
    }
    if (!decode_image_debug(event, r)) return {};
    return {{"ImageBase", r.base},
            {"ProcessId", number(r.pid)},
            {"GuidSig", guid_text(r.guid)},
            {"Age", number(r.age)},
            {"PdbFileName", to_utf8(r.debug_file)}};
}

Described describe_header(const Event& event) {
    LogHeader r;
    if (!decode_log_header(event, r)) return {};
    return {{"BufferSize", number(r.buffer_size)},
            {"ProviderVersion", number(r.os_build)},
            {"NumberOfProcessors", number(r.cpu_count)},
            {"EndTime", number(r.end_filetime)},
            {"TimerResolution", number(r.timer_resolution)},
            {"MaxFileSize", number(r.largest_file)},
            {"LogFileMode", number(r.mode)},
            {"BuffersWritten", number(r.buffers_written)},
            {"StartBuffers", number(r.start_buffers)},
            {"PointerSize", number(r.pointer_size)},
            {"EventsLost", number(r.events_lost)},
            {"CPUSpeed", number(r.cpu_mhz)},
            {"BootTime", number(r.boot_filetime)},
            {"PerfFreq", number(r.counter_per_second)},
            {"StartTime", number(r.start_filetime)},
            {"ReservedFlags", number(r.clock_type)},
            {"BuffersLost", number(r.buffers_lost)},
            {"SessionNameString", r.session_name},
            {"LogFileNameString", r.file_name}};
}

Described describe_config(const Event& event) {
    CpuConfigRecord r;
    if (!decode_cpu_config(event, r)) return {};
    Described d{{"MHz", number(r.mhz)},
                {"NumberOfProcessors", number(r.cpu_count)},
                {"MemSizeMB", number(r.memory_mib)},
                {"PageSize", number(r.page_size)}};
    if (event.version >= 3) d["ProcessorArchitecture"] = number(r.architecture);
    return d;
}

Described describe_interval(const Event& event) {
    IntervalRecord r;
    if (!decode_interval(event, r)) return {};
    return {{"Source", number(r.source)},
            {"NewInterval", number(r.new_interval)},
            {"OldInterval", number(r.old_interval)},
            {"SourceName", to_utf8(r.source_name)}};
}

Described describe_hard_fault(const Event& event) {
    HardFaultRecord r;
    if (!decode_hard_fault(event, r)) return {};
    return {{"InitialTime", r.initial_time}, {"ReadOffset", r.offset},
            {"VirtualAddress", r.address},   {"FileObject", r.file},
            {"ThreadId", number(r.tid)},     {"ByteCount", number(r.bytes)}};
}

Described describe_file_name(const Event& event) {
    FileNameRecord r;
    if (!decode_file_name(event, r)) return {};
    return {{"FileObject", r.key}, {"FileName", to_utf8(r.path)}};
}

Described describe_thread_name(const Event& event) {
    ThreadRecord r;
    if (!decode_thread_name(event, r)) return {};
    return {
        {"ProcessId", number(r.pid)}, {"ThreadId", number(r.tid)}, {"ThreadName", to_utf8(r.name)}};
}

Described describe_ready(const Event& event) {
    ReadyRecord r;
    if (!decode_ready(event, r)) return {};
    return {{"ThreadId", number(r.tid)},
            {"AdjustReason", number(r.adjust_reason)},
            {"AdjustIncrement", number(r.adjust_increment)},
            {"Flag", number(r.flags)}};
}

// Groups of which we decode few types.
Described describe_other(const Event& event, std::uint32_t kind) {
    const std::uint32_t type = kind & 0xFF;
    switch (kind) {
        case 0x0220:
            return describe_hard_fault(event);
        case 0x0400:
        case 0x0420:
        case 0x0423:
        case 0x0424:
            return describe_file_name(event);
        case 0x0501:
        case 0x0502:
        case 0x0503:
        case 0x0504:
            return describe_thread(event);
        case 0x0548:
            return describe_thread_name(event);
        case 0x0524:
            return describe_switch(event);
        case 0x0532:
            return describe_ready(event);
        case 0x0B0A:
            return describe_config(event);
        case 0x0F2E:
        case 0x0F2F:
            return describe_sample(event, type == 0x2F);
        case 0x0F48:
        case 0x0F49:
        case 0x0F4A:
            return describe_interval(event);
        case 0x0F32:
        case 0x0F42:
        case 0x0F43:
        case 0x0F44:
        case 0x0F45:
            return describe_interrupt(event, type);
        default:
            return {};
    }
}

}  // namespace

Described describe(const Event& event, std::uint32_t kind) {
    if (kind >= 0x10000) return describe_merger(event, kind);
    const std::uint32_t type = kind & 0xFF;
    switch (kind >> 8) {
        case 0x00:
            return kind == 0 ? describe_header(event) : Described{};
        case 0x01:
            return type >= 0x0A && type <= 0x0F ? describe_disk(event, type) : Described{};
        case 0x03:
            if (type == 0x0A) return describe_image(event);
            return (type >= 1 && type <= 4) || type == 0x27 ? describe_process(event) : Described{};
        case 0x14:
            return type >= 2 && type <= 4 ? describe_image(event) : Described{};
        case 0x18:
            return describe_stack(event, type);
        default:
            return describe_other(event, kind);
    }
}

std::uint32_t number_of(const std::string& guid, std::uint32_t type) {
    static const std::map<std::string, std::uint32_t> kGroups = {
        {"68fdd900-4a3e-11d1-84f4-0000f80464e3", 0x0000},
        {"3d6fa8d4-fe05-11d0-9dda-00c04fd7ba7c", 0x0100},
        {"3d6fa8d3-fe05-11d0-9dda-00c04fd7ba7c", 0x0200},
        {"3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c", 0x0300},
        {"90cbdc39-4a3e-11d1-84f4-0000f80464e3", 0x0400},
        {"3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c", 0x0500},
        {"01853a65-418f-4f36-aefc-dc0f1d2fd235", 0x0B00},
        {"ce1dbfb4-137e-4da6-87b0-3f59aa102cbc", 0x0F00},
        {"2cb15d1d-5fc1-11d2-abe1-00a0c911f518", 0x1400},
        {"def2fe46-7bd6-4b80-bd94-f57fe20d0ce3", 0x1800},
        {"b3e675d7-2554-4f18-830b-2762732560de", 0x10000},
        {"9b79ee91-b5fd-41c0-a243-4248e266e9d0", 0x20000},
    };
    const auto found = kGroups.find(guid);
    if (found == kGroups.end()) return 0xFFFFFFFF;
    if (found->second == 0x1400 && type == 0x0A) return 0x030A;
    return found->second | type;
}

}  // namespace etl_test
