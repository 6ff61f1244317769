// ready/compute.hpp: how long threads wanted a CPU and had none, and who had it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"
#include "common/distribution.hpp"
#include "common/timeline.hpp"

namespace benchlab::analyzers::ready {

struct Options {
    std::uint64_t top = 15;
};

// Of a process or a thread.
struct Lack {
    Row row = BL_NO_ROW;
    std::int64_t running_ns = 0;
    Distribution ready;

    // How much of the time in which it wanted a CPU it had none.
    double share() const;
};

// Who ran on the CPU that others waited for, and for how long they did, added up over them.
struct Instead {
    Row row = BL_NO_ROW;  // of process or thread; none: nothing is known to have run there
    bool idle = false;    // nobody ran: the CPU was not given to the thread at once
    std::int64_t waited_ns = 0;
};

struct Preemption {
    Row process = BL_NO_ROW;  // whose thread took the CPU
    bool idle = false;
    StringId reason = StringId::kEmpty;
    std::uint64_t count = 0;
    std::int64_t ready_ns = 0;  // until the preempted thread ran again
};

struct Case {
    Row thread = BL_NO_ROW;
    std::int64_t begin = 0, length_ns = 0;
    std::optional<std::uint16_t> cpu;
    Row preempted_by = BL_NO_ROW;  // none after a wait
    Row ran = BL_NO_ROW;           // on that CPU, for most of the time
    std::int64_t ran_ns = 0;
};

struct Findings {
    explicit Findings(Window of) : window(of), over_time(of) {}

    Window window;
    // Of all threads that this is about but the idle ones; together their lives in the window.
    std::int64_t running_ns = 0, ready_ns = 0, waiting_ns = 0, unknown_ns = 0;
    double lived_ns() const {
        double sum = 0;
        for (const std::int64_t part : {running_ns, ready_ns, waiting_ns, unknown_ns}) {
            sum += static_cast<double>(part);
        }
        return sum;
    }
    std::uint64_t switches = 0, ready_events = 0;
    bool has_ready_events = false;  // in the whole trace
    Cut<Lack> processes;            // all processes, the focus or not
    Cut<Lack> threads;              // these and the following are about the focus, if there is one
    std::optional<Lack> focus;
    Cut<Instead> processes_instead, threads_instead;
    Cut<Preemption> preemptions;
    std::vector<Case> longest;
    Timeline over_time;
};

// focus: rows of process; empty: all.  Throws skip() when no thread did anything in the window.
Findings compute(const Store& store, Window window, const std::vector<Row>& focus,
                 const Options& options);

}  // namespace benchlab::analyzers::ready
