// presentmon/report.hpp: shows what compute() found.
#pragma once

#include <cstdint>

#include "benchlab/sink.hpp"
#include "presentmon/compute.hpp"

namespace benchlab::analyzers::presentmon {

// Shows the first `top` streams.
void report(Result result, std::uint64_t top, Sink& sink);

}  // namespace benchlab::analyzers::presentmon
