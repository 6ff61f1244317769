// faults/report.hpp: shows what compute() found.
#pragma once

#include "benchlab/sink.hpp"
#include "faults/compute.hpp"

namespace benchlab::analyzers::faults {

// The store is asked for names only.
void report(const Findings& found, const Store& store, Sink& sink);

}  // namespace benchlab::analyzers::faults
