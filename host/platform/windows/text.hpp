// platform/windows/text.hpp: UTF-16 of the system and UTF-8 of ours.  Internal to this folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace benchlab::platform {

std::wstring to_wide(std::string_view utf8);
std::string to_utf8(std::wstring_view wide);

// The system's words for an error code of GetLastError.
std::string system_message(unsigned long code);
// "cannot <doing> <file>: <words>"
base::Error system_error(std::string_view doing, const std::filesystem::path& file,
                         unsigned long code);

}  // namespace benchlab::platform
