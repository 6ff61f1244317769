#include "common/input_file.hpp"

#include <algorithm>
#include <benchlab/host.hpp>
#include <string>

#include "common/windows_header.hpp"

namespace benchlab::plugins {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what, DWORD reason) {
    throw Error(BL_E_IO, std::string(what) + " " + path + ": error " + std::to_string(reason));
}

// Paths come as UTF-8 through the C ABI.
std::wstring wide(const std::string& text) {
    const int size = static_cast<int>(text.size());
    const int units = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
    std::wstring result(static_cast<std::size_t>(units), L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), units);
    return result;
}

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path) {
    file_ = ::CreateFileW(wide(path).c_str(), GENERIC_READ,
                          FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                          OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file_ == INVALID_HANDLE_VALUE) fail(path, "cannot open", ::GetLastError());
    LARGE_INTEGER size{};
    if (::GetFileType(file_) == FILE_TYPE_DISK && ::GetFileSizeEx(file_, &size) != 0) {
        size_ = static_cast<std::uint64_t>(size.QuadPart);
        return;
    }
    ::CloseHandle(file_);
    throw Error(BL_E_IO, path + " is no regular file");
}

InputFile::~InputFile() {
    ::CloseHandle(file_);
}

Bytes InputFile::read(std::uint64_t offset, std::span<std::uint8_t> into) const {
    constexpr std::size_t kMost = std::size_t{1} << 30;
    std::size_t done = 0;
    while (done < into.size()) {
        const std::uint64_t at = offset + done;
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(at);
        place.OffsetHigh = static_cast<DWORD>(at >> 32);
        DWORD got = 0;
        const auto wanted = static_cast<DWORD>(std::min(into.size() - done, kMost));
        if (::ReadFile(file_, into.data() + done, wanted, &got, &place) == 0) {
            const DWORD reason = ::GetLastError();
            if (reason == ERROR_HANDLE_EOF) break;
            fail(path_, "cannot read", reason);
        }
        if (got == 0) break;
        done += got;
    }
    return into.first(done);
}

}  // namespace benchlab::plugins
