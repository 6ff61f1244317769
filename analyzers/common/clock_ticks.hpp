// common/clock_ticks.hpp: whether timers go off at ticks of Windows' clock only.
#pragma once

#include <cstdint>
#include <vector>

namespace benchlab::analyzers {

// Windows looks at its timers 64 times a second unless a program asks for more.
constexpr std::int64_t kClockTickNs = 15'625'000;

// Whether these moments lie on such a clock's ticks, as wake-ups by its timers do.
bool lie_on_ticks(const std::vector<std::int64_t>& moments);

}  // namespace benchlab::analyzers
