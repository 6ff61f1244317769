// store/gpu_work.hpp: what the GPU did for each present: the work of its process between the end of
// the present before and its own end.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "store/frame_parts.hpp"
#include "store/store.hpp"

namespace benchlab::store {

struct GpuWork {
    std::int64_t begin = BL_NO_TIME, end = BL_NO_TIME;  // from the first work to the last; or none
    std::int64_t busy = 0;                              // with any work but that of video engines
    std::int64_t video = 0;
};

// By row of `present`, of those whose part is known.  What runs on at the end of a part is divided
// there, so that all parts together are never more than the time.
std::map<std::uint32_t, GpuWork> gpu_work_of(const std::deque<StoredTable>& tables,
                                             const std::vector<PresentOf>& presents);

}  // namespace benchlab::store
