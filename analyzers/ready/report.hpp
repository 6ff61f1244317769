// ready/report.hpp: shows what compute() found.
#pragma once

#include "benchlab/sink.hpp"
#include "ready/compute.hpp"

namespace benchlab::analyzers::ready {

// The store is asked for names only.
void report(const Findings& found, const Store& store, Sink& sink);

}  // namespace benchlab::analyzers::ready
