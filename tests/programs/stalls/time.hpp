// Times and work of known length.
#pragma once

#include <time.h>

#include <cstdint>

namespace stalls {

inline std::int64_t now_ns(clockid_t clock = CLOCK_MONOTONIC) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// CPU time of this thread.
inline std::int64_t cpu_ns() {
    return now_ns(CLOCK_THREAD_CPUTIME_ID);
}

inline void sleep_ns(std::int64_t ns) {
    const timespec time{ns / 1'000'000'000, static_cast<long>(ns % 1'000'000'000)};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
}

// Computes until the clock has gone on by so much; returns how many rounds it did.
std::uint64_t compute_for(std::int64_t ns, clockid_t clock);

}  // namespace stalls
