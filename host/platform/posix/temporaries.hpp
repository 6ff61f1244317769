// platform/posix/temporaries.hpp: files that must not stay when the process is ended by a signal.
#pragma once

namespace benchlab::platform {

// Notes a file, as long as there is room and its name is not too long.  Any thread.
void note_temporary(const char* name);
// It is gone, or has become the file that it was made for.
void forget_temporary(const char* name);
// Removes all that this process has noted.  Async-signal-safe.
void remove_temporaries();

}  // namespace benchlab::platform
