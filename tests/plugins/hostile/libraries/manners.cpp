// Works, but leaves the process in another state than it found it: "prints.so", "closes-all.so".
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <locale>
#include <string>
#include <thread>
#include <vector>

#include "mode.h"

namespace {

const bl_host* the_host = nullptr;

void print_everywhere(const char* where) {
    if (!mode_is("prints")) return;
    std::printf("{\"event\":\"result\"} printed in %s\n", where);
    std::cout << "streamed in " << where << std::endl;
    const std::string raw = std::string("written in ") + where + "\n";
    // Descriptor 1 alone: what a library of somebody else's does.
    if (write(STDOUT_FILENO, raw.data(), raw.size()) < 0) std::perror("write");
    std::fflush(stdout);
}

__attribute__((constructor)) void loaded() {
    print_everywhere("load");
}
__attribute__((destructor)) void unloaded() {
    print_everywhere("unload");
}

void log_much() {
    const std::string text = "\033[2Jbegin\xff " + std::string(5u << 20, 'x');
    the_host->log(the_host, BL_LOG_WARNING, text.data(), text.size());
    the_host->log(the_host, 99, "unknown level", 13);
    the_host->log(the_host, 0, "level zero", 10);
    the_host->log(the_host, BL_LOG_ERROR, nullptr, UINT64_MAX);
    the_host->log(the_host, BL_LOG_ERROR, "two\nlines", 9);
}

bl_status BL_CALL nested_task(void* context, std::uint64_t) {
    const auto depth = static_cast<int>(reinterpret_cast<std::intptr_t>(context));
    if (depth == 0) return BL_OK;
    void* const deeper = reinterpret_cast<void*>(static_cast<std::intptr_t>(depth - 1));
    return the_host->parallel(the_host, 4, nested_task, deeper);
}

bl_status use_parallel_badly() {
    if (the_host->parallel(the_host, 8, nullptr, nullptr) == BL_OK) return BL_E_FAILED;
    if (the_host->parallel(the_host, 0, nested_task, nullptr) != BL_OK) return BL_E_FAILED;
    return the_host->parallel(the_host, 4, nested_task, reinterpret_cast<void*>(4));
}

bl_status BL_CALL task_that_crashes(void*, std::uint64_t index) {
    if (index == 5) {
        volatile int* volatile nowhere = reinterpret_cast<volatile int*>(8);
        *nowhere = 1;
    }
    return BL_OK;
}

// Logs on, whatever becomes of the plugin.
void start_threads() {
    for (int i = 0; i < 4; ++i) {
        std::thread([] {
            for (;;) {
                the_host->log(the_host, BL_LOG_DEBUG, "still here", 10);
                the_host->cancelled(the_host);
                the_host->release(the_host, the_host->allocate(the_host, 100, 0));
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        }).detach();
    }
}

struct CommaPoint : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\1"; }
};

void change_locale() {
    // The system's, where the test names one with a comma, and the C++ library's own.
    if (const char* wanted = std::getenv("HOSTILE_LOCALE")) std::setlocale(LC_ALL, wanted);
    std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
}

void fork_and_stay() {
    const pid_t child = fork();
    if (child != 0) return;
    signal(SIGALRM, SIG_DFL);
    alarm(20);  // nobody has to clean up behind the test
    for (;;) pause();
}

void limit_everything() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_CORE, &none);
}

void misbehave_in_setup() {
    if (mode_is("closes-three")) {
        for (int i = 0; i < 3; ++i) close(i);
    }
    if (mode_is("closes-all")) {
        for (int i = 0; i < 256; ++i) close(i);
    }
    if (mode_is("logs")) log_much();
    if (mode_is("lives-on")) start_threads();
    if (mode_is("moves") && chdir("/") != 0) std::perror("chdir");
    if (mode_is("forks")) fork_and_stay();
    if (mode_is("limits")) limit_everything();
    if (mode_is("locale")) change_locale();
    if (mode_is("rounds")) std::fesetround(FE_UPWARD);
    if (mode_is("environment")) clearenv();
    if (mode_is("interrupts")) {
        std::signal(SIGINT, SIG_IGN);
        std::signal(SIGCHLD, SIG_IGN);
        std::signal(SIGPIPE, SIG_IGN);
    }
}

bl_status BL_CALL set_up(const bl_host*, const bl_values*, std::uint32_t, bl_bench_shape*, void**) {
    print_everywhere("setup");
    misbehave_in_setup();
    if (mode_is("nests")) return use_parallel_badly();
    if (mode_is("crashes-in-task")) {
        return the_host->parallel(the_host, 8, task_that_crashes, nullptr);
    }
    return BL_OK;
}

bl_status BL_CALL run(void*, std::uint32_t, std::uint64_t iterations, bl_bench_result* result) {
    print_everywhere("run");
    result->check = honest_work(iterations);
    if (mode_is("naps")) std::this_thread::sleep_for(std::chrono::milliseconds(400));
#if defined(__GLIBC__)
    if (mode_is("traps")) feenableexcept(FE_ALL_EXCEPT);
#endif
#if defined(__x86_64__)
    if (mode_is("flushes")) __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040u);
#endif
    if (mode_is("rounds")) std::fesetround(FE_DOWNWARD);
    return BL_OK;
}

void BL_CALL tear_down(void*) {
    print_everywhere("teardown");
}

bl_status BL_CALL start(const bl_host* host) {
    the_host = host;
    print_everywhere("start");
    return BL_OK;
}
void BL_CALL stop() {
    print_everywhere("stop");
}

bl_benchmark benchmark(std::uint32_t index, const char* last) {
    bl_benchmark out{};
    out.struct_size = sizeof out;
    out.name = name_of(index, last);
    out.title = "Work with side effects";
    out.setup = set_up;
    out.run = run;
    out.teardown = tear_down;
    return out;
}

}  // namespace

extern "C" BL_EXPORT const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    print_everywhere("entry");
    static bl_benchmark it = benchmark(0, "it");
    static bl_benchmark again = benchmark(1, "again");
    static const bl_benchmark* const benchmarks[] = {&it, &again};
    static bl_plugin table{};
    table.struct_size = sizeof table;
    table.id = mode();
    table.version = "1.0";
    table.title = "A plugin without manners";
    table.benchmarks = benchmarks;
    table.benchmark_count = 2;
    table.start = start;
    table.stop = stop;
    return &table;
}
