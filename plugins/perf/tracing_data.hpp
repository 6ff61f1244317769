// tracing_data.hpp: the formats of all tracepoints, as the recorder copied them from the kernel.
#pragma once

#include <functional>

#include "perf/event_format.hpp"

namespace benchlab::perf {

struct TracingData {
    bool is_whole = false;  // false: it ends within the formats, or begins with something else
    bool is_big_endian = false;
    unsigned long_size = 8;
};

// Hands over each format that can be read.
TracingData read_tracing_data(Bytes bytes, const std::function<void(EventFormat)>& use);

}  // namespace benchlab::perf
