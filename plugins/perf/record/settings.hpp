// settings.hpp: what is to be recorded, checked and in our own words.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "perf/record/presets.hpp"

namespace benchlab::perf {

// A function of a program that is called once a frame.
struct ProbeRequest {
    std::string path, function;
};

struct Settings {
    std::vector<std::uint32_t> pids;
    std::string path;
    const Preset* preset = nullptr;
    std::uint64_t buffer_bytes = 0;  // of each processor; 0: the usual size
    std::int64_t ring_ns = 0;        // only the last so much is kept; 0: all
    std::uint32_t compression = 0;   // level of zstd; 0: none
    std::uint32_t samples_per_second = 1000;
    std::uint32_t stack_depth = 0;  // most entries of a stack
    std::uint32_t stack_bytes = 0;  // of the user's stack copied with a switch
    std::vector<ProbeRequest> probes;
};

// Throws Error(BL_E_INVALID).
Settings read_settings(const bl_record& record);

std::span<const bl_option* const> option_tables();

// "PATH:FUNCTION,PATH:FUNCTION"; throws Error(BL_E_INVALID).
std::vector<ProbeRequest> parse_probes(const std::string& text);

}  // namespace benchlab::perf
