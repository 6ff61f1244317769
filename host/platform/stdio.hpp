// platform/stdio.hpp: stdout for ourselves alone.
#pragma once

#include <cstdio>
#include <string_view>

namespace benchlab::platform {

// Moves stdout to a private stream; from now on what anybody prints to stdout goes to stderr.
// For a worker, whose stdout is a protocol that a plugin's printf must not break.
std::FILE* take_stdout();

// Moves stdin to a private stream; from now on nobody else reads anything from stdin.
std::FILE* take_stdin();

// To stderr without the C library's locks, which a thread that hangs may hold, and without
// allocation.
void write_stderr(std::string_view text);
// The same to a stream that holds nothing back.
void write_around(std::FILE* stream, std::string_view text);

}  // namespace benchlab::platform
