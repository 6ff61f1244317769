#include "pacing/figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measure/summary.hpp"

namespace benchlab::pacing {
namespace {

constexpr std::size_t kAround = 20;  // on either side

// Where the frame of a rank lies, counted from the upper end.  Most are near it; for the others
// whole groups are passed at once, which a compiler makes fast.
class FromAbove {
  public:
    explicit FromAbove(const Counted& of) : of_(of), at_(of.sorted.size()), below_(of.frames) {}

    // Ranks must not grow from call to call.
    double value(std::uint64_t rank) {
        // below_: how many frames lie in the places before at_.
        while (at_ >= kGroup) {
            std::uint32_t group = 0;
            for (std::size_t i = at_ - kGroup; i < at_; ++i) group += of_.counts[i];
            if (below_ - group <= rank) break;
            below_ -= group;
            at_ -= kGroup;
        }
        while (at_ > 0 && below_ - of_.counts[at_ - 1] > rank) below_ -= of_.counts[--at_];
        return of_.sorted[at_ > 0 ? at_ - 1 : 0];
    }

  private:
    static constexpr std::size_t kGroup = 64;
    const Counted& of_;
    std::size_t at_;
    std::uint64_t below_;
};

// Mean of the slowest, one in `one_of` and their number rounded up.
double slowest_mean(const Counted& of, std::uint64_t one_of) {
    const std::uint64_t wanted = (of.frames + one_of - 1) / one_of;
    std::uint64_t left = wanted;
    double time = 0;
    for (std::size_t i = of.sorted.size(); i-- > 0 && left > 0;) {
        const std::uint64_t taken = std::min<std::uint64_t>(left, of.counts[i]);
        time += of.sorted[i] * static_cast<double>(taken);
        left -= taken;
    }
    return time / static_cast<double>(wanted);
}

// The shortest of the longest frames that together fill `share` of the time.
double slowest_by_time(const Counted& of, double share) {
    double taken = 0;
    for (std::size_t i = of.sorted.size(); i-- > 0;) {
        // Frame by frame, as rounding must not differ from a sum over frames one by one.
        for (std::uint32_t k = 0; k < of.counts[i]; ++k) {
            taken += of.sorted[i];
            if (taken >= share * of.time) return of.sorted[i];
        }
    }
    return of.sorted.front();
}

std::optional<double>& at(Figures& figures, Figure figure) {
    return figures[static_cast<std::size_t>(figure)];
}

}  // namespace

const std::array<FigureInfo, kFigureCount>& figures() {
    static constexpr std::array<FigureInfo, kFigureCount> list = {{
        {Figure::kMean, "mean", "mean", "Sum of the frame times by their number", 1},
        {Figure::kMedian, "median", "median", "Half of the frames take no longer", 1},
        {Figure::kP99, "p99", "p99", "99 % of the frames take no longer", 0.01},
        {Figure::kP999, "p99.9", "p99.9", "99.9 % of the frames take no longer", 0.001},
        {Figure::kLow1, "low1", "1 % low average", "Mean of the slowest 1 % of the frames", 0.01},
        {Figure::kLow1Time, "low1_integral", "1 % low integral",
         "The shortest of the longest frames that together fill 1 % of the time", 0.01},
        {Figure::kLow01, "low0.1", "0.1 % low average", "Mean of the slowest 0.1 % of the frames",
         0.001},
        {Figure::kLow01Time, "low0.1_integral", "0.1 % low integral",
         "The shortest of the longest frames that together fill 0.1 % of the time", 0.001},
        {Figure::kStutters, "stutters", "stutters",
         "Share of the frames that take more than twice the median of those around them", 0},
    }};
    return list;
}

double percentile(const Counted& of, double percent) {
    const double rank = percent / 100 * static_cast<double>(of.frames - 1);
    FromAbove places(of);
    const double high = places.value(static_cast<std::uint64_t>(std::ceil(rank)));
    const double low = places.value(static_cast<std::uint64_t>(std::floor(rank)));
    return low + (high - low) * (rank - std::floor(rank));
}

Figures figures_of(const Counted& of) {
    Figures out;
    if (of.frames == 0) return out;
    at(out, Figure::kMean) = of.time / static_cast<double>(of.frames);
    at(out, Figure::kMedian) = percentile(of, 50);
    if (of.frames >= 100) {
        at(out, Figure::kP99) = percentile(of, 99);
        at(out, Figure::kLow1) = slowest_mean(of, 100);
        at(out, Figure::kLow1Time) = slowest_by_time(of, 0.01);
    }
    if (of.frames >= 1000) {
        at(out, Figure::kP999) = percentile(of, 99.9);
        at(out, Figure::kLow01) = slowest_mean(of, 1000);
        at(out, Figure::kLow01Time) = slowest_by_time(of, 0.001);
    }
    return out;
}

std::vector<std::uint8_t> stutters(std::span<const double> lengths, double times) {
    std::vector<std::uint8_t> out(lengths.size());
    std::vector<double> around;  // sorted; a frame comes and one goes
    const auto place = [&](double length) {
        return std::lower_bound(around.begin(), around.end(), length);
    };
    std::size_t next = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        for (; next < std::min(lengths.size(), i + kAround + 1); ++next) {
            around.insert(place(lengths[next]), lengths[next]);
        }
        if (i > kAround) around.erase(place(lengths[i - kAround - 1]));
        out[i] = lengths[i] > times * measure::percentile_sorted(around, 50);
    }
    return out;
}

Figures figures_of(std::span<const double> lengths, double stutter_times) {
    const std::vector<double> sorted = measure::sorted_copy(lengths);
    const std::vector<std::uint32_t> once(sorted.size(), 1);
    const double time = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    Figures out = figures_of(Counted{sorted, once, sorted.size(), time});
    if (lengths.empty()) return out;
    const std::vector<std::uint8_t> flags = stutters(lengths, stutter_times);
    const auto count = std::count(flags.begin(), flags.end(), std::uint8_t{1});
    at(out, Figure::kStutters) = static_cast<double>(count) / static_cast<double>(lengths.size());
    return out;
}

}  // namespace benchlab::pacing
