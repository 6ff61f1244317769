#include "edges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace benchlab::plugins {
namespace {

constexpr double kRise = 0.12;        // of log2 of the latency from a point to the next: it rises
constexpr double kLeastStep = 0.485;  // log2 of 1.4
constexpr double kMostRise = 2.5;     // above the latency before, what the middle is taken of

// The nearest curve without a dip: neighbours that fall are replaced by their mean until none does.
void even_out(std::span<const double> from, double (&to)[kMostPoints]) {
    std::size_t sizes[kMostPoints];
    double means[kMostPoints];
    std::size_t blocks = 0;
    for (const double value : from) {
        means[blocks] = value;
        sizes[blocks++] = 1;
        while (blocks > 1 && means[blocks - 2] > means[blocks - 1]) {
            const std::size_t both = sizes[blocks - 2] + sizes[blocks - 1];
            means[blocks - 2] = (means[blocks - 2] * static_cast<double>(sizes[blocks - 2]) +
                                 means[blocks - 1] * static_cast<double>(sizes[blocks - 1])) /
                                static_cast<double>(both);
            sizes[blocks - 2] = both;
            --blocks;
        }
    }
    std::size_t at = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t i = 0; i < sizes[block]; ++i) to[at++] = means[block];
    }
}

// The end of the rise that begins at `first`: one flat stretch between two points does not end it.
std::size_t rise_from(const double (&curve)[kMostPoints], std::size_t first, std::size_t count) {
    std::size_t last = first;
    for (std::size_t i = first; i + 1 < count; ++i) {
        const bool rises = std::log2(curve[i + 1] / curve[i]) >= kRise;
        if (rises) last = i + 1;
        if (!rises && i > last) break;
    }
    return last;
}

}  // namespace

Edges edges_of(std::span<const std::uint64_t> sizes, std::span<const double> latencies) {
    Edges found;
    const std::size_t count = std::min({sizes.size(), latencies.size(), kMostPoints});
    double curve[kMostPoints];
    even_out(latencies.first(count), curve);
    for (std::size_t first = 0; first + 1 < count && found.count < kMostEdges; ++first) {
        const std::size_t last = rise_from(curve, first, count);
        if (last == first) continue;
        const double before = curve[first], behind = curve[last];
        if (std::log2(behind / before) >= kLeastStep) {
            const double middle = before * (1 + std::min(behind / before - 1, kMostRise) / 2);
            std::size_t edge = first;
            while (edge + 1 < count && curve[edge + 1] <= middle) ++edge;
            found.at[found.count++] = sizes[edge];
        }
        first = last - 1;  // where the next may begin
    }
    return found;
}

double quartile_of(std::span<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

bool two_humped(std::span<double> values, double& low, double& high) {
    constexpr std::size_t kLeast = 8;
    constexpr double kApart = 1.5;
    if (values.size() < kLeast) return false;
    std::sort(values.begin(), values.end());
    const std::size_t side = std::max<std::size_t>(3, (values.size() + 4) / 5);
    std::size_t cut = side;
    for (std::size_t i = side; i + side <= values.size(); ++i) {
        if (values[i] - values[i - 1] > values[cut] - values[cut - 1]) cut = i;
    }
    const std::span<double> lower = values.first(cut), upper = values.subspan(cut);
    const auto middle_half = [](std::span<double> sorted) {
        return sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4];
    };
    low = lower[lower.size() / 2];
    high = upper[upper.size() / 2];
    const double gap = values[cut] - values[cut - 1];
    return high >= kApart * low && gap > middle_half(lower) && gap > middle_half(upper);
}

}  // namespace benchlab::plugins
