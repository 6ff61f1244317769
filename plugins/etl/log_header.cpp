// TRACE_LOGFILE_HEADER of evntrace.h, as it lies in a file.
#include "etl/log_header.hpp"

#include "etl/text.hpp"

namespace benchlab::etl {

bool decode_log_header(const Event& event, LogHeader& header) {
    Fields fields = event.fields();
    header.buffer_size = fields.u32();
    header.os_major = fields.u8();
    header.os_minor = fields.u8();
    header.layout_major = fields.u8();
    header.layout_minor = fields.u8();
    header.os_build = fields.u32();
    header.cpu_count = fields.u32();
    header.end_filetime = fields.take<std::int64_t>();
    header.timer_resolution = fields.u32();
    header.largest_file = fields.u32();
    header.mode = fields.u32();
    header.buffers_written = fields.u32();
    header.start_buffers = fields.u32();
    header.pointer_size = fields.u32();
    header.events_lost = fields.u32();
    header.cpu_mhz = fields.u32();
    // Two pointers without meaning in a file; they have the size that the header says, which need
    // not be that of the event.
    fields.skip(header.pointer_size == 4 ? 8 : 16);
    // The time zone, and what brings the next field to a multiple of 8.
    fields.skip(172 + 4);
    header.boot_filetime = fields.take<std::int64_t>();
    header.counter_per_second = fields.take<std::int64_t>();
    header.start_filetime = fields.take<std::int64_t>();
    header.clock_type = fields.u32();
    header.buffers_lost = fields.u32();
    if (fields.failed()) return false;
    header.session_name = to_utf8(fields.wide());
    header.file_name = to_utf8(fields.wide());
    return true;
}

Clock clock_of(const LogHeader& header, std::int64_t event_time, std::string& doubt) {
    Clock clock;
    clock.start_filetime = header.start_filetime;
    if (header.counter_per_second > 0)
        clock.counter_per_second = static_cast<std::uint64_t>(header.counter_per_second);
    clock.ticks_per_second = clock.counter_per_second;
    switch (header.clock_type) {
        case 2:
            clock.type = ClockType::kSystemTime;
            clock.ticks_per_second = 10'000'000;
            clock.offset = kUnixEpochFiletime;
            break;
        case 3:
            clock.type = ClockType::kCpuCycles;
            clock.ticks_per_second = header.cpu_mhz * std::uint64_t{1'000'000};
            if (header.cpu_mhz == 0) {
                doubt =
                    "the clock counts processor cycles, whose frequency the header does not say";
                clock.ticks_per_second = clock.counter_per_second;
            }
            break;
        default:
            if (header.clock_type != 1)
                doubt = "the clock is of an unknown type and read as the performance counter";
            else if (header.counter_per_second <= 0)
                doubt = "the header does not say the frequency of its clock, 10 MHz is assumed";
            break;
    }
    clock.zero = clock.from_raw(event_time);
    return clock;
}

}  // namespace benchlab::etl
