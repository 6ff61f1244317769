// cache/curve.hpp: rings of many sizes in little memory, for curves of latencies by size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../common/pages.hpp"
#include "edges.hpp"

namespace benchlab::plugins {

// Sizes of cache are looked for with whole lines side by side, in huge pages where there are any;
// reaches of a TLB with a line in each small page.
enum class CurveKind { kLines, kPages };

// The latencies of one curve.  Rings of eight sizes share a buffer: each has a word of its own in
// every line.
class Curve {
  public:
    // Memory for the sizes, ascending, and links in it.  Status and reason as of PagedParts::map().
    bl_status prepare(const bl_host* host, CurveKind kind, std::span<const std::uint64_t> sizes,
                      PageKind pages);

    // Readings of the ring whose turn it is, after one time around it.
    void read_next(const bl_host* host);
    // The same of every ring.
    void read_all(const bl_host* host);

    std::size_t count() const { return count_; }
    std::span<const std::uint64_t> sizes() const { return {sizes_, count_}; }
    double latency(std::size_t point) const;  // lower quartile, ns; NaN before the first reading
    bool is_two_humped(std::size_t point, double& low, double& high) const;
    std::uint64_t check() const { return check_; }

  private:
    struct Point {
        const void* at;
        std::uint64_t lines;
        std::uint64_t taken;  // readings so far; the last kMostReadings are kept
        double readings[kMostReadings];
    };
    bl_status link_all(const bl_host* host);
    std::span<double> readings(std::size_t point, double (&room)[kMostReadings]) const;

    static constexpr std::size_t kGroup = 8;
    std::size_t count_ = 0;
    std::uint64_t sizes_[kMostPoints] = {};
    Point points_[kMostPoints] = {};
    PagedParts groups_[kMostPoints / kGroup];
    CurveKind kind_ = CurveKind::kLines;
    std::size_t next_ = 0;
    std::uint64_t check_ = 0;
};

}  // namespace benchlab::plugins
