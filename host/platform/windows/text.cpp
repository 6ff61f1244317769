#include "platform/windows/text.hpp"

#include <fmt/format.h>
#include <windows.h>

#include "base/text.hpp"
#include "platform/files.hpp"

namespace benchlab::platform {

std::wstring to_wide(std::string_view utf8) {
    const int size = static_cast<int>(utf8.size());
    if (size == 0) return {};
    std::wstring wide(MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, nullptr, 0), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, wide.data(), static_cast<int>(wide.size()));
    return wide;
}

std::string to_utf8(std::wstring_view wide) {
    const int size = static_cast<int>(wide.size());
    if (size == 0) return {};
    std::string utf8(
        WideCharToMultiByte(CP_UTF8, 0, wide.data(), size, nullptr, 0, nullptr, nullptr), '\0');
    WideCharToMultiByte(CP_UTF8, 0, wide.data(), size, utf8.data(), static_cast<int>(utf8.size()),
                        nullptr, nullptr);
    return utf8;
}

std::string system_message(unsigned long code) {
    wchar_t words[512];
    DWORD size = FormatMessageW(
        FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK,
        nullptr, code, 0, words, 512, nullptr);
    while (size > 0 && (words[size - 1] == L' ' || words[size - 1] == L'.')) --size;
    if (size == 0) return fmt::format("error {}", code);
    return to_utf8({words, size});
}

base::Error system_error(std::string_view doing, const std::filesystem::path& file,
                         unsigned long code) {
    return base::Error{base::Code::kIo, fmt::format("cannot {} {}: {}", doing,
                                                    base::path_text(file), system_message(code))};
}

}  // namespace benchlab::platform
