// workload.hpp: processes that do something known.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace record_test {

// A child process named "pinger" and a thread of it named "ponger" that hand a byte to and fro.
struct PingPong {
    pid_t pid = 0;
    int go = -1;
};
// Each computes so long before it hands the byte on.  It waits until told to go on.
PingPong start_ping_pong(int rounds, int work_us = 0);
void let_go(PingPong& child);

struct Ended {
    int status = 0;
    std::uint64_t switches = 0;  // of all its threads, as the kernel counted them
};
Ended wait_for(pid_t pid);

}  // namespace record_test
