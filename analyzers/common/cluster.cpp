#include "common/cluster.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "common/distribution.hpp"

namespace benchlab::analyzers {
namespace {

constexpr double kAround = 0.05;

}  // namespace

Cluster cluster_of(const std::vector<double>& sorted) {
    if (sorted.empty()) return {};
    // The most frames that any period could have around it; of equals the shortest.
    std::size_t first = 0, last = 0;
    for (std::size_t from = 0, to = 0; from < sorted.size(); ++from) {
        while (to < sorted.size() && sorted[to] * (1 - kAround) <= sorted[from] * (1 + kAround)) {
            ++to;
        }
        if (to - from > last - first) first = from, last = to;
    }
    Cluster out;
    out.period_ns = percentile(std::span(sorted).subspan(first, last - first), 50);
    const auto begin =
        std::lower_bound(sorted.begin(), sorted.end(), out.period_ns * (1 - kAround));
    const auto end = std::upper_bound(begin, sorted.end(), out.period_ns * (1 + kAround));
    out.share = static_cast<double>(end - begin) / static_cast<double>(sorted.size());
    return out;
}

}  // namespace benchlab::analyzers
