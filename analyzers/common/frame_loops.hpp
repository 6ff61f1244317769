// common/frame_loops.hpp: the frames of a window by the loop that draws them.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// The table `frame`.
struct Frames {
    // Throws skip() when the trace has none.
    explicit Frames(const Store& store);

    std::int64_t length_ns(Row row) const { return end[row] - begin[row]; }

    Table table;
    // Public, as Table's columns are: plain arrays.
    TimeColumn begin, end;
    RowColumn process, thread, present, mark, frame_log;
    U32Column loop;
    U64Column swap_chain;
    I64Column in_present;
};

struct FrameLoop {
    Row process = BL_NO_ROW;
    Row thread = BL_NO_ROW;  // who ends most of its frames
    std::vector<Row> rows;   // of frame, by time
};

// Frames that lie in the window whole: a part of one is no frame.  Loops of the focus first (rows
// of process; empty: all alike), then the one with most frames.
std::vector<FrameLoop> frame_loops(const Frames& frames, Window window,
                                   const std::vector<Row>& focus);

// The frames of the loop right beside its own, which lie outside its window; by time.
struct RowsBeside {
    std::vector<Row> before, behind;
};
RowsBeside rows_beside(const Frames& frames, const FrameLoop& loop, std::size_t reach);

// How many frames on either side a frame is held against.
inline constexpr std::size_t kFramesAround = 20;

// For each value the median of those around it, `reach` on either side; fewer at the ends.
std::vector<double> local_medians(const std::vector<double>& values,
                                  std::size_t reach = kFramesAround);
// The same of the loop's frames, whose lengths these are, with those beside the window.
std::vector<double> medians_around(const Frames& frames, const FrameLoop& loop,
                                   const std::vector<double>& lengths);

}  // namespace benchlab::analyzers
