// common/interrupts.hpp: the time that interrupts and DPCs took, each moment counted once.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// A stretch of one CPU's time.
struct Interruption {
    std::uint32_t cpu;
    Row thread;  // whom it interrupted; BL_NO_ROW when not known
    std::int64_t begin, end;
};

// Those within the window, cut to it; of one CPU they never overlap, as what interrupts an
// interrupt is a part of it.  DPCs that run on a thread are that thread's time and left out.
std::vector<Interruption> interruptions(const Store& store, Window window);

}  // namespace benchlab::analyzers
