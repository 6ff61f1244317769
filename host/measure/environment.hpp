// measure/environment.hpp: the machine that a report was made on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "measure/floor.hpp"

namespace benchlab::measure {

struct Environment {
    std::string os;  // "linux", "windows"
    std::string os_version;
    std::string arch;                // "x86_64"
    std::string cpu;                 // "unknown" when the system does not say
    std::uint64_t logical_cpus = 0;  // online, not just those of this process's mask
    std::uint64_t usable_cpus = 0;   // those this process may run on, before any pinning
    std::optional<std::uint64_t> pinned_cpu;
    double timer_overhead_ns = 0;    // cost of one read of the clock
    double timer_resolution_ns = 0;  // median step between two different readings
    std::string benchlab_version;
    Floor floor;  // of the loop of the SDK; unknown unless somebody measured it
    bool operator==(const Environment&) const = default;
};

// Reads the machine.  Call it before pinning: a pinned process sees one CPU.
Environment capture_environment();

// "AMD EPYC, 2 logical CPUs, linux x86_64, pinned to CPU 1, clock step 20 ns, 25 ns per read, empty
// body 0.02 ns (0.06 cycles)"; the last only when it was measured.
std::string environment_line(const Environment& environment);

}  // namespace benchlab::measure
