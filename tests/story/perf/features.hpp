// features.hpp: what a perf.data file says about itself: the header and its features.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "event_types.hpp"

namespace benchlab::story::perf {

struct Feature {
    std::uint32_t bit = 0;
    OrderedBytes body;
};

inline constexpr std::uint32_t kTracingDataBit = 1, kLastFeatureBit = 32;

// By ascending bit; `end_ns` is when the recording ended.
std::vector<Feature> features_of(const Story& story, const PerfOptions& options,
                                 const EventTypes& types, std::int64_t end_ns,
                                 std::uint64_t compressed_ratio);

// The formats of all tracepoints in use.
OrderedBytes tracing_data(const PerfOptions& options, const EventTypes& types);

}  // namespace benchlab::story::perf
