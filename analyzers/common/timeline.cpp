#include "common/timeline.hpp"

#include <algorithm>

namespace benchlab::analyzers {
namespace {

constexpr std::uint64_t kPieces = 600, kShortest_ns = 1'000'000;

// From the one to the other, which may be farther than the greatest time: 0 when it is before.
std::uint64_t distance_ns(std::int64_t from, std::int64_t to) {
    return to < from ? 0 : static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

}  // namespace

Timeline::Timeline(Window window) : window_(window) {
    const std::uint64_t length = distance_ns(window.begin, window.end);
    const std::uint64_t width = std::max(length / kPieces, kShortest_ns);
    width_ns_ = static_cast<std::int64_t>(width);
    sums_.resize(static_cast<std::size_t>(length / width + (length % width == 0 ? 0 : 1)));
}

std::int64_t Timeline::begin_ns(std::size_t piece) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(window_.begin) +
                                     piece * static_cast<std::uint64_t>(width_ns_));
}

std::int64_t Timeline::length_ns(std::size_t piece) const {
    const std::uint64_t left = distance_ns(begin_ns(piece), window_.end);
    return static_cast<std::int64_t>(std::min(static_cast<std::uint64_t>(width_ns_), left));
}

std::size_t Timeline::piece_at(std::int64_t time) const {
    return static_cast<std::size_t>(distance_ns(window_.begin, time) /
                                    static_cast<std::uint64_t>(width_ns_));
}

void Timeline::add(std::int64_t time, double value) {
    if (!window_.contains(time)) return;
    sums_[piece_at(time)] += value;
}

void Timeline::add_span(std::int64_t begin, std::int64_t end) {
    std::int64_t at = std::max(begin, window_.begin);
    const std::int64_t last = std::min(end, window_.end);
    while (at < last) {
        const std::size_t piece = piece_at(at);
        const std::int64_t next = std::min(last, begin_ns(piece) + length_ns(piece));
        sums_[piece] += static_cast<double>(next - at);
        at = next;
    }
}

void Timeline::fill(Series& series, double factor, bool per_time) const {
    for (std::size_t piece = 0; piece < sums_.size(); ++piece) {
        const auto length = static_cast<double>(length_ns(piece));
        series.add(static_cast<double>(begin_ns(piece)) + length / 2,
                   sums_[piece] * factor / (per_time ? length : 1));
    }
}

}  // namespace benchlab::analyzers
