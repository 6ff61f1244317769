// features.hpp: feature sections of perf.data, and the head of the file.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "perf/record/blob.hpp"
#include "perf/record/event.hpp"
#include "perf/record/tracefs.hpp"

namespace benchlab::perf {

// Bits of the header, as perf numbers them.
enum Feature : std::uint32_t {
    kTracingData = 1,
    kBuildIds = 2,
    kHostName = 3,
    kSystemRelease = 4,
    kToolVersion = 5,
    kArchitecture = 6,
    kCpuCount = 7,
    kCpuDescription = 8,
    kTotalMemory = 10,
    kCommandLine = 11,
    kEventDescription = 12,
    kCpuTopology = 13,
    kSampleTime = 21,
    kClockId = 23,
    kCompression = 27,
    kClockData = 29,
    // Ours: perf knows 32 or so and goes past the others.
    kKernelSymbols = 200,
    kCodeMaps = 201
};

using Features = std::map<std::uint32_t, Blob>;

// What the machine is, the clock, and the formats of the tracepoints among `events`.
Features describe_machine(std::span<const Event> events, const Tracefs& tracefs);

// The names and ids of events; `side_band` is the first.
Blob describe_events(std::span<const Event> events);

// What a reader must know of COMPRESSED records; none of them holds more than `most` bytes.
Blob describe_compression(std::uint32_t level, std::uint32_t most);

// What the sections of our own are packed in:
//
//     char name[]         and a zero
//     u16  version        1
//     u32  compression    0: none, 1: one frame of zstd
//     u64  size           of the content, uncompressed
//     ...                 the content
Blob packed_section(std::string_view name, std::string_view content);

Blob describe_times(std::uint64_t first_ns, std::uint64_t last_ns);

}  // namespace benchlab::perf
