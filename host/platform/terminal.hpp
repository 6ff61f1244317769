// platform/terminal.hpp: what the standard streams are connected to.
#pragma once

#include <cstddef>

namespace benchlab::platform {

enum class Stream { kOut, kError };

bool is_terminal(Stream stream);
// A terminal that obeys escape codes; not with TERM=dumb, nor (POSIX) where TERM is empty.
bool obeys_escape_codes(Stream stream);
// Columns; 0 when it is no terminal.
std::size_t terminal_width(Stream stream);
// UTF-8 and escape codes on Windows consoles, binary stdout; elsewhere a closed pipe becomes an
// error of the write instead of a signal (child processes begin with the signal again).
void prepare_terminal();

}  // namespace benchlab::platform
