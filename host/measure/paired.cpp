#include "measure/paired.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/difference.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

constexpr std::size_t kFewest = 3;  // quads

// Of independent processes of equal spread, each of the four has twice the variance of one.
struct Contrasts {
    std::array<double, 2> differences;  // new - old, of the first two processes and the last two
    std::array<double, 2> within;       // of two processes of one build
};

// The differences are of neighbours and not of the quad as a whole, as one process of ten that
// something happened to would be in a third of all quads.
Contrasts contrasts_of(const Quad& quad) {
    const auto& [a, b, c, d] = quad.log_time;
    const double sign = quad.new_first ? -1 : 1;
    return {{sign * (b - a), sign * (c - d)}, {a - d, b - c}};
}

double median(std::span<const double> values) {
    return percentile(values, 50);
}

// Where a residual begins to count as an outlier: twice a spread that half of the processes being
// far away (two memory layouts, say) does not make small, as a median of residuals would be.
double border(std::vector<double> residuals) {
    constexpr double kShare = 75;               // percent
    constexpr double kOfNormal = 1.1503493804;  // of a normal distribution, in deviations
    for (double& each : residuals) each = std::abs(each);
    return 2 * percentile(residuals, kShare) / kOfNormal;
}

// The mean of values that are cut at `limit` from itself.
double huber_centre(std::span<const double> values, double limit) {
    double centre = median(values);
    for (int round = 0; round < 30; ++round) {
        double sum = 0;
        std::size_t within = 0;
        for (const double value : values) {
            sum += std::clamp(value - centre, -limit, limit);
            within += std::abs(value - centre) <= limit;
        }
        const double step = sum / static_cast<double>(std::max<std::size_t>(within, 1));
        centre += step;
        if (std::abs(step) < 1e-15) break;
    }
    return centre;
}

struct CutSum {
    double squares = 0;
    std::size_t within = 0;
};

CutSum cut_sum(std::span<const double> values, double centre, double limit) {
    CutSum out;
    for (const double value : values) {
        const double cut = std::clamp(value - centre, -limit, limit);
        out.squares += cut * cut;
        out.within += std::abs(value - centre) <= limit;
    }
    return out;
}

}  // namespace

std::vector<Quad> folded(std::span<const Quad> quads) {
    std::vector<Quad> out;
    for (std::size_t i = 0; i + 1 < quads.size(); i += 2) {
        Quad one = quads[i];
        for (std::size_t k = 0; k < one.log_time.size(); ++k) {
            one.log_time[k] = (one.log_time[k] - quads[i + 1].log_time[k]) / 2;
        }
        out.push_back(one);
    }
    return out;
}

PairedEstimate paired_estimate(std::span<const Quad> quads) {
    PairedEstimate out;
    out.quads = quads.size();
    if (quads.empty()) return out;
    std::vector<double> differences, within;
    for (const Quad& quad : quads) {
        const Contrasts found = contrasts_of(quad);
        differences.insert(differences.end(), found.differences.begin(), found.differences.end());
        within.insert(within.end(), found.within.begin(), found.within.end());
    }
    std::vector<double> residuals = within;
    const double middle = median(differences);
    for (const double each : differences) residuals.push_back(each - middle);
    const double limit = border(std::move(residuals));
    out.log_ratio = huber_centre(differences, limit);
    if (quads.size() < kFewest) return out;
    const CutSum between = cut_sum(differences, out.log_ratio, limit);
    const CutSum same = cut_sum(within, 0, limit);
    const double n = static_cast<double>(differences.size());
    const double uncut = static_cast<double>(between.within + same.within) / (2 * n);
    const double variance =
        std::max(between.squares / (n - 1), (between.squares + same.squares) / (2 * n - 1));
    out.error = std::sqrt(variance / n) / uncut;
    // Four processes differ in three ways.
    out.freedom = (3 * static_cast<double>(quads.size()) - 1) * uncut;
    return out;
}

double spread_within_builds(std::span<const Quad> quads) {
    std::vector<double> sizes;
    for (const Quad& quad : quads) {
        const Contrasts found = contrasts_of(quad);
        for (const double each : found.within) sizes.push_back(std::abs(each) / std::sqrt(2.0));
    }
    constexpr double kDeviationsOfNormal = 0.6744897502;
    return sizes.empty() ? 0 : median(sizes) / kDeviationsOfNormal;
}

std::size_t fewest_quads(double alpha) {
    const double quads = std::ceil(-std::log2(std::max(alpha, 1e-300)) / 3);
    return std::max(kFewest, static_cast<std::size_t>(std::max(quads, 0.0)));
}

double reach(const PairedEstimate& estimate, double alpha) {
    const bool enough = estimate.freedom > 0 && estimate.quads >= fewest_quads(alpha);
    if (!enough) return std::numeric_limits<double>::infinity();
    return t_of_tail(alpha / 2, estimate.freedom) * estimate.error;
}

std::optional<double> LookPlan::look(double time_share, std::size_t quads, double alpha) {
    if (last() || time_share < kLooks[next_]) return std::nullopt;
    // Looks that were passed over leave what they would have spent to this one.
    std::size_t beyond = next_;
    while (beyond < kLooks.size() && time_share >= kLooks[beyond]) ++beyond;
    const double until_now = kLooks[beyond - 1] * kLooks[beyond - 1];
    const double share = until_now - spent_;
    const bool at_the_end = beyond == kLooks.size();
    if (!at_the_end && quads < fewest_quads(alpha * share)) return std::nullopt;
    next_ = beyond;
    spent_ = until_now;
    return share;
}

PairedVerdict judge_pair(const PairedEstimate& estimate, double alpha, double threshold,
                         bool last_look) {
    const double border = std::log1p(threshold);
    const double half = reach(estimate, alpha);
    const double low = estimate.log_ratio - half;
    const double high = estimate.log_ratio + half;
    const bool slower = low > 0 && estimate.log_ratio > border;
    const bool faster = high < 0 && estimate.log_ratio < -border;
    if (low >= -border && high <= border) return {Verdict::kUnchanged, true};
    if (low > border || (last_look && slower)) return {Verdict::kRegressed, true};
    if (high < -border || (last_look && faster)) return {Verdict::kImproved, true};
    return {Verdict::kInconclusive, last_look};
}

double smallest_visible(const PairedEstimate& estimate, double alpha, double threshold) {
    constexpr double kPower = 0.8;
    const double half = reach(estimate, alpha);
    if (std::isinf(half)) return half;
    const double found = half + t_quantile(kPower, estimate.freedom) * estimate.error;
    return std::max(threshold, std::expm1(found));
}

}  // namespace benchlab::measure
