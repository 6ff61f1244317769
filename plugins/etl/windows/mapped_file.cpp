#include "etl/mapped_file.hpp"

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <benchlab/host.hpp>
#include <string>

namespace benchlab::etl {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw Error(BL_E_IO,
                std::string(what) + " " + path + ": error " + std::to_string(::GetLastError()));
}

// Paths come as UTF-8 through the C ABI.
std::wstring wide(const std::string& text) {
    const int size = static_cast<int>(text.size());
    const int units = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
    std::wstring result(static_cast<std::size_t>(units), L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), units);
    return result;
}

struct Closer {
    HANDLE handle;
    ~Closer() { ::CloseHandle(handle); }
};

}  // namespace

MappedFile::MappedFile(const std::string& path) {
    const HANDLE file = ::CreateFileW(wide(path).c_str(), GENERIC_READ,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) fail(path, "cannot open");
    const Closer file_closer{file};
    LARGE_INTEGER size{};
    if (::GetFileSizeEx(file, &size) == 0) fail(path, "cannot ask for the size of");
    size_ = static_cast<std::uint64_t>(size.QuadPart);
    if (size_ == 0) return;
    const HANDLE mapping = ::CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping == nullptr) fail(path, "cannot map");
    const Closer mapping_closer{mapping};
    // The view keeps the file open by itself.
    data_ = static_cast<const std::uint8_t*>(::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
    if (data_ == nullptr) fail(path, "cannot map");
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::UnmapViewOfFile(data_);
}

// Windows reads ahead by what it sees us do.
void MappedFile::expect_sparse_reads(bool) const {}
void MappedFile::expect(std::uint64_t, std::uint64_t) const {}

void MappedFile::discard(std::uint64_t offset, std::uint64_t size) const {
    // Unlocking pages that are not locked fails, and takes them out of the working set.
    if (offset + size > size_ || size == 0) return;
    ::VirtualUnlock(const_cast<std::uint8_t*>(data_) + offset, static_cast<SIZE_T>(size));
}

}  // namespace benchlab::etl
