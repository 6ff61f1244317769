// phases/report.hpp: shows what compute() found.
#pragma once

#include <cstdint>

#include "benchlab/sink.hpp"
#include "phases/compute.hpp"

namespace benchlab::analyzers::phases {

// Shows the first `top` rows of each table.
void report(const Findings& found, const Store& store, std::uint64_t top, Sink& sink);

}  // namespace benchlab::analyzers::phases
