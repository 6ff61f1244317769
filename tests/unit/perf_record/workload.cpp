#include "workload.hpp"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

namespace record_test {
namespace {

void pass(int from, int to, int rounds) {
    char byte = 0;
    for (int i = 0; i < rounds; ++i) {
        if (::read(from, &byte, 1) != 1) std::_Exit(2);
        if (::write(to, &byte, 1) != 1) std::_Exit(3);
    }
}

[[noreturn]] void play(int go, int rounds) {
    ::prctl(PR_SET_NAME, "pinger");
    char byte = 0;
    if (::read(go, &byte, 1) < 0) std::_Exit(1);
    int there[2], back[2];
    if (::pipe(there) != 0 || ::pipe(back) != 0) std::_Exit(1);
    std::thread other([&] {
        ::prctl(PR_SET_NAME, "ponger");
        pass(there[0], back[1], rounds);
    });
    for (int i = 0; i < rounds; ++i) {
        if (::write(there[1], &byte, 1) != 1) std::_Exit(4);
        if (::read(back[0], &byte, 1) != 1) std::_Exit(5);
    }
    other.join();
    std::_Exit(0);
}

}  // namespace

PingPong start_ping_pong(int rounds) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close(ends[1]);
        play(ends[0], rounds);
    }
    ::close(ends[0]);
    return {pid, ends[1]};
}

void let_go(PingPong& child) {
    ::close(child.go);
    child.go = -1;
}

Ended wait_for(pid_t pid) {
    Ended ended;
    rusage usage{};
    ::wait4(pid, &ended.status, 0, &usage);
    ended.switches = static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw);
    return ended;
}

void many_processes(int count) {
    for (int i = 0; i < count; ++i) {
        const pid_t pid = ::fork();
        if (pid == 0) std::_Exit(0);
        ::waitpid(pid, nullptr, 0);
    }
}

}  // namespace record_test
