#include "measure/rank_test.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "measure/u_distribution.hpp"

namespace benchlab::measure {
namespace {

struct Ranked {
    double u = 0;         // of x
    double tie_term = 0;  // sum of t^3 - t over the groups of equal values
};

// U and ties from one walk over both sorted sides.
Ranked rank_together(std::span<const double> x, std::span<const double> y) {
    struct Value {
        double value;
        bool of_x;
    };
    std::vector<Value> all;
    all.reserve(x.size() + y.size());
    for (const double value : x) all.push_back({value, true});
    for (const double value : y) all.push_back({value, false});
    std::sort(all.begin(), all.end(),
              [](const Value& a, const Value& b) { return a.value < b.value; });

    Ranked result;
    double y_below = 0;
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin;
        double of_x = 0;
        while (end < all.size() && all[end].value == all[begin].value) {
            if (all[end].of_x) ++of_x;
            ++end;
        }
        const double tied = static_cast<double>(end - begin);
        const double of_y = tied - of_x;
        result.u += of_x * (y_below + of_y / 2);
        result.tie_term += tied * tied * tied - tied;
        y_below += of_y;
        begin = end;
    }
    return result;
}

RankTest asymptotic(const Ranked& ranked, std::size_t count_x, std::size_t count_y) {
    const auto n1 = static_cast<double>(count_x);
    const auto n2 = static_cast<double>(count_y);
    const double n = n1 + n2;
    RankTest test;
    test.u = ranked.u;
    const double variance = n1 * n2 / 12 * ((n + 1) - ranked.tie_term / (n * (n - 1)));
    if (!(variance > 0)) return test;  // all values equal
    const double distance = ranked.u - n1 * n2 / 2;
    const double size = std::max(std::abs(distance) - 0.5, 0.0) / std::sqrt(variance);
    test.z = std::copysign(size, distance);
    const boost::math::normal standard;
    test.p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(standard, size)));
    return test;
}

}  // namespace

RankTest mann_whitney_asymptotic(std::span<const double> x, std::span<const double> y) {
    return asymptotic(rank_together(x, y), x.size(), y.size());
}

RankTest mann_whitney(std::span<const double> x, std::span<const double> y) {
    const Ranked ranked = rank_together(x, y);
    const bool exact = ranked.tie_term == 0 && x.size() < kExactBelow && y.size() < kExactBelow;
    if (!exact) return asymptotic(ranked, x.size(), y.size());

    const auto u = static_cast<std::size_t>(ranked.u);
    const std::size_t smaller_tail = std::min(u, x.size() * y.size() - u);
    const UDistribution distribution(x.size(), y.size());
    RankTest test;
    test.u = ranked.u;
    test.p = std::min(1.0, 2 * distribution.at_most(smaller_tail));
    test.exact = true;
    return test;
}

}  // namespace benchlab::measure
