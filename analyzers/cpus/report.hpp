// cpus/report.hpp: the section's elements.
#pragma once

#include "benchlab/sink.hpp"
#include "cpus/compute.hpp"

namespace benchlab::analyzers::cpus {

void report(const Result& result, Sink& sink);

}  // namespace benchlab::analyzers::cpus
