// presentmon/compute.hpp: what logs of frame times come to, and what the trace's own events tell of
// programs that no log is about, for each stream of frames.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/displayed.hpp"
#include "common/lows.hpp"
#include "presentmon/judged.hpp"
#include "presentmon/metrics.hpp"

namespace benchlab::analyzers::presentmon {

// All in ns.
struct Spread {
    std::uint64_t count = 0;
    double mean = 0, min = 0, p50 = 0, p90 = 0, p99 = 0, p999 = 0, max = 0;
};

struct MetricSpread {
    const Metric* metric;
    Spread spread;
};

// Of the frames in which the program compiled shaders.
struct Compiling {
    std::uint64_t frames = 0, begun = 0;
    double time_ns = 0, longest_ns = 0;  // of all, and of the one with most
    double largest_share = 0;            // of a frame's time
};

struct Frame {
    std::int64_t time;
    double frame_time_ns;
};

// Frames of one swap chain of one process; of one program where the log tells no process.
struct Stream {
    std::string application;
    std::uint32_t number = 1;  // among the streams of that application
    std::optional<std::uint32_t> pid;
    std::optional<std::uint64_t> swap_chain;
    bool focus = false;
    bool is_logged = true;  // else worked out of the trace's events

    std::uint64_t count = 0;      // all frames
    std::uint64_t generated = 0;  // of them made of others
    Displayed displayed;
    const Metric* frame_time = nullptr;  // what is taken for it; null when the log has none
    // Those of the program that have a frame time, by time; that of generated ones is in the next.
    std::vector<Frame> frames;
    double total_ns = 0;       // of those
    std::int64_t span_ns = 0;  // from the first frame to the last
    std::optional<double> average_fps, minimum_fps;
    Lows low_1, low_01;
    std::vector<MetricSpread> metrics;   // that have values
    bool gpu_not_measured = false;       // the log has columns of the GPU, but all are 0
    std::optional<Compiling> compiling;  // none where the trace does not tell
    std::vector<Mode> modes;
    std::optional<double> busy_share;
    GpuLevels gpu;
};

// Those of the focus first, then the stream with most frames.
struct Result {
    std::vector<Stream> streams;
};

// Frames whose Present call is in the window, of all programs.  Throws skip() when there are none.
Result compute(const Store& store, const Run& run);

}  // namespace benchlab::analyzers::presentmon
