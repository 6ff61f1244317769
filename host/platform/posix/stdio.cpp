#include "platform/stdio.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace benchlab::platform {

std::FILE* take_stdout() {
    std::fflush(stdout);
    // Not inherited: a process that a plugin starts must not hold the pipe open.
    const int ours = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (ours < 0) return stdout;
    dup2(STDERR_FILENO, STDOUT_FILENO);
    std::FILE* out = fdopen(ours, "w");
    return out ? out : stdout;
}

std::FILE* take_stdin() {
    const int ours = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (ours < 0 || null < 0) return stdin;
    dup2(null, STDIN_FILENO);
    close(null);
    std::FILE* in = fdopen(ours, "r");
    return in ? in : stdin;
}

namespace {

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

void write_stderr(std::string_view text) {
    write_all(STDERR_FILENO, text);
}

void write_around(std::FILE* stream, std::string_view text) {
    write_all(fileno(stream), text);
}

}  // namespace benchlab::platform
