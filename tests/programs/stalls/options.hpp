// What the command line says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kinds.hpp"

namespace stalls {

struct Options {
    std::uint64_t frames = 500;
    std::uint64_t every = 50;  // each frame of that number has a stall
    std::vector<Kind> kinds;   // in turn
    int cpu = -1;              // of the thread Render; -1: the last that may be used
    int other_cpu = -1;        // of its helpers, from what may be used
    std::int64_t length_ns = 30'000'000;
    std::string log = "stalls.csv";
    bool has_limiter = true;
};

extern const char* const kUsage;

// Throws std::runtime_error with what is wrong.
Options parse_options(const std::vector<std::string>& words);

}  // namespace stalls
