// presets.hpp: what is recorded under which name.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace benchlab::perf {

// Which events come with a call stack.  Of context switches only those of the processes that the
// recording is about; of all when it is about none in particular.
enum Stacks : std::uint32_t {
    kNoStacks = 0,
    kSwitchStacks = 1u << 0,
    kSampleStacks = 1u << 1,
    kFaultStacks = 1u << 2,
    kDiskStacks = 1u << 3
};

struct Preset {
    bl_preset table;
    std::uint32_t stacks;  // of Stacks

    std::span<const char* const> events() const { return {table.events, table.event_count}; }
};

// The first is the default.
std::span<const bl_preset* const> preset_tables();

// Null when there is none of that name.
const Preset* find_preset(std::string_view id);

}  // namespace benchlab::perf
