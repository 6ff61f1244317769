// tracing_data.hpp: the formats of all tracepoints, as the recorder copied them from the kernel.
#pragma once

#include <functional>

#include "perf/event_format.hpp"

namespace benchlab::perf {

// Hands over each format that can be read.  False when they end within one, or when what is here
// begins with something else.
bool read_tracing_data(Bytes bytes, const std::function<void(EventFormat)>& use);

}  // namespace benchlab::perf
