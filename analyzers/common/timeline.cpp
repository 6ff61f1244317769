#include "common/timeline.hpp"

#include <algorithm>

namespace benchlab::analyzers {
namespace {

constexpr std::int64_t kPieces = 600, kShortest_ns = 1'000'000;

}  // namespace

Timeline::Timeline(Window window)
    : window_(window), width_ns_(std::max(window.length() / kPieces, kShortest_ns)) {
    const std::int64_t count = (window.length() + width_ns_ - 1) / width_ns_;
    sums_.resize(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
}

std::int64_t Timeline::begin_ns(std::size_t piece) const {
    return window_.begin + static_cast<std::int64_t>(piece) * width_ns_;
}

std::int64_t Timeline::length_ns(std::size_t piece) const {
    return std::min(width_ns_, window_.end - begin_ns(piece));
}

void Timeline::add(std::int64_t time, double value) {
    if (!window_.contains(time)) return;
    sums_[static_cast<std::size_t>((time - window_.begin) / width_ns_)] += value;
}

void Timeline::add_span(std::int64_t begin, std::int64_t end) {
    std::int64_t at = std::max(begin, window_.begin);
    const std::int64_t last = std::min(end, window_.end);
    while (at < last) {
        const auto piece = static_cast<std::size_t>((at - window_.begin) / width_ns_);
        const std::int64_t next = std::min(last, begin_ns(piece) + width_ns_);
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
