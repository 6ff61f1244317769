// explain/report.hpp: shows what compute() found.
#pragma once

#include "benchlab/sink.hpp"
#include "explain/compute.hpp"

namespace benchlab::analyzers::explain {

// The store is asked for names only.
void report(const Findings& found, const Store& store, Sink& sink);

}  // namespace benchlab::analyzers::explain
