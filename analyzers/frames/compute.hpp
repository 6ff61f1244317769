// frames/compute.hpp: how long the frames of each loop took, and which were out of step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/bootstrap.hpp"
#include "common/cluster.hpp"
#include "common/displayed.hpp"
#include "common/distribution.hpp"
#include "common/frame_loops.hpp"
#include "common/lows.hpp"
#include "common/period.hpp"
#include "common/regimes.hpp"
#include "frames/counters.hpp"

namespace benchlab::analyzers::frames {

struct Options {
    double stutter = 2;  // how many times the frames around it a stutter takes
    double below_fps = 60;
    std::uint64_t top = 15;
};

// Fewer are within 5 % of each other by chance.
inline constexpr std::size_t kPaceFrames = 50;

struct Frame {
    Row row = BL_NO_ROW;                  // of frame
    double length_ns = 0, around_ns = 0;  // around_ns: the median of the frames around it
    bool stutter = false;
};

// Stutters less than a second apart are one trouble.
struct Incident {
    std::int64_t begin = 0, end = 0;
    std::uint64_t stutters = 0;
    double longest_ns = 0, around_ns = 0;
};

// What the lengths of some frames come to.
struct Rates {
    std::size_t frames = 0;
    double total_ns = 0;
    double average_fps = 0, minimum_fps = 0, median_ns = 0, p99_ns = 0;
    Lows low_1, low_01;
};

// A part of a loop that keeps to one rate: a menu, a loading screen, play.
struct Regime {
    Stretch frames;  // of Loop::frames
    Rates rates;
};

// The first two seconds of a loop against all that follows.
struct WarmUp {
    Rates first, rest;
};

// Of the regime with most frames.
struct Pace {
    std::size_t frames = 0;
    Cluster cluster;
    bool waits = false;  // most of its presents ask to wait for the refresh
};

struct Loop {
    FrameLoop of;
    enum class Source : std::uint8_t { kPresents, kMarks, kLog } source = Source::kPresents;
    std::uint32_t number = 1;                 // among the loops of processes of that name
    std::optional<std::uint64_t> swap_chain;  // of the last frame

    std::uint64_t presents = 0;  // generated frames among them, whose time is in the next
    std::uint64_t generated = 0;
    double presented_fps = 0;
    std::optional<Displayed> displayed;  // by the table `display`
    std::vector<Saturated> counters;

    std::vector<Frame> frames;  // by time; without generated ones, as are all figures below
    Rates rates;
    std::optional<Intervals> intervals;  // of rates
    std::vector<Regime> regimes;         // without gap
    std::optional<WarmUp> warm_up;       // where they differ
    std::optional<Pace> pace;            // of kPaceFrames and more
    std::uint64_t stutters = 0;          // by the frames around each
    std::uint64_t above_fixed = 0;       // longer than that many times the median of all
    std::uint64_t below = 0;             // frames slower than below_fps
    double below_ns = 0;                 // their time
    std::optional<Distribution> in_present;
    std::vector<Incident> incidents;
    std::optional<Period> period;  // of stutters, those that follow another within 100 ms left out
};

const Regime& most_frames(const Loop& loop);

struct Findings {
    std::vector<Loop> loops;  // those of the focus first, then that with most frames
    std::uint64_t omitted = 0;
};

// focus: rows of process; empty: all alike.  Throws skip() when no whole frame is in the window.
Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options);

}  // namespace benchlab::analyzers::frames
