// measure/clock_cycles.hpp: how long one cycle of this CPU's clock takes just now, without
// hardware counters.
//
// A chain of additions, each of which needs the result of the one before, does one a cycle on every
// CPU that benchlab runs on.  The time of a long chain therefore tells the clock's speed, and a
// time divided by it is in *calibrated cycles*: a figure that stays when the clock's speed does
// not.
#pragma once

#include <cstdint>

namespace benchlab::measure {

// Nanoseconds of one cycle: the median of three chains that take about `budget_ns` together, so
// that an interruption of one does not count.  NaN on a CPU whose chain is not written here.
double cycle_ns(std::uint64_t budget_ns);

}  // namespace benchlab::measure
