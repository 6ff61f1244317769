#include "measure/paired.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "measure/difference.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

constexpr std::size_t kFewest = 3;  // quads

// The differences are of neighbours and not of the quad as a whole, as one process of ten that
// something happened to would be in a third of all quads.
constexpr std::size_t kPairs = 2;

// Of independent processes of equal spread, each has twice the variance of one.
struct Contrasts {
    std::array<double, kPairs> neighbours;  // the second less the first, the third less the last
    std::array<double, kPairs> within;      // of two processes of one build
    double sign;                            // of the builds' difference in the neighbours'
};

Contrasts contrasts_of(const Quad& quad) {
    const auto& [a, b, c, d] = quad.log_time;
    return {{b - a, c - d}, {a - d, b - c}, quad.new_first ? -1.0 : 1.0};
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

// What the quads have in common: the builds' difference, and what two places differ by.
class Fit {
  public:
    explicit Fit(std::span<const Quad> quads) {
        for (const Quad& quad : quads) contrasts_.push_back(contrasts_of(quad));
        double signs = 0;
        for (const Contrasts& each : contrasts_) signs += each.sign;
        imbalance_ = signs / static_cast<double>(contrasts_.size());
        // Without mirrored quads there is no telling places from builds.
        places_known_ = std::abs(imbalance_) < 1;
        start();
        limit_ = border(residuals());
        if (places_known_) fit_within();
        for (int round = 0; round < 20; ++round) {
            const double before = builds_;
            improve();
            // What places differ by follows from it, so nothing changes any more.
            if (std::abs(builds_ - before) < 1e-15) break;
        }
    }

    double builds() const { return builds_; }

    // Into `out`, whose quads are enough.
    void estimate_error(PairedEstimate& out) const {
        const CutSum between = cut_sum(between_residuals(), 0, limit_);
        const CutSum same = cut_sum(within_residuals(), 0, limit_);
        const double n = static_cast<double>(kPairs * contrasts_.size());
        const double places = places_known_ ? kPairs : 0;
        const double uncut = static_cast<double>(between.within + same.within) / (2 * n);
        const double variance =
            std::max(between.squares / (n - 1 - places),
                     (between.squares + same.squares) / (2 * n - 1 - 2 * places));
        const double balanced = places_known_ ? 1 - imbalance_ * imbalance_ : 1;
        out.error = std::sqrt(variance / (n * balanced)) / uncut;
        // Four processes differ in three ways, and so do their places.
        const double quads = static_cast<double>(contrasts_.size());
        out.freedom = (3 * quads - 1 - (places_known_ ? 3 : 0)) * uncut;
    }

  private:
    // Of each two places the middle of what they differ by when one build is first and when the
    // other is.
    void start() {
        for (std::size_t pair = 0; pair < kPairs; ++pair) {
            std::vector<double> old_first, new_first, within;
            for (const Contrasts& each : contrasts_) {
                (each.sign > 0 ? old_first : new_first).push_back(each.neighbours[pair]);
                within.push_back(each.within[pair]);
            }
            if (!places_known_) continue;
            places_[pair] = (median(old_first) + median(new_first)) / 2;
            within_places_[pair] = median(within);
        }
        builds_ = median(differences());
    }

    void improve() {
        builds_ = huber_centre(differences(), limit_);
        if (!places_known_) return;
        for (std::size_t pair = 0; pair < kPairs; ++pair) {
            std::vector<double> neighbours;
            for (const Contrasts& each : contrasts_) {
                neighbours.push_back(each.neighbours[pair] - each.sign * builds_);
            }
            places_[pair] = huber_centre(neighbours, limit_);
        }
    }

    // Two processes of one build: the builds' difference is not in these.
    void fit_within() {
        for (std::size_t pair = 0; pair < kPairs; ++pair) {
            std::vector<double> within;
            for (const Contrasts& each : contrasts_) within.push_back(each.within[pair]);
            within_places_[pair] = huber_centre(within, limit_);
        }
    }

    std::vector<double> differences() const {  // new less old, without the places
        std::vector<double> out;
        for (const Contrasts& each : contrasts_) {
            for (std::size_t pair = 0; pair < kPairs; ++pair) {
                out.push_back(each.sign * (each.neighbours[pair] - places_[pair]));
            }
        }
        return out;
    }
    std::vector<double> between_residuals() const {
        std::vector<double> out = differences();
        for (double& each : out) each -= builds_;
        return out;
    }
    std::vector<double> within_residuals() const {
        std::vector<double> out;
        for (const Contrasts& each : contrasts_) {
            for (std::size_t pair = 0; pair < kPairs; ++pair) {
                out.push_back(each.within[pair] - within_places_[pair]);
            }
        }
        return out;
    }
    std::vector<double> residuals() const {
        std::vector<double> out = between_residuals();
        for (const double each : within_residuals()) out.push_back(each);
        return out;
    }

    std::vector<Contrasts> contrasts_;
    bool places_known_ = false;
    double imbalance_ = 0;
    double builds_ = 0, limit_ = 0;
    std::array<double, kPairs> places_{}, within_places_{};
};

// What disturbs a sample makes it slower; of a fifth of them, as the least alone is less steady.
double mean_of_fastest(std::vector<double> samples) {
    constexpr std::size_t kPart = 5;
    const std::size_t count = std::max<std::size_t>((samples.size() + kPart / 2) / kPart, 1);
    const auto end = samples.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(samples.begin(), end, samples.end());
    return std::accumulate(samples.begin(), end, 0.0) / static_cast<double>(count);
}

}  // namespace

PairedEstimate paired_estimate(std::span<const Quad> quads) {
    PairedEstimate out;
    out.quads = quads.size();
    if (quads.empty()) return out;
    const Fit fit(quads);
    out.log_ratio = fit.builds();
    if (quads.size() >= kFewest) fit.estimate_error(out);
    return out;
}

double time_of_turns(std::span<const double> samples, std::size_t per_turn) {
    std::vector<double> whole, cut_short;
    for (std::size_t begin = 1; begin < samples.size(); begin += per_turn) {
        const std::size_t count = std::min(per_turn, samples.size() - begin);
        std::vector<double> turn;
        for (const double each : samples.subspan(begin, count)) {
            if (std::isfinite(each) && each > 0) turn.push_back(each);
        }
        if (turn.empty()) continue;
        (count == per_turn ? whole : cut_short).push_back(mean_of_fastest(std::move(turn)));
    }
    if (whole.empty()) whole = std::move(cut_short);
    return whole.empty() ? std::numeric_limits<double>::quiet_NaN() : median(whole);
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
    const double quads = std::ceil(-std::log(std::max(alpha, 1e-300)) / std::log(3.0));
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
