// platform/windows/console.hpp: what prepare_terminal has to undo.  Internal to this folder.
#pragma once

namespace benchlab::platform {

// The console outlives us; whoever uses it next expects its own code page.
void restore_console();

}  // namespace benchlab::platform
