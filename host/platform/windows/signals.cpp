#include "platform/signals.hpp"

#include <windows.h>

#include <atomic>
#include <csignal>
#include <exception>

#include "platform/crash_line.hpp"
#include "platform/windows/console.hpp"

namespace benchlab::platform {
namespace {

constexpr int kInterruptedStatus = 130;  // as on POSIX

std::atomic<bool> interrupt_seen{false};
std::atomic<CrashDescriber> crash_describer{nullptr};
std::atomic<CrashListener> crash_listener{nullptr};
std::atomic<int> crash_status{1};
std::atomic<DWORD> crashing_thread{0};

[[noreturn]] void end_process(int status) {
    // Not ExitProcess: that calls into every library, plugins too.
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(status));
    for (;;) Sleep(INFINITE);
}

BOOL WINAPI on_control(DWORD event) {
    const bool again = interrupt_seen.exchange(true);
    if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) {
        if (again) {
            restore_console();
            end_process(kInterruptedStatus);
        }
        return TRUE;
    }
    // Window closed, logoff, shutdown: the process ends when this returns, and some seconds later
    // in any case.  Until then the main thread can save what it has.
    Sleep(10'000);
    return TRUE;
}

bool claim_crash() {
    const DWORD self = GetCurrentThreadId();
    DWORD nobody = 0;
    if (crashing_thread.compare_exchange_strong(nobody, self)) return true;
    // Another thread is being told about; the same one means that telling crashed as well.
    while (nobody != self) Sleep(INFINITE);
    return false;
}

[[noreturn]] void tell_crash(CrashLine& line) {
    line.finish(claim_crash() ? crash_describer.load() : nullptr);
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), line.text, static_cast<DWORD>(line.length), &written,
              nullptr);
    if (const CrashListener listener = crash_listener.load()) listener(line.text, line.length);
    end_process(crash_status.load());
}

const char* exception_name(DWORD code) {
    switch (code) {
        case EXCEPTION_ACCESS_VIOLATION:
            return "access violation";
        case EXCEPTION_ARRAY_BOUNDS_EXCEEDED:
            return "array bounds exceeded";
        case EXCEPTION_BREAKPOINT:
            return "breakpoint";
        case EXCEPTION_DATATYPE_MISALIGNMENT:
            return "misaligned access";
        case EXCEPTION_FLT_DIVIDE_BY_ZERO:
            return "floating-point division by zero";
        case EXCEPTION_ILLEGAL_INSTRUCTION:
            return "illegal instruction";
        case EXCEPTION_IN_PAGE_ERROR:
            return "a page could not be read";
        case EXCEPTION_INT_DIVIDE_BY_ZERO:
            return "division by zero";
        case EXCEPTION_INT_OVERFLOW:
            return "integer overflow";
        case EXCEPTION_PRIV_INSTRUCTION:
            return "privileged instruction";
        case EXCEPTION_STACK_OVERFLOW:
            return "stack overflow";
        default:
            return nullptr;
    }
}

void add_hex(CrashLine& line, DWORD code) {
    char digits[] = "0x00000000";
    for (int i = 9; i >= 2; --i, code >>= 4) digits[i] = "0123456789ABCDEF"[code & 15u];
    line.add(digits);
}

LONG WINAPI on_exception(EXCEPTION_POINTERS* pointers) {
    const EXCEPTION_RECORD& record = *pointers->ExceptionRecord;
    // A C++ exception of GCC that nobody catches comes here first; going on makes its runtime call
    // std::terminate, as the start-up code's own filter does, which ours has replaced.
    constexpr DWORD kGccMask = 0x20ffffff;
    constexpr DWORD kGccThrow = 0x20474343;
    if ((record.ExceptionCode & kGccMask) == kGccThrow &&
        (record.ExceptionFlags & EXCEPTION_NONCONTINUABLE) == 0) {
        return EXCEPTION_CONTINUE_EXECUTION;
    }
    CrashLine line;
    line.add("benchlab: crashed: exception ");
    add_hex(line, record.ExceptionCode);
    if (const char* name = exception_name(record.ExceptionCode)) {
        line.add(" (");
        line.add(name);
        line.add(")");
    }
    tell_crash(line);
}

void on_abort(int) {
    CrashLine line;
    line.add("benchlab: crashed: SIGABRT");
    tell_crash(line);
}

[[noreturn]] void on_terminate() {
    CrashLine line;
    line.add_terminate();
    tell_crash(line);
}

}  // namespace

void watch_interrupt() {
    SetConsoleCtrlHandler(on_control, TRUE);
}

void watch_hangup() {}

// A file that is open cannot be deleted here, and only closing it ends that.
void leave_nothing_half_written() {}

bool interrupted() {
    return interrupt_seen.load(std::memory_order_relaxed);
}

void forget_interrupt() {
    interrupt_seen = false;
}

void install_crash_handler(CrashDescriber describe, int exit_status) {
    crash_describer = describe;
    crash_status = exit_status;
    // No message box: a run must end, not wait for somebody to press a button.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    prepare_thread_for_crash();
    SetUnhandledExceptionFilter(on_exception);
    std::signal(SIGABRT, on_abort);
    std::set_terminate(on_terminate);
}

void set_crash_listener(CrashListener listener) {
    crash_listener = listener;
}

void prepare_thread_for_crash() {
    // What stays for the filter when the stack has overflowed.
    ULONG bytes = 64 * 1024;
    SetThreadStackGuarantee(&bytes);
}

void exit_now(int status) {
    restore_console();
    end_process(status);
}

void harden_library_search() {
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32 | LOAD_LIBRARY_SEARCH_APPLICATION_DIR);
}

}  // namespace benchlab::platform
