// disk_file_fault.hpp: payloads about disks, file names and hard page faults.  See
// process_thread_image.hpp for what decoders promise.
#pragma once

#include <cstdint>

#include "etl/event.hpp"

namespace benchlab::etl {

// The completion of a request.
struct DiskRecord {
    std::uint32_t disk = 0;
    std::uint32_t irp_flags = 0;
    std::uint32_t bytes = 0;
    std::uint64_t offset = 0;
    std::uint64_t file = 0;
    std::uint64_t irp = 0;
    std::uint64_t response = 0;   // performance counter ticks
    std::uint32_t tid = kNobody;  // who asked for it; version 3 and later

    std::uint8_t priority() const { return (irp_flags >> 17) & 7; }
};
bool decode_disk_transfer(const Event& event, DiskRecord& record);
bool decode_disk_flush(const Event& event, DiskRecord& record);

// The request itself: only irp and tid.
bool decode_disk_init(const Event& event, DiskRecord& record);

struct FileNameRecord {
    std::uint64_t key = 0;
    WideText path;
};
bool decode_file_name(const Event& event, FileNameRecord& record);

struct HardFaultRecord {
    std::uint64_t initial_time = 0;  // as the file has it
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t file = 0;
    std::uint32_t tid = 0;
    std::uint32_t bytes = 0;
};
bool decode_hard_fault(const Event& event, HardFaultRecord& record);

}  // namespace benchlab::etl
