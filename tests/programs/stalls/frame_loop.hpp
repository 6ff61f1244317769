// The frames of the program, with a stall in some of them.
#pragma once

#include <vector>

#include "csv_log.hpp"
#include "options.hpp"

// Called at the end of each frame, for a probe on it.
extern "C" void benchlab_frame_mark(unsigned long number);

namespace stalls {

// On the thread Render, which it names and binds.
std::vector<LogRow> render(const Options& options);

}  // namespace stalls
