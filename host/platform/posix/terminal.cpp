#include "platform/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>

#include "platform/files.hpp"

namespace benchlab::platform {
namespace {

int descriptor(Stream stream) {
    return stream == Stream::kOut ? STDOUT_FILENO : STDERR_FILENO;
}

}  // namespace

bool is_terminal(Stream stream) {
    return isatty(descriptor(stream)) == 1;
}

bool obeys_escape_codes(Stream stream) {
    const std::string term = environment_variable("TERM").value_or("");
    return is_terminal(stream) && !term.empty() && term != "dumb";
}

std::size_t terminal_width(Stream stream) {
    if (!is_terminal(stream)) return 0;
    winsize size{};
    // Serial lines and some test harnesses report no size; 80 is what everyone assumes then.
    if (ioctl(descriptor(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

bool has_keyboard() {
    // Reading in the background would stop us.
    return isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

bool enter_pressed(std::uint64_t timeout_ms) {
    pollfd keyboard{has_keyboard() ? STDIN_FILENO : -1, POLLIN, 0};
    constexpr std::uint64_t kLongest = 60'000;
    const int got = poll(&keyboard, 1, static_cast<int>(std::min(timeout_ms, kLongest)));
    if (got <= 0 || (keyboard.revents & POLLIN) == 0) return false;
    // The terminal hands on whole lines, so that there is something only after Enter (or Ctrl+D).
    char line[256];
    return read(STDIN_FILENO, line, sizeof line) >= 0;
}

void prepare_terminal() {
    // Writing to a pipe that nobody reads is an error like any other, not the end of the process.
    std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace benchlab::platform
