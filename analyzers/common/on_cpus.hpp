// common/on_cpus.hpp: what a CPU was in at a moment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// Spans of a table with `begin`, `end` and `cpu`, by CPU.
class OnCpus {
  public:
    // wanted(row) says which of them.
    template <class Wanted>
    OnCpus(const Table& table, Wanted&& wanted)
        : begin_(table.time("begin", kOptional)),
          end_(table.time("end", kOptional)),
          cpu_(table.u16("cpu", kOptional)) {
        for (const Row row : table.rows()) {
            if (!wanted(row)) continue;
            if (rows_.size() <= cpu_[row]) rows_.resize(cpu_[row] + 1u);
            rows_[cpu_[row]].push_back(row);
        }
    }

    // The innermost on that CPU at that moment, its last one included; none: BL_NO_ROW.
    Row at(std::uint32_t cpu, std::int64_t time) const {
        if (cpu >= rows_.size()) return BL_NO_ROW;
        const std::vector<Row>& rows = rows_[cpu];
        auto at = std::partition_point(rows.begin(), rows.end(),
                                       [&](Row row) { return begin_[row] <= time; });
        // Few lie in each other.
        for (int tries = 0; at != rows.begin() && tries < kTries; ++tries) {
            if (end_[*--at] >= time) return *at;
        }
        return BL_NO_ROW;
    }

  private:
    static constexpr int kTries = 64;
    const TimeColumn begin_, end_;
    const U16Column cpu_;
    std::vector<std::vector<Row>> rows_;  // by begin
};

}  // namespace benchlab::analyzers
