#include "platform/thread_usage.hpp"

#include <sys/resource.h>

#include <ctime>

namespace benchlab::platform {

ThreadUsage this_thread_usage() {
    ThreadUsage out;
#ifdef RUSAGE_THREAD
    rusage usage{};
    if (getrusage(RUSAGE_THREAD, &usage) == 0) {
        out.counts_known = true;
        out.preempted = static_cast<std::uint64_t>(usage.ru_nivcsw);
        out.waited = static_cast<std::uint64_t>(usage.ru_nvcsw);
        out.faults = static_cast<std::uint64_t>(usage.ru_minflt + usage.ru_majflt);
    }
#endif
    timespec ran{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran) == 0) {
        out.time_known = true;
        out.cpu_ns = static_cast<std::uint64_t>(ran.tv_sec) * 1'000'000'000u +
                     static_cast<std::uint64_t>(ran.tv_nsec);
    }
    return out;
}

}  // namespace benchlab::platform
