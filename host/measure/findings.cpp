#include "measure/findings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "measure/correlation.hpp"
#include "measure/difference.hpp"
#include "measure/precision.hpp"
#include "measure/rank_test.hpp"
#include "measure/regression.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kTrendAlpha = 0.003;
constexpr double kEarlyAlpha = 0.003;

// A few samples far off must not look like a wave.
std::vector<double> within_severe_fences(std::span<const double> values) {
    const Fences fences = fences_of_sorted(sorted_copy(values), kSevereFence);
    std::vector<double> out(values.begin(), values.end());
    for (double& value : out) value = std::clamp(value, fences.low, fences.high);
    return out;
}

}  // namespace

Trend trend_along(std::span<const double> x, std::span<const double> values) {
    Trend out;
    out.low = out.high = kNone;
    if (values.size() < kFewestForDependence || x.size() != values.size()) return out;
    const double median = percentile(values, 50);
    const auto line = theil_sen(x, values);
    if (median == 0 || !line) return out;
    out.change = line->slope * (x.back() - x.front()) / std::abs(median);
    const SlowestWave wave = slowest_wave(within_severe_fences(values));
    // A straight line from one end to the other has 2 sqrt(2 n) / pi^2 of its height in that wave.
    const double height = std::numbers::pi * std::numbers::pi /
                          (2 * std::sqrt(2 * static_cast<double>(values.size())));
    const double error = wave.noise * height / std::abs(median);
    const double reach = t_of_tail(0.025, wave.freedom) * error;
    out.low = out.change - reach;
    out.high = out.change + reach;
    if (!(error > 0)) {
        out.p = out.change == 0 ? 1 : 0;
    } else {
        out.p = t_two_sided(wave.amplitude / wave.noise, wave.freedom);
    }
    out.found = out.p < kTrendAlpha && std::abs(out.change) >= kSmallestFinding;
    return out;
}

namespace {

constexpr std::size_t kFewestForHumps = 20;

// What noise of one hump reaches in one stream of a hundred, by simulation: the fewer gaps a width
// has, the more of it is chance.
double least_contrast(std::size_t samples, std::size_t gaps) {
    constexpr double kVisible = 2;
    const double size = 4.7 - 22 / static_cast<double>(samples);
    return std::max(kVisible, std::exp(size / std::sqrt(static_cast<double>(gaps))));
}

// How wide each run of `gaps` neighbouring gaps is, the samples being in order.
std::vector<double> widths_of(std::span<const double> sorted, std::size_t gaps) {
    std::vector<double> out;
    for (std::size_t i = 0; i + gaps < sorted.size(); ++i)
        out.push_back(sorted[i + gaps] - sorted[i]);
    return out;
}

// Times are whole ticks of some clock: values that are equal lie up to a tick apart.
double tick_of(std::span<const double> sorted) {
    double tick = sorted.back() - sorted.front();
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        const double gap = sorted[i] - sorted[i - 1];
        if (gap > 0) tick = std::min(tick, gap);
    }
    return tick;
}

}  // namespace

Humps two_humps(std::span<const double> samples) {
    Humps out;
    const std::size_t n = samples.size();
    if (n < kFewestForHumps) return out;
    const std::vector<double> sorted = sorted_copy(samples);
    const double tick = tick_of(sorted);
    if (!(tick > 0)) return out;  // all equal
    const std::size_t gaps = std::max<std::size_t>(4, n / 8);
    const std::vector<double> width = widths_of(sorted, gaps);
    // The densest place in front of each sample and behind it.
    std::vector<double> behind(width);
    for (std::size_t i = width.size() - 1; i-- > 0;) behind[i] = std::min(behind[i], behind[i + 1]);
    double in_front = width[0];
    std::size_t border = 0;  // the first sample of the upper group
    for (std::size_t first_above = gaps + 1; first_above < width.size(); ++first_above) {
        in_front = std::min(in_front, width[first_above - 1 - gaps]);
        const double between = width[first_above - 1 - gaps / 2];
        const double contrast = between / (std::max(in_front, behind[first_above]) + tick);
        if (contrast <= out.contrast) continue;
        out.contrast = contrast;
        border = first_above;
    }
    if (border == 0) return out;
    // The widest single gap of that thin place divides the groups.
    const std::size_t begin = border - gaps / 2;
    for (std::size_t i = begin; i < begin + gaps; ++i) {
        if (sorted[i] - sorted[i - 1] > sorted[border] - sorted[border - 1]) border = i;
    }
    const std::span<const double> all(sorted);
    out.low_centre = percentile_sorted(all.first(border), 50);
    out.high_centre = percentile_sorted(all.subspan(border), 50);
    out.high_share = static_cast<double>(n - border) / static_cast<double>(n);
    const double apart = out.high_centre - out.low_centre;
    out.found = out.contrast >= least_contrast(n, gaps) &&
                apart >= kSmallestFinding * std::abs(out.low_centre);
    return out;
}

namespace {

constexpr std::size_t kFewestForClock = 6;

std::vector<double> without_spikes(std::span<const double> values) {
    std::vector<double> out(values.begin(), values.end());
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
        const double a = values[i - 1], b = values[i], c = values[i + 1];
        out[i] = std::max(std::min(a, b), std::min(std::max(a, b), c));
    }
    return out;
}

// Pettitt's change point: where the ranks so far are farthest from their share.
std::size_t change_point(std::span<const double> values) {
    const std::vector<double> ranks = mid_ranks(values);
    const double middle = static_cast<double>(values.size() + 1) / 2;
    double sum = 0;
    double farthest = -1;
    std::size_t out = 1;
    for (std::size_t i = 0; i + 1 < ranks.size(); ++i) {
        sum += ranks[i] - middle;
        if (std::abs(sum) <= farthest) continue;
        farthest = std::abs(sum);
        out = i + 1;
    }
    return out;
}

}  // namespace

ClockChange clock_change(std::span<const double> ns_per_cycle) {
    ClockChange out;
    if (ns_per_cycle.size() < kFewestForClock) return out;
    const std::vector<double> smooth = without_spikes(ns_per_cycle);
    const std::vector<double> sorted = sorted_copy(smooth);
    const double median = percentile_sorted(sorted, 50);
    if (!(median > 0)) return out;
    out.range = (percentile_sorted(sorted, 95) - percentile_sorted(sorted, 5)) / median;
    out.at = change_point(smooth);
    out.before = percentile(std::span(smooth).first(out.at), 50);
    out.after = percentile(std::span(smooth).subspan(out.at), 50);
    out.found = out.range > kSteadyClock;
    return out;
}

EarlyBias early_bias(std::span<const double> samples) {
    constexpr std::size_t kParts = 10;
    EarlyBias out;
    out.low = out.high = kNone;
    const std::size_t n = samples.size();
    if (n < 2 * kParts) return out;
    std::vector<double> medians;
    for (std::size_t part = 0; part < kParts; ++part) {
        const std::size_t begin = n * part / kParts;
        medians.push_back(percentile(samples.subspan(begin, n * (part + 1) / kParts - begin), 50));
    }
    const double rest = percentile(samples.subspan(n / kParts), 50);
    if (rest == 0) return out;
    const double others = static_cast<double>(kParts - 1);
    const double mean = std::accumulate(medians.begin() + 1, medians.end(), 0.0) / others;
    double squares = 0;
    for (std::size_t i = 1; i < kParts; ++i) squares += (medians[i] - mean) * (medians[i] - mean);
    const double error = std::sqrt(squares / (others - 1) * (1 + 1 / others)) / std::abs(rest);
    out.size = (medians[0] - rest) / std::abs(rest);
    const double reach = t_of_tail(0.025, others - 1) * error;
    out.low = out.size - reach;
    out.high = out.size + reach;
    // The ranks, too: of two humps the first tenth may have the rarer one, and the others agree.
    const bool apart =
        mann_whitney(samples.first(n / kParts), samples.subspan(n / kParts)).p < kEarlyAlpha;
    out.found = std::abs(out.size) >= kSmallestFinding && apart &&
                std::abs(out.size) > t_of_tail(kEarlyAlpha / 2, others - 1) * error;
    return out;
}

Trend duration_bias(std::span<const std::uint64_t> iterations, std::span<const double> elapsed_ns) {
    constexpr double kMostConstant = 0.01;
    const std::vector<double> x(iterations.begin(), iterations.end());
    if (x.size() != elapsed_ns.size() || x.size() < kFewestForDependence) {
        return trend_along({}, {});
    }
    const std::size_t half = x.size() / 2;
    const auto line = theil_sen(std::span(x).first(half), elapsed_ns.first(half));
    if (!line) return trend_along({}, {});
    std::vector<double> length;
    std::vector<double> each_ns;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::abs(line->intercept) > kMostConstant * elapsed_ns[i]) continue;
        length.push_back(std::log(x[i]));
        each_ns.push_back((elapsed_ns[i] - line->intercept) / x[i]);
    }
    return trend_along(length, each_ns);
}

namespace {

double half_width_of(std::span<const double> samples) {
    return precision_of(samples, kSmallestFinding).half_width;
}

double without_drift(std::span<const double> samples, std::span<const double> start_ns) {
    if (!trend_along(start_ns, samples).found) return kNone;
    const auto line = theil_sen(start_ns, samples);
    if (!line) return kNone;
    std::vector<double> level(samples.begin(), samples.end());
    const double middle = percentile(start_ns, 50);
    for (std::size_t i = 0; i < level.size(); ++i) {
        level[i] -= line->slope * (start_ns[i] - middle);
    }
    return half_width_of(level);
}

double without_humps(std::span<const double> samples) {
    const Humps humps = two_humps(samples);
    if (!humps.found) return kNone;
    std::vector<double> one(samples.begin(), samples.end());
    const double border = (humps.low_centre + humps.high_centre) / 2;
    for (double& value : one) {
        if (value > border) value -= humps.high_centre - humps.low_centre;
    }
    return half_width_of(one);
}

double without_clock(std::span<const double> samples, std::span<const double> ns_per_cycle) {
    if (ns_per_cycle.size() != samples.size() || !clock_change(ns_per_cycle).found) return kNone;
    std::vector<double> cycles(samples.begin(), samples.end());
    for (std::size_t i = 0; i < cycles.size(); ++i) {
        if (!(ns_per_cycle[i] > 0)) return kNone;
        cycles[i] /= ns_per_cycle[i];
    }
    return half_width_of(cycles);
}

}  // namespace

Unreached why_unreached(std::span<const double> samples, std::span<const double> start_ns,
                        std::span<const double> ns_per_cycle) {
    constexpr double kExplains = 0.7;
    Unreached out;
    out.half_width = out.without = half_width_of(samples);
    double narrowest = kExplains * out.half_width;
    const auto consider = [&](Obstacle obstacle, double without) {
        if (!(without <= narrowest)) return;
        narrowest = without;
        out.obstacle = obstacle;
        out.without = without;
    };
    // The clock first: a change of it shows as drift or two humps, too.
    consider(Obstacle::kClock, without_clock(samples, ns_per_cycle));
    if (out.obstacle == Obstacle::kClock) return out;
    consider(Obstacle::kDrift, without_drift(samples, start_ns));
    consider(Obstacle::kTwoHumps, without_humps(samples));
    return out;
}

}  // namespace benchlab::measure
