// overview/compute.hpp: what a trace is and what is in it.  Only rows are counted: nothing is
// derived, and no stack is looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::overview {

struct Fact {
    std::string name, text;
    std::uint32_t name_kind;  // BL_NAME_*
};

// Of rows that touch the window; nothing where the trace has not the table.
struct Counts {
    std::optional<std::uint64_t> switches, readies, samples, dpc_isr, hard_faults, disk_ios;
    std::optional<std::uint64_t> presents, frame_logs, gpu_packets, processes, threads;
};

struct Problem {
    std::string code, text;
    std::uint64_t count = 1;
    std::optional<std::uint64_t> offset;
};

struct Result {
    Window window;
    std::int64_t duration_ns = 0;
    std::uint32_t cpus = 0, cores = 0, packages = 0;  // 0: not known
    std::string cpu_name;
    std::vector<std::string> focus;
    std::vector<Fact> facts;
    Counts counts;
    std::optional<std::uint64_t> sample_interval_ns;  // the most frequent one
    // Shares, where stacks were read; of the samples only those that found a thread running.
    std::optional<double> samples_with_stacks, switches_with_stacks;
    double lost_at_most = 0;  // events lost, of those and all rows that the whole trace has
    std::vector<Problem> problems;
};

Result compute(const Store& store, const Run& run);

}  // namespace benchlab::analyzers::overview
