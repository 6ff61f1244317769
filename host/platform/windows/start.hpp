// platform/windows/start.hpp: what starting a process needs, whoever does.  Internal to this
// folder.
#pragma once

#include <windows.h>

#include <string>
#include <string_view>

#include "platform/process.hpp"

namespace benchlab::platform {

// One argument in the form that the C runtime's splitting undoes: quotes around it, backslashes
// doubled where a quote follows.
void append_quoted(std::wstring& line, std::wstring_view argument);

ExitStatus decode_status(DWORD status);

}  // namespace benchlab::platform
