#include "common/regimes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/running_median.hpp"

namespace benchlab::analyzers {
namespace {

// How many standard errors the means on both sides of a border are apart.  Many, since there are
// many places at which noise could look like a border.
constexpr double kErrors = 5;

struct Part : Stretch {
    double total_ns = 0;
    double median_ns = 0;
    // Of the lengths cut to where all but the shortest and longest twentieth are: a hitch is no
    // regime.
    double mean_ns = 0, variance = 0;
};

// The median of the `kRegimeFrames` values from each on.
std::vector<double> medians_ahead(const std::vector<double>& values) {
    RunningMedian ahead;
    std::vector<double> out;
    out.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        ahead.add(values[i]);
        if (i + 1 < kRegimeFrames) continue;
        out.push_back(ahead.median());
        ahead.remove(values[i + 1 - kRegimeFrames]);
    }
    return out;
}

// Among the places around `about` that at which the frames before are nearest to the one median,
// and those behind to the other: the medians themselves turn over somewhere near it.
std::size_t exact_border(const std::vector<double>& values, std::size_t about, double before_ns,
                         double behind_ns) {
    const std::size_t first = about - kRegimeFrames;
    const std::size_t last = std::min(about + kRegimeFrames, values.size());
    std::size_t out = first;
    double cost = 0, least = 0;
    for (std::size_t i = first; i < last; ++i) {
        cost += std::abs(values[i] - before_ns) - std::abs(values[i] - behind_ns);
        if (cost >= least) continue;
        least = cost;
        out = i + 1;
    }
    return out;
}

// Where medians are apart, and more so than at all places nearby.
std::vector<std::size_t> possible_borders(const std::vector<double>& values) {
    const std::vector<double> ahead = medians_ahead(values);
    const auto apart = [&](std::size_t i) {
        const double here = ahead[i], before = ahead[i - kRegimeFrames];
        return std::max(here, before) / std::min(here, before);
    };
    std::vector<std::size_t> out;
    std::size_t best = 0;
    const auto take = [&] {
        if (best == 0) return;
        const std::size_t border =
            exact_border(values, best, ahead[best - kRegimeFrames], ahead[best]);
        if (border > (out.empty() ? 0 : out.back())) out.push_back(border);
        best = 0;
    };
    for (std::size_t i = kRegimeFrames; i < ahead.size(); ++i) {
        if (best != 0 && i - best > kRegimeFrames) take();
        const double here = apart(i);
        if (here > kRegimeRatio && (best == 0 || here > apart(best))) best = i;
    }
    take();
    return out;
}

Part part_of(const std::vector<double>& values, std::size_t first, std::size_t last) {
    Part out;
    out.first = first;
    out.last = last;
    std::vector<double> sorted(values.begin() + static_cast<std::ptrdiff_t>(first),
                               values.begin() + static_cast<std::ptrdiff_t>(last));
    const std::size_t count = sorted.size();
    const auto value_at = [&](std::size_t rank) {
        std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(rank),
                         sorted.end());
        return sorted[rank];
    };
    out.median_ns = value_at(count / 2);
    const double least = value_at(count / 20), most = value_at(count - 1 - count / 20);
    double squares = 0;
    for (const double value : sorted) {
        out.total_ns += value;
        const double cut = std::clamp(value, least, most);
        out.mean_ns += cut;
        squares += cut * cut;
    }
    const auto n = static_cast<double>(count);
    out.mean_ns /= n;
    out.variance = std::max(squares / n - out.mean_ns * out.mean_ns, 0.0);
    return out;
}

// The square of the usual difference of two values that are `apart` from each other.  Half of the
// pairs have no more: the few that a border lies between do not count.
double usual_difference(const std::vector<double>& values, std::size_t apart) {
    std::vector<double> out;
    for (std::size_t i = apart; i < values.size(); ++i) {
        out.push_back(std::abs(values[i] - values[i - apart]));
    }
    if (out.empty()) return 0;
    const auto middle = out.begin() + static_cast<std::ptrdiff_t>(out.size() / 2);
    std::nth_element(out.begin(), middle, out.end());
    return *middle * *middle;
}

// How many frames count as one in a mean, as those that follow each other resemble each other: 1
// for noise without memory, (1 + r) / (1 - r) where each frame has the share r of the one before,
// and so neighbours differ by 1 - r of what frames differ by that are far apart.
double memory_of(const std::vector<double>& values) {
    const double far = usual_difference(values, kRegimeFrames / 2);
    const double near = usual_difference(values, 1);
    const double r = far > 0 ? std::clamp(1 - near / far, 0.0, 0.98) : 0;
    return (1 + r) / (1 - r);
}

// Above 1: a border.  What is too short for a regime is below 1, and the less the nearer it is
// to its neighbour.
double strength(const Part& a, const Part& b, double memory) {
    const double ratio = std::abs(std::log(a.median_ns / b.median_ns)) / std::log(kRegimeRatio);
    const bool is_short = std::min(a.size(), b.size()) < kRegimeFrames ||
                          std::min(a.total_ns, b.total_ns) < kRegimeNs;
    if (is_short) return ratio / (1 + ratio);
    // An excursion of noise is short, and what it is made of spreads less than the noise does: the
    // wider side tells how wide it is.
    const double error =
        std::sqrt(memory * std::max(a.variance, b.variance) *
                  (1 / static_cast<double>(a.size()) + 1 / static_cast<double>(b.size())));
    const double apart = std::abs(a.mean_ns - b.mean_ns);
    return apart > kErrors * error ? ratio : std::min(ratio, apart / (kErrors * error));
}

// Takes away those borders that are too weak and weaker than both beside them.  False when there
// is none.
bool join_weakest(const std::vector<double>& values, double memory, std::vector<Part>& parts) {
    std::vector<double> strengths;  // of the border before each part
    strengths.push_back(std::numeric_limits<double>::infinity());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        strengths.push_back(strength(parts[i - 1], parts[i], memory));
    }
    strengths.push_back(std::numeric_limits<double>::infinity());
    std::vector<Part> out;
    bool any = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool weak =
            strengths[i] < 1 && strengths[i] < strengths[i + 1] && strengths[i] <= strengths[i - 1];
        if (weak) out.back() = part_of(values, out.back().first, parts[i].last);
        if (!weak) out.push_back(parts[i]);
        any = any || weak;
    }
    parts = std::move(out);
    return any;
}

}  // namespace

std::vector<Stretch> regimes_of(const std::vector<double>& lengths_ns) {
    std::vector<Part> parts;
    std::size_t first = 0;
    std::vector<std::size_t> borders = possible_borders(lengths_ns);
    if (first < lengths_ns.size()) borders.push_back(lengths_ns.size());
    for (const std::size_t border : borders) {
        if (border > first) parts.push_back(part_of(lengths_ns, first, border));
        first = border;
    }
    const double memory = parts.size() > 1 ? memory_of(lengths_ns) : 1;
    while (parts.size() > 1 && join_weakest(lengths_ns, memory, parts)) {
    }
    return {parts.begin(), parts.end()};
}

}  // namespace benchlab::analyzers
