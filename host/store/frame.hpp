// store/frame.hpp: the derived table `frame`: the frames of each loop that draws, one after the
// other (docs/store.md).
#pragma once

#include <deque>
#include <memory>

#include "store/store.hpp"

namespace benchlab::store {

// Null when the trace tells of no frame.
std::unique_ptr<StoredTable> derive_frame(const std::deque<StoredTable>& tables,
                                          const Names& names);

}  // namespace benchlab::store
