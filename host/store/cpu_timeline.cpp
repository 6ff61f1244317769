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

std::ptrdiff_t CpuTimeline::last_before(std::uint32_t cpu, std::int64_t time) const {
    const std::vector<std::uint32_t>& rows = rows_[cpu];
    const auto after =
        std::lower_bound(rows.begin(), rows.end(), time,
                         [&](std::uint32_t row, std::int64_t at) { return times_[row] < at; });
    return after - rows.begin() - 1;
}

std::uint32_t CpuTimeline::telling(std::uint32_t cpu, std::int64_t time) const {
    if (cpu >= rows_.size() || rows_[cpu].empty()) return BL_NO_ROW;
    const std::ptrdiff_t at = last_before(cpu, time);
    return rows_[cpu][at < 0 ? 0 : static_cast<std::size_t>(at)];
}

std::uint32_t CpuTimeline::running(std::uint32_t cpu, std::int64_t time) const {
    if (cpu >= rows_.size() || rows_[cpu].empty()) return BL_NO_ROW;
    // Before the first switch it was whoever that switch took off the CPU.
    const std::ptrdiff_t at = last_before(cpu, time);
    return at < 0 ? old_[rows_[cpu].front()] : new_[rows_[cpu][static_cast<std::size_t>(at)]];
}

}  // namespace benchlab::store
