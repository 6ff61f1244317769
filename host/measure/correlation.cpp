#include "measure/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace benchlab::measure {
namespace {

// How many waves are taken.  More make the interval narrower and too sure of itself where
// neighbours resemble each other; chosen by simulation (docs/how-numbers-are-computed.md).
constexpr double kWavesPerLength = 0.37;
constexpr double kFewestWaves = 4;
constexpr double kMostPersistence = 0.9;
// Waves of a short series may all be small by chance; no real one gains that much by alternating.
constexpr double kLeastInflation = 0.05;

std::vector<double> centred(std::span<const double> series) {
    std::vector<double> out(series.begin(), series.end());
    const double mean =
        std::accumulate(out.begin(), out.end(), 0.0) / static_cast<double>(out.size());
    for (double& value : out) value -= mean;
    return out;
}

double sum_of_products(std::span<const double> values, std::size_t lag) {
    double sum = 0;
    for (std::size_t i = lag; i < values.size(); ++i) sum += values[i] * values[i - lag];
    return sum;
}

// The correlation of neighbours, without the bias that taking the mean away brings (Kendall 1954).
double unbiased_persistence(std::span<const double> values, double squares) {
    const auto n = static_cast<double>(values.size());
    const double correlation = sum_of_products(values, 1) / squares;
    return std::clamp((n * correlation + 1) / (n - 3), 0.0, kMostPersistence);
}

// Squared amplitude of the cosine with `halves` half waves in the series; of independent values of
// variance 1 its mean is 1.
double power_of_wave(std::span<const double> values, double halves) {
    const auto n = static_cast<double>(values.size());
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += values[i] * std::cos(std::numbers::pi * halves * (static_cast<double>(i) + 0.5) / n);
    }
    return 2 * sum * sum / n;
}

}  // namespace

Dependence dependence(std::span<const double> series) {
    Dependence out;
    if (series.size() < kFewestForDependence) return out;
    const auto n = static_cast<double>(series.size());
    const double waves =
        std::max(kFewestWaves, std::floor(kWavesPerLength * std::cbrt(n * n) + 0.5));
    out.freedom = waves;
    const std::vector<double> values = centred(series);
    const double squares = sum_of_products(values, 0);
    if (!(squares > 0)) return out;  // all equal

    out.persistence = unbiased_persistence(values, squares);
    const double rest = 1 - out.persistence;
    double sum = 0;
    for (double wave = 1; wave <= waves; ++wave) {
        const double turn = std::cos(std::numbers::pi * wave / n);
        // Power of the first-order series at this wave over that at zero.
        const double shape = rest * rest / (rest * rest + 2 * out.persistence * (1 - turn));
        sum += power_of_wave(values, wave) / shape;
    }
    out.inflation = std::max(kLeastInflation, sum / waves / (squares / n));
    // The fitted shape is one more thing that may be off.
    out.freedom = waves * (1 - out.persistence * out.persistence);
    return out;
}

std::vector<double> signs_about(std::span<const double> data, double middle) {
    std::vector<double> out;
    out.reserve(data.size());
    for (const double x : data) out.push_back(x > middle ? 1 : x < middle ? -1 : 0);
    return out;
}

std::vector<double> mid_ranks(std::span<const double> data) {
    std::vector<std::size_t> order(data.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return data[a] < data[b]; });
    std::vector<double> ranks(data.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && data[order[end]] == data[order[begin]]) ++end;
        const double shared = static_cast<double>(begin + 1 + end) / 2;
        for (; begin < end; ++begin) ranks[order[begin]] = shared;
    }
    return ranks;
}

}  // namespace benchlab::measure
