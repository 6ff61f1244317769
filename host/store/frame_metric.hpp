// store/frame_metric.hpp: the derived table `frame_metric`: what PresentMon would have logged of
// the frames that end with a present, worked out of the trace's own events (docs/store.md).
#pragma once

#include <deque>
#include <limits>
#include <memory>
#include <string_view>

#include "store/store.hpp"

namespace benchlab::store {

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

// Is a frame of this type (a column of frame_log, and of `display`) the program's own?
inline bool is_of_program(std::string_view type) {
    return type.empty() || type == "Application";
}

// `frame` is the derived table of that name, or null.  Null when no frame ends with a present.
std::unique_ptr<StoredTable> derive_frame_metric(const std::deque<StoredTable>& tables,
                                                 const StoredTable* frame, const Names& names);

}  // namespace benchlab::store
