// one_clock.hpp: whether the times of several files can be compared.
#pragma once

#include <string>
#include <vector>

#include "etl/recording.hpp"

namespace benchlab::etl {

// Whether two files count on one clock: its type, its frequency, or when it was 0, which is when
// the machine started.  Says what differs, with both files; empty when nothing does.
std::string clock_difference(const TraceFile& a, const TraceFile& b);
// Throws BL_E_INVALID with both files and what differs, when the files do not count on one clock.
void require_one_clock(const std::vector<const TraceFile*>& files);

}  // namespace benchlab::etl
