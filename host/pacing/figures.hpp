// pacing/figures.hpp: what is said of the frame times of one capture.  The definitions are those of
// the section `frames`; docs/how-numbers-are-computed.md has them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace benchlab::pacing {

// All but the last are frame times, also where people say a rate: one by it is the rate.
enum class Figure : std::uint8_t {
    kMean,  // one by it is the average fps
    kMedian,
    kP99,  // one by it is the 1 % low by percentile
    kP999,
    kLow1,      // mean of the slowest 1 %
    kLow1Time,  // of the slowest that fill 1 % of the time, the shortest
    kLow01,
    kLow01Time,
    kStutters,  // share of the frames
};
inline constexpr std::size_t kFigureCount = 9;

struct FigureInfo {
    Figure figure;
    std::string_view id, title, help;
    double tail;  // the share of the frames that it depends on; 1: all of them
};
const std::array<FigureInfo, kFigureCount>& figures();
inline const FigureInfo& info_of(Figure figure) {
    return figures()[static_cast<std::size_t>(figure)];
}

using Figures = std::array<std::optional<double>, kFigureCount>;  // empty: too few frames

// Sorted frame times, each as often as its count says: so that a resample needs no sort.
struct Counted {
    std::span<const double> sorted;         // ascending
    std::span<const std::uint32_t> counts;  // of each
    std::uint64_t frames = 0;               // sum of the counts
    double time = 0;                        // sum of the frame times
};

double percentile(const Counted& of, double percent);
// All but kStutters, which is not a matter of the times alone.
Figures figures_of(const Counted& of);

// How many times as long as the frames around it a frame takes that stutters.
inline constexpr double kStutter = 2;
// 1 where a frame takes more than `times` the median of the 20 before it and the 20 behind, itself
// included; as analyzers/frames has it.
std::vector<std::uint8_t> stutters(std::span<const double> lengths, double times = kStutter);

Figures figures_of(std::span<const double> lengths, double stutter_times = kStutter);

}  // namespace benchlab::pacing
