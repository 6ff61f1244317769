// store/frame_csv.hpp: frames as PresentMon writes them, for tools that read its files: those that
// a log has, and those that the trace's own events tell (`frame_metric`) of programs without one.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "store/store.hpp"

namespace benchlab::store {

enum class FrameCsvForm : std::uint8_t {
    kDefault,  // of 2.3 and later: "TimeInMs", "MsBetweenPresents"
    kV1,       // of 1.x and --v1_metrics: "TimeInSeconds", "msBetweenPresents", "Dropped"
};

// Frames whose call of Present is in [begin, end), by time.  Columns of which the store has no
// value are left out, as PresentMon leaves out what it does not track.  Returns how many frames
// there are.
std::uint64_t export_frame_csv(const Store& store, FrameCsvForm form, std::int64_t begin,
                               std::int64_t end,
                               const std::function<void(std::string_view)>& write);

}  // namespace benchlab::store
