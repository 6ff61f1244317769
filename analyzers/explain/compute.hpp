// explain/compute.hpp: why the slowest frames of a loop were slow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/frame_loops.hpp"
#include "common/sites.hpp"
#include "explain/beside.hpp"
#include "explain/chain.hpp"
#include "explain/company.hpp"
#include "explain/drivers.hpp"

namespace benchlab::analyzers::explain {

struct Options {
    std::uint64_t explain = 10;  // how many frames
    double slower = 1.25;        // than the frames around it, to be called slow
};

// What a cause is across frames: who, and what it did or waited for.
struct CauseKey {
    std::string thread;  // "game.exe worker": names, which stay when numbers change
    Did did = Did::kUnknown;
    std::string by;

    bool operator<(const CauseKey& other) const {
        return std::tie(thread, did, by) < std::tie(other.thread, other.did, other.by);
    }
    bool operator==(const CauseKey& other) const {
        return thread == other.thread && did == other.did && by == other.by;
    }
};

// Waits of one link at one place that the same thing ended.
struct WaitSum {
    std::size_t link = 0;
    bool followed = false;  // another thread ended them: the link `waker`
    std::size_t waker = 0;
    Did did = Did::kWaiting;  // of those that no thread ended
    KindOfWait kind;
    Site site;
    std::uint64_t count = 0;
    std::int64_t time_ns = 0;
};

// Where a thread ran, by the samples that found it running.
struct Ran {
    std::uint64_t samples = 0;
    CodeId function = CodeId::kNone;  // the one with most samples
    std::uint64_t in_function = 0;
    std::string module;  // likewise
    std::uint64_t in_module = 0;
};

struct SlowFrame {
    Row row = BL_NO_ROW;     // of frame
    std::size_t number = 0;  // among the loop's frames in the window, from 1
    std::int64_t begin = 0, length_ns = 0;
    double around_ns = 0;  // the median of the frames around it
    Chain chain;
    std::vector<Sum> sums;  // by link as the chain has them; the longest of a link first
    std::vector<std::int64_t> usual_ns;  // for each sum: its share of what normal frames have of it
    std::vector<WaitSum> waits;          // the longest first
    // The classes that the reference tool has, by its thresholds: "disk", "CPU contention",
    // "drivers", "CPU bound", "GPU bound", "waiting" or "mixed".
    const char* rough_class = "mixed";
    // What exceeds the usual by most, with all that has the same key; the longest sum stands for
    // it.  None when nothing exceeds it.
    bool has_cause = false;
    std::size_t cause = 0;
    std::size_t cause_sums = 0;  // how many have that key
    std::int64_t cause_ns = 0, excess_ns = 0;
    double cause_usual_ns = 0;
    std::optional<Ran> ran;  // of a cause that is running, when it was sampled
    Happened beside;         // in its time
};

struct Cause {
    CauseKey key;
    std::size_t example = 0;     // a slow frame that has it as its cause: an index
    std::uint64_t frames = 0;    // slow frames that have it as their cause
    std::int64_t time_ns = 0;    // of it in those
    std::int64_t excess_ns = 0;  // above the usual, in those
    double usual_ns = 0;         // of it in a normal frame
};

// Time of the explained frames by the stack on which it went.
struct StackTime {
    Row thread = BL_NO_ROW;
    StackId stack = StackId::kNone;
    std::uint64_t weight = 0;
};

struct Findings {
    // Of the time of the explained frames: unknown, or a wait that nobody is known to have ended.
    double untold_share = 0;
    FrameLoop loop;
    // In the window; called slow; compared with, of those beside the window too.
    std::uint64_t frames = 0, slow = 0, normal = 0;
    std::vector<SlowFrame> explained;  // by time
    std::vector<Cause> causes;         // the greatest excess first
    std::vector<StackTime> on_cpu;     // of threads in the chains: by samples, their weight
    std::vector<StackTime> off_cpu;    // their waits, by where they stopped: ns
    bool samples_are_times = false;    // a sample's weight is ns, else a count of events
    std::vector<Company> company;      // of all slow frames, against all normal ones
    DriverUses drivers;                // likewise
};

// focus: rows of process; empty: all.  Throws skip() when there is nothing to explain.
Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options);

}  // namespace benchlab::analyzers::explain
