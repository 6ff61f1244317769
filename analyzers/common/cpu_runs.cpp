#include "common/cpu_runs.hpp"

#include <algorithm>

#include "benchlab/tables.h"

namespace benchlab::analyzers {
namespace {

struct Run {
    Row row = BL_NO_ROW;
    std::uint16_t cpu = 0;
};

// Every run begins with a switch, and switches are sorted by time: so nothing has to be sorted.
std::vector<Run> runs_by_switch(const States& states) {
    std::vector<Run> out;
    for (std::size_t row = 0; row < states.state.size(); ++row) {
        if (states.state[row] != BL_STATE_RUNNING || !states.cswitch.has(row)) continue;
        const Row by = states.cswitch[row];
        if (out.size() <= by) out.resize(std::size_t{by} + 1);
        out[by] = {static_cast<Row>(row), states.cpu.value_or(row, 0)};
    }
    return out;
}

}  // namespace

CpuRuns::CpuRuns(const States& states) : begin_(states.begin), end_(states.end), first_(1) {
    const std::vector<Run> runs = runs_by_switch(states);
    for (const Run& run : runs) {
        if (run.row == BL_NO_ROW) continue;
        if (first_.size() < run.cpu + std::size_t{2}) first_.resize(run.cpu + std::size_t{2});
        ++first_[run.cpu + std::size_t{1}];
    }
    for (std::size_t cpu = 1; cpu < first_.size(); ++cpu) first_[cpu] += first_[cpu - 1];
    rows_.resize(first_.back());
    std::vector<std::size_t> at = first_;
    for (const Run& run : runs) {
        if (run.row != BL_NO_ROW) rows_[at[run.cpu]++] = run.row;
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
