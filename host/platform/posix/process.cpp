#include "platform/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <system_error>
#include <thread>

#include "base/text.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/line_buffer.hpp"
#include "platform/posix/exit_status.hpp"
#include "platform/posix/signal_names.hpp"

extern char** environ;

namespace benchlab::platform {
namespace {

// What a child begins with, whatever we and our plugins have done to ourselves.
class SpawnSettings {
  public:
    // `child_stdin` is none of the first three; -1: it reads nothing.
    SpawnSettings(int child_stdin, int child_stdout) {
        posix_spawn_file_actions_init(&files_);
        // In this order: the pipe is descriptor 0 where our own stdin is closed.
        posix_spawn_file_actions_adddup2(&files_, child_stdout, STDOUT_FILENO);
        if (child_stdin >= 0) {
            posix_spawn_file_actions_adddup2(&files_, child_stdin, STDIN_FILENO);
        } else {
            posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        // A plugin may have opened files without O_CLOEXEC.
        posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
#endif
        posix_spawnattr_init(&attributes_);
        sigset_t signals;
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&attributes_, &signals);
        for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGQUIT, SIGCHLD, SIGXFSZ}) {
            sigaddset(&signals, signal);
        }
        posix_spawnattr_setsigdefault(&attributes_, &signals);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&files_);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    const posix_spawn_file_actions_t* files() const {
        return &files_;
    }
    const posix_spawnattr_t* attributes() const {
        return &attributes_;
    }

  private:
    posix_spawn_file_actions_t files_;
    posix_spawnattr_t attributes_;
};

}  // namespace

ExitStatus decode_status(int status) {
    ExitStatus out;
    if (WIFEXITED(status)) {
        out.code = WEXITSTATUS(status);
    } else if (WIFSIGNALED(status)) {
        const char* name = signal_name(WTERMSIG(status));
        out.killed_by = name ? std::string(name) : fmt::format("signal {}", WTERMSIG(status));
    }
    return out;
}

bool reap(pid_t& pid, int flags, ExitStatus& status) {
    if (pid < 0) return true;
    int raw = 0;
    pid_t got = 0;
    do {
        got = waitpid(pid, &raw, flags);
    } while (got < 0 && errno == EINTR);
    if (got == 0) return false;
    // An error means that somebody else has reaped it (SIGCHLD ignored): its status is lost.
    status.code = -1;
    if (got == pid) status = decode_status(raw);
    pid = -1;
    return true;
}

base::Error cannot_start(const std::string& program, int reason) {
    return base::Error{base::Code::kIo, fmt::format("cannot start {}: {}", base::printable(program),
                                                    std::generic_category().message(reason))};
}

std::vector<std::string> command_line_arguments(int argc, char** argv) {
    return {argv + std::min(argc, 1), argv + argc};
}

struct Child::Impl {
    pid_t pid = -1;  // -1: reaped
    int pipe = -1;
    int input = -1;  // our end of its stdin
    ExitStatus status;
    LineBuffer lines;

    // Takes what the child has written, waiting `timeout_ms` for it at most.
    void fill(int timeout_ms) {
        pollfd waiting{pipe, POLLIN, 0};
        if (poll(&waiting, 1, timeout_ms) <= 0) return;
        char bytes[64 * 1024];
        const ssize_t got = ::read(pipe, bytes, sizeof bytes);
        if (got > 0) {
            lines.append({bytes, static_cast<std::size_t>(got)});
        } else if (got == 0 || errno != EINTR) {
            lines.close();
        }
    }

    bool reap(int flags) { return platform::reap(pid, flags, status); }

    ~Impl() {
        if (pid >= 0) {
            ::kill(pid, SIGKILL);
            reap(0);
        }
        if (pipe >= 0) ::close(pipe);
        close_input();
    }

    void close_input() {
        if (input >= 0) ::close(input);
        input = -1;
    }
};

namespace {

// Both ends above the three standard descriptors, which may be closed in here.
bool input_pipe(int (&ends)[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    int reason = 0;
    for (int& end : ends) {
        const int high = fcntl(end, F_DUPFD_CLOEXEC, 3);
        if (high < 0) reason = errno;
        ::close(end);
        end = high;
    }
    if (reason == 0) return true;
    for (const int end : ends) {
        if (end >= 0) ::close(end);
    }
    errno = reason;
    return false;
}

}  // namespace

Child::Child() : impl_(std::make_unique<Impl>()) {}
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;
Child::~Child() = default;

base::Result<Child> Child::start(const std::filesystem::path& program,
                                 const std::vector<std::string>& arguments, Input input) {
    return start_as(program, program, arguments, input);
}

base::Result<Child> Child::start_self(const std::vector<std::string>& arguments, Input input) {
    // What it was started from, whatever its path leads to now.
    return start_as("/proc/self/exe", executable_path(), arguments, input);
}

base::Result<Child> Child::start_as(const std::filesystem::path& program,
                                    const std::filesystem::path& name,
                                    const std::vector<std::string>& arguments, Input input) {
    int ends[2], input_ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return cannot_start(name.native(), errno);
    Child child;
    child.impl_->pipe = ends[0];
    if (input == Input::kPipe && !input_pipe(input_ends)) {
        const int reason = errno;
        ::close(ends[1]);
        return cannot_start(name.native(), reason);
    }
    child.impl_->input = input_ends[1];
    std::string first = name.string();
    std::vector<std::string> owned = arguments;
    std::vector<char*> argv{first.data()};
    for (std::string& argument : owned) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const SpawnSettings settings(input_ends[0], ends[1]);
    const int reason = posix_spawn(&child.impl_->pid, program.c_str(), settings.files(),
                                   settings.attributes(), argv.data(), environ);
    ::close(ends[1]);
    if (input_ends[0] >= 0) ::close(input_ends[0]);
    if (reason != 0) {
        child.impl_->pid = -1;
        return cannot_start(name.native(), reason);
    }
    return child;
}

Child::Read Child::read_line(std::string& line, std::uint64_t timeout_ms) {
    // Also keeps the sum below from overflowing for "no limit".
    timeout_ms = std::min<std::uint64_t>(timeout_ms, INT_MAX);
    const std::uint64_t deadline = now_ns() + timeout_ms * 1'000'000;
    for (;;) {
        if (impl_->lines.take(line)) return Read::kLine;
        if (impl_->lines.closed()) return Read::kEnd;
        const std::uint64_t now = now_ns();
        const std::uint64_t left_ns = deadline > now ? deadline - now : 0;
        const std::uint64_t left_ms =
            std::min<std::uint64_t>((left_ns + 999'999) / 1'000'000, INT_MAX);
        impl_->fill(static_cast<int>(left_ms));
        if (left_ns > 0) continue;
        if (impl_->lines.take(line)) return Read::kLine;
        return impl_->lines.closed() ? Read::kEnd : Read::kTimeout;
    }
}

void Child::write_line() {
    // The program ignores SIGPIPE.
    if (impl_->input >= 0 && ::write(impl_->input, "\n", 1) != 1) impl_->close_input();
}

void Child::close_input() {
    impl_->close_input();
}

void Child::interrupt() {
    if (impl_->pid >= 0) ::kill(impl_->pid, SIGTERM);
}

void Child::kill() {
    if (impl_->pid < 0) return;
    ::kill(impl_->pid, SIGKILL);
    impl_->reap(0);
}

ExitStatus Child::wait() {
    // A child that still writes would wait for us on a full pipe, so what it says is kept.
    constexpr int kPollMs = 10;
    while (!impl_->reap(impl_->lines.closed() ? 0 : WNOHANG)) impl_->fill(kPollMs);
    return impl_->status;
}

std::optional<ExitStatus> Child::wait_for(std::uint64_t timeout_ms) {
    constexpr int kPollMs = 10;
    const std::uint64_t began = now_ns();
    // Who has closed the pipe ends the next moment, most often.
    std::chrono::microseconds pause(100);
    while (!impl_->reap(WNOHANG)) {
        if ((now_ns() - began) / 1'000'000 >= timeout_ms) return std::nullopt;
        if (impl_->lines.closed()) {
            std::this_thread::sleep_for(pause);
            pause =
                std::min<std::chrono::microseconds>(2 * pause, std::chrono::milliseconds(kPollMs));
        } else {
            impl_->fill(kPollMs);
        }
    }
    return impl_->status;
}

}  // namespace benchlab::platform
