// mem/loaded.hpp: mem/loaded-latency, the latency of memory while other processors read it.
#pragma once

#include "benchlab/benchlab.h"

namespace benchlab::plugins {

extern const bl_benchmark kLoadedLatency;

}  // namespace benchlab::plugins
