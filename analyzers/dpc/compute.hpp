// dpc/compute.hpp: what interrupts and DPCs cost, by CPU and by driver.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "benchlab/store.hpp"
#include "common/distribution.hpp"
#include "common/timeline.hpp"
#include "dpc/humps.hpp"

namespace benchlab::analyzers::dpc {

struct Options {
    std::uint64_t top = 15;
    std::uint64_t worst = 10;          // of the longest calls
    bool functions = false;            // group by function instead of by driver
    std::optional<std::uint64_t> cpu;  // calls on this one alone
};

// BL_DPC_ISR_KIND_*; 0 where the trace does not say.
using Kind = std::uint8_t;
// "interrupt", "DPC", ...
const char* kind_name(Kind kind);

struct KindUse {
    Kind kind = 0;
    std::int64_t self_ns = 0;
    Distribution elapsed;
    // calls[i] is how many took more than 2^(i-1) and up to 2^i us; calls[0] those up to 1 us.
    std::vector<std::uint64_t> calls;
};

struct CpuUse {
    std::uint16_t cpu = 0;
    std::uint64_t calls = 0;
    std::map<Kind, std::int64_t> self_ns;
    std::int64_t total_ns = 0;  // nested ones once; DPCs that run on a thread are not in it
};

struct Group {
    std::string name;
    Kind kind = 0;
    std::int64_t self_ns = 0;
    Distribution elapsed;
    Distribution interval;  // from begin to begin, on whatever CPU
    std::vector<std::uint16_t> cpus;
    std::optional<Humps> humps;
};

struct Call {
    std::int64_t begin = 0, elapsed_ns = 0;  // of the part in the window
    std::uint16_t cpu = 0;
    Kind kind = 0;
    std::string name;
};

struct Findings {
    explicit Findings(Window of) : window(of), busy(of) {}

    Window window;
    std::uint64_t cpu_count = 0;
    std::int64_t total_ns = 0;  // of all CPUs
    std::vector<KindUse> kinds;
    std::vector<CpuUse> cpus;
    std::vector<Group> groups;  // by time of their own, the greatest first
    std::uint64_t groups_omitted = 0;
    std::vector<Call> longest;
    std::optional<Call> longest_on_cpu;  // that is not its thread's time
    Timeline busy;
};

// Throws skip() when nothing ran in the window, and Error for a CPU that the machine has not.
Findings compute(const Store& store, Window window, const Options& options);

}  // namespace benchlab::analyzers::dpc
