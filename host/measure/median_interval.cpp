#include "measure/median_interval.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "measure/correlation.hpp"
#include "measure/difference.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

// The tail of a normal distribution that lies as far out as `tail` does in Student's t.
double normal_tail(double tail, double freedom) {
    return boost::math::cdf(
        boost::math::complement(boost::math::normal(), t_of_tail(tail, freedom)));
}

double students_tail(double tail, double freedom) {
    const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
    return t_two_sided(z, freedom) / 2;
}

// How often the median of the distribution is below the `rank`-th smallest of `count` independent
// values.  Neither has to be whole.
double chance_below(double rank, double count) {
    return boost::math::ibetac(rank, count - rank + 1, 0.5);
}

// The rank that the median is below in `tail` of all cases.
double fractional_rank(double count, double tail) {
    constexpr int kHalvings = 60;
    double low = 0;
    double high = (count + 1) / 2;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (chance_below(middle, count) < tail ? low : high) = middle;
    }
    return high;
}

}  // namespace

MedianInterval median_interval(std::span<const double> samples, double confidence) {
    if (samples.size() < kFewestForDependence) return exact_median_interval(samples, confidence);
    const std::vector<double> sorted = sorted_copy(samples);
    const Dependence depends = dependence(signs_about(samples, percentile_sorted(sorted, 50)));
    const auto n = static_cast<double>(samples.size());
    const double tail = (1 - confidence) / 2;

    MedianInterval interval;
    interval.effective_samples = n / depends.inflation;
    interval.confidence = confidence;
    const double count = interval.effective_samples;
    double rank =
        fractional_rank(count, normal_tail(tail, depends.freedom)) * (n + 1) / (count + 1);
    if (rank < 1) {
        rank = 1;
        const double first = (count + 1) / (n + 1);
        const double missed = std::min(0.5, chance_below(first, count));
        interval.confidence = 1 - 2 * students_tail(missed, depends.freedom);
    }
    const double percent = 100 * (rank - 1) / (n - 1);
    interval.low = percentile_sorted(sorted, percent);
    interval.high = percentile_sorted(sorted, 100 - percent);
    return interval;
}

MedianInterval exact_median_interval(std::span<const double> data, double confidence) {
    MedianInterval interval{std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::quiet_NaN(), 0,
                            static_cast<double>(data.size())};
    if (data.empty()) return interval;
    const boost::math::binomial below(static_cast<double>(data.size()), 0.5);
    const double tail = (1 - confidence) / 2;

    // The k-th value from each end leaves out the median with P(B <= k - 1) a side: the largest k
    // that keeps this within `tail`, found between 0 (none does) and the middle.
    std::size_t k = 0;
    std::size_t beyond = data.size() / 2 + 1;
    while (beyond - k > 1) {
        const std::size_t middle = k + (beyond - k) / 2;
        const double missed = boost::math::cdf(below, static_cast<double>(middle - 1));
        (missed <= tail ? k : beyond) = middle;
    }
    if (k == 0) return interval;

    const std::vector<double> sorted = sorted_copy(data);
    interval.low = sorted[k - 1];
    interval.high = sorted[sorted.size() - k];
    interval.confidence = 1 - 2 * boost::math::cdf(below, static_cast<double>(k - 1));
    return interval;
}

}  // namespace benchlab::measure
