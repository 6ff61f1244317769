#include "etl/clock.hpp"

#include <limits>

namespace benchlab::etl {

std::uint64_t scaled(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    if (c == 0) return 0;
    // a = q * c + r: q * b is whole, and r * b is divided digit by digit as c may be large.
    const std::uint64_t quotient = a / c;
    std::uint64_t rest = a % c;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    if (quotient != 0 && b > kMost / quotient) return kMost;
    std::uint64_t result = quotient * b;
    std::uint64_t part = 0, left = 0;
    for (int bit = 63; bit >= 0; --bit) {
        const bool carry = left >= c - left;
        left = carry ? left - (c - left) : left + left;
        part = (part << 1) | (carry ? 1u : 0u);
        if (((b >> bit) & 1) == 0) continue;
        const bool full = left >= c - rest;
        left = full ? left - (c - rest) : left + rest;
        if (full) ++part;
    }
    if (result > kMost - part) return kMost;
    return result + part;
}

std::uint64_t Clock::from_counter(std::uint64_t counts) const {
    if (ticks_per_second == counter_per_second) return counts;
    return scaled(counts, ticks_per_second, counter_per_second);
}

const char* clock_name(const Clock& clock) {
    switch (clock.type) {
        case ClockType::kPerformanceCounter:
            return "performance counter";
        case ClockType::kSystemTime:
            return "system time";
        case ClockType::kCpuCycles:
            break;
    }
    return "processor cycles";
}

bl_clock Clock::abi() const {
    bl_clock result{};
    result.struct_size = sizeof(result);
    switch (type) {
        case ClockType::kPerformanceCounter:
            result.kind = BL_CLOCK_QPC;
            break;
        case ClockType::kSystemTime:
            result.kind = BL_CLOCK_WALL;
            break;
        case ClockType::kCpuCycles:
            result.kind = BL_CLOCK_TSC;
            break;
    }
    result.ticks_per_second = ticks_per_second;
    result.zero = zero;
    constexpr std::int64_t kLatest = std::numeric_limits<std::int64_t>::max() / 100;
    const std::int64_t unix_time = minus(start_filetime, kUnixEpochFiletime);
    if (start_filetime > 0 && unix_time > 0 && unix_time < kLatest)
        result.zero_unix_ns = unix_time * 100;
    return result;
}

}  // namespace benchlab::etl
