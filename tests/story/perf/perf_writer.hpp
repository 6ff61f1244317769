// perf_writer.hpp: a story as a perf.data file of Linux.
//
//     FileOutput file("story.perf.data");
//     const PerfReport report = write_perf(story, {}, file);
//
// The story is unrolled and written as it goes: memory does not grow with the file.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ordered_bytes.hpp"
#include "story/output.hpp"
#include "story/story.hpp"

namespace benchlab::story::perf {

enum class Compression : std::uint8_t { kNone, kZstd, kZstd2 };

struct PerfOptions {
    bool pipe = false;
    Order order = Order::kLittle;
    int version = 2;
    std::uint32_t attr_size = 0;  // 0: 64 in version 1, else 128
    Compression compression = Compression::kNone;
    bool killed = false;  // the recorder came to no end: no size, no features
    std::uint32_t long_size = 8;
    bool old_formats = false;          // fields and states as kernels before 4.14 have them
    bool rounds = true;                // with FINISHED_ROUND
    std::uint32_t round_size = 65536;  // bytes that rings hold when they are read
    std::uint32_t late = 0;            // every Nth record of a CPU comes N records later; 0: none
    std::uint32_t lost = 0;            // every Nth record of a CPU is lost; 0: none
    std::uint32_t cpus = 0;            // more than the story has: its CPUs are spread over them
    std::uint64_t repeat_to_bytes = 0;
    bool identifier = true;  // else ID, in one layout for all events
    bool monotonic = true;   // the clock is named, and its wall time told
};

struct PerfReport {
    std::uint64_t bytes = 0, records = 0, rounds = 0, copies = 0;
    // What has no form in this kind of file, with the number of lines.
    std::map<std::string, std::uint64_t> left_out;
};

// Throws std::invalid_argument for options that contradict each other.
PerfReport write_perf(const Story& story, const PerfOptions& options, Output& output);

// The clock at the moment 0 of every story, an hour after boot, and the calendar in ns since 1970:
// 2024-01-01 00:00 UTC.
inline constexpr std::uint64_t kStoryClockNs = 3'600'000'000'000;
inline constexpr std::uint64_t kStoryWallNs = 1'704'067'200'000'000'000;

}  // namespace benchlab::story::perf
