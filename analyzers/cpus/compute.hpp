// cpus/compute.hpp: how busy each CPU was, and with what.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"
#include "common/timeline.hpp"

namespace benchlab::analyzers::cpus {

// Within the window.  Nothing where the trace has not what it takes.
struct CpuUse {
    std::uint32_t cpu = 0;
    std::optional<std::uint32_t> efficiency_class, mhz;
    // Busy, idle and unknown are the window exactly; the focus' time is a part of busy.
    std::optional<std::int64_t> busy_ns, idle_ns, unknown_ns, focus_ns;
    std::optional<std::int64_t> interrupt_ns;
    std::optional<std::uint64_t> switches, samples, idle_samples;
};

struct Result {
    Window window;
    bool has_focus = false;
    std::vector<CpuUse> cpus;  // by number
    Timeline busy, focus;      // running time, of all CPUs

    explicit Result(Window of) : window(of), busy(of), focus(of) {}
};

Result compute(const Store& store, const Run& run);

}  // namespace benchlab::analyzers::cpus
