#include "platform/clock.hpp"

#include <windows.h>

#include <algorithm>
#include <ctime>

#include "platform/ticks.hpp"

namespace benchlab::platform {
namespace {

std::uint64_t counter_frequency() {
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);  // cannot fail since Windows XP
    return static_cast<std::uint64_t>(frequency.QuadPart);
}

}  // namespace

std::uint64_t now_ns() {
    constexpr std::uint64_t kUsual = 10'000'000;  // everywhere since Windows 10
    static const std::uint64_t frequency = counter_frequency();
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    const auto ticks = static_cast<std::uint64_t>(now.QuadPart);
    // No division in what is measured, where it can be avoided.
    return frequency == kUsual ? ticks * 100 : ticks_to_ns(ticks, frequency);
}

std::uint64_t unix_seconds() {
    return static_cast<std::uint64_t>(std::time(nullptr));
}

void sleep_ms(std::uint64_t ms) {
    constexpr std::uint64_t kLongest = 1u << 30;  // one value of the argument means "for ever"
    do {
        const std::uint64_t now = std::min(ms, kLongest);
        Sleep(static_cast<DWORD>(now));
        ms -= now;
    } while (ms > 0);
}

}  // namespace benchlab::platform
