// dpc/report.hpp: shows what compute() found.
#pragma once

#include "benchlab/sink.hpp"
#include "dpc/compute.hpp"

namespace benchlab::analyzers::dpc {

void report(const Findings& found, const Options& options, Sink& sink);

}  // namespace benchlab::analyzers::dpc
