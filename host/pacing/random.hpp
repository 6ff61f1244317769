// pacing/random.hpp: numbers that are the same on every system, which the standard library's
// distributions are not.
#pragma once

#include <cstdint>

namespace benchlab::pacing {

// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed = 1) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    // Of 0 to limit - 1, for limits far below 2^53.
    std::uint64_t below(std::uint64_t limit) {
        return static_cast<std::uint64_t>(uniform() * static_cast<double>(limit));
    }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // below 1

  private:
    std::uint64_t state_;
};

}  // namespace benchlab::pacing
