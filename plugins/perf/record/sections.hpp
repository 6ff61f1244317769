// sections.hpp: the section with the formats of tracepoints.
#pragma once

#include <span>

#include "perf/record/blob.hpp"
#include "perf/record/event.hpp"
#include "perf/record/tracefs.hpp"

namespace benchlab::perf {

// Empty when there is no tracepoint among the events.
Blob tracing_data(std::span<const Event> events, const Tracefs& tracefs);

}  // namespace benchlab::perf
