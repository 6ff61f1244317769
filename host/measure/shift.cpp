// The shift between two sets of samples: order statistics of all differences x[i] - y[j].
#include <algorithm>
#include <bit>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "measure/rank_test.hpp"
#include "measure/u_distribution.hpp"

namespace benchlab::measure {
namespace {

// The k-th smallest of all differences without making them: memory stays linear whatever the
// sizes, and a million samples a side take well under a second.
//
// How many differences are at most d is one walk over both sorted sides, since x[i] - y[j], as
// rounded, never falls when x[i] grows or y[j] shrinks.  The search halves the range of doubles by
// their position in order, so after at most 64 steps it stands on the difference itself.
class Differences {
  public:
    Differences(std::span<const double> x, std::span<const double> y)
        : x_(x.begin(), x.end()), y_(y.begin(), y.end()) {
        std::sort(x_.begin(), x_.end());
        std::sort(y_.begin(), y_.end());
    }

    std::uint64_t count() const { return static_cast<std::uint64_t>(x_.size()) * y_.size(); }

    // k from 1 to count().
    double smallest(std::uint64_t k) const {
        std::uint64_t low = position(x_.front() - y_.back());
        std::uint64_t high = position(x_.back() - y_.front());
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (count_at_most(value_at(middle)) >= k) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return value_at(low) + 0.0;  // no -0
    }

    double median() const {
        const std::uint64_t half = count() / 2;
        if (count() % 2 == 1) return smallest(half + 1);
        const double below = smallest(half);
        return below + (smallest(half + 1) - below) / 2;
    }

  private:
    static constexpr std::uint64_t kSignBit = 1ull << 63;

    // Doubles in ascending order as unsigned integers, and back.
    static std::uint64_t position(double value) {
        const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
        return (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
    }
    static double value_at(std::uint64_t position) {
        const bool negative = (position & kSignBit) == 0;
        return std::bit_cast<double>(negative ? ~position : position & ~kSignBit);
    }

    std::uint64_t count_at_most(double limit) const {
        std::uint64_t count = 0;
        std::size_t y_index = 0;  // the first y with x - y <= limit; moves up with x
        for (const double x : x_) {
            while (y_index < y_.size() && x - y_[y_index] > limit) ++y_index;
            count += y_.size() - y_index;
        }
        return count;
    }

    std::vector<double> x_;
    std::vector<double> y_;
};

bool has_ties(std::span<const double> x, std::span<const double> y) {
    std::vector<double> all(x.begin(), x.end());
    all.insert(all.end(), y.begin(), y.end());
    std::sort(all.begin(), all.end());
    return std::adjacent_find(all.begin(), all.end()) != all.end();
}

// Which difference from each end bounds the interval, and what that reaches.
struct Bounds {
    std::uint64_t rank = 0;  // 0: there are too few samples for this confidence
    double confidence = 0;
};

Bounds exact_bounds(std::size_t count_x, std::size_t count_y, double confidence) {
    const UDistribution distribution(count_x, count_y);
    const double tail = (1 - confidence) / 2;
    std::uint64_t rank = distribution.quantile(tail);
    if (rank == 0) {
        // The whole range is the answer where it reaches just what was asked.
        constexpr double kRounding = 1e-12;
        if (distribution.at_most(0) > tail + kRounding) return {};
        rank = 1;
    }
    return {rank, 1 - 2 * distribution.at_most(rank - 1)};
}

// Normal approximation of the same rank, with continuity correction.  Ties are left out of the
// variance, which can only widen the interval.
Bounds asymptotic_bounds(std::size_t count_x, std::size_t count_y, double confidence) {
    const boost::math::normal standard;
    const auto n1 = static_cast<double>(count_x);
    const auto n2 = static_cast<double>(count_y);
    const double mean = n1 * n2 / 2;
    const double deviation = std::sqrt(n1 * n2 * (n1 + n2 + 1) / 12);
    const double tail_z = boost::math::quantile(
        boost::math::complement(standard, std::clamp((1 - confidence) / 2, 1e-300, 0.5)));
    const double rank = std::floor(mean - tail_z * deviation + 0.5);
    if (rank < 1) return {};
    const double missed = boost::math::cdf(standard, (rank - 0.5 - mean) / deviation);
    return {static_cast<std::uint64_t>(rank), 1 - 2 * missed};
}

}  // namespace

Shift hodges_lehmann(std::span<const double> x, std::span<const double> y, double confidence) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    Shift shift{kNone, kNone, kNone, 0};
    if (x.empty() || y.empty()) return shift;
    const Differences differences(x, y);
    shift.estimate = differences.median();

    const bool exact = x.size() < kExactBelow && y.size() < kExactBelow && !has_ties(x, y);
    const Bounds bounds = exact ? exact_bounds(x.size(), y.size(), confidence)
                                : asymptotic_bounds(x.size(), y.size(), confidence);
    if (bounds.rank == 0) return shift;
    shift.low = differences.smallest(bounds.rank);
    shift.high = differences.smallest(differences.count() + 1 - bounds.rank);
    shift.confidence = bounds.confidence;
    return shift;
}

}  // namespace benchlab::measure
