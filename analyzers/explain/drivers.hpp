// explain/drivers.hpp: which drivers had a CPU in slow frames, and whether they have it in normal
// ones as well.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::explain {

class Chains;

// Times are of the driver's own routines: of what interrupts another the inner one's.
struct DriverUse {
    std::string driver;  // or what the trace calls the interrupt; empty: not known
    std::int64_t slow_ns = 0, normal_ns = 0;  // within those frames, on whatever CPU
    std::int64_t taken_ns = 0;                // of slow_ns: from threads of the frames' process
    std::int64_t longest_ns = 0;              // the longest stretch in a slow frame
    std::uint64_t slow_with = 0;              // slow frames in which it ran
};

struct DriverUses {
    std::uint64_t slow = 0, normal = 0;                 // frames
    std::int64_t slow_time_ns = 0, normal_time_ns = 0;  // their lengths
    // Of those that ran in slow frames; first the one whose share of their time exceeds that of
    // normal ones by most.
    std::vector<DriverUse> drivers;

    double slow_share(const DriverUse& of) const;
    double normal_share(const DriverUse& of) const;
    // In most slow frames, of these far more than of normal ones, and what it took from the
    // frames' process is no trifle.
    bool is_telling(const DriverUse& of) const;
};

// Frames come by time and do not overlap; `process` is whose they are.
DriverUses drivers_in(const Store& store, const Chains& chains, Row process,
                      const std::vector<Window>& slow, const std::vector<Window>& normal);

}  // namespace benchlab::analyzers::explain
