// compilations.hpp: creations of pipelines of Direct3D 12, in which drivers compile shaders.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace benchlab::etl {

// The begin or the end of a creation.
struct CompilationEdge {
    std::int64_t time = 0;
    std::array<std::uint64_t, 2> activity{};  // what both have in common, within a process
    std::uint32_t pid = 0, tid = 0;
    bool is_stop = false;
};

struct Compilation {
    std::int64_t begin = 0, end = 0;  // BL_NO_TIME when the trace has no end
    std::uint32_t tid = 0;            // who began it; any thread may end it
};

struct Compilations {
    std::vector<Compilation> all;
    std::uint64_t without_end = 0;    // of those
    std::uint64_t without_begin = 0;  // not of those
};

// Sorts the edges by time, those of equal time staying in order, and pairs them.
Compilations pair_compilations(std::vector<CompilationEdge> edges);

}  // namespace benchlab::etl
