#include "common/clock_ticks.hpp"

#include <cmath>
#include <numbers>

namespace benchlab::analyzers {

// Each is an angle within the tick: where they agree, their mean is nearly as long as one of them.
bool lie_on_ticks(const std::vector<std::int64_t>& moments) {
    constexpr std::size_t kFewest = 16;
    constexpr double kAgree = 0.99;  // spread by 0.35 ms or less
    if (moments.size() < kFewest) return false;
    double x = 0, y = 0;
    for (const std::int64_t each : moments) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(each % kClockTickNs) /
                             static_cast<double>(kClockTickNs);
        x += std::cos(angle);
        y += std::sin(angle);
    }
    return std::hypot(x, y) >= kAgree * static_cast<double>(moments.size());
}

}  // namespace benchlab::analyzers
