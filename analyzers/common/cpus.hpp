// common/cpus.hpp: how many CPUs a trace is of.
#pragma once

#include <cstdint>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// What the trace says, else one more than the highest number that anything happened on; 1 at least.
std::uint32_t cpu_count(const Store& store);

// What all CPUs together could have run within the window; 1 at least, so that it divides.
double machine_ns(const Store& store, Window window);

}  // namespace benchlab::analyzers
