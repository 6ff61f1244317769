#include "dpc/humps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "common/distribution.hpp"

namespace benchlab::analyzers::dpc {
namespace {

// A hump is a maximum of the counts in bins of a quarter of an octave, each taken with its two
// neighbours.  Two are clear when each has a fair part of the calls, the longer ones take at least
// twice as long and 1 us longer, and somewhere between the counts fall to a quarter of the lower
// hump.
constexpr std::size_t kBins = 4 * 64;
constexpr std::uint64_t kLeastCalls = 50, kLeastPeak = 10;
constexpr double kLeastShare = 0.05, kLeastRatio = 2, kDeepestValley = 0.25;
constexpr std::int64_t kLeastSteps = 4, kLeastGap_ns = 1000;

using Counts = std::array<std::uint64_t, kBins>;

std::size_t bin_of(std::int64_t length_ns) {
    if (length_ns <= 1) return 0;
    const double octave = std::log2(static_cast<double>(length_ns));
    return std::min(kBins - 1, static_cast<std::size_t>(octave * 4));
}

Counts smooth(const Counts& counts) {
    Counts out{};
    for (std::size_t bin = 0; bin < kBins; ++bin) {
        out[bin] = counts[bin];
        if (bin > 0) out[bin] += counts[bin - 1];
        if (bin + 1 < kBins) out[bin] += counts[bin + 1];
    }
    return out;
}

// The bin with the least count between the two, in the middle of a flat bottom.
std::size_t valley_between(const Counts& counts, std::size_t first, std::size_t last) {
    const auto least = std::min_element(&counts[first], &counts[last]);
    std::size_t begin = static_cast<std::size_t>(least - counts.data()), end = begin;
    while (end + 1 < last && counts[end + 1] == *least) ++end;
    return (begin + end) / 2;
}

// The highest bin, and the one that stands out most from the valley between it and the highest.
struct Peaks {
    std::size_t low, high, valley;
};
std::optional<Peaks> find_peaks(const Counts& counts) {
    const auto top =
        static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    std::optional<Peaks> best;
    std::uint64_t best_count = 0;
    for (std::size_t bin = 0; bin < kBins; ++bin) {
        if (bin == top || counts[bin] < std::max(kLeastPeak, best_count + 1)) continue;
        const std::size_t low = std::min(bin, top), high = std::max(bin, top);
        const std::size_t valley = valley_between(counts, low, high);
        const double deepest = kDeepestValley * static_cast<double>(counts[bin]);
        if (static_cast<double>(counts[valley]) > deepest) continue;
        best = Peaks{low, high, valley};
        best_count = counts[bin];
    }
    return best;
}

double middle(const std::vector<std::int64_t>& sorted, std::size_t first, std::size_t last) {
    return percentile({sorted.begin() + static_cast<std::ptrdiff_t>(first),
                       sorted.begin() + static_cast<std::ptrdiff_t>(last)},
                      50);
}

}  // namespace

std::optional<Humps> find_humps(const std::vector<std::int64_t>& sorted_ns, std::int64_t step_ns) {
    if (sorted_ns.size() < kLeastCalls) return std::nullopt;
    Counts counts{};
    for (const std::int64_t length : sorted_ns) ++counts[bin_of(length)];
    const auto peaks = find_peaks(smooth(counts));
    if (!peaks) return std::nullopt;
    const auto split =
        std::partition_point(sorted_ns.begin(), sorted_ns.end(),
                             [&](std::int64_t length) { return bin_of(length) <= peaks->valley; });
    const auto at = static_cast<std::size_t>(split - sorted_ns.begin());
    if (at == 0 || at == sorted_ns.size()) return std::nullopt;
    Humps out;
    out.short_count = at;
    out.long_count = sorted_ns.size() - at;
    out.short_ns = middle(sorted_ns, 0, at);
    out.long_ns = middle(sorted_ns, at, sorted_ns.size());
    const bool fair = out.long_share() >= kLeastShare && out.long_share() <= 1 - kLeastShare;
    const std::int64_t least_gap_ns = std::max(kLeastSteps * step_ns, kLeastGap_ns);
    const bool apart = out.long_ns >= kLeastRatio * out.short_ns &&
                       out.long_ns - out.short_ns >= static_cast<double>(least_gap_ns);
    if (!fair || !apart) return std::nullopt;
    return out;
}

}  // namespace benchlab::analyzers::dpc
