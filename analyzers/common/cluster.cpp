#include "common/cluster.hpp"

#include <algorithm>
#include <cstddef>

#include "common/distribution.hpp"

namespace benchlab::analyzers {
namespace {

constexpr double kAround = 0.05;

}  // namespace

std::span<const double> most_alike(const std::vector<double>& sorted, double near) {
    std::span<const double> out;
    std::size_t to = 0;
    for (std::size_t from = 0; from < sorted.size(); ++from) {
        while (to < sorted.size() && sorted[to] * (1 - near) <= sorted[from] * (1 + near)) ++to;
        if (to - from > out.size()) out = std::span(sorted).subspan(from, to - from);
    }
    return out;
}

Cluster cluster_of(const std::vector<double>& sorted) {
    if (sorted.empty()) return {};
    Cluster out;
    out.period_ns = percentile(most_alike(sorted, kAround), 50);
    const auto begin =
        std::lower_bound(sorted.begin(), sorted.end(), out.period_ns * (1 - kAround));
    const auto end = std::upper_bound(begin, sorted.end(), out.period_ns * (1 + kAround));
    out.share = static_cast<double>(end - begin) / static_cast<double>(sorted.size());
    return out;
}

}  // namespace benchlab::analyzers
