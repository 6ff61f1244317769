// common/cpu_runs.hpp: who ran on each CPU, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "benchlab/store.hpp"
#include "common/states.hpp"

namespace benchlab::analyzers {

// Rows of `state` in which a thread runs, idle threads included.  Those of one CPU never overlap.
class CpuRuns {
  public:
    // The columns of `states` outlive it.
    explicit CpuRuns(const States& states);

    std::uint32_t cpus() const { return static_cast<std::uint32_t>(first_.size() - 1); }
    // On all CPUs together.
    std::size_t size() const { return rows_.size(); }
    // By begin; none of a CPU that is not known.
    std::span<const Row> on(std::uint32_t cpu) const;
    // Those that touch the window.
    std::span<const Row> on(std::uint32_t cpu, Window window) const;

  private:
    const TimeColumn begin_, end_;
    std::vector<Row> rows_;           // by CPU
    std::vector<std::size_t> first_;  // by CPU, and one more
};

}  // namespace benchlab::analyzers
