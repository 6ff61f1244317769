// store/state.hpp: the derived table `state`: each thread's life, divided without gap into running,
// runnable, waiting and unknown (docs/store.md).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "store/parallel.hpp"
#include "store/store.hpp"

namespace benchlab::store {

// Null without cswitch and thread.  Sets state_first and state_count of thread.
std::unique_ptr<StoredTable> derive_state(std::deque<StoredTable>& tables, const CpuTimeline& cpus,
                                          std::int64_t duration_ns, const Parallel& parallel);

}  // namespace benchlab::store
