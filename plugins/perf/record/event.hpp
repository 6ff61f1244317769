// event.hpp: one kind of event of a recording, and how the kernel is asked for it.
#pragma once

#include <linux/perf_event.h>

#include <cstdint>
#include <string>
#include <vector>

#include "perf/record/rights.hpp"

namespace benchlab::perf {

// What perf 6.1 reads; newer fields of the struct are not used.
inline constexpr std::uint32_t kAttrSize = 128;
static_assert(sizeof(perf_event_attr) >= kAttrSize);

// Every sample has these, so that time stands in one of two places only.
inline constexpr std::uint64_t kUsualSample =
    PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
// What of kUsualSample other records end with: ids of process and thread, time, processor, id.
inline constexpr std::size_t kTrailerSize = 32;

struct Event {
    std::string name;  // "sched:sched_switch", as EVENT_DESC tells it
    perf_event_attr attr{};
    bool of_targets = false;         // opened for each thread of the targets, not for the machine
    bool frame = false;              // each is a frame of a program
    bool own_doing = false;          // ours is filtered out
    std::vector<std::uint64_t> ids;  // of what was opened
};

// The event that brings processes, threads and images; the rings belong to it.
perf_event_attr side_band_attr(const Rights& rights);

// An event of `type` with the usual settings, switched off.
perf_event_attr usual_attr(std::uint32_t type, std::uint64_t config);

// With the stack, of at most `depth` entries.
void add_stack(perf_event_attr& attr, std::uint32_t depth);

// With the registers that unwinding begins with, and so much of the user's stack.
void add_user_stack(perf_event_attr& attr, std::uint32_t bytes);

}  // namespace benchlab::perf
