// measure/floor.hpp: what the loop of a benchmark itself costs, and which results it hides.
// Definitions: docs/how-numbers-are-computed.md.
#pragma once

#include <cstdint>
#include <string>

namespace benchlab::measure {

// An empty body in the loop of the SDK, measured by this process.  All zero: not measured.
struct Floor {
    double ns = 0;        // of one iteration: median
    double high_ns = 0;   // upper end of the 95 % interval of that median
    double cycles = 0;    // the same in clock cycles; 0 where they are not known
    double cycle_ns = 0;  // a clock cycle (clock_cycles.hpp); 0: not known
    bool is_known() const { return ns > 0; }
    bool operator==(const Floor&) const = default;
};

// Runs an empty body so many times.
using EmptyLoop = void (*)(std::uint64_t iterations);

// Takes some 3 ms.  Each batch of the loop is timed beside the clock's cycle, so that the cycles
// are right whatever the clock's speed is at the time.
Floor measure_floor(EmptyLoop loop);

// Below it a time of one iteration says nothing: a quarter of a clock cycle, or what an empty body
// takes where that is more.  0 when the floor is not known.
double resolution_ns(const Floor& floor);

// "0.02 ns (0.06 cycles)"
std::string floor_text(const Floor& floor);

enum class Resolved {
    kYes = 0,
    kNo = 1,        // below the resolution
    kLikeEmpty = 2  // and not to be told from an empty body
};

// `median_ns` and `low_ns`, the lower end of its interval (NaN: none), are of one iteration.
Resolved resolve(const Floor& floor, double median_ns, double low_ns);

// "below resolution (0.07 ns)"; empty for kYes.
std::string resolution_text(const Floor& floor, Resolved resolved);

// The warning for a body of which nothing may be left; empty when there is no reason for one.
// `nothing_in_code`: the machine code says so (loop_code.hpp).
std::string removed_warning(const Floor& floor, Resolved resolved, bool nothing_in_code);

}  // namespace benchlab::measure
