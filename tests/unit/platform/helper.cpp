// A program for the tests to start.  Its first argument says what it does.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/files.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"
#include "platform/stdio.hpp"
#include "platform/terminal.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace {

using namespace benchlab::platform;
using Arguments = std::vector<std::string>;

constexpr int kCrashStatus = 3;

std::size_t describe(char* buffer, std::size_t size) {
    constexpr std::string_view kWords = "helper: item: run";
    const std::size_t length = std::min(size, kWords.size());
    std::memcpy(buffer, kWords.data(), length);
    return length;
}

std::size_t describe_nothing(char*, std::size_t) {
    return 0;
}

// What the compiler must not know, or it warns of what we do here on purpose.
volatile std::uintptr_t nowhere = 16;  // not null, which sanitizers would report on their own
volatile int never = -1;

void touch_nowhere() {
    *reinterpret_cast<volatile int*>(nowhere) = 1;
}

std::size_t describe_and_crash(char*, std::size_t) {
    touch_nowhere();
    return 0;
}

// The test reads stdout, and the crash handler writes to stderr.
void join_stderr_to_stdout() {
#ifdef _WIN32
    SetStdHandle(STD_ERROR_HANDLE, GetStdHandle(STD_OUTPUT_HANDLE));
#else
    dup2(STDOUT_FILENO, STDERR_FILENO);
#endif
}

int overflow_stack(int depth) {
    if (depth == never) return 0;
    volatile char room[4096];
    room[0] = static_cast<char>(depth);
    return overflow_stack(depth + 1) + room[0];
}

void throw_two_lines() {
    throw std::runtime_error("two\nlines");
}
void throw_in_noexcept() noexcept {
    throw_two_lines();
}

int crash(const std::string& how) {
    join_stderr_to_stdout();
    install_crash_handler(how == "twice"     ? describe_and_crash
                          : how == "outside" ? describe_nothing
                                             : describe,
                          kCrashStatus);
    if (how == "memory" || how == "twice" || how == "outside") touch_nowhere();
    if (how == "abort") std::abort();
    if (how == "throw") throw_in_noexcept();
    if (how == "throw-number") throw 7;
    if (how == "uncaught") throw std::runtime_error("nobody catches this");
    if (how == "terminate") std::terminate();
    if (how == "stack") return overflow_stack(0);
    if (how == "thread") {
        std::thread([] {
            prepare_thread_for_crash();
            touch_nowhere();
        }).join();
    }
    if (how == "thread-stack") {
        std::thread([] {
            prepare_thread_for_crash();
            overflow_stack(0);
        }).join();
    }
    return 0;
}

int print_lines(const Arguments& arguments) {
    const int count = std::atoi(arguments.at(1).c_str());
    for (int i = 0; i < count; ++i) std::printf("line %d of the helper, padded to be longer\n", i);
    return 0;
}

int print_arguments(const Arguments& arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i) std::printf("[%s]\n", arguments[i].c_str());
    return 0;
}

int slow() {
    std::puts("before");
    std::fflush(stdout);
    sleep_ms(60'000);
    return 0;
}

void print_pid() {
#ifndef _WIN32
    std::printf("%d\n", static_cast<int>(getpid()));
    std::fflush(stdout);
#endif
}

int wait_with_half_a_file(const Arguments& arguments) {
    leave_nothing_half_written();
    auto file = NewFile::create(arguments.at(1));
    if (!file) return 1;
    file->append("half");
    print_pid();
    sleep_ms(60'000);
    return 0;
}

int wait_for_interrupt() {
    watch_interrupt();
    print_pid();
    while (!interrupted()) sleep_ms(1);
    std::puts("interrupted");
    std::fflush(stdout);
    sleep_ms(60'000);
    return 0;
}

// A number for each line that comes, and "end"; what others would read meanwhile comes before.
int echo() {
    std::FILE* const input = take_stdin();
    std::printf("%d\n", std::getchar() == EOF);
    std::fflush(stdout);
    for (int lines = 1; std::fgetc(input) != EOF; ++lines) {
        std::printf("%d\n", lines);
        std::fflush(stdout);
    }
    return std::puts("end") < 0;
}

int print_open_files() {
#ifndef _WIN32
    int count = 0;
    for (int fd = 0; fd < 1024; ++fd) count += lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF;
    std::printf("%d\n", count);
#endif
    return 0;
}

int pin(const Arguments& arguments) {
    std::printf("%zu\n", usable_cpus().size());
    const auto pinned = pin_this_thread(static_cast<unsigned>(std::stoul(arguments.at(1))));
    std::printf("%s\n", pinned ? "pinned" : pinned.error().message.c_str());
    return 0;
}

int run(const Arguments& arguments) {
    const std::string& what = arguments.at(0);
    if (what == "lines") return print_lines(arguments);
    if (what == "arguments") return print_arguments(arguments);
    if (what == "exit") return std::atoi(arguments.at(1).c_str());
    if (what == "exit-now") exit_now(std::atoi(arguments.at(1).c_str()));
    if (what == "no-line-end") return std::fputs("first\nlast", stdout) < 0;
    if (what == "slow") return slow();
    if (what == "pid-and-sleep") return print_pid(), sleep_ms(60'000), 0;
    if (what == "stdin") return std::printf("%d\n", std::getchar() == EOF), 0;
    if (what == "echo") return echo();
    if (what == "open-files") return print_open_files();
    if (what == "crash") return crash(arguments.at(1));
    if (what == "raw-abort") return std::raise(SIGABRT);
    if (what == "raw-memory") touch_nowhere();
    if (what == "half-a-file") return wait_with_half_a_file(arguments);
    if (what == "interrupt") return wait_for_interrupt();
    if (what == "pin") return pin(arguments);
    if (what == "terminal") {
        std::printf("%d %zu\n", is_terminal(Stream::kOut), terminal_width(Stream::kOut));
        return 0;
    }
    if (what == "write") {
        std::puts("before");
        return write_file(arguments.at(1), "content\n") ? 0 : 1;
    }
    return 99;
}

}  // namespace

int main(int argc, char** argv) {
    harden_library_search();
    prepare_terminal();
    return run(command_line_arguments(argc, argv));
}
