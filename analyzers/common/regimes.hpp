// common/regimes.hpp: where a run of frames goes over from one steady rate to another: from a menu
// to a loading screen, and on to play.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchlab::analyzers {

// A border lies where the median of this many frames and that of as many behind them ...
inline constexpr std::size_t kRegimeFrames = 50;
// ... are apart by more than this factor, so that a slow drift has none.
inline constexpr double kRegimeRatio = 1.2;
// What is shorter is a trouble and no regime.
inline constexpr double kRegimeNs = 1e9;

// Frames [first, last) of those given.
struct Stretch {
    std::size_t first = 0, last = 0;

    std::size_t size() const { return last - first; }
};

// Divides the frames, whose lengths these are, without gap; one stretch when they keep to one rate.
// A border stays only where all frames on one side and all on the other differ by kRegimeRatio,
// too, and by more than noise makes likely, also noise that lasts from frame to frame.
std::vector<Stretch> regimes_of(const std::vector<double>& lengths_ns);

}  // namespace benchlab::analyzers
