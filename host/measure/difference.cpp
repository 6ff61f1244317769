#include "measure/difference.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace benchlab::measure {
namespace {

// What is too large is infinite, not an exception.
namespace policies = boost::math::policies;
using Student = boost::math::students_t_distribution<
    double, policies::policy<policies::overflow_error<policies::ignore_error>>>;

double square(double value) {
    return value * value;
}

double sum_of_squares(std::span<const double> values, double mean) {
    double out = 0;
    for (const double value : values) out += square(value - mean);
    return out;
}

}  // namespace

double t_two_sided(double t, double freedom) {
    if (!std::isfinite(t)) return t != t ? 1 : 0;
    const boost::math::students_t distribution(freedom);
    return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(t))));
}

Difference difference(const Estimate& base, const Estimate& next) {
    Difference out;
    out.estimate = next.value - base.value;
    const double a = square(base.error);
    const double b = square(next.error);
    out.error = std::sqrt(a + b);
    if (!(out.error > 0) || !std::isfinite(out.error) || !std::isfinite(out.estimate)) return out;
    if (!(base.freedom > 0) || !(next.freedom > 0)) return out;
    out.freedom = square(a + b) / (square(a) / base.freedom + square(b) / next.freedom);
    if (!std::isfinite(out.freedom) || !(out.freedom > 0)) return out;
    out.p = t_two_sided(out.estimate / out.error, out.freedom);
    return out;
}

Estimate estimate_of(std::span<const double> values) {
    Estimate out;
    const double n = static_cast<double>(values.size());
    if (values.empty()) return out;
    out.value = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() < 2) return out;
    out.freedom = n - 1;
    out.error = std::sqrt(sum_of_squares(values, out.value) / out.freedom / n);
    return out;
}

Difference difference(std::span<const double> base, std::span<const double> next) {
    const Estimate a = estimate_of(base);
    const Estimate b = estimate_of(next);
    if (base.size() >= 2 && next.size() >= 2) return difference(a, b);
    Difference out;
    out.estimate = b.value - a.value;
    const std::size_t several = std::max(base.size(), next.size());
    if (base.empty() || next.empty() || several < 2) return out;
    const Estimate& known = base.size() > next.size() ? a : b;
    // One more capture of the same kind: its own spread on top of that of the mean.
    out.error = known.error * std::sqrt(static_cast<double>(several) + 1);
    out.freedom = known.freedom;
    if (out.error > 0) out.p = t_two_sided(out.estimate / out.error, out.freedom);
    return out;
}

double chance_of_separation(std::size_t base, std::size_t next) {
    double orders = 1;  // binomial coefficient of all over base
    for (std::size_t i = 1; i <= base; ++i) {
        orders *= static_cast<double>(next + i) / static_cast<double>(i);
    }
    return std::min(1.0, 2 / orders);
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> out(p.size());
    double largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double scaled = p[order[i]] * static_cast<double>(p.size() - i);
        largest = std::max(largest, std::min(1.0, scaled));
        out[order[i]] = largest;
    }
    return out;
}

double t_quantile(double probability, double freedom) {
    if (!(freedom > 0)) return std::numeric_limits<double>::infinity();
    return boost::math::quantile(Student(freedom), probability);
}

double t_of_tail(double tail, double freedom) {
    if (!(freedom > 0) || !(tail > 0)) return std::numeric_limits<double>::infinity();
    return boost::math::quantile(boost::math::complement(Student(freedom), tail));
}

}  // namespace benchlab::measure
