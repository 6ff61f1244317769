// common/timeline.hpp: what happened when, in equal pieces of the window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "benchlab/sink.hpp"
#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// Pieces of a 600th of the window, but of 1 ms at least; the last may be shorter.
class Timeline {
  public:
    explicit Timeline(Window window);

    // A moment, which may lie outside: then it does not count.
    void add(std::int64_t time, double value);
    // Each piece gets as much as it has of [begin, end), in ns.
    void add_span(std::int64_t begin, std::int64_t end);

    std::size_t size() const { return sums_.size(); }
    double sum(std::size_t piece) const { return sums_[piece]; }
    std::int64_t begin_ns(std::size_t piece) const;
    std::int64_t length_ns(std::size_t piece) const;
    // Puts a point at the middle of each piece: its sum times `factor`, for each ns of the piece
    // when `per_time`.
    void fill(Series& series, double factor = 1, bool per_time = false) const;

  private:
    std::size_t piece_at(std::int64_t time) const;

    Window window_;
    std::int64_t width_ns_ = 1;
    std::vector<double> sums_;
};

}  // namespace benchlab::analyzers
