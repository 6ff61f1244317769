// common/chase.hpp: the timed loops that follow addresses in memory.
#pragma once

#include <cstdint>

#include "barrier.hpp"

namespace benchlab::plugins {

inline constexpr std::uint64_t kLoads = 1000;  // of each chain, in one iteration
inline constexpr std::uint64_t kMostChains = 16;

// Follows the addresses from `at`, iterations * kLoads times; each load needs the one before.
BENCHLAB_LOOP const void* benchlab_chase(const void* at, std::uint64_t iterations);

// The same in `chains` chains side by side, 1 to kMostChains: a load of each in turn, iterations *
// kLoads times.
void chase_chains(const void** at, std::uint64_t chains, std::uint64_t iterations);

}  // namespace benchlab::plugins
