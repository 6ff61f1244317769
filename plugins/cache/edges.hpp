// cache/edges.hpp: what a curve of latencies by size tells: where levels end, and where one size
// has two latencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace benchlab::plugins {

inline constexpr std::size_t kMostPoints = 64;
inline constexpr std::size_t kMostReadings = 48;  // of a point
inline constexpr std::size_t kMostEdges = 4;

struct Edges {
    std::uint64_t at[kMostEdges] = {};  // the largest size of each level; ascending
    std::size_t count = 0;
};

// Ends of levels in latencies by ascending size, as many of both and at most kMostPoints, all above
// 0.  A level ends where latencies rise by 40 % or more in one go, at the last size that is nearer
// to the latency before than to the one behind; where they rise more than 3.5-fold, nearer than
// to 3.5 times the one before, since then there may be a level in between that has no flat part.
// Dips, which only noise makes, are evened out first.
Edges edges_of(std::span<const std::uint64_t> sizes, std::span<const double> latencies);

// The lower quartile, as a disturbance can only add to a latency; NaN of none.  Changes the order.
double quartile_of(std::span<double> values);

// Whether values have two humps: there is a gap, with at least three of them and a fifth of them on
// either side, across which the median of the upper side is 1.5 times that of the lower, and which
// is wider than the middle half of either. At least 8 values; sorts them.
bool two_humped(std::span<double> values, double& low, double& high);

}  // namespace benchlab::plugins
