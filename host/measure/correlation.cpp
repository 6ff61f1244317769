#include "measure/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace benchlab::measure {
namespace {

// How many waves are taken.  More make the interval narrower and too sure of itself where
// neighbours resemble each other; chosen by simulation (docs/how-numbers-are-computed.md).
constexpr double kWavesPerLength = 0.37;
constexpr double kFewestWaves = 4;
// With so many degrees of freedom more would change nothing, and take long for a million samples.
constexpr double kMostWaves = 64;
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

// The correlation of neighbours, without the bias that taking the mean away brings (Kendall 1954),
// or that taking a line away does.
double unbiased_persistence(std::span<const double> values, double squares, double taken_away) {
    const auto n = static_cast<double>(values.size());
    const double correlation = sum_of_products(values, 1) / squares;
    return std::clamp((n * correlation + taken_away) / (n - 2 - taken_away), 0.0, kMostPersistence);
}

// Share of the cosine with `halves` half waves in the series; of independent values of variance 1
// its variance is 1.
double amplitude_of_wave(std::span<const double> values, double halves) {
    const auto n = static_cast<double>(values.size());
    // The cosine turns from value to value: a look-up of each would take five times as long.
    const std::complex<double> turn = std::polar(1.0, std::numbers::pi * halves / n);
    std::complex<double> now = std::polar(1.0, std::numbers::pi * halves / (2 * n));
    double sum = 0;
    for (const double value : values) {
        sum += value * now.real();
        now = {now.real() * turn.real() - now.imag() * turn.imag(),
               now.real() * turn.imag() + now.imag() * turn.real()};
    }
    return std::sqrt(2 / n) * sum;
}

// Power of a first-order series at that wave over its power at zero.
double shape_at(double halves, std::size_t count, double persistence) {
    const double turn = std::cos(std::numbers::pi * halves / static_cast<double>(count));
    const double rest = (1 - persistence) * (1 - persistence);
    return rest / (rest + 2 * persistence * (1 - turn));
}

double waves_of(std::size_t count) {
    const auto n = static_cast<double>(count);
    return std::clamp(std::floor(kWavesPerLength * std::cbrt(n * n) + 0.5), kFewestWaves,
                      kMostWaves);
}

// The values less the straight line through them.
std::vector<double> without_line(std::span<const double> values) {
    std::vector<double> out = centred(values);
    const double middle = static_cast<double>(out.size() - 1) / 2;
    double along = 0, squares = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double at = static_cast<double>(i) - middle;
        along += at * out[i];
        squares += at * at;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] -= along / squares * (static_cast<double>(i) - middle);
    }
    return out;
}

}  // namespace

Dependence dependence(std::span<const double> series) {
    Dependence out;
    if (series.size() < kFewestForDependence) return out;
    const double waves = waves_of(series.size());
    out.freedom = waves;
    const std::vector<double> values = centred(series);
    const double squares = sum_of_products(values, 0);
    if (!(squares > 0)) return out;  // all equal

    out.persistence = unbiased_persistence(values, squares, 1);
    double sum = 0;
    for (double wave = 1; wave <= waves; ++wave) {
        const double amplitude = amplitude_of_wave(values, wave);
        sum += amplitude * amplitude / shape_at(wave, values.size(), out.persistence);
    }
    const double variance = squares / static_cast<double>(values.size());
    out.inflation = std::max(kLeastInflation, sum / waves / variance);
    // The fitted shape is one more thing that may be off.
    out.freedom = waves * (1 - out.persistence * out.persistence);
    return out;
}

SlowestWave slowest_wave(std::span<const double> series) {
    SlowestWave out;
    const double waves = waves_of(series.size());
    const std::vector<double> values = centred(series);
    const std::vector<double> level = without_line(values);
    out.freedom = waves;
    out.amplitude = amplitude_of_wave(values, 1);
    const double squares = sum_of_products(level, 0);
    if (!(squares > 0)) return out;
    const double persistence = unbiased_persistence(level, squares, 2);
    double sum = 0;
    for (double wave = 2; wave <= waves + 1; ++wave) {
        // Of the level: a steep line has something of every odd wave.
        const double amplitude = amplitude_of_wave(level, wave);
        sum += amplitude * amplitude / shape_at(wave, values.size(), persistence);
    }
    out.noise = std::sqrt(sum / waves * shape_at(1, values.size(), persistence));
    out.freedom = waves * (1 - persistence * persistence);
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
