// cache/sizes.hpp: cache/sizes, which finds the sizes of caches and the reach of the TLB from
// curves of latencies.
#pragma once

#include "benchlab/benchlab.h"

namespace benchlab::plugins {

extern const bl_benchmark kSizesBenchmark;

}  // namespace benchlab::plugins
