// phases/compute.hpp: what a program was busy with in its frames, as it says itself.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"
#include "phases/marked_frames.hpp"

namespace benchlab::analyzers::phases {

// What slow frames have more than normal ones of something; means over the frames of each kind.
struct Compared {
    double slow = 0, normal = 0;

    double more() const { return slow - normal; }
};

struct Phase {
    // Empty: the time of the thread that ends the frames in which it is in none.
    StringId name = StringId::kEmpty;
    std::uint64_t count = 0;            // that began in a frame
    double total_ns = 0;                // in frames, with what lies in it
    double own_ns = 0, longest_ns = 0;  // without that; longest: in one frame
    Compared own;
    // Own time by frame; frames without it are left out.
    struct InFrame {
        std::size_t frame;
        double own_ns;
    };
    std::vector<InFrame> by_frame;
};

// The last value in each frame that has one.
struct Counter {
    StringId name = StringId::kEmpty;
    std::uint32_t unit = BL_UNIT_NONE;
    std::uint64_t frames = 0;
    double mean = 0, least = 0, greatest = 0;
    std::optional<Compared> compared;  // when both kinds of frames have it
};

// A process that marks phases or states, by its loop with most frames.
struct Program {
    Row process = BL_NO_ROW;
    MarkedFrames frames;
    double total_ns = 0;                 // of the frames that count
    std::uint64_t slow = 0, normal = 0;  // how many of them
    Compared length;                     // of frames, in ns
    std::vector<Phase> phases;           // that with most own time first
    std::vector<Counter> counters;       // by name
};

struct Findings {
    std::vector<Program> programs;  // that with most frames first
};

// focus: rows of process; empty: all.  Throws skip() when no program has phases and frames.
Findings compute(const Store& store, Window window, const std::vector<Row>& focus);

}  // namespace benchlab::analyzers::phases
