// extent.hpp: when a recording ends.
#pragma once

#include <cstdint>
#include <optional>

#include "etl/recording.hpp"

namespace benchlab::etl {

// Raw time of the end that the header states; none when the session was never closed.
std::optional<std::int64_t> closed_at(const TraceFile& file);

// Raw time of the end of a file: what its header says, or just behind the last event where that is
// later, as rundown that a merger put in follows the header's end.  An event that is hours later
// than a closed session can have is damage and does not count.
std::int64_t end_time(const TraceFile& file);

}  // namespace benchlab::etl
