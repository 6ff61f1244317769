// payloads.hpp: what Windows' kernel events carry, each as the bytes of a version and pointer
// size.  Layouts: the public event classes; each is compared with real records in the tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bytes.hpp"

namespace benchlab::story {

struct Layout {
    std::uint16_t version = 2;
    int pointer = 8;
};

struct SwitchPayload {
    std::uint32_t new_thread = 0, old_thread = 0;
    std::int8_t new_priority = 0, old_priority = 0;
    std::uint8_t previous_c_state = 0;
    std::int8_t spare = 0;
    std::uint8_t wait_reason = 0, wait_mode = 0, state = 0, ideal_processor = 0;
    std::uint32_t wait_time = 0, reserved = 0;
};
void put(Bytes&, const SwitchPayload&, Layout);

struct ReadyPayload {
    std::uint32_t thread = 0;
    std::int8_t adjust_reason = 0, adjust_increment = 0;
    std::uint8_t flags = 0, reserved = 0;
};
void put(Bytes&, const ReadyPayload&, Layout);

struct SamplePayload {
    std::uint64_t instruction = 0;
    std::uint32_t thread = 0;
    std::uint16_t count = 1, flags = 0;
};
void put(Bytes&, const SamplePayload&, Layout);

struct DpcPayload {
    std::int64_t begin_ticks = 0;
    std::uint64_t routine = 0;
};
void put(Bytes&, const DpcPayload&, Layout);

struct IsrPayload {
    std::int64_t begin_ticks = 0;
    std::uint64_t routine = 0;
    std::uint8_t result = 0;
    std::uint16_t vector = 0;
    std::uint8_t reserved = 0;
    std::optional<std::uint32_t> message;  // of a message-signalled interrupt only
};
void put(Bytes&, const IsrPayload&, Layout);

struct IntervalPayload {
    std::uint32_t source = 0, interval = 10000, old_interval = 10000;  // in 100 ns
    std::string name = "Timer";
};
void put(Bytes&, const IntervalPayload&, Layout);

struct CallEnterPayload {
    std::uint64_t address = 0;
};
void put(Bytes&, const CallEnterPayload&, Layout);

struct CallExitPayload {
    std::uint32_t status = 0;
};
void put(Bytes&, const CallExitPayload&, Layout);

struct MarkPayload {
    std::string text;
};
void put(Bytes&, const MarkPayload&, Layout);

struct FaultPayload {
    std::uint64_t address = 0, program_counter = 0;
};
void put(Bytes&, const FaultPayload&, Layout);

struct HardFaultPayload {
    std::int64_t begin_ticks = 0;
    std::uint64_t offset = 0, address = 0, file = 0;
    std::uint32_t thread = 0, bytes = 0;
};
void put(Bytes&, const HardFaultPayload&, Layout);

struct StackPayload {
    std::int64_t event_ticks = 0;
    std::uint32_t process = 0, thread = 0;
    std::vector<std::uint64_t> frames;
};
void put(Bytes&, const StackPayload&, Layout);

struct StackKeyPayload {
    std::int64_t event_ticks = 0;
    std::uint32_t process = 0, thread = 0;
    std::uint64_t key = 0;
};
void put(Bytes&, const StackKeyPayload&, Layout);

struct StackDefinitionPayload {
    std::uint64_t key = 0;
    std::vector<std::uint64_t> frames;
};
void put(Bytes&, const StackDefinitionPayload&, Layout);

struct DiskPayload {
    std::uint32_t disk = 0, irp_flags = 0, bytes = 0, reserved = 0;
    std::uint64_t offset = 0, file = 0, irp = 0, response_ticks = 0;
    std::uint32_t thread = 0;
};
void put(Bytes&, const DiskPayload&, Layout);

struct DiskInitPayload {
    std::uint64_t irp = 0;
    std::uint32_t thread = 0;
};
void put(Bytes&, const DiskInitPayload&, Layout);

struct DiskFlushPayload {
    std::uint32_t disk = 0, irp_flags = 0;
    std::uint64_t response_ticks = 0, irp = 0;
    std::uint32_t thread = 0;
};
void put(Bytes&, const DiskFlushPayload&, Layout);

struct FileNamePayload {
    std::uint64_t file = 0;
    std::string name;
};
void put(Bytes&, const FileNamePayload&, Layout);

struct ImagePayload {
    std::uint64_t base = 0, size = 0;
    std::uint32_t process = 0, checksum = 0, stamp = 0;
    std::uint8_t signature_level = 0, signature_type = 0;
    std::uint64_t default_base = 0;
    std::string name;
};
void put(Bytes&, const ImagePayload&, Layout);

struct ProcessPayload {
    std::uint64_t key = 0;  // version 1: the page directory
    std::uint32_t process = 0, parent = 0, session = 0;
    std::int32_t exit_status = 0;
    std::uint64_t page_directory = 0;
    std::uint32_t flags = 0;
    // TOKEN_USER and SID as the trace has them; empty: a process without one.
    std::vector<std::uint8_t> user;
    std::string image, command, package, application;
    std::uint64_t exit_filetime = 0;  // version 5
};
void put(Bytes&, const ProcessPayload&, Layout);

struct ThreadPayload {
    std::uint32_t process = 0, thread = 0;
    std::uint64_t stack_base = 0, stack_limit = 0, user_stack_base = 0, user_stack_limit = 0;
    std::uint64_t affinity = 0;  // version 2: the start address
    std::uint64_t start = 0, teb = 0;
    std::uint32_t service_tag = 0;
    std::uint8_t base_priority = 8, page_priority = 5, io_priority = 2, flags = 0;
    std::optional<std::string> name;  // Windows 10 and later
};
void put(Bytes&, const ThreadPayload&, Layout);

struct ThreadNamePayload {
    std::uint32_t process = 0, thread = 0;
    std::string name;
};
void put(Bytes&, const ThreadNamePayload&, Layout);

struct LogHeaderPayload {
    std::uint32_t buffer_size = 65536;
    std::uint8_t version[4] = {10, 0, 1, 5};
    std::uint32_t build = 19045, cpus = 1;
    std::uint64_t end_filetime = 0;
    std::uint32_t timer_resolution = 156250, maximum_size = 0, mode = 1, buffers = 1;
    std::uint32_t start_buffers = 1, events_lost = 0, mhz = 3000;
    std::uint64_t logger_name = 0, file_name = 0;
    std::vector<std::uint8_t> time_zone = std::vector<std::uint8_t>(172);
    std::uint64_t boot_filetime = 0, frequency = 10'000'000, start_filetime = 0;
    std::uint32_t clock = 1, buffers_lost = 0;
    std::string session = "story", file = "story.etl";
};
void put(Bytes&, const LogHeaderPayload&, Layout);

struct ExtensionPayload {
    std::uint32_t masks[8] = {};
    std::uint32_t kernel_version = 85;
};
void put(Bytes&, const ExtensionPayload&, Layout);

struct CpuConfigPayload {
    std::uint32_t mhz = 3000, cpus = 1, memory_mib = 16384, page_size = 4096, granularity = 65536;
    std::string computer = "STORY", domain;
    std::uint64_t hyper_threading = 0, highest_user_address = 0x7FFFFFFEFFFF;
    std::uint16_t architecture = 9, level = 6, revision = 0;
    std::uint8_t pae = 1, nx = 1;
    std::uint32_t memory_speed = 3200;
};
void put(Bytes&, const CpuConfigPayload&, Layout);

// Records of a merger.
struct ImageIdPayload {
    std::uint64_t base = 0, size = 0;
    std::uint32_t process = 0, stamp = 0;
    std::string name;
};
void put(Bytes&, const ImageIdPayload&, Layout);

struct DebugIdPayload {
    std::uint64_t base = 0;
    std::uint32_t process = 0;
    Guid guid;
    std::uint32_t age = 1;
    std::string pdb;
};
void put(Bytes&, const DebugIdPayload&, Layout);

struct VolumePayload {
    std::string nt_path, dos_path;
};
void put(Bytes&, const VolumePayload&, Layout);

}  // namespace benchlab::story
