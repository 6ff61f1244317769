// Lengths of frames as chance makes them, the same on each machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace benchlab::test {

// Normal noise of the standard deviation `spread` times the mean; each frame's has the share
// `memory` of that of the one before.  None is shorter than a tenth of the mean.
inline std::vector<double> noisy(std::size_t count, double mean, double spread, double memory,
                                 std::uint64_t seed) {
    std::mt19937_64 random(seed);
    // std::normal_distribution gives other numbers with each library.
    const auto uniform = [&] {
        return (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    };
    const auto normal = [&] {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(6.283185307179586 * uniform());
    };
    double state = normal();
    std::vector<double> out(count);
    for (double& each : out) {
        each = mean * std::max(1 + spread * state, 0.1);
        state = memory * state + std::sqrt(1 - memory * memory) * normal();
    }
    return out;
}

}  // namespace benchlab::test
