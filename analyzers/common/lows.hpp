// common/lows.hpp: what programs call the low of a frame rate, three things that may be far apart.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "benchlab/sink.hpp"

namespace benchlab::analyzers {

// Of the slowest share of the frames.  Empty when there are not enough to have such a share.
struct Lows {
    std::optional<double> percentile_fps;  // the frame time that only the share exceeds
    std::optional<double> average_fps;     // the mean frame time of the share
    std::optional<double> integral_fps;  // the shortest of the frames that fill that share of time
};

// Of the slowest frames, one in `one_of`.  `sorted` ascends, in ns.
Lows lows_of(const std::vector<double>& sorted, double total_ns, std::size_t one_of);

// The same of `count` frames of which these are the longest: count / one_of + 2, or all.
Lows lows_of_longest(std::span<const double> longest_first, std::size_t count, double total_ns,
                     std::size_t one_of);

// Columns low, percentile_fps, average_fps and integral_fps.
void add_low_columns(TableBuilder& table);
// A row for each of the two that there is; its first cells are `keys`.
template <class... Keys>
void add_low_rows(TableBuilder& table, const Lows& low_1, const Lows& low_01, const Keys&... keys) {
    const auto add = [&](const char* name, const Lows& low) {
        if (!low.percentile_fps) return;
        table.row(keys..., name, low.percentile_fps, low.average_fps, low.integral_fps);
    };
    add("1 % low", low_1);
    add("0.1 % low", low_01);
}

}  // namespace benchlab::analyzers
