// store/frame_metric.hpp: the derived table `frame_metric`: what PresentMon would have logged of
// the frames that end with a present, worked out of the trace's own events (docs/store.md).
#pragma once

#include <deque>
#include <memory>

#include "store/store.hpp"

namespace benchlab::store {

// `frame` is the derived table of that name, or null.  Null when no frame ends with a present.
std::unique_ptr<StoredTable> derive_frame_metric(const std::deque<StoredTable>& tables,
                                                 const StoredTable* frame, const Names& names);

}  // namespace benchlab::store
