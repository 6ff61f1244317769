#include "platform/held_program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "platform/clock.hpp"
#include "platform/posix/exit_status.hpp"

namespace benchlab::platform {
namespace {

struct Pipe {
    int read = -1, write = -1;

    bool make() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return false;
        read = ends[0];
        write = ends[1];
        return true;
    }
    static void close(int& end) {
        if (end >= 0) ::close(end);
        end = -1;
    }
    ~Pipe() {
        close(read);
        close(write);
    }
};

// The descriptor's whole life in the child: nothing in here may allocate or lock.
[[noreturn]] void run_held(char* const* words, int out, int go, int failed) {
    sigset_t none;
    sigemptyset(&none);
    // What we ignore would stay ignored; what we handle is reset by exec itself.
    for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    char word = 0;
    ssize_t got = 0;
    do {
        got = ::read(go, &word, 1);
    } while (got < 0 && errno == EINTR);
    if (got != 1) _exit(0);  // nobody wants it any more
    if (out != STDOUT_FILENO) dup2(out, STDOUT_FILENO);
    execvp(words[0], words);
    const int reason = errno;
    [[maybe_unused]] const ssize_t told = ::write(failed, &reason, sizeof reason);
    _exit(127);
}

}  // namespace

struct HeldProgram::Impl {
    std::string name;
    pid_t pid = -1;   // -1: reaped
    Pipe go, failed;  // a byte says that it may run; what exec says when it fails comes back
    ExitStatus status;

    bool reap(int flags) { return platform::reap(pid, flags, status); }
    ~Impl() {
        if (go.write < 0) return;  // it runs
        Pipe::close(go.write);
        reap(0);
    }
};

HeldProgram::HeldProgram() : impl_(std::make_unique<Impl>()) {}
HeldProgram::HeldProgram(HeldProgram&&) noexcept = default;
HeldProgram& HeldProgram::operator=(HeldProgram&&) noexcept = default;
HeldProgram::~HeldProgram() = default;

base::Result<HeldProgram> HeldProgram::start(const std::vector<std::string>& words,
                                             std::FILE* out) {
    HeldProgram made;
    Impl& impl = *made.impl_;
    impl.name = words.front();
    if (!impl.go.make() || !impl.failed.make()) return cannot_start(impl.name, errno);
    std::vector<std::string> owned = words;
    std::vector<char*> argv;
    for (std::string& word : owned) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::fflush(out);
    const int descriptor = fileno(out);
    impl.pid = fork();
    if (impl.pid == 0) {
        // Its copy of our end would keep the pipe open when we are gone.
        ::close(impl.go.write);
        run_held(argv.data(), descriptor, impl.go.read, impl.failed.write);
    }
    if (impl.pid < 0) return cannot_start(impl.name, errno);
    Pipe::close(impl.go.read);
    Pipe::close(impl.failed.write);
    return made;
}

std::uint32_t HeldProgram::pid() const {
    return static_cast<std::uint32_t>(impl_->pid);
}

base::Result<void> HeldProgram::release() {
    const char word = 1;
    // A child that somebody has killed meanwhile is told by ended().
    [[maybe_unused]] const ssize_t told = ::write(impl_->go.write, &word, 1);
    Pipe::close(impl_->go.write);
    int reason = 0;
    ssize_t got = 0;
    do {
        got = ::read(impl_->failed.read, &reason, sizeof reason);
    } while (got < 0 && errno == EINTR);
    Pipe::close(impl_->failed.read);
    if (got != sizeof reason) return {};
    impl_->reap(0);
    return cannot_start(impl_->name, reason);
}

std::optional<ExitStatus> HeldProgram::ended(std::uint64_t timeout_ms) {
    constexpr int kPollMs = 10;
    const std::uint64_t began = now_ns();
    while (!impl_->reap(WNOHANG)) {
        if ((now_ns() - began) / 1'000'000 >= timeout_ms) return std::nullopt;
        sleep_ms(kPollMs);
    }
    return impl_->status;
}

}  // namespace benchlab::platform
