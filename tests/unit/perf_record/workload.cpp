#include "workload.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace record_test {
namespace {

void work(int work_us) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(work_us);
    while (work_us > 0 && std::chrono::steady_clock::now() < until) continue;
}

void pass(int from, int to, int rounds, int work_us) {
    char byte = 0;
    for (int i = 0; i < rounds; ++i) {
        if (::read(from, &byte, 1) != 1) std::_Exit(2);
        work(work_us);
        if (::write(to, &byte, 1) != 1) std::_Exit(3);
    }
}

[[noreturn]] void play(int go, int rounds, int work_us) {
    ::prctl(PR_SET_NAME, "pinger");
    char byte = 0;
    if (::read(go, &byte, 1) < 0) std::_Exit(1);
    int there[2], back[2];
    if (::pipe(there) != 0 || ::pipe(back) != 0) std::_Exit(1);
    std::thread other([&] {
        ::prctl(PR_SET_NAME, "ponger");
        pass(there[0], back[1], rounds, work_us);
    });
    for (int i = 0; i < rounds; ++i) {
        work(work_us);
        if (::write(there[1], &byte, 1) != 1) std::_Exit(4);
        if (::read(back[0], &byte, 1) != 1) std::_Exit(5);
    }
    other.join();
    std::_Exit(0);
}

}  // namespace

PingPong start_ping_pong(int rounds, int work_us) {
    // Programs that are started meanwhile must not hold the end that is closed to let it go.
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close(ends[1]);
        play(ends[0], rounds, work_us);
    }
    ::close(ends[0]);
    // Its name must be there before anyone asks for it.
    for (std::string name; name != "pinger";) {
        std::ifstream comm("/proc/" + std::to_string(pid) + "/comm");
        if (!std::getline(comm, name)) break;
    }
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

}  // namespace record_test
