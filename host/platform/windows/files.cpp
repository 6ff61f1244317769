#include "platform/files.hpp"

#include <fmt/format.h>
#include <windows.h>

#include <atomic>

#include "base/text.hpp"
#include "platform/windows/handle.hpp"
#include "platform/windows/text.hpp"

namespace benchlab::platform {
namespace {

namespace fs = std::filesystem;

constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// From where the file stands.  ERROR_SUCCESS or the reason.
DWORD write_all(HANDLE file, std::string_view content) {
    while (!content.empty()) {
        constexpr std::size_t kPiece = 1u << 30;
        DWORD written = 0;
        const auto piece = static_cast<DWORD>(std::min(content.size(), kPiece));
        if (WriteFile(file, content.data(), piece, &written, nullptr) == 0) return GetLastError();
        content.remove_prefix(written);
    }
    return ERROR_SUCCESS;
}

// "\\.\NUL" for "nul", the whole path for an ordinary name.
std::wstring full_name(const fs::path& file) {
    std::wstring name(512, L'\0');
    DWORD size =
        GetFullPathNameW(file.c_str(), static_cast<DWORD>(name.size()), name.data(), nullptr);
    if (size > name.size()) {
        name.resize(size);
        size = GetFullPathNameW(file.c_str(), size, name.data(), nullptr);
    }
    name.resize(size);
    return name;
}

// Where a chain of links ends: the link itself is to stay.
fs::path follow_links(const fs::path& file) {
    const DWORD attributes = GetFileAttributesW(file.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) {
        return file;
    }
    const Handle target(CreateFileW(file.c_str(), 0, kShareAll, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (!target.valid()) return file;
    std::wstring name(32768, L'\0');
    name.resize(GetFinalPathNameByHandleW(target.get(), name.data(), 32768, 0));
    return name.empty() ? file : fs::path(name);
}

struct Temporary {
    fs::path name;
    Handle file;
    DWORD reason = ERROR_SUCCESS;
};

// A new empty file beside `target`, under a name that nobody has.
Temporary create_temporary(const fs::path& target) {
    static std::atomic<unsigned> serial{0};
    Temporary made;
    for (int tries = 0; tries < 100; ++tries) {
        made.name = target.parent_path() /
                    fmt::format(".benchlab-{}-{}.tmp", GetCurrentProcessId(), ++serial);
        made.file = Handle(CreateFileW(made.name.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                                       FILE_ATTRIBUTE_NORMAL, nullptr));
        if (made.file.valid()) return made;
        made.reason = GetLastError();
        if (made.reason != ERROR_FILE_EXISTS) return made;
    }
    return made;
}

DWORD replace(const fs::path& from, const fs::path& to) {
    // A reader, virus scanner or indexer may have the old file open; soon it is done.
    for (int tries = 0;; ++tries) {
        if (MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) {
            return ERROR_SUCCESS;
        }
        const DWORD reason = GetLastError();
        const bool in_use = reason == ERROR_SHARING_VIOLATION || reason == ERROR_ACCESS_DENIED;
        if (!in_use || tries == 25) return reason;
        Sleep(20);
    }
}

// What stands in the way of replacing `target`, where something is there already.
base::Result<void> check_existing(const fs::path& target) {
    // The system says only that there is no such file.
    constexpr std::size_t kLongestName = 255;
    if (target.filename().native().size() > kLongestName)
        return system_error("write to", target, ERROR_FILENAME_EXCED_RANGE);
    const DWORD attributes = GetFileAttributesW(target.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        // A name that is too long: the temporary beside it has a name of its own, so that this
        // would only come up again when all else was done.
        const DWORD reason = GetLastError();
        if (reason == ERROR_FILE_NOT_FOUND) return {};
        return system_error("write to", target, reason);
    }
    // The system's words for this speak of an invalid name.
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
        return base::Error{base::Code::kIo, fmt::format("cannot write to {}: it is a folder",
                                                        base::path_text(target))};
    }
    if ((attributes & FILE_ATTRIBUTE_READONLY) == 0) return {};
    return system_error("write to", target, ERROR_ACCESS_DENIED);
}

Handle open_device(const fs::path& file) {
    return Handle(
        CreateFileW(file.c_str(), GENERIC_WRITE, kShareAll, nullptr, OPEN_EXISTING, 0, nullptr));
}

base::Error no_regular_file(const fs::path& file) {
    return {base::Code::kIo,
            fmt::format("cannot write to {}: it is no regular file", base::path_text(file))};
}

}  // namespace

base::Result<std::string> read_file(const fs::path& file, std::uint64_t max_bytes) {
    const Handle in(CreateFileW(file.c_str(), GENERIC_READ, kShareAll, nullptr, OPEN_EXISTING,
                                FILE_FLAG_SEQUENTIAL_SCAN, nullptr));
    if (!in.valid()) return system_error("open", file, GetLastError());
    std::string content;
    LARGE_INTEGER size{};
    if (GetFileSizeEx(in.get(), &size) != 0 &&
        static_cast<std::uint64_t>(size.QuadPart) <= max_bytes) {
        content.reserve(static_cast<std::size_t>(size.QuadPart) + 1);
    }
    std::vector<char> piece(64 * 1024);
    for (;;) {
        DWORD got = 0;
        const bool done =
            ReadFile(in.get(), piece.data(), static_cast<DWORD>(piece.size()), &got, nullptr) != 0;
        const DWORD reason = done ? ERROR_SUCCESS : GetLastError();
        if (reason == ERROR_BROKEN_PIPE || (done && got == 0)) return content;
        if (!done) return system_error("read", file, reason);
        if (content.size() + got > max_bytes) {
            return base::Error{base::Code::kData, fmt::format("{} is larger than {} bytes",
                                                              base::path_text(file), max_bytes)};
        }
        content.append(piece.data(), got);
    }
}

base::Result<std::string> read_head(const fs::path& file, std::size_t most) {
    const Handle in(CreateFileW(file.c_str(), GENERIC_READ, kShareAll, nullptr, OPEN_EXISTING,
                                FILE_FLAG_SEQUENTIAL_SCAN, nullptr));
    if (!in.valid()) return system_error("open", file, GetLastError());
    std::string head(most, '\0');
    std::size_t size = 0;
    while (size < most) {
        DWORD got = 0;
        if (ReadFile(in.get(), head.data() + size, static_cast<DWORD>(most - size), &got,
                     nullptr) == 0) {
            if (GetLastError() == ERROR_BROKEN_PIPE) break;
            return system_error("read", file, GetLastError());
        }
        if (got == 0) break;
        size += got;
    }
    head.resize(size);
    return head;
}

bool is_replaceable(const fs::path& file) {
    return !full_name(file).starts_with(L"\\\\.\\");
}

struct NewFile::State {
    fs::path named;  // as the caller spells it
    fs::path target;
    Temporary made;                // without a name: a device, or kept already
    DWORD reason = ERROR_SUCCESS;  // of the first thing that went wrong while appending

    ~State() {
        made.file.close();
        if (!made.name.empty()) DeleteFileW(made.name.c_str());
    }
};

NewFile::NewFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
NewFile::NewFile(NewFile&&) noexcept = default;
NewFile& NewFile::operator=(NewFile&&) noexcept = default;
NewFile::~NewFile() = default;

base::Result<NewFile> NewFile::create(const fs::path& file) {
    if (!is_replaceable(file)) return no_regular_file(file);
    const fs::path target = follow_links(file);
    if (auto checked = check_existing(target); !checked) return checked.error();
    Temporary made = create_temporary(target);
    if (!made.file.valid()) return system_error("write", file, made.reason);
    return NewFile(std::unique_ptr<State>(new State{file, target, std::move(made)}));
}

base::Result<NewFile> NewFile::create_in_order(const fs::path& file) {
    if (is_replaceable(file)) return create(file);
    Temporary device;
    device.file = open_device(file);
    if (!device.file.valid()) return system_error("open", file, GetLastError());
    return NewFile(std::unique_ptr<State>(new State{file, {}, std::move(device)}));
}

base::Result<void> NewFile::write(std::uint64_t offset, std::string_view content) {
    const HANDLE out = state_->made.file.get();
    LARGE_INTEGER place{};
    place.QuadPart = static_cast<LONGLONG>(offset);
    DWORD reason =
        SetFilePointerEx(out, place, nullptr, FILE_BEGIN) == 0 ? GetLastError() : ERROR_SUCCESS;
    if (reason == ERROR_SUCCESS) reason = write_all(out, content);
    if (reason != ERROR_SUCCESS) return system_error("write", state_->named, reason);
    return {};
}

void NewFile::append(std::string_view content) {
    if (state_->reason != ERROR_SUCCESS) return;
    state_->reason = write_all(state_->made.file.get(), content);
}

base::Result<void> NewFile::keep() {
    State& of = *state_;
    of.made.file.close();
    if (of.made.name.empty()) {
        if (of.reason == ERROR_SUCCESS) return {};
        return system_error("write to", of.named, of.reason);
    }
    if (of.reason == ERROR_SUCCESS) of.reason = replace(of.made.name, of.target);
    if (of.reason != ERROR_SUCCESS) return system_error("write", of.named, of.reason);
    of.made.name.clear();
    return {};
}

base::Result<void> check_writable(const fs::path& file) {
    if (!is_replaceable(file)) {
        if (open_device(file).valid()) return {};
        return system_error("open", file, GetLastError());
    }
    const fs::path target = follow_links(file);
    if (auto checked = check_existing(target); !checked) return checked;
    Temporary made = create_temporary(target);
    if (!made.file.valid()) return system_error("write", file, made.reason);
    made.file.close();
    DeleteFileW(made.name.c_str());
    return {};
}

fs::path executable_path() {
    std::wstring name(260, L'\0');
    for (;;) {
        const DWORD size =
            GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
        if (size < name.size()) {
            name.resize(size);
            return fs::path(name);
        }
        name.resize(name.size() * 2);  // it was cut
    }
}

fs::path user_data_directory() {
    const fs::path data = base::text_path(environment_variable("LOCALAPPDATA").value_or(""));
    return data.is_absolute() ? data / "benchlab" : fs::path();
}

base::Result<bool> create_file(const fs::path& file, std::string_view content) {
    Temporary made = create_temporary(file);
    if (!made.file.valid()) return system_error("write", file, made.reason);
    DWORD reason = write_all(made.file.get(), content);
    made.file.close();
    // Without MOVEFILE_REPLACE_EXISTING it fails where something is.
    if (reason == ERROR_SUCCESS && MoveFileExW(made.name.c_str(), file.c_str(), 0) == 0) {
        reason = GetLastError();
    }
    if (reason == ERROR_SUCCESS) return true;
    DeleteFileW(made.name.c_str());
    if (reason == ERROR_ALREADY_EXISTS || reason == ERROR_FILE_EXISTS) return false;
    return system_error("write", file, reason);
}

base::Result<fs::path> runtime_directory() {
    const fs::path data = user_data_directory();
    if (data.empty()) {
        return base::Error{base::Code::kNotFound, "LOCALAPPDATA is not set"};
    }
    const fs::path folder = data / "sessions";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return system_error("make", folder, static_cast<unsigned long>(error.value()));
    return folder;
}

std::optional<std::string> environment_variable(const char* name) {
    const std::wstring wide = to_wide(name);
    SetLastError(ERROR_SUCCESS);
    DWORD size = GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
    if (size == 0 && GetLastError() == ERROR_ENVVAR_NOT_FOUND) return std::nullopt;
    std::wstring value(size, L'\0');
    size = GetEnvironmentVariableW(wide.c_str(), value.data(), size);
    value.resize(size);
    return to_utf8(value);
}

char path_list_separator() {
    return ';';
}

}  // namespace benchlab::platform
