#include "platform/signals.hpp"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>

#include "platform/crash_line.hpp"
#include "platform/posix/signal_names.hpp"
#include "platform/posix/temporaries.hpp"
#include "platform/stdio.hpp"

namespace benchlab::platform {
namespace {

constexpr int kInterruptedStatus = 130;  // 128 + SIGINT, as shells have it

std::atomic<bool> interrupt_seen{false};
std::atomic<CrashDescriber> crash_describer{nullptr};
std::atomic<CrashListener> crash_listener{nullptr};
std::atomic<int> crash_status{1};
std::atomic<long> crashing_thread{0};

void on_interrupt(int signal) {
    const bool again = interrupt_seen.exchange(true);
    // A supervisor may well send SIGTERM twice (to the process and to its group); a person who
    // presses Ctrl+C again has lost patience.
    if (!again || signal != SIGINT) return;
    remove_temporaries();
    _exit(kInterruptedStatus);
}

// Raised again, with what the system does of it: to whoever waits, the process ended by a signal.
void on_end(int signal) {
    remove_temporaries();
    raise(signal);
}

// True for the first thread that crashes.  Another one waits for the end of the process, and the
// same one again means that describing what happened crashed as well.
bool claim_crash() {
    const long self = syscall(SYS_gettid);
    long nobody = 0;
    if (crashing_thread.compare_exchange_strong(nobody, self)) return true;
    while (nobody != self) pause();
    return false;
}

[[noreturn]] void tell_crash(CrashLine& line) {
    line.finish(claim_crash() ? crash_describer.load() : nullptr);
    write_stderr({line.text, line.length});
    if (const CrashListener listener = crash_listener.load()) listener(line.text, line.length);
    remove_temporaries();
    _exit(crash_status.load());
}

constexpr int kCrashSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

void on_crash(int signal) {
    // A crash while one is told has to come back here.  SA_NODEFER would say so too, but
    // ThreadSanitizer blocks all signals around a handler, and a blocked fault kills silently.
    sigset_t faults;
    sigemptyset(&faults);
    for (const int fault : kCrashSignals) sigaddset(&faults, fault);
    pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
    CrashLine line;
    line.add("benchlab: crashed: ");
    line.add(signal_name(signal));
    tell_crash(line);
}

[[noreturn]] void on_terminate() {
    CrashLine line;
    line.add_terminate();
    tell_crash(line);
}

// The calling thread's own signal stack; given back when the thread ends.
class SignalStack {
  public:
    SignalStack() {
        stack_t present{};
        // AddressSanitizer has one for each thread already and unmaps whatever it finds in its
        // place, so a present one has to stay.
        if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0) return;
        const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        // The frame alone takes kilobytes with wide vector registers: the kernel says how many.
        const std::size_t wanted = std::max<std::size_t>(getauxval(AT_MINSIGSTKSZ), 4096) + kRoom;
        size_ = (wanted + page - 1) / page * page + page;
        void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        if (memory == MAP_FAILED) return;
        memory_ = memory;
        mprotect(memory_, page, PROT_NONE);  // the handler's own overflow
        stack_t stack{};
        stack.ss_sp = static_cast<char*>(memory_) + page;
        stack.ss_size = size_ - page;
        sigaltstack(&stack, nullptr);
    }
    ~SignalStack() {
        if (memory_ == nullptr) return;
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, nullptr);
        munmap(memory_, size_);
    }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

  private:
    static constexpr std::size_t kRoom = 64 * 1024;
    void* memory_ = nullptr;
    std::size_t size_ = 0;
};

void handle(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

const char* signal_name(int signal) {
    switch (signal) {
        case SIGABRT:
            return "SIGABRT";
        case SIGALRM:
            return "SIGALRM";
        case SIGBUS:
            return "SIGBUS";
        case SIGFPE:
            return "SIGFPE";
        case SIGHUP:
            return "SIGHUP";
        case SIGILL:
            return "SIGILL";
        case SIGINT:
            return "SIGINT";
        case SIGKILL:
            return "SIGKILL";
        case SIGPIPE:
            return "SIGPIPE";
        case SIGQUIT:
            return "SIGQUIT";
        case SIGSEGV:
            return "SIGSEGV";
        case SIGSYS:
            return "SIGSYS";
        case SIGTERM:
            return "SIGTERM";
        case SIGTRAP:
            return "SIGTRAP";
        case SIGUSR1:
            return "SIGUSR1";
        case SIGUSR2:
            return "SIGUSR2";
        case SIGXCPU:
            return "SIGXCPU";
        case SIGXFSZ:
            return "SIGXFSZ";
        default:
            return nullptr;
    }
}

void watch_interrupt() {
    // System calls go on after it: our waits look at the flag, foreign code may not expect EINTR.
    handle(SIGINT, on_interrupt, SA_RESTART);
    handle(SIGTERM, on_interrupt, SA_RESTART);
}

void watch_hangup() {
    struct sigaction present {};
    if (sigaction(SIGHUP, nullptr, &present) != 0 || present.sa_handler == SIG_IGN) return;
    handle(SIGHUP, on_interrupt, SA_RESTART);
}

void leave_nothing_half_written() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction present {};
        // Under nohup or in the background some are ignored, and have to stay so.
        if (sigaction(signal, nullptr, &present) != 0 || present.sa_handler != SIG_DFL) continue;
        handle(signal, on_end, SA_RESETHAND);
    }
}

bool interrupted() {
    return interrupt_seen.load(std::memory_order_relaxed);
}

void forget_interrupt() {
    interrupt_seen = false;
}

void install_crash_handler(CrashDescriber describe, int exit_status) {
    crash_describer = describe;
    crash_status = exit_status;
    prepare_thread_for_crash();
    // SA_NODEFER: a crash while one is told has to come back here, not hang or kill silently.
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS}) {
        handle(signal, on_crash, SA_ONSTACK | SA_NODEFER);
    }
    std::set_terminate(on_terminate);
    // A file that grows past the user's limit is an error to tell, like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
}

void set_crash_listener(CrashListener listener) {
    crash_listener = listener;
}

void prepare_thread_for_crash() {
    thread_local const SignalStack stack;
}

void exit_now(int status) {
    remove_temporaries();
    _exit(status);
}

void harden_library_search() {}

}  // namespace benchlab::platform
