#include "pacing/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pacing/random.hpp"

namespace benchlab::pacing {
namespace {

constexpr double kLonger = 2;
constexpr std::size_t kFewestFrames = 100;
constexpr std::size_t kFewestBlocks = 10;
constexpr std::size_t kLagsOfFrames = 20;  // correlations are looked at for n / 20 frames
constexpr std::size_t kMostLags = 2000;    // but no further, in a capture of hours
constexpr std::size_t kResamples = 1000;
// Of long captures there are fewer: what is left of chance in a standard error is 1 / sqrt(2 k).
constexpr std::size_t kFewestResamples = 200;
constexpr double kWork = 4e8;  // frames that are walked through

// Autocovariances, made as far as they are asked for.
class Covariances {
  public:
    explicit Covariances(std::span<const double> values) : centred_(values.begin(), values.end()) {
        const double n = static_cast<double>(values.size());
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
        for (double& value : centred_) value -= mean;
    }
    double at(std::size_t lag) {
        for (std::size_t next = made_.size(); next <= lag; ++next) {
            double sum = 0;
            for (std::size_t i = next; i < centred_.size(); ++i) {
                sum += centred_[i] * centred_[i - next];
            }
            made_.push_back(sum / static_cast<double>(centred_.size()));
        }
        return made_[lag];
    }

  private:
    std::vector<double> centred_;
    std::vector<double> made_;
};

// The lag behind which `quiet` correlations in a row are within what chance makes; `most` where
// there is none.
std::size_t last_correlated(Covariances& of, double bound, std::size_t quiet, std::size_t most) {
    std::size_t in_a_row = 0;
    for (std::size_t lag = 1; lag <= most; ++lag) {
        in_a_row = std::abs(of.at(lag)) < bound * of.at(0) ? in_a_row + 1 : 0;
        if (in_a_row == quiet) return lag - quiet;
    }
    return most;
}

// Politis and White's length, which need not fit into the capture.
double wanted_length(std::span<const double> values) {
    const double n = static_cast<double>(values.size());
    Covariances covariance(values);
    if (values.size() < 4 || !(covariance.at(0) > 0)) return 1;
    const std::size_t quiet =
        std::max<std::size_t>(5, static_cast<std::size_t>(std::ceil(std::sqrt(std::log10(n)))));
    // They look at about the root of n; frames of a scene may resemble each other for longer.
    const auto root = static_cast<std::size_t>(std::ceil(std::sqrt(n))) + quiet;
    const std::size_t most = std::min({std::max(root, values.size() / kLagsOfFrames),
                                       values.size() / 2, std::max(root, kMostLags)});
    const double bound = 2 * std::sqrt(std::log10(n) / n);
    const std::size_t last = last_correlated(covariance, bound, quiet, most);
    const std::size_t window = std::min(2 * std::max<std::size_t>(last, 1), most);
    double g = 0;
    double spectrum = covariance.at(0);
    for (std::size_t lag = 1; lag <= window; ++lag) {
        const double at = static_cast<double>(lag) / static_cast<double>(window);
        const double weight = at <= 0.5 ? 1 : 2 * (1 - at);
        g += 2 * weight * static_cast<double>(lag) * covariance.at(lag);
        spectrum += 2 * weight * covariance.at(lag);
    }
    if (!(spectrum > 0)) return 1;
    const double length = std::cbrt(2 * g * g / (4.0 / 3 * spectrum * spectrum) * n);
    return std::max(length, 1.0);
}

double longest_length(std::size_t values) {
    const double n = static_cast<double>(values);
    return std::max(1.0, std::ceil(std::min(3 * std::sqrt(n), n / 3)));
}

}  // namespace

double politis_white(std::span<const double> values) {
    return std::min(wanted_length(values), longest_length(values.size()));
}

BlockLength block_length(std::span<const double> lengths) {
    const double wanted = wanted_length(lengths);
    const double longest =
        std::max(1.0, std::floor(static_cast<double>(lengths.size()) / kFewestBlocks));
    const double chosen = kLonger * std::min(wanted, longest_length(lengths.size()));
    const bool too_short = wanted > longest_length(lengths.size()) || chosen > longest;
    return {std::min(chosen, longest), too_short};
}

namespace {

// Sums of the values from the first on, those of the frames twice over: a block may go beyond the
// end.
template <class T, class Value>
std::vector<T> sums_twice(std::span<const Value> values) {
    std::vector<T> out{0};
    out.reserve(2 * values.size() + 1);
    for (int round = 0; round < 2; ++round) {
        for (const Value value : values) out.push_back(out.back() + static_cast<T>(value));
    }
    return out;
}

class Resampler {
  public:
    Resampler(std::span<const double> lengths, std::span<const std::uint8_t> stutters,
              std::size_t block)
        : time_(sums_twice<double>(lengths)),
          slow_(sums_twice<std::uint64_t>(stutters)),
          block_(block) {
        sorted_.assign(lengths.begin(), lengths.end());
        std::sort(sorted_.begin(), sorted_.end());
        sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
        counts_.resize(sorted_.size());
        for (const double length : lengths) {
            const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), length);
            place_.push_back(static_cast<std::uint32_t>(at - sorted_.begin()));
        }
        place_.insert(place_.end(), place_.begin(), place_.end());
    }

    Figures draw() {
        const std::size_t n = place_.size() / 2;
        std::fill(counts_.begin(), counts_.end(), 0);
        double time = 0;
        std::uint64_t slow = 0;
        for (std::size_t left = n; left > 0;) {
            const std::size_t begin = random_.below(n);
            const std::size_t end = begin + std::min(block_, left);
            for (std::size_t i = begin; i < end; ++i) ++counts_[place_[i]];
            time += time_[end] - time_[begin];
            slow += slow_[end] - slow_[begin];
            left -= end - begin;
        }
        Figures out = figures_of(Counted{sorted_, counts_, n, time});
        out[static_cast<std::size_t>(Figure::kStutters)] =
            static_cast<double>(slow) / static_cast<double>(n);
        return out;
    }

  private:
    std::vector<double> sorted_;
    std::vector<std::uint32_t> place_;  // of each frame in sorted_, twice over
    std::vector<double> time_;
    std::vector<std::uint64_t> slow_;
    std::vector<std::uint32_t> counts_;
    std::size_t block_;
    Random random_;
};

// Mean and spread without keeping the values (Welford).
struct Running {
    std::size_t count = 0;
    double mean = 0, squares = 0;
    void add(double value) {
        ++count;
        const double off = value - mean;
        mean += off / static_cast<double>(count);
        squares += off * (value - mean);
    }
    double deviation() const { return std::sqrt(squares / static_cast<double>(count - 1)); }
};

// Groups of frames above `limit` that are more than a block apart: what a tail has of its own.
std::size_t clusters_above(std::span<const double> lengths, double limit, double block) {
    std::size_t out = 0;
    double last = -1e300;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (lengths[i] < limit) continue;
        out += static_cast<double>(i) - last > block;
        last = static_cast<double>(i);
    }
    return out;
}

std::size_t resamples_for(std::size_t frames) {
    const double affordable = kWork / static_cast<double>(frames);
    return static_cast<std::size_t>(
        std::clamp(affordable, double(kFewestResamples), double(kResamples)));
}

}  // namespace

Spread spread_of(std::span<const double> lengths, double stutter_times) {
    Spread out;
    out.block = block_length(lengths);
    if (lengths.size() < kFewestFrames) return out;
    const auto block = static_cast<std::size_t>(std::ceil(out.block.frames));
    const std::vector<std::uint8_t> flags = stutters(lengths, stutter_times);
    const auto stuttered = std::count(flags.begin(), flags.end(), std::uint8_t{1});
    Resampler resampler(lengths, flags, block);
    std::array<Running, kFigureCount> seen;
    const std::size_t resamples = resamples_for(lengths.size());
    for (std::size_t i = 0; i < resamples; ++i) {
        const Figures drawn = resampler.draw();
        for (const FigureInfo& info : figures()) {
            const auto k = static_cast<std::size_t>(info.figure);
            if (!drawn[k]) continue;
            seen[k].add(info.figure == Figure::kStutters ? *drawn[k] : std::log(*drawn[k]));
        }
    }
    const double n = static_cast<double>(lengths.size());
    const Figures here = figures_of(lengths, stutter_times);
    for (const FigureInfo& info : figures()) {
        const auto k = static_cast<std::size_t>(info.figure);
        if (seen[k].count < resamples) continue;
        out.error[k] = seen[k].deviation();
        // Overlapping blocks: the variance of a mean has this many degrees of freedom.
        out.freedom[k] = 1.5 * n / out.block.frames;
        if (info.figure == Figure::kStutters) {
            // None seen is not none possible.
            out.error[k] =
                std::max(*out.error[k], std::sqrt(static_cast<double>(stuttered) + 1) / n);
        } else if (info.tail < 1) {
            const auto groups = clusters_above(lengths, *here[k], out.block.frames / kLonger);
            out.freedom[k] = std::min(out.freedom[k], static_cast<double>(groups) - 1);
        }
    }
    return out;
}

}  // namespace benchlab::pacing
