// etl_writer.hpp: a story as a Windows trace file.
//
//     FileOutput file("story.etl");
//     const EtlReport report = write_etl(story, {}, file);
//
// The story is unrolled and written as it goes: memory does not grow with the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "compress.hpp"
#include "framing.hpp"
#include "story/output.hpp"
#include "story/story.hpp"

namespace benchlab::story {

enum class Clock : std::uint8_t { kQpc = 1, kSystem = 2, kTsc = 3 };

struct EtlVersions {
    std::uint16_t process = 4, thread = 3, image = 3, cswitch = 4, disk = 3, interval = 3;
    // False for an unknown class or a version that cannot be written.
    bool set(std::string_view name, std::uint16_t version);
};

struct EtlOptions {
    int pointer_size = 8;
    std::optional<Header> header;  // of kernel events; none: as a kernel writes each
    Clock clock = Clock::kQpc;
    bool no_frequency = false;  // the header says 0, which only the other clocks can do without
    EtlVersions versions;
    Compression compression = Compression::kNone;
    bool circular = false;
    bool wrap = false;       // the ring holds three quarters of what was written
    std::uint32_t cpus = 0;  // more than the story has: its CPUs are spread over them
    std::uint32_t buffer_size = 65536;
    std::int64_t flush_every_ns = 0;  // full or not, all buffers; 0: only when full
    std::uint64_t repeat_to_bytes = 0;
    std::uint64_t events_lost = 0, buffers_lost = 0;
    bool never_closed = false;
    bool rundown_begin = true, rundown_end = true;
    bool stack_keys = false;
    bool user_half_first = false;
    std::int64_t user_half_delay_ns = 0;
    bool identity_first = false;  // the records of an image's identity before its load
    bool one_byte_processor = false;
    bool metadata = false;       // graphics events as no manifest has them, and described
    std::uint32_t counters = 0;  // hardware counters with each context switch
};

struct EtlReport {
    std::uint64_t bytes = 0, events = 0, buffers = 0, copies = 0;
    // What has no form in this kind of file, with the number of lines.
    std::map<std::string, std::uint64_t> left_out;
};

// Throws std::invalid_argument for options that contradict each other.
EtlReport write_etl(const Story& story, const EtlOptions& options, Output& output);

// FILETIME of the moment 0 of every story: 2024-01-01 00:00 UTC.
inline constexpr std::uint64_t kStoryFiletime = 133'485'408'000'000'000;

}  // namespace benchlab::story
