// store/gpu_work.hpp: what the GPU did for each present: the work of its process between the end of
// the present before and its own end.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "store/store.hpp"

namespace benchlab::store {

struct GpuWork {
    std::int64_t begin = BL_NO_TIME, end = BL_NO_TIME;  // from the first work to the last; or none
    std::int64_t busy = 0;                              // with any work but that of video engines
    std::int64_t video = 0;
};

// A present that ends a part of its process's work.
struct PresentOf {
    std::uint32_t process = BL_NO_ROW;
    std::uint32_t present = BL_NO_ROW;  // row
    std::int64_t begin = 0;
};

// By row of `present`, of those whose part is known.  A part ends when the GPU had finished the
// frame; of a process of which no present tells that, at the call of Present.  What runs on is
// divided there, so that all parts together are never more than the time.
std::map<std::uint32_t, GpuWork> gpu_work_of(const std::deque<StoredTable>& tables,
                                             const std::vector<PresentOf>& presents);

}  // namespace benchlab::store
