// threads/compute.hpp: how each thread of the focus spent its time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::threads {

// A thread's life within the window, divided: the four add up to life_ns exactly.
struct Division {
    std::int64_t running_ns = 0, runnable_ns = 0, waiting_ns = 0, unknown_ns = 0;
    std::uint64_t switch_ins = 0;
    double ready_p99_ns = 0;          // of its stretches of ready time; 0 when there is none
    std::string most_waited;          // reason; empty when there is none
    std::int64_t most_waited_ns = 0;  // how long for that reason
};

// Nothing where the trace has not what it takes.
struct ThreadUse {
    Row thread = BL_NO_ROW;
    std::string name, process;
    std::optional<std::uint32_t> tid, pid;
    std::int64_t life_ns = 0;
    std::optional<Division> division;
    std::optional<std::int64_t> interrupted_ns;
    std::optional<std::uint64_t> samples;
};

struct Result {
    Window window;
    bool one_process = false;  // all of them are of one
    std::vector<ThreadUse> threads;
};

// Those of the focus, of all processes without one, that lived in the window; idle threads are
// none.  Most CPU time first.
Result compute(const Store& store, const Run& run);

}  // namespace benchlab::analyzers::threads
