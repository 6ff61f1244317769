// sampled/report.hpp: the section's elements.
#pragma once

#include "benchlab/sink.hpp"
#include "sampled/compute.hpp"

namespace benchlab::analyzers::sampled {

void report(const Result& result, Sink& sink);

}  // namespace benchlab::analyzers::sampled
