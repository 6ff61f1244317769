// store/cpu_timeline.hpp: who ran on a CPU at some time, by the context switches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace benchlab::store {

class StoredTable;

class CpuTimeline {
  public:
    // Without switches nobody is known.  The columns outlive it.
    CpuTimeline(const StoredTable* cswitch, std::uint32_t cpu_count);

    // Who was switched in last before that moment; who is switched in at the very moment comes
    // after it.  BL_NO_ROW when that is not known.
    std::uint32_t running(std::uint32_t cpu, std::int64_t time) const;
    // The row of cswitch that tells who that is; BL_NO_ROW when none does.
    std::uint32_t telling(std::uint32_t cpu, std::int64_t time) const;
    std::uint32_t cpu_count() const { return static_cast<std::uint32_t>(rows_.size()); }
    // Rows of cswitch on that CPU, by time.
    const std::vector<std::uint32_t>& switches(std::uint32_t cpu) const { return rows_[cpu]; }

  private:
    // The last switch before that moment, in rows_[cpu]; -1: none.
    std::ptrdiff_t last_before(std::uint32_t cpu, std::int64_t time) const;

    std::span<const std::int64_t> times_;
    std::span<const std::uint32_t> old_, new_;
    std::vector<std::vector<std::uint32_t>> rows_;
};

}  // namespace benchlab::store
