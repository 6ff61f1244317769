// unit/pacing/frame_times.hpp: frame times that are drawn, and those of tests/data/oracle.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "pacing/random.hpp"
#include "unit/measure/oracle_files.hpp"

// The same numbers on every system.
class Drawn {
  public:
    explicit Drawn(std::uint64_t seed) : random_(seed) {}

    double normal() {  // Box and Muller
        const double radius = std::sqrt(-2 * std::log(1 - random_.uniform()));
        return radius * std::cos(2 * std::numbers::pi * random_.uniform());
    }
    double uniform() { return random_.uniform(); }

    // Each frame resembles the one before it: an autoregressive series.
    std::vector<double> frames(std::size_t count, double mean_ns = 10e6, double deviation_ns = 1e6,
                               double rho = 0.9) {
        std::vector<double> out(count);
        double z = normal();
        for (double& length : out) {
            z = rho * z + std::sqrt(1 - rho * rho) * normal();
            length = mean_ns + deviation_ns * z;
        }
        return out;
    }

  private:
    benchlab::pacing::Random random_;
};

inline std::vector<double> scaled(std::vector<double> lengths, double factor) {
    for (double& length : lengths) length *= factor;
    return lengths;
}

// A set of frame_times.csv.
inline std::vector<double> oracle_frames(const std::string& name) {
    for (const oracle::Row& row : oracle::read_rows("frame_times.csv")) {
        if (row.front() != name) continue;
        std::vector<double> out;
        for (std::size_t i = 1; i < row.size(); ++i) out.push_back(oracle::number(row[i]));
        return out;
    }
    throw std::runtime_error("no frame times " + name);
}
