// phases/marked_frames.hpp: the frames of a program that marks phases, and which of them count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"
#include "common/frame_loops.hpp"

namespace benchlab::analyzers::phases {

// A slow frame takes this many times the median of those around it, a normal one at most that many.
inline constexpr double kSlow = 1.25, kNormal = 1.1;

struct MarkedFrame {
    std::int64_t begin = 0, end = 0;
    bool slow = false, normal = false;
    bool counts = true;  // false: outside the capture, where the program names one
};

// What the program said of itself, and for how long.
struct State {
    StringId name = StringId::kEmpty;
    std::int64_t begin = 0, end = 0;
    std::uint64_t frames = 0;            // that lie in it whole
    std::uint64_t slow = 0;              // of those
    double total_ns = 0, median_ns = 0;  // of those
};

struct MarkedFrames {
    Row thread = BL_NO_ROW;           // who ends most of them
    std::vector<MarkedFrame> frames;  // by time
    std::vector<State> states;
    bool has_capture = false;
    std::uint64_t counted = 0;

    // Calls `use` with the number of each frame that has a part of [begin, end), and its length.
    template <class Use>
    void parts(std::int64_t begin, std::int64_t end, Use&& use) const {
        for (std::size_t i = first_behind(begin); i < frames.size(); ++i) {
            if (frames[i].begin >= end) return;
            use(i, Window{frames[i].begin, frames[i].end}.overlap(begin, end));
        }
    }
    // The frame in which that moment lies; the end belongs to the frame that it ends.
    std::optional<std::size_t> at(std::int64_t time) const;

  private:
    std::size_t first_behind(std::int64_t time) const;
};

// A state that the program was in more than once, and whose frames were slow the first time only.
struct FirstPass {
    StringId name = StringId::kEmpty;
    std::uint64_t slow = 0, frames = 0;              // the first time
    std::uint64_t later_slow = 0, later_frames = 0;  // all later times together
};
std::vector<FirstPass> slow_first_passes(const std::vector<State>& states);

MarkedFrames marked_frames(const Store& store, const Frames& frames, const FrameLoop& loop);

}  // namespace benchlab::analyzers::phases
