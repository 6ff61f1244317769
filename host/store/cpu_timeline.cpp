#include "store/cpu_timeline.hpp"

#include <algorithm>

#include "store/store.hpp"

namespace benchlab::store {

CpuTimeline::CpuTimeline(const StoredTable* cswitch, std::uint32_t cpu_count) : rows_(cpu_count) {
    if (cswitch == nullptr) return;
    times_ = cswitch->values<std::int64_t>("time");
    old_ = cswitch->values<std::uint32_t>("old_thread");
    new_ = cswitch->values<std::uint32_t>("new_thread");
    const auto cpus = cswitch->values<std::uint16_t>("cpu");
    for (std::uint32_t row = 0; row < cpus.size(); ++row) rows_[cpus[row]].push_back(row);
}

std::uint32_t CpuTimeline::running(std::uint32_t cpu, std::int64_t time) const {
    if (cpu >= rows_.size() || rows_[cpu].empty()) return BL_NO_ROW;
    const std::vector<std::uint32_t>& rows = rows_[cpu];
    const auto after =
        std::lower_bound(rows.begin(), rows.end(), time,
                         [&](std::uint32_t row, std::int64_t at) { return times_[row] < at; });
    // Before the first switch it was whoever that switch took off the CPU.
    return after == rows.begin() ? old_[rows.front()] : new_[*(after - 1)];
}

}  // namespace benchlab::store
