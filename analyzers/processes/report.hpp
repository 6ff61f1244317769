// processes/report.hpp: the section's elements.
#pragma once

#include "benchlab/sink.hpp"
#include "processes/compute.hpp"

namespace benchlab::analyzers::processes {

void report(Result result, std::uint64_t top, Sink& sink);

}  // namespace benchlab::analyzers::processes
