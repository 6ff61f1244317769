// frames/report.hpp: shows what compute() found.
#pragma once

#include "benchlab/sink.hpp"
#include "frames/compute.hpp"

namespace benchlab::analyzers::frames {

// The store is asked for names and for the columns of `frame`.
void report(const Findings& found, const Store& store, const Options& options, Sink& sink);

}  // namespace benchlab::analyzers::frames
