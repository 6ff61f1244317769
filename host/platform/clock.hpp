// platform/clock.hpp: the clock that everything is measured with.
#pragma once

#include <cstdint>

namespace benchlab::platform {

// Monotonic nanoseconds (CLOCK_MONOTONIC; the performance counter on Windows).
std::uint64_t now_ns();
// Unix time in seconds.
std::uint64_t unix_seconds();
void sleep_ms(std::uint64_t ms);

}  // namespace benchlab::platform
