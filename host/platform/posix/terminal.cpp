#include "platform/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

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

void prepare_terminal() {
    // Writing to a pipe that nobody reads is an error like any other, not the end of the process.
    std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace benchlab::platform
