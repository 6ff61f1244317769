// common/displayed.hpp: how often the screen got a frame, which is not how often frames are handed
// in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

struct Displayed {
    std::optional<double> fps;
    std::uint64_t changes = 0;  // what the rate is made of: times between frames on screen
    std::optional<std::uint64_t> not_shown;  // frames; empty when it is not told
    std::uint64_t without_time = 0;          // shown, but when is not told
};

class Displays {
  public:
    // `logs`: the table with the rows, frame_log or one with its columns.
    explicit Displays(const Store& store, const char* logs = "frame_log");

    // Rows of frame_log, one stream.  By the times between frames on screen; where the log has not
    // those, by those that they stayed there.  What was not shown has no such time, whatever is
    // logged.
    Displayed of_log(const std::vector<Row>& rows) const;
    // Rows of present, one loop, by the table `display`; empty when that has nothing of them.
    std::optional<Displayed> of_presents(const std::vector<Row>& rows) const;

  private:
    const U8Column shown_;
    const F64Column change_, stayed_;
    const TimeColumn time_;
    const RowColumn present_;
    std::vector<Row> by_present_;  // rows of display
};

}  // namespace benchlab::analyzers
