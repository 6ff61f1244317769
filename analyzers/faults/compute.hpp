// faults/compute.hpp: page faults that waited for a disk.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"
#include "common/timeline.hpp"
#include "common/transfer.hpp"

namespace benchlab::analyzers::faults {

struct Options {
    std::uint64_t top = 15;
};

struct Fault {
    Row thread = BL_NO_ROW, file = BL_NO_ROW;
    std::int64_t begin = 0, length_ns = 0;
    std::uint64_t bytes = 0;
};

struct Findings {
    explicit Findings(Window of) : window(of), over_time(of) {}

    Window window;
    bool knows_bytes = false, knows_files = false;  // the trace tells them
    Transfers all;
    Distribution lengths;
    Cut<TransfersOf<Row>> processes, files;  // BL_NO_ROW: not known
    std::vector<Fault> longest;
    Timeline over_time;  // how many began
};

// Throws skip() when there was none in the window.
Findings compute(const Store& store, Window window, const Options& options);

}  // namespace benchlab::analyzers::faults
