// measure/u_distribution.hpp: the exact distribution of Mann-Whitney's U without ties.
#pragma once

#include <cstddef>
#include <vector>

namespace benchlab::measure {

// Sides from here on get the normal approximation (R's limit).
inline constexpr std::size_t kExactBelow = 50;

class UDistribution {
  public:
    // Both counts from 1 to kExactBelow - 1.
    UDistribution(std::size_t count_x, std::size_t count_y);

    // P(U <= u).
    double at_most(std::size_t u) const;

  private:
    std::size_t largest_u_;
    std::vector<double> at_most_;  // up to the middle; the rest by symmetry
};

}  // namespace benchlab::measure
