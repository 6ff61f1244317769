// frames/counters.hpp: what a program itself says of its frame times, where that is less than true.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/frame_loops.hpp"

namespace benchlab::analyzers::frames {

// A counter that follows the frame time up to a limit and says the limit of all that is longer.
struct Saturated {
    std::string name;
    double limit_ns = 0;
    std::uint64_t at_limit = 0, longer = 0;  // of the frames longer than the limit
    double longest_ns = 0;                   // frame
};

// Of the counters of a process whose unit is time or whose name speaks of frame times, those that
// say their greatest value of three frames and more that took longer.  lengths_ns are the times of
// `rows`, of frame.
std::vector<Saturated> saturated_counters(const Store& store, const Frames& frames, Row process,
                                          const std::vector<Row>& rows,
                                          const std::vector<double>& lengths_ns);

}  // namespace benchlab::analyzers::frames
