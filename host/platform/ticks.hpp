// platform/ticks.hpp: counter ticks as nanoseconds.  Internal to this folder and its tests.
#pragma once

#include <cstdint>

namespace benchlab::platform {

// Exact for frequencies up to 18 GHz.  Seconds and the rest are converted apart, as the product of
// all ticks and 1e9 overflows after some hours.
constexpr std::uint64_t ticks_to_ns(std::uint64_t ticks, std::uint64_t frequency) {
    constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
    return ticks / frequency * kNsPerSecond + ticks % frequency * kNsPerSecond / frequency;
}

}  // namespace benchlab::platform
