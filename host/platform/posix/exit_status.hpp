// platform/posix/exit_status.hpp: what waitpid() says of a child that has ended.
#pragma once

#include "platform/process.hpp"

namespace benchlab::platform {

ExitStatus decode_status(int status);

}  // namespace benchlab::platform
