#include "common/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/window.hpp"

namespace benchlab::analyzers {
namespace {

// Where a percentile lies among `count` values: behind the one at `low`, by a part of the way to
// the next.
struct Rank {
    std::size_t low;
    double part;

    Rank(double percent, std::size_t count) {
        const double rank = percent / 100 * static_cast<double>(count - 1);
        low = static_cast<std::size_t>(std::floor(rank));
        part = rank - static_cast<double>(low);
    }
    double between(double below, double above) const { return below + (above - below) * part; }
};

template <class Number>
double percentile_of(std::span<const Number> sorted, double percent) {
    const Rank rank(percent, sorted.size());
    const std::size_t high = std::min(rank.low + 1, sorted.size() - 1);
    return rank.between(static_cast<double>(sorted[rank.low]), static_cast<double>(sorted[high]));
}

// percentile() of values in any order.  Those before `from` are no greater than the rest, which is
// so up to the rank that is asked for afterwards: percentiles in ascending order need no sorting.
double next_percentile(std::vector<std::int64_t>& values, std::size_t& from, double percent) {
    const Rank rank(percent, values.size());
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank.low);
    std::nth_element(values.begin() + static_cast<std::ptrdiff_t>(from), at, values.end());
    from = rank.low;
    if (at + 1 == values.end()) return static_cast<double>(*at);
    return rank.between(static_cast<double>(*at),
                        static_cast<double>(*std::min_element(at + 1, values.end())));
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
    out.count = lengths_ns.size();
    out.total_ns = std::accumulate(lengths_ns.begin(), lengths_ns.end(), std::int64_t{0}, add_ns);
    const auto [least, greatest] = std::minmax_element(lengths_ns.begin(), lengths_ns.end());
    out.min_ns = *least;
    out.max_ns = *greatest;
    // A sum that stayed at the greatest number has no mean.
    const double total_ns = out.total_ns < INT64_MAX
                                ? static_cast<double>(out.total_ns)
                                : std::accumulate(lengths_ns.begin(), lengths_ns.end(), 0.0);
    out.mean_ns = total_ns / static_cast<double>(out.count);
    std::size_t from = 0;
    out.p50_ns = next_percentile(lengths_ns, from, 50);
    out.p90_ns = next_percentile(lengths_ns, from, 90);
    out.p99_ns = next_percentile(lengths_ns, from, 99);
    out.p999_ns = next_percentile(lengths_ns, from, 99.9);
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
