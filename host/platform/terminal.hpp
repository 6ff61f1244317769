// platform/terminal.hpp: what the standard streams are connected to.
#pragma once

#include <cstddef>
#include <cstdint>

namespace benchlab::platform {

enum class Stream { kOut, kError };

bool is_terminal(Stream stream);
// A terminal that obeys escape codes; not with TERM=dumb, nor (POSIX) where TERM is empty.
bool obeys_escape_codes(Stream stream);
// Columns; 0 when it is no terminal.
std::size_t terminal_width(Stream stream);
// Is there somebody at the keyboard who can press Enter for us?  Not in the background.
bool has_keyboard();
// True once Enter was pressed since the last call; takes what was typed.  Waits up to `timeout_ms`
// for it, also where there is no keyboard; less when a signal comes.
bool enter_pressed(std::uint64_t timeout_ms);
// UTF-8 and escape codes on Windows consoles, binary stdout; elsewhere a closed pipe becomes an
// error of the write instead of a signal (child processes begin with the signal again).
void prepare_terminal();

}  // namespace benchlab::platform
