// cpu/loops.hpp: the timed loops of the cpu benchmarks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../common/barrier.hpp"

namespace benchlab::plugins {

inline constexpr std::uint64_t kSteps = 1024;  // in one iteration

// How many chains of dependent steps run side by side.  Measured on a Sapphire Rapids class Xeon,
// in cycles a step (a third of a dependent 64-bit multiply), minimum of 400 interleaved rounds:
//     int   1: 4.05   2: 2.02   3: 1.33   4: 1.00   5 to 12: 0.98 to 1.00
//     fp    1: 6.08   4: 1.54   8: 0.92  10: 0.79  12: 0.72  13: 0.70  14: 0.69  15: 0.72
// The integer multiplier is busy from 4 chains on; 8 leave room for cores with a longer multiply.
// Two multiplying and two adding ports, of which one is shared, allow 0.67 cycles an fp step.  14
// chains come closest: with the two constants they fill the 16 registers, and 15 would spill.
inline constexpr std::size_t kIntChains = 8;
inline constexpr std::size_t kFpChains = 14;

// An integer step is x = (x * factor) ^ (x >> 29).  It is not affine, so that two steps cannot be
// composed into one.  A floating-point step is x = x * factor + offset, with two roundings.
struct IntChains {
    std::uint64_t factor;
    std::uint64_t x[kIntChains];
};
struct FpChains {
    double factor, offset;
    double x[kFpChains];
};

// Do iterations * kSteps steps in all and leave the ends of the chains in x.  The latency loops
// use x[0] only: each step waits for the one before.  The throughput loops do a step of each
// chain in turn, the first chain first, until there are enough.
BENCHLAB_LOOP void benchlab_int_latency(IntChains* chains, std::uint64_t iterations);
BENCHLAB_LOOP void benchlab_int_throughput(IntChains* chains, std::uint64_t iterations);
BENCHLAB_LOOP void benchlab_fp_latency(FpChains* chains, std::uint64_t iterations);
BENCHLAB_LOOP void benchlab_fp_throughput(FpChains* chains, std::uint64_t iterations);

}  // namespace benchlab::plugins
