// common/distribution.hpp: how lengths of time are spread, and the columns that show it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "benchlab/sink.hpp"

namespace benchlab::analyzers {

// The value below which `percent` of the values lie, between two of them by linear interpolation:
// of n values rank percent / 100 * (n - 1).  `sorted` ascends and is not empty.
double percentile(const std::vector<std::int64_t>& sorted, double percent);
double percentile(std::span<const double> sorted, double percent);

// All zero when there is nothing.
struct Distribution {
    std::uint64_t count = 0;
    std::int64_t total_ns = 0, min_ns = 0, max_ns = 0;
    double mean_ns = 0, p50_ns = 0, p90_ns = 0, p99_ns = 0, p999_ns = 0;
};

Distribution distribution_of(std::vector<std::int64_t> lengths_ns);

// Columns count, total, mean, p50, p90, p99, p99.9 and max.  `one` and `many` name what is counted
// ("wait", "waits"); `length` says what is meant by the length of one ("the time from ... to ...").
void add_distribution_columns(TableBuilder& table, const std::string& one, const std::string& many,
                              const std::string& length);

// A row whose last columns are those above.
template <class... Cells>
void add_distribution_row(TableBuilder& table, const Distribution& of, const Cells&... cells) {
    table.row(cells..., of.count, of.total_ns, of.mean_ns, of.p50_ns, of.p90_ns, of.p99_ns,
              of.p999_ns, of.max_ns);
}

// Keeps the first `top` rows and tells how many went.
template <class Row>
std::uint64_t keep_top(std::vector<Row>& rows, std::uint64_t top) {
    if (rows.size() <= top) return 0;
    const std::uint64_t omitted = rows.size() - top;
    rows.resize(static_cast<std::size_t>(top));
    return omitted;
}

// A list that was cut, the greatest first.
template <class T>
struct Cut {
    std::vector<T> rows;
    std::uint64_t omitted = 0;
};

// Sorted by what `weight` gives for each, the greatest first; equal ones keep their order.
template <class T, class Weight>
Cut<T> greatest(std::vector<T> rows, std::uint64_t top, Weight&& weight) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const T& a, const T& b) { return weight(a) > weight(b); });
    Cut<T> out{std::move(rows), 0};
    out.omitted = keep_top(out.rows, top);
    return out;
}

}  // namespace benchlab::analyzers
