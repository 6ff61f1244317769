#include "measure/u_distribution.hpp"

#include <boost/math/special_functions/binomial.hpp>
#include <limits>

namespace benchlab::measure {
namespace {

// How many of the orders of `count_x` + `count_y` values have U = u, for u up to `last`.
//
// The values of x are placed in ascending order: the j-th of them at rank r adds r - j to U.
// ways[j][u] counts the placements of j of them so far.  All terms are positive, so the doubles
// lose nothing worth mentioning although the counts pass 2^64.
std::vector<double> count_orders(std::size_t count_x, std::size_t count_y, std::size_t last) {
    std::vector<std::vector<double>> ways(count_x + 1, std::vector<double>(last + 1, 0.0));
    ways[0][0] = 1;
    for (std::size_t rank = 1; rank <= count_x + count_y; ++rank) {
        for (std::size_t j = std::min(rank, count_x); j >= 1; --j) {
            const std::size_t adds = rank - j;
            if (adds > count_y) break;  // grows as j falls
            for (std::size_t u = adds; u <= last; ++u) ways[j][u] += ways[j - 1][u - adds];
        }
    }
    return ways[count_x];
}

}  // namespace

UDistribution::UDistribution(std::size_t count_x, std::size_t count_y)
    : largest_u_(count_x * count_y), at_most_(count_orders(count_x, count_y, largest_u_ / 2)) {
    const double orders = boost::math::binomial_coefficient<double>(
        static_cast<unsigned>(count_x + count_y), static_cast<unsigned>(count_x));
    double sum = 0;
    for (double& probability : at_most_) {
        sum += probability;
        probability = sum / orders;
    }
}

double UDistribution::at_most(std::size_t u) const {
    if (u >= largest_u_) return 1;
    if (u < at_most_.size()) return at_most_[u];
    return 1 - at_most_[largest_u_ - u - 1];
}

}  // namespace benchlab::measure
