// explain/interrupted.hpp: when interrupts had the CPUs, moment by moment.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::explain {

// A stretch of a CPU's time.
struct Taken {
    std::int64_t begin = 0, end = 0;
    Row row = BL_NO_ROW;  // of dpc_isr: the innermost there
};

// What took the CPUs within a window.  DPCs that run on a thread of their own are that thread's.
class Interrupted {
  public:
    Interrupted(const Store& store, Window window);

    // Of one CPU, by time; they never overlap.
    const std::vector<Taken>& on(std::uint32_t cpu) const;
    const std::map<std::uint32_t, std::vector<Taken>>& all() const { return by_cpu_; }

  private:
    std::map<std::uint32_t, std::vector<Taken>> by_cpu_;
};

}  // namespace benchlab::analyzers::explain
