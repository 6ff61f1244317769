// gpu/report.hpp: shows what compute() found.
#pragma once

#include <cstdint>

#include "benchlab/sink.hpp"
#include "gpu/compute.hpp"

namespace benchlab::analyzers::gpu {

// Shows the first `top` rows of a table.
void report(Findings found, const Store& store, std::uint64_t top, Sink& sink);

}  // namespace benchlab::analyzers::gpu
