// platform/posix/exit_status.hpp: how children begin and end.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/result.hpp"
#include "platform/process.hpp"

namespace benchlab::platform {

// What waitpid() says of a child that has ended.
ExitStatus decode_status(int status);

// Takes the status of a child that has ended, with waitpid()'s flags; false while it runs.  `pid`
// is -1 once it is taken, and then nothing more is done.
bool reap(pid_t& pid, int flags, ExitStatus& status);

// `reason` is of errno.
base::Error cannot_start(const std::string& program, int reason);

}  // namespace benchlab::platform
