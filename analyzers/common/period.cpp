#include "common/period.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "common/cluster.hpp"
#include "common/distribution.hpp"

namespace benchlab::analyzers {
namespace {

constexpr double kNear = 0.1;
constexpr double kMostPeriods = 4;  // times the period
constexpr std::uint64_t kLeast = 5;
constexpr double kShare = 0.6;

bool is_on(double interval, double period) {
    const double times = std::clamp(std::round(interval / period), 1.0, kMostPeriods);
    return std::abs(interval - times * period) <= kNear * period;
}

}  // namespace

std::optional<Period> period_of(const std::vector<std::int64_t>& times) {
    std::vector<double> sorted;
    for (std::size_t i = 1; i < times.size(); ++i) {
        sorted.push_back(static_cast<double>(times[i] - times[i - 1]));
    }
    std::sort(sorted.begin(), sorted.end());
    const std::span<const double> alike = most_alike(sorted, kNear);
    if (alike.size() < kLeast) return std::nullopt;
    Period out;
    out.length_ns = percentile(alike, 50);
    out.intervals = sorted.size();
    for (const double each : sorted) out.regular += is_on(each, out.length_ns) ? 1 : 0;
    if (out.share() < kShare) return std::nullopt;
    return out;
}

}  // namespace benchlab::analyzers
