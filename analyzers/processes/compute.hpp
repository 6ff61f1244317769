// processes/compute.hpp: what each process used of the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::processes {

// Sums over the threads of a process, within the window.  Nothing where the trace has not what it
// takes.
struct ProcessUse {
    Row process = BL_NO_ROW;
    std::string name;
    std::optional<std::uint32_t> pid;
    bool focus = false;
    std::uint64_t threads = 0;  // that lived in the window
    std::optional<std::int64_t> running_ns, runnable_ns, unknown_ns, interrupted_ns;
    std::optional<std::uint64_t> switch_ins, samples, hard_faults, disk_bytes;
};

struct Result {
    Window window;
    double machine_ns = 1;  // of all CPUs together
    std::vector<ProcessUse> processes;
    // What cannot be laid at the door of one: a thread that the trace does not tell.
    std::uint64_t nobodys_faults = 0, nobodys_disk_bytes = 0;
};

// Only processes that did something, most CPU time first; idle threads do nothing.
Result compute(const Store& store, const Run& run);

}  // namespace benchlab::analyzers::processes
