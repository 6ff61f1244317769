// waits/report.hpp: shows what compute() found.
#pragma once

#include "benchlab/sink.hpp"
#include "waits/compute.hpp"

namespace benchlab::analyzers::waits {

// The store is asked for names only.  focus: rows of process; empty: all.
void report(const Findings& found, const Store& store, const std::vector<Row>& focus, Sink& sink);

}  // namespace benchlab::analyzers::waits
