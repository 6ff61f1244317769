// gpu/compute.hpp: work of GPUs by engine and process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/timeline.hpp"

namespace benchlab::analyzers::gpu {

// What one process had an engine do; all within the window.
struct Use {
    Row process = BL_NO_ROW;
    std::int64_t busy_ns = 0;  // with at least one packet of it
    std::uint64_t packets = 0;
    std::int64_t paging_ns = 0;  // of that, moving memory to and from the GPU
    std::uint64_t paging = 0;    // packets
    std::int64_t longest_ns = 0;
};

struct Engine {
    std::optional<std::uint32_t> gpu;  // a number, in the order in which the trace has them
    std::optional<std::uint32_t> node;
    std::uint8_t kind = 0;        // BL_GPU_QUEUE_ENGINE_*; 0: not known
    Use all;                      // of all processes
    std::vector<Use> by_process;  // the busiest first
    Timeline busy;
};

struct Findings {
    Window window;
    std::vector<Engine> engines;  // by GPU and node
    std::uint64_t packets = 0;
    std::uint64_t begin_estimated = 0;  // of which the trace tells no begin
    std::uint64_t without_end = 0;      // which are in no figure
};

// Packets that only wait or signal are no work.  Throws skip() when no work is in the window.
Findings compute(const Store& store, Window window);

}  // namespace benchlab::analyzers::gpu
