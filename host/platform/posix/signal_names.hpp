// platform/posix/signal_names.hpp: "SIGSEGV" for 11.  Internal to this folder.
#pragma once

namespace benchlab::platform {

// Async-signal-safe.  nullptr for a number without a name of its own (real-time signals).
const char* signal_name(int signal);

}  // namespace benchlab::platform
