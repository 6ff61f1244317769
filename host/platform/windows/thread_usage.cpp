#include "platform/thread_usage.hpp"

#include <windows.h>

#include "platform/clock.hpp"

namespace benchlab::platform {
namespace {

std::uint64_t thread_cycles() {
    ULONG64 cycles = 0;
    return QueryThreadCycleTime(GetCurrentThread(), &cycles) != 0 ? cycles : 0;
}

// Thread cycles in a nanosecond while nobody interrupts; 0 where the counter does not follow the
// thread's time: some stand-ins for Windows answer with a clock of coarse steps.
double cycles_per_ns() {
    constexpr int kTries = 5;
    constexpr std::uint64_t kTryNs = 1'000'000;
    double fastest = 0, slowest = 0;
    for (int i = 0; i < kTries; ++i) {
        const std::uint64_t start = now_ns(), cycles = thread_cycles();
        std::uint64_t now = start;
        while (now - start < kTryNs) now = now_ns();
        const double rate =
            static_cast<double>(thread_cycles() - cycles) / static_cast<double>(now - start);
        fastest = i == 0 || rate > fastest ? rate : fastest;
        slowest = i == 0 || rate < slowest ? rate : slowest;
    }
    // An interrupted try is slower, so the fastest tells, if the tries are alike at all.
    return slowest > fastest / 2 ? fastest : 0;
}

}  // namespace

ThreadUsage this_thread_usage() {
    static const double rate = cycles_per_ns();
    ThreadUsage out;
    if (rate <= 0) return out;
    out.time_known = true;
    out.cpu_ns = static_cast<std::uint64_t>(static_cast<double>(thread_cycles()) / rate);
    return out;
}

}  // namespace benchlab::platform
