#include "trial.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kSmall = 4u << 20;  // of this size a pass is short
constexpr std::size_t kRounds = 7, kLargeRounds = 15;
constexpr std::uint64_t kPart = 32u << 20;     // of a buffer of several, in one reading
constexpr std::uint64_t kReadingNs = 100'000;  // about, of a small one
constexpr std::uint64_t kMostPasses = 1u << 20;
constexpr double kFasterBy = 1.01;
// Times the best so far: not tried again after two readings by the least of them, and after five
// by the typical one.  What is left may differ by less than readings of a large buffer do.
constexpr double kHopeless = 1.4, kBehind = 1.1;

std::uint64_t time_of(const bl_host* host, const Kernel& kernel, const Work& work,
                      std::uint64_t passes) {
    const std::uint64_t began = host->clock_ns(host);
    run_kernel(kernel, work, passes);
    // At least 1: a clock may stand still for so short a time.
    return std::max<std::uint64_t>(host->clock_ns(host) - began, 1);
}

// How many passes take about kReadingNs; it also wakes the processor's wide units up.
std::uint64_t passes_for(const bl_host* host, const Kernel& kernel, const Work& work) {
    std::uint64_t passes = 1;
    if (work.bytes > kSmall) return passes;
    while (passes < kMostPasses && time_of(host, kernel, work, passes) < kReadingNs) passes *= 2;
    return passes;
}

// Parts of the buffer that follow each other, so that a large buffer is as cold as when it is gone
// through.
class Walk {
  public:
    explicit Walk(const Work& whole)
        : whole_(whole), bytes_(whole.bytes <= 2 * kPart ? whole.bytes : kPart) {}
    Work next() {
        if (at_ + bytes_ > whole_.bytes) at_ = 0;
        Work part{whole_.from, whole_.to, bytes_};
        if (part.from != nullptr) part.from += at_;
        if (part.to != nullptr) part.to += at_;
        at_ += bytes_;
        return part;
    }

  private:
    Work whole_;
    std::uint64_t bytes_;
    std::uint64_t at_ = 0;
};

// The readings of one kernel.
class Readings {
  public:
    void add(double ns) {
        ns_[count_++] = ns;
        std::sort(ns_, ns_ + count_);
    }
    // Infinite without a reading.
    double least() const { return count_ == 0 ? kNever : ns_[0]; }
    // Of a small buffer the least, as what disturbs a reading makes it longer; of a large one the
    // median, as a last level of which others leave more at times makes it shorter, too.
    double typical(bool is_small) const {
        return is_small || count_ == 0 ? least() : ns_[count_ / 2];
    }

  private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();
    double ns_[kLargeRounds] = {};
    std::size_t count_ = 0;
};
static_assert(kRounds <= kLargeRounds);

}  // namespace

std::uint64_t run_kernel(const Kernel& kernel, const Work& work, std::uint64_t passes) {
    if (kernel.read != nullptr) return kernel.read(work.from, work.bytes, passes);
    if (kernel.write != nullptr) {
        kernel.write(work.to, work.bytes, passes);
    } else {
        kernel.copy(work.to, work.from, work.bytes, passes);
    }
    std::uint64_t word = 0;
    std::memcpy(&word, work.to + work.bytes / 64 / 2 * 64, sizeof word);
    return word;
}

const Kernel& fastest_kernel(const bl_host* host, Kind kind, const Work& work) {
    const std::span<const Kernel> kernels = kernels_of(kind);
    constexpr std::size_t kMost = 32;
    std::uint64_t passes[kMost] = {};
    Readings readings[kMost];
    Walk walk(work);
    const auto usable = [&](const Kernel& one) { return one.general && !missing(one.needs); };
    const bool is_small = work.bytes <= kSmall;
    const std::size_t rounds = is_small ? kRounds : kLargeRounds;
    for (std::size_t round = 0; round < rounds; ++round) {
        double least = readings[0].least(), typical = readings[0].typical(is_small);
        for (const Readings& each : readings) {
            least = std::min(least, each.least());
            typical = std::min(typical, each.typical(is_small));
        }
        for (std::size_t i = 0; i < kernels.size() && i < kMost; ++i) {
            if (!usable(kernels[i])) continue;
            if (round > 1 && readings[i].least() > kHopeless * least) continue;
            if (round > 4 && readings[i].typical(is_small) > kBehind * typical) continue;
            // First untimed, of several parts on the one before: what another kernel left in the
            // caches to be written back, or threw out of them, is not this one's doing.
            run_kernel(kernels[i], walk.next(), 1);
            const Work part = walk.next();
            if (passes[i] == 0) passes[i] = passes_for(host, kernels[i], part);
            const double one = static_cast<double>(time_of(host, kernels[i], part, passes[i])) /
                               static_cast<double>(passes[i]);
            readings[i].add(one);
        }
    }
    std::size_t best = kernels.size();
    for (std::size_t i = 0; i < kernels.size() && i < kMost; ++i) {
        if (!usable(kernels[i])) continue;
        const double typical = readings[i].typical(is_small);
        if (best == kernels.size() || typical * kFasterBy < readings[best].typical(is_small)) {
            best = i;
        }
    }
    return kernels[best];  // "plain" is usable everywhere
}

}  // namespace benchlab::plugins
