#include "common/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace benchlab::analyzers {
namespace {

template <class Number>
double percentile_of(std::span<const Number> sorted, double percent) {
    const double rank = percent / 100 * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(rank));
    const auto high = std::min(low + 1, sorted.size() - 1);
    const auto below = static_cast<double>(sorted[low]);
    const auto above = static_cast<double>(sorted[high]);
    return below + (above - below) * (rank - static_cast<double>(low));
}

}  // namespace

double percentile(const std::vector<std::int64_t>& sorted, double percent) {
    return percentile_of<std::int64_t>(sorted, percent);
}

double percentile(std::span<const double> sorted, double percent) {
    return percentile_of<double>(sorted, percent);
}

Distribution distribution_of(std::vector<std::int64_t> lengths_ns) {
    Distribution out;
    if (lengths_ns.empty()) return out;
    std::sort(lengths_ns.begin(), lengths_ns.end());
    out.count = lengths_ns.size();
    out.total_ns = std::accumulate(lengths_ns.begin(), lengths_ns.end(), std::int64_t{0});
    out.min_ns = lengths_ns.front();
    out.max_ns = lengths_ns.back();
    out.mean_ns = static_cast<double>(out.total_ns) / static_cast<double>(out.count);
    out.p50_ns = percentile(lengths_ns, 50);
    out.p90_ns = percentile(lengths_ns, 90);
    out.p99_ns = percentile(lengths_ns, 99);
    out.p999_ns = percentile(lengths_ns, 99.9);
    return out;
}

void add_distribution_columns(TableBuilder& table, const std::string& one, const std::string& many,
                              const std::string& length) {
    const std::string of = " of the lengths: " + length;
    table.u64("count", "Count", "How many " + many + " lie in the window, if only in part",
              BL_UNIT_COUNT);
    table.u64("total_ns", "Total", "Sum" + of + ", each cut to the window", BL_UNIT_NS,
              BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
    table.f64("mean_ns", "Mean", "Mean" + of, BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
    const auto part = [&](const char* id, const char* title, const char* share,
                          std::uint32_t flags) {
        table.f64(id, title,
                  std::string("The length that ") + share + " of " + many +
                      " do not exceed, interpolated between neighbours",
                  BL_UNIT_NS, flags | BL_OUT_LESS_IS_BETTER);
    };
    part("p50_ns", "p50", "50 %", 0);
    part("p90_ns", "p90", "90 %", BL_OUT_WIDE_ONLY);
    part("p99_ns", "p99", "99 %", 0);
    part("p999_ns", "p99.9", "99.9 %", BL_OUT_WIDE_ONLY);
    table.u64("max_ns", "Max", "The longest " + one, BL_UNIT_NS, BL_OUT_LESS_IS_BETTER);
}

}  // namespace benchlab::analyzers
