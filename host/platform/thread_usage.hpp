// platform/thread_usage.hpp: what the system has done to the calling thread since it began.
#pragma once

#include <cstdint>

namespace benchlab::platform {

// Counts only grow; the difference of two readings is of the time between them.
struct ThreadUsage {
    bool counts_known = false;    // of the next three
    std::uint64_t preempted = 0;  // times the system took the CPU away (involuntary switches)
    std::uint64_t waited = 0;     // times the thread gave it up itself (voluntary switches)
    std::uint64_t faults = 0;     // page faults, minor and major

    bool time_known = false;
    std::uint64_t cpu_ns = 0;  // time on a CPU; on Linux less that of interrupts and of the
                               // hypervisor (steal), as far as the kernel was built to count them
};

// Linux: getrusage(RUSAGE_THREAD) and CLOCK_THREAD_CPUTIME_ID, about a microsecond.  Windows: only
// the time, from QueryThreadCycleTime.
ThreadUsage this_thread_usage();

}  // namespace benchlab::platform
