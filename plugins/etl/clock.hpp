// clock.hpp: the clock that a session chose for its events.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>

namespace benchlab::etl {

enum class ClockType : std::uint32_t { kPerformanceCounter = 1, kSystemTime = 2, kCpuCycles = 3 };

// 100 ns from 1601, the zero of FILETIME, to 1970.
constexpr std::int64_t kUnixEpochFiletime = 116444736000000000;
constexpr std::uint64_t kFiletimePerSecond = 10'000'000;

struct Clock {
    ClockType type = ClockType::kPerformanceCounter;
    std::uint64_t ticks_per_second = 10'000'000;
    std::uint64_t counter_per_second = 10'000'000;  // of the performance counter, whatever the type
    std::int64_t zero = 0;                          // time of the log file header event
    std::int64_t start_filetime = 0;
    // Taken off each raw time: a clock of the system time is handed over as Unix time.
    std::int64_t offset = 0;

    std::int64_t from_raw(std::int64_t raw) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(raw) -
                                         static_cast<std::uint64_t>(offset));
    }
    // Ticks of this clock for a duration in units of the performance counter.
    std::uint64_t from_counter(std::uint64_t counts) const;
    bl_clock abi() const;
};

const char* clock_name(const Clock& clock);

// a * b / c without overflow; 0 when c is 0, and all ones when it does not fit.
std::uint64_t scaled(std::uint64_t a, std::uint64_t b, std::uint64_t c);

// Sums and differences of times that may be damaged: they wrap and never trap.
inline std::int64_t plus(std::int64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + b);
}
inline std::int64_t minus(std::int64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - b);
}

}  // namespace benchlab::etl
