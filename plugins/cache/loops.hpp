// cache/loops.hpp: the timed loop of the cache benchmark.
#pragma once

#include <cstdint>

#include "../common/barrier.hpp"

namespace benchlab::plugins {

inline constexpr std::uint64_t kLoads = 1000;  // in one iteration

// Follows the addresses from `at`, iterations * kLoads times; each load needs the one before.
BENCHLAB_LOOP const void* benchlab_chase(const void* at, std::uint64_t iterations);

}  // namespace benchlab::plugins
