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

bool has_keyboard() {
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) != 0;
}

bool enter_pressed(std::uint64_t timeout_ms) {
    constexpr std::uint64_t kLongest = 60'000;
    const auto wait_ms = static_cast<DWORD>(timeout_ms < kLongest ? timeout_ms : kLongest);
    if (!has_keyboard()) {
        Sleep(wait_ms);
        return false;
    }
    const HANDLE keyboard = GetStdHandle(STD_INPUT_HANDLE);
    if (WaitForSingleObject(keyboard, wait_ms) != WAIT_OBJECT_0) return false;
    // One event at a time: mouse, focus and other keys come the same way.
    INPUT_RECORD event{};
    DWORD got = 0;
    if (ReadConsoleInputW(keyboard, &event, 1, &got) == 0 || got == 0) return false;
    return event.EventType == KEY_EVENT && event.Event.KeyEvent.bKeyDown != 0 &&
           event.Event.KeyEvent.wVirtualKeyCode == VK_RETURN;
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
