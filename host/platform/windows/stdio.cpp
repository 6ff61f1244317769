#include "platform/stdio.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace benchlab::platform {

std::FILE* take_stdout() {
    std::fflush(stdout);
    const int ours = _dup(_fileno(stdout));
    if (ours < 0) return stdout;
    _dup2(_fileno(stderr), _fileno(stdout));
    // Not inherited: a process that a plugin starts must not hold the pipe open.
    SetHandleInformation(reinterpret_cast<HANDLE>(_get_osfhandle(ours)), HANDLE_FLAG_INHERIT, 0);
    _setmode(ours, _O_BINARY);
    std::FILE* out = _fdopen(ours, "wb");
    return out ? out : stdout;
}

std::FILE* take_stdin() {
    const int ours = _dup(_fileno(stdin));
    const int null = _open("NUL", _O_RDONLY);
    if (ours < 0 || null < 0) return stdin;
    _dup2(null, _fileno(stdin));
    _close(null);
    SetHandleInformation(reinterpret_cast<HANDLE>(_get_osfhandle(ours)), HANDLE_FLAG_INHERIT, 0);
    std::FILE* in = _fdopen(ours, "rb");
    return in ? in : stdin;
}

void write_stderr(std::string_view text) {
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text.data(), static_cast<DWORD>(text.size()),
              &written, nullptr);
}

void write_around(std::FILE* stream, std::string_view text) {
    DWORD written = 0;
    WriteFile(reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stream))), text.data(),
              static_cast<DWORD>(text.size()), &written, nullptr);
}

}  // namespace benchlab::platform
