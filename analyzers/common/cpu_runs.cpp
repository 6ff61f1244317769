#include "common/cpu_runs.hpp"

#include <algorithm>

#include "benchlab/tables.h"

namespace benchlab::analyzers {
namespace {

// Every run begins with a switch, and switches are sorted by time: so nothing has to be sorted.
std::vector<Row> runs_by_switch(const States& states) {
    std::vector<Row> out;
    for (std::size_t row = 0; row < states.state.size(); ++row) {
        if (states.state[row] != BL_STATE_RUNNING || !states.cswitch.has(row)) continue;
        const Row by = states.cswitch[row];
        if (out.size() <= by) out.resize(std::size_t{by} + 1, BL_NO_ROW);
        out[by] = static_cast<Row>(row);
    }
    return out;
}

}  // namespace

CpuRuns::CpuRuns(const States& states) : begin_(states.begin), end_(states.end), first_(1) {
    const std::vector<Row> runs = runs_by_switch(states);
    for (const Row run : runs) {
        if (run == BL_NO_ROW) continue;
        const std::size_t cpu = states.cpu.value_or(run, 0);
        if (first_.size() < cpu + 2) first_.resize(cpu + 2);
        ++first_[cpu + 1];
    }
    for (std::size_t cpu = 1; cpu < first_.size(); ++cpu) first_[cpu] += first_[cpu - 1];
    rows_.resize(first_.back());
    std::vector<std::size_t> at = first_;
    for (const Row run : runs) {
        if (run != BL_NO_ROW) rows_[at[states.cpu.value_or(run, 0)]++] = run;
    }
}

std::span<const Row> CpuRuns::on(std::uint32_t cpu) const {
    if (cpu >= cpus()) return {};
    return {rows_.data() + first_[cpu], first_[cpu + 1] - first_[cpu]};
}

std::span<const Row> CpuRuns::on(std::uint32_t cpu, Window window) const {
    const std::span<const Row> all = on(cpu);
    const auto first = std::partition_point(all.begin(), all.end(),
                                            [&](Row row) { return end_[row] <= window.begin; });
    const auto last =
        std::partition_point(first, all.end(), [&](Row row) { return begin_[row] < window.end; });
    return all.subspan(static_cast<std::size_t>(first - all.begin()),
                       static_cast<std::size_t>(last - first));
}

}  // namespace benchlab::analyzers
