// log_header.hpp: the first event of a file, which describes the session.
#pragma once

#include <cstdint>
#include <string>

#include "etl/clock.hpp"
#include "etl/event.hpp"

namespace benchlab::etl {

struct LogHeader {
    std::uint32_t buffer_size = 0;
    std::uint8_t os_major = 0, os_minor = 0, layout_major = 0, layout_minor = 0;
    std::uint32_t os_build = 0;
    std::uint32_t cpu_count = 0;
    std::int64_t end_filetime = 0;  // 0: never closed
    std::uint32_t timer_resolution = 0;
    std::uint32_t largest_file = 0;
    std::uint32_t mode = 0;
    std::uint32_t buffers_written = 0;
    std::uint32_t start_buffers = 0;
    std::uint32_t pointer_size = 8;
    std::uint32_t events_lost = 0;
    std::uint32_t cpu_mhz = 0;
    std::int64_t boot_filetime = 0;
    std::int64_t counter_per_second = 0;
    std::int64_t start_filetime = 0;
    std::uint32_t clock_type = 0;
    std::uint32_t buffers_lost = 0;
    std::string session_name;
    std::string file_name;

    bool is_circular() const { return (mode & 2) != 0; }
    bool has_cpu_buffers() const { return (mode & 0x10000000) == 0; }
};

// False when the payload is too short for what the clock needs.
bool decode_log_header(const Event& event, LogHeader& header);

// The clock that the header chose; `event_time` is the raw time of the header event.  `doubt` is
// set to a text when a figure had to be made up.
Clock clock_of(const LogHeader& header, std::int64_t event_time, std::string& doubt);

}  // namespace benchlab::etl
