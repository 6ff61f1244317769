// one_clock.hpp: whether the times of several files can be compared.
#pragma once

#include <vector>

#include "etl/recording.hpp"

namespace benchlab::etl {

// Throws BL_E_INVALID with both files and what differs, when the files do not count on one clock:
// its type, its frequency, or when it was 0, which is when the machine started.
void require_one_clock(const std::vector<const TraceFile*>& files);

}  // namespace benchlab::etl
