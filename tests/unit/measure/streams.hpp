// unit/measure/streams.hpp: samples of which the truth is known: noise of several shapes, in which
// neighbours resemble each other or not.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "pacing/random.hpp"

namespace streams {

class Noise {
  public:
    explicit Noise(std::uint64_t seed) : random_(seed) {}
    double uniform() { return random_.uniform(); }
    double normal() {
        const double radius = std::sqrt(-2 * std::log1p(-random_.uniform()));
        return radius * std::cos(2 * std::numbers::pi * random_.uniform());
    }
    // Standard normal values of which each has the share `persistence` of the one before.  The rank
    // correlation of neighbours is 6 / pi asin(persistence / 2): 0.70 for 0.72.
    std::vector<double> first_order(std::size_t count, double persistence) {
        std::vector<double> out;
        double value = normal();
        for (std::size_t i = 0; i < count; ++i) {
            out.push_back(value);
            value = persistence * value + std::sqrt(1 - persistence * persistence) * normal();
        }
        return out;
    }

  private:
    benchlab::pacing::Random random_;
};

inline double normal_cdf(double z) {
    return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// Two humps: 70 % of samples about 100, 30 % about 110, each with a standard deviation of 1.
inline double humps_share_below(double value) {
    return 0.7 * normal_cdf(value - 100) + 0.3 * normal_cdf(value - 110);
}

// The value with the same share below as `z` has of a normal distribution, by a table.
inline double humps_value(double z) {
    constexpr double kStep = 1e-3;
    static const std::vector<double> below = [] {
        std::vector<double> out;
        for (double value = 90; value < 120; value += kStep) {
            out.push_back(humps_share_below(value));
        }
        return out;
    }();
    const auto at = std::lower_bound(below.begin(), below.end(), normal_cdf(z));
    return 90 + kStep * static_cast<double>(at - below.begin());
}

struct Stream {
    std::string name;
    double median;  // in the long run
    std::function<std::vector<double>(Noise&, std::size_t)> draw;
};

// exp(spread z): a long tail to the right, the median 1.
inline Stream lognormal(double persistence, double spread) {
    return {"lognormal", 1, [=](Noise& noise, std::size_t count) {
                std::vector<double> out = noise.first_order(count, persistence);
                for (double& value : out) value = std::exp(spread * value);
                return out;
            }};
}

inline Stream humps(double persistence) {
    return {"two humps", humps_value(0), [=](Noise& noise, std::size_t count) {
                std::vector<double> out = noise.first_order(count, persistence);
                for (double& value : out) value = humps_value(value);
                return out;
            }};
}

// The same two humps as states: after each sample the next state is drawn anew, but for `stay`.
inline Stream states(double stay) {
    return {"two states", humps_value(0), [=](Noise& noise, std::size_t count) {
                std::vector<double> out;
                bool slow = noise.uniform() < 0.3;
                for (std::size_t i = 0; i < count; ++i) {
                    out.push_back((slow ? 110 : 100) + noise.normal());
                    if (noise.uniform() >= stay) slow = noise.uniform() < 0.3;
                }
                return out;
            }};
}

// White noise on a slow wander that makes up `slow` of the variance.
inline Stream wander(double persistence, double slow, double spread) {
    return {"wander", 1, [=](Noise& noise, std::size_t count) {
                std::vector<double> out = noise.first_order(count, persistence);
                for (double& value : out) {
                    const double both =
                        std::sqrt(slow) * value + std::sqrt(1 - slow) * noise.normal();
                    value = std::exp(spread * both);
                }
                return out;
            }};
}

}  // namespace streams
