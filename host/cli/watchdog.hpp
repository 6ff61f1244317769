// cli/watchdog.hpp: a thread that ends the process when a call into a plugin does not come back.
// (Nothing gentler is possible: a thread that runs foreign code cannot be stopped from outside.)
#pragma once

#include <cstdint>

namespace benchlab::cli {

// From now on, and to the very end of the process, a call that takes longer ends the process with
// `exit_status`, after a line on stderr that names the call.  Once only.
void watch_calls(std::uint64_t limit_ms, int exit_status);

// The program is done.  What plugins still do (exit handlers, destructors) has the limit too.
// Nothing happens without watch_calls().
void watch_end();

}  // namespace benchlab::cli
