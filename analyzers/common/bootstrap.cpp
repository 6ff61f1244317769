#include "common/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>

#include "common/distribution.hpp"
#include "common/units.hpp"

namespace benchlab::analyzers {
namespace {

// Slow frames that come together fewer times have no interval: it would be a guess.
constexpr std::size_t kEpisodes = 6;

// splitmix64: the same numbers everywhere, which those of the standard library's distributions
// are not.
class Random {
  public:
    std::size_t below(std::size_t limit) {
        std::uint64_t x = state_ += 0x9E3779B97F4A7C15;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return static_cast<std::size_t>((((x ^ (x >> 31)) >> 32) * limit) >> 32);
    }

  private:
    std::uint64_t state_ = 1;
};

// Correlations of values with those that come `lag` later, for the lags from 0 on as far as they
// are asked for.
class Correlations {
  public:
    explicit Correlations(const std::vector<double>& values) : away_(values) {
        const double mean =
            std::accumulate(away_.begin(), away_.end(), 0.0) / static_cast<double>(away_.size());
        for (double& each : away_) each -= mean;
        squares_ = sum(0);
    }
    bool constant() const { return squares_ <= 0; }
    double at(std::size_t lag) {
        while (known_.size() <= lag) known_.push_back(sum(known_.size()) / squares_);
        return known_[lag];
    }

  private:
    double sum(std::size_t lag) const {
        double out = 0;
        for (std::size_t i = lag; i < away_.size(); ++i) out += away_[i] * away_[i - lag];
        return out;
    }

    std::vector<double> away_;
    double squares_ = 0;
    std::vector<double> known_;
};

// The lag from which on five correlations in a row are no more than chance makes them.
std::size_t lag_of_memory(Correlations& of, std::size_t count, std::size_t most) {
    const auto n = static_cast<double>(count);
    const double chance = 2 * std::sqrt(std::log10(n) / n);
    std::size_t in_a_row = 0;
    for (std::size_t lag = 1; lag <= most; ++lag) {
        in_a_row = std::abs(of.at(lag)) < chance ? in_a_row + 1 : 0;
        if (in_a_row == 5) return lag - 5;
    }
    return most;
}

// Lengths by those of their regime, as the difference of regimes is no memory.  Cut at both ends,
// so that one hitch does not hide what the others do.
std::vector<double> without_regimes(const std::vector<double>& lengths,
                                    const std::vector<Stretch>& regimes) {
    std::vector<double> out = lengths;
    std::vector<double> sorted;
    for (const Stretch& each : regimes) {
        const auto first = out.begin() + static_cast<std::ptrdiff_t>(each.first);
        const auto last = out.begin() + static_cast<std::ptrdiff_t>(each.last);
        sorted.assign(first, last);
        std::sort(sorted.begin(), sorted.end());
        const std::span<const double> all(sorted);
        const double least = percentile(all, 1), most = percentile(all, 99);
        const double median = percentile(all, 50);
        std::for_each(first, last, [&](double& x) { x = std::clamp(x, least, most) / median; });
    }
    return out;
}

// Slow frames may come together although the others do not, or the other way round.
std::size_t block_of(const std::vector<double>& lengths, const std::vector<Stretch>& regimes) {
    std::vector<double> values = without_regimes(lengths, regimes);
    double block = block_length(values);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const double limit = percentile(std::span<const double>(sorted), 95);
    for (double& each : values) each = each > limit ? 1 : 0;
    block = std::max(block, block_length(values));
    return std::max<std::size_t>(static_cast<std::size_t>(std::lround(block)), 1);
}

struct Figures {
    double average_fps = 0, median_ns = 0, p99_ns = 0;
    Lows low_1, low_01;
};

class Resampling {
  public:
    Resampling(const std::vector<double>& lengths, const std::vector<Stretch>& regimes,
               std::size_t block)
        : regimes_(regimes),
          block_(block),
          sums_(lengths.size() + 1),
          longest_first_(lengths.size()),
          steps_(lengths.size() + 1),
          times_(lengths.size()) {
        std::partial_sum(lengths.begin(), lengths.end(), sums_.begin() + 1);
        std::iota(longest_first_.begin(), longest_first_.end(), 0u);
        std::sort(longest_first_.begin(), longest_first_.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return lengths[a] > lengths[b]; });
        for (const std::uint32_t each : longest_first_) lengths_.push_back(lengths[each]);
    }

    // Of each frame once.
    Figures all() {
        std::fill(times_.begin(), times_.end(), std::uint16_t{1});
        return figures(sums_.back());
    }

    Figures draw() {
        std::fill(steps_.begin(), steps_.end(), 0);
        double total_ns = 0;
        for (const Stretch& each : regimes_) total_ns += draw_blocks(each);
        std::int32_t times = 0;
        for (std::size_t i = 0; i < times_.size(); ++i) {
            times += steps_[i];
            times_[i] = static_cast<std::uint16_t>(std::min(times, 0xFFFF));
        }
        return figures(total_ns);
    }

  private:
    // Blocks may begin at each frame with the same chance: behind the last frame of a regime comes
    // its first.
    double draw_blocks(const Stretch& regime) {
        double total_ns = 0;
        for (std::size_t left = regime.size(); left > 0;) {
            const std::size_t count = std::min(block_, left);
            const std::size_t from = regime.first + random_.below(regime.size());
            const std::size_t straight = std::min(count, regime.last - from);
            total_ns += add(from, straight) + add(regime.first, count - straight);
            left -= count;
        }
        return total_ns;
    }
    double add(std::size_t from, std::size_t count) {
        steps_[from] += 1;
        steps_[from + count] -= 1;
        return sums_[from + count] - sums_[from];
    }

    // Frames are gone through from the longest on, as often as each was drawn.
    Figures figures(double total_ns) {
        const std::size_t count = lengths_.size();
        longest_.clear();
        std::size_t at = 0;
        const auto take_until = [&](std::size_t wanted) {
            for (; at < count && longest_.size() < wanted; ++at) {
                longest_.insert(longest_.end(), times_[longest_first_[at]], lengths_[at]);
            }
        };
        take_until(count / 100 + 2);
        Figures out;
        out.average_fps = kNsPerSecond * static_cast<double>(count) / total_ns;
        out.low_1 = lows_of_longest(longest_, count, total_ns, 100);
        out.low_01 = lows_of_longest(longest_, count, total_ns, 1000);
        out.p99_ns = kNsPerSecond / out.low_1.percentile_fps.value_or(1);
        out.median_ns = median(longest_.size(), at);
        return out;
    }
    double median(std::size_t drawn, std::size_t at) const {
        const std::size_t middle = lengths_.size() / 2;
        while (drawn < middle) drawn += times_[longest_first_[at++]];
        const double upper = lengths_[at - 1];  // the one of rank middle - 1, from the longest
        while (drawn < middle + 1) drawn += times_[longest_first_[at++]];
        const double lower = lengths_[at - 1];
        return lengths_.size() % 2 == 1 ? lower : (lower + upper) / 2;
    }

    const std::vector<Stretch>& regimes_;
    const std::size_t block_;
    std::vector<double> sums_;
    std::vector<std::uint32_t> longest_first_;
    std::vector<double> lengths_;  // of those
    std::vector<std::int32_t> steps_;
    std::vector<std::uint16_t> times_;  // how often each frame was drawn
    std::vector<double> longest_;
    Random random_;
};

// How many times the longest frames, one in `one_of`, come together: apart are those with more
// than a block between them.
std::size_t episodes(const std::vector<double>& lengths, std::size_t one_of, std::size_t block) {
    std::vector<double> longest = lengths;
    const std::size_t count = lengths.size() / one_of;
    if (count == 0) return 0;
    std::nth_element(longest.begin(), longest.begin() + static_cast<std::ptrdiff_t>(count - 1),
                     longest.end(), std::greater<>());
    const double least = longest[count - 1];
    std::size_t out = 0, last = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (lengths[i] < least) continue;
        out += out == 0 || i - last > block ? 1 : 0;
        last = i;
    }
    return out;
}

// What is drawn of few varies by less than what captures vary by: as much as the deviation of few
// values is below that of all.
double widening(double of) {
    const double freedom = std::max(of - 1, 1.0);
    const double student = 1.96 + 2.37 / freedom + 2.82 / (freedom * freedom);
    return student / 1.96 * std::sqrt(of / freedom);
}

// Intervals of the figures of what was drawn.  `pieces` is how many things they are made of that
// have nothing to do with each other.
class Drawn {
  public:
    Drawn(const std::vector<Figures>& drawn, const Figures& all) : drawn_(drawn), all_(all) {}

    template <class Figure>
    Interval interval(std::size_t pieces, Figure&& figure) const {
        std::vector<double> values;
        for (const Figures& each : drawn_) values.push_back(figure(each));
        std::sort(values.begin(), values.end());
        const std::span<const double> sorted(values);
        const double found = figure(all_), wider = widening(static_cast<double>(pieces));
        const double below = std::max(found - percentile(sorted, 2.5), 0.0);
        const double above = std::max(percentile(sorted, 97.5) - found, 0.0);
        return {std::max(found - below * wider, 0.0), found + above * wider};
    }
    // Of what the longest frames tell.  The longest that could have been are hardly ever among
    // those that were, so that what is drawn leans to the short side: both ends are as far away as
    // the farther one.
    template <class Figure>
    Interval even_interval(std::size_t pieces, Figure&& figure) const {
        const auto [low, high] = interval(pieces, figure);
        const double found = figure(all_), away = std::max(found - low, high - found);
        return {std::max(found - away, 0.0), found + away};
    }
    LowIntervals low(Lows Figures::*low, std::size_t pieces) const {
        const auto part = [&](std::optional<double> Lows::*which) -> std::optional<Interval> {
            if (!(all_.*low.*which) || pieces < kEpisodes) return std::nullopt;
            return even_interval(
                pieces, [&](const Figures& each) { return (each.*low.*which).value_or(0); });
        };
        return {part(&Lows::percentile_fps), part(&Lows::average_fps), part(&Lows::integral_fps)};
    }

  private:
    const std::vector<Figures>& drawn_;
    const Figures all_;
};

}  // namespace

double block_length(const std::vector<double>& values) {
    if (values.size() < 20) return 1;
    Correlations of(values);
    if (of.constant()) return 1;
    const auto n = static_cast<double>(values.size());
    const auto most = static_cast<std::size_t>(std::sqrt(n)) + 5;
    const std::size_t reach = std::min(2 * lag_of_memory(of, values.size(), most), most);
    double spectrum = 1, slope = 0;
    for (std::size_t lag = 1; lag <= reach; ++lag) {
        const double part = static_cast<double>(lag) / static_cast<double>(reach);
        const double weight = 2 * std::min(1.0, 2 * (1 - part)) * of.at(lag);
        spectrum += weight;
        slope += weight * static_cast<double>(lag);
    }
    if (spectrum <= 0) return 1;
    const double ratio = slope / spectrum;
    return std::clamp(std::cbrt(1.5 * ratio * ratio * n), 1.0, std::min(3 * std::sqrt(n), n / 10));
}

std::optional<Intervals> intervals_of(const std::vector<double>& lengths_ns,
                                      const std::vector<Stretch>& regimes) {
    const std::size_t count = lengths_ns.size();
    if (count < kIntervalFrames) return std::nullopt;
    Intervals out;
    out.block = block_of(lengths_ns, regimes);
    Resampling resampling(lengths_ns, regimes, out.block);
    const std::size_t draws = std::clamp<std::size_t>(30'000'000 / count, 100, 1000);
    std::vector<Figures> drawn;
    for (std::size_t i = 0; i < draws; ++i) drawn.push_back(resampling.draw());
    const Drawn of(drawn, resampling.all());
    const std::size_t blocks = count / out.block;
    out.average_fps = of.interval(blocks, [](const Figures& each) { return each.average_fps; });
    out.median_ns = of.interval(blocks, [](const Figures& each) { return each.median_ns; });
    const std::size_t slow = episodes(lengths_ns, 100, out.block);
    if (slow >= kEpisodes) {
        out.p99_ns = of.even_interval(slow, [](const Figures& each) { return each.p99_ns; });
    }
    out.low_1 = of.low(&Figures::low_1, slow);
    out.low_01 = of.low(&Figures::low_01, episodes(lengths_ns, 1000, out.block));
    return out;
}

}  // namespace benchlab::analyzers
