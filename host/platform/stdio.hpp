// platform/stdio.hpp: stdout for ourselves alone.
#pragma once

#include <cstdio>

namespace benchlab::platform {

// Moves stdout to a private stream; from now on what anybody prints to stdout goes to stderr.
// For a worker, whose stdout is a protocol that a plugin's printf must not break.
std::FILE* take_stdout();

}  // namespace benchlab::platform
