// waits/compute.hpp: what threads waited for, where, and who ended it.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"
#include "common/distribution.hpp"
#include "common/sites.hpp"

namespace benchlab::analyzers::waits {

struct Options {
    std::uint64_t top = 15;
};

enum class EndedBy : std::uint8_t {
    kUnknown,  // the trace does not tell
    kThread,
    kDpc,
    kInterrupt,
    kIdle  // an interrupt or a timer, on a CPU that had nothing else to do
};

struct ReasonWaits {
    StringId reason = StringId::kEmpty;
    Distribution waits;
};

// Waits of a place, or that somebody ended.
struct Sum {
    std::uint64_t count = 0;
    std::int64_t total_ns = 0, longest_ns = 0;

    void add(std::int64_t length_ns);
};

struct SiteWaits {
    Site site;
    StringId reason = StringId::kEmpty;
    Sum waits;
};

struct EnderWaits {
    EndedBy by = EndedBy::kUnknown;
    Row row = BL_NO_ROW;  // of process or thread; of kThread only
    Site site;            // where a thread was when it ended them
    Sum waits;
};

struct Wait {
    Row thread = BL_NO_ROW;
    std::int64_t begin = 0, length_ns = 0;
    StringId reason = StringId::kEmpty;
    Site site;
    EndedBy by = EndedBy::kUnknown;
    Row by_thread = BL_NO_ROW;
};

// Waits that a timer ended.
struct TimerWaits {
    Sum waits;
    // How much of each lies behind the moment that its timer was set for, where that is told.
    Distribution late;
    bool on_ticks = false;  // they end at ticks as those of Windows' usual clock
};

struct Findings {
    Window window;
    // A wait has ended when its end lies in the window and is not the trace's; the lists are of
    // these.
    Sum ended, open;
    std::uint64_t known_enders = 0, with_stack = 0;
    std::uint64_t switches = 0, ready_events = 0;
    bool has_ready_events = false;  // in the whole trace
    Cut<ReasonWaits> reasons;
    Cut<SiteWaits> sites;
    TimerWaits timers;
    Cut<EnderWaits> process_enders, thread_enders;
    std::vector<Wait> longest;
};

// focus: rows of process; empty: all.  Throws skip() when no thread waited in the window.
Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options);

}  // namespace benchlab::analyzers::waits
