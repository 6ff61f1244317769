#include "curve.hpp"

#include <algorithm>
#include <cstring>

#include "../common/chase.hpp"
#include "../common/ring.hpp"

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kLine = 64;
constexpr std::uint64_t kPage = 4 * kKibibyte;
constexpr std::uint64_t kTimed = 3;  // times kLoads, in a reading
constexpr int kReadings = 8;         // of a ring, when it is its turn

}  // namespace

bl_status Curve::prepare(const bl_host* host, CurveKind kind, std::span<const std::uint64_t> sizes,
                         PageKind pages) {
    kind_ = kind;
    count_ = std::min(sizes.size(), kMostPoints);
    std::copy_n(sizes.begin(), count_, sizes_);
    for (std::size_t first = 0; first < count_; first += kGroup) {
        const std::uint64_t most = sizes_[std::min(first + kGroup, count_) - 1];
        PagedParts& memory = groups_[first / kGroup];
        if (const bl_status status = memory.map(host, most, 1, pages)) return status;
    }
    if (const bl_status status = link_all(host)) return status;
    for (std::size_t first = 0; first < count_; first += kGroup) {
        double share = 0;
        const PagedParts& memory = groups_[first / kGroup];
        if (const bl_status status = check_pages(host, memory, pages, share)) return status;
    }
    return BL_OK;
}

bl_status Curve::link_all(const bl_host* host) {
    const std::uint64_t step = kind_ == CurveKind::kLines ? kLine : kPage;
    const std::uint64_t most = sizes_[count_ - 1] / step;
    auto* order =
        static_cast<std::uint32_t*>(host->allocate(host, most * sizeof(std::uint32_t), 0));
    if (!order) return BL_E_MEMORY;
    for (std::size_t i = 0; i < count_; ++i) {
        Point& point = points_[i];
        point.lines = sizes_[i] / step;
        unsigned char* const base = groups_[i / kGroup].parts().base + i % kGroup * sizeof(void*);
        // In pages the line is another one in each, so that they do not all fall into the same sets
        // of a cache.
        const auto at = [&](std::uint64_t index) {
            const std::uint64_t shift = kind_ == CurveKind::kPages ? index % (kPage / kLine) : 0;
            return base + index * step + shift * kLine;
        };
        shuffle_ring(order, point.lines);
        for (std::uint64_t rank = 0; rank < point.lines; ++rank) {
            const void* const next = at(order[rank + 1 == point.lines ? 0 : rank + 1]);
            std::memcpy(at(order[rank]), &next, sizeof next);
        }
        point.at = at(order[0]);
    }
    host->release(host, order);
    return BL_OK;
}

void Curve::read_next(const bl_host* host) {
    Point& point = points_[next_];
    next_ = (next_ + 1) % count_;
    // Once around, so that what fits into a cache is there whatever was read before.
    point.at = benchlab_chase(point.at, (point.lines + kLoads - 1) / kLoads);
    for (int reading = 0; reading < kReadings; ++reading) {
        const std::uint64_t began = host->clock_ns(host);
        point.at = benchlab_chase(point.at, kTimed);
        const std::uint64_t took = host->clock_ns(host) - began;
        check_ = check_ * 31 + reinterpret_cast<std::uintptr_t>(point.at) % kPage;
        if (took == 0) continue;  // a clock that stands still tells nothing
        point.readings[point.taken++ % kMostReadings] =
            static_cast<double>(took) / static_cast<double>(kTimed * kLoads);
    }
}

void Curve::read_all(const bl_host* host) {
    for (std::size_t i = 0; i < count_; ++i) read_next(host);
}

std::span<double> Curve::readings(std::size_t point, double (&room)[kMostReadings]) const {
    const Point& one = points_[point];
    const auto kept = static_cast<std::size_t>(std::min<std::uint64_t>(one.taken, kMostReadings));
    std::copy_n(one.readings, kept, room);
    return {room, kept};
}

double Curve::latency(std::size_t point) const {
    double room[kMostReadings];
    return quartile_of(readings(point, room));
}

bool Curve::is_two_humped(std::size_t point, double& low, double& high) const {
    double room[kMostReadings];
    return two_humped(readings(point, room), low, high);
}

}  // namespace benchlab::plugins
