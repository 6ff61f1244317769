// threads/report.hpp: the section's elements.
#pragma once

#include "benchlab/sink.hpp"
#include "threads/compute.hpp"

namespace benchlab::analyzers::threads {

void report(Result result, std::uint64_t top, Sink& sink);

}  // namespace benchlab::analyzers::threads
