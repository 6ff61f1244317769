#include "platform/terminal.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdio>
#include <cstdlib>

#include "platform/files.hpp"
#include "platform/windows/console.hpp"

namespace benchlab::platform {
namespace {

HANDLE handle_of(Stream stream) {
    return GetStdHandle(stream == Stream::kOut ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

UINT code_page_before = 0;  // 0: unchanged

}  // namespace

bool is_terminal(Stream stream) {
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

bool obeys_escape_codes(Stream stream) {
    return is_terminal(stream) && environment_variable("TERM").value_or("") != "dumb";
}

std::size_t terminal_width(Stream stream) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (!is_terminal(stream) || GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0) {
        return 0;
    }
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    return columns > 0 ? static_cast<std::size_t>(columns) : 80;
}

void prepare_terminal() {
    // "\n" stays "\n": reports and the lines of a worker are the same bytes on every system.
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    for (const Stream stream : {Stream::kOut, Stream::kError}) {
        DWORD mode = 0;
        const HANDLE console = handle_of(stream);
        if (GetConsoleMode(console, &mode) == 0) continue;
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        if (code_page_before != 0 || GetConsoleOutputCP() == CP_UTF8) continue;
        code_page_before = GetConsoleOutputCP();
        SetConsoleOutputCP(CP_UTF8);
        std::atexit(restore_console);
    }
}

void restore_console() {
    if (code_page_before != 0) SetConsoleOutputCP(code_page_before);
}

}  // namespace benchlab::platform
