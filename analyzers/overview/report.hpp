// overview/report.hpp: the section's elements.
#pragma once

#include "benchlab/sink.hpp"
#include "overview/compute.hpp"

namespace benchlab::analyzers::overview {

void report(const Result& result, Sink& sink);

}  // namespace benchlab::analyzers::overview
