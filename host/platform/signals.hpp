// platform/signals.hpp: the user's Ctrl+C, and native crashes.
#pragma once

#include <cstddef>

namespace benchlab::platform {

// From now on Ctrl+C sets a flag; a second one ends the process at once with status 130.
void watch_interrupt();
// From now on a closed terminal sets it, too, unless that is ignored (nohup).  On Windows
// watch_interrupt() does it.
void watch_hangup();
bool interrupted();
// The interrupt was heeded: the next one is a first one again.
void forget_interrupt();
// From now on what ends the process (Ctrl+C, a request to terminate, a closed terminal) first
// removes files that are half written.  Before watch_interrupt().  POSIX only.
void leave_nothing_half_written();

// `describe` writes what was going on into `buffer` and returns the length.  It runs in a signal
// handler (or exception filter): no allocation, no locks.  The crash handler prints it with the
// kind of crash to stderr and ends the process with `exit_status`.  Covers std::terminate too.
using CrashDescriber = std::size_t (*)(char* buffer, std::size_t size);
void install_crash_handler(CrashDescriber describe, int exit_status);
// Gets the line too, in the same circumstances, before the process ends.
using CrashListener = void (*)(const char* line, std::size_t size);
void set_crash_listener(CrashListener listener);
// An alternate signal stack for the calling thread, so that a stack overflow is told too.
void prepare_thread_for_crash();

// Ends the process at once: no destructors, no plugin's atexit, and nothing that stdio still holds
// is written (a plugin that hangs may hold its lock): flush stdout before, where that is safe.
[[noreturn]] void exit_now(int status);

// First statement of main: on Windows DLLs are searched beside the executable and in System32
// only.
void harden_library_search();

}  // namespace benchlab::platform
