// presentmon/judged.hpp: what of a log must not be read as what it looks like.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::presentmon {

// A row of a log.
struct LoggedFrame {
    std::int64_t time = 0;
    double taken_ns = 0;  // frame time; 0: the log has none
    bool generated = false;
    StringId mode = StringId::kEmpty;
    std::optional<double> cpu_busy_ns, gpu_busy_ns, app_ns;
    std::optional<double> change_ns;  // since the frame before on screen; only of those shown
};

// Frames of one present mode.
struct Mode {
    std::string name;
    std::uint64_t frames = 0;
    double average_fps = 0, median_ns = 0;
    std::optional<double> change_ns;  // median
    // What all times between frames on screen are multiples of, of different ones.
    std::optional<double> step_ns;
};

// One for each present mode, that with most frames first.
std::vector<Mode> modes_of(const std::vector<LoggedFrame>& frames, const Store& store);

// The median share of the frame time that the program was busy before it called Present; of 50
// frames and more.
std::optional<double> busy_share(const std::vector<LoggedFrame>& frames);
// From here on nothing is left that could tell a limiter in the program from work.
inline constexpr double kAllBusy = 0.95;

// Frame times at which the GPU was busy for all of the frame, in ns.
struct GpuLevels {
    std::vector<double> capped;  // at a steady pace, as under a cap, where it would wait
    bool others = false;         // some regime in which it was not
};
GpuLevels gpu_levels(const std::vector<LoggedFrame>& frames);
// Two caps that differ, and the GPU just busy for all of the frame under both, is not credible.
bool not_credible(const GpuLevels& of);

}  // namespace benchlab::analyzers::presentmon
