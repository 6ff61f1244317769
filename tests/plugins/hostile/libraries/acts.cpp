// Crashes, hangs, ends the process or throws: "<what>-at-<where>.so" does it there.  Benchmarks
// before and after the one that does it are honest.
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

#include "mode.h"

namespace {

[[gnu::noinline]] int overflow_the_stack(volatile char* above) {
    volatile char here[4096];
    here[0] = above != nullptr ? above[0] : char{1};
    return overflow_the_stack(here) + here[0];
}

void write_to_nowhere() {
    volatile int* volatile nowhere = reinterpret_cast<volatile int*>(8);
    *nowhere = 1;
}

void divide_by_zero() {
    volatile int zero = 0;
    volatile int many = 12345;
    volatile int result = many / zero;
    (void)result;
}

void free_twice() {
    // The pointer is volatile so that the compiler does not see it.
    void* volatile block = std::malloc(100);
    std::free(block);
    std::free(block);
}

void loop_for_ever() {
    volatile unsigned rounds = 0;
    for (;;) {
        const unsigned next = rounds + 1;
        rounds = next;
    }
}

void hold_stdout_for_ever() {
    flockfile(stdout);
    flockfile(stderr);
    loop_for_ever();
}

void crash_in_a_thread_of_its_own() {
    std::thread(write_to_nowhere).detach();
    for (;;) pause();
}

struct Act {
    const char* name;
    void (*function)();
};

const Act kActs[] = {
    {"segv", write_to_nowhere},
    {"abort", [] { std::abort(); }},
    {"ill", [] { __builtin_trap(); }},
    {"trap", [] { std::raise(SIGTRAP); }},
    {"stack", [] { overflow_the_stack(nullptr); }},
    {"div", divide_by_zero},
    {"free", free_twice},
    {"terminate", [] { std::terminate(); }},
    {"thread", crash_in_a_thread_of_its_own},
    {"leave", [] { pthread_exit(nullptr); }},
    {"exit", [] { std::exit(0); }},
    {"fastexit", [] { _exit(0); }},
    {"kill", [] { std::raise(SIGKILL); }},
    {"alarm", [] { std::raise(SIGALRM); }},
    {"unhandled",
     [] {
         std::signal(SIGSEGV, SIG_DFL);
         write_to_nowhere();
     }},
    {"handled",
     [] {
         std::signal(SIGSEGV, [](int) { _exit(0); });
         write_to_nowhere();
     }},
    {"loop", loop_for_ever},
    {"sleep",
     [] {
         for (;;) pause();
     }},
    {"locked", hold_stdout_for_ever},
    {"stop", [] { std::raise(SIGSTOP); }},
    {"throw", [] { throw std::runtime_error("thrown by a \033[31mhostile plugin"); }},
    {"throwint", [] { throw 42; }},
};

void act_at(const char* where) {
    const std::string name = mode();
    const std::size_t at = name.find("-at-");
    if (at == std::string::npos || name.substr(at + 4) != where) return;
    for (const Act& act : kActs) {
        if (name.substr(0, at) == act.name) act.function();
    }
}

// A library's constructors and destructors are not ours to wrap.
__attribute__((constructor)) void loaded() {
    act_at("load");
}
__attribute__((destructor)) void unloaded() {
    act_at("unload");
}

bl_status BL_CALL set_up(const bl_host*, const bl_values*, std::uint32_t, bl_bench_shape*, void**) {
    act_at("setup");
    return BL_OK;
}
bl_status BL_CALL prepare(void*, std::uint32_t, std::uint64_t) {
    act_at("prepare");
    return BL_OK;
}
bool has_run = false;

bl_status BL_CALL run(void*, std::uint32_t, std::uint64_t iterations, bl_bench_result* result) {
    has_run = true;
    act_at("run");
    result->check = honest_work(iterations);
    return BL_OK;
}
void BL_CALL tear_down(void*) {
    act_at("teardown");
}

bl_status BL_CALL start(const bl_host*) {
    act_at("start");
    return BL_OK;
}
void BL_CALL stop() {
    act_at("stop");
    if (has_run) act_at("finish");
}

bl_benchmark honest(std::uint32_t index, const char* last) {
    bl_benchmark out{};
    out.struct_size = sizeof out;
    out.name = name_of(index, last);
    out.title = "Honest work";
    out.setup = honest_setup;
    out.run = honest_run;
    out.teardown = honest_teardown;
    return out;
}

}  // namespace

extern "C" BL_EXPORT const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    act_at("entry");
    static bl_benchmark before = honest(0, "before");
    static bl_benchmark it = honest(1, "it");
    static bl_benchmark after = honest(2, "after");
    it.flags = BL_BENCH_THREADED;
    it.setup = set_up;
    it.prepare = prepare;
    it.run = run;
    it.teardown = tear_down;
    static const bl_benchmark* const benchmarks[] = {&before, &it, &after};
    static bl_plugin table{};
    table.struct_size = sizeof table;
    table.id = mode();
    table.version = "1.0";
    table.title = "A plugin that misbehaves";
    table.benchmarks = benchmarks;
    table.benchmark_count = 3;
    table.start = start;
    table.stop = stop;
    return &table;
}
