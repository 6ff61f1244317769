// common/generated.hpp: frames that were made of others, which count as presents but not as frames
// of the program.
#pragma once

#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

class Generated {
  public:
    // `logs`: the table with the rows, frame_log or one with its columns.
    explicit Generated(const Store& store, const char* logs = "frame_log");

    // Which of the frames that follow each other are generated.  `logs` are their rows of frame_log
    // (BL_NO_ROW: none), `lengths_ns` their times (0: the log has none).  Those that the log calls
    // so; where none is called so, those that have no time of the program's though others have,
    // and those of generated_by_length().  What was dropped is not, as it has no time in some logs,
    // either.
    std::vector<bool> among(const std::vector<Row>& logs,
                            const std::vector<double>& lengths_ns) const;

  private:
    bool is_called_so(Row log) const;

    const Store& store_;
    const StringColumn type_;
    const U8Column shown_;
    const F64Column app_time_;
};

// True for each that takes less than a tenth of what the long ones (the 90th percentile) take,
// where at least three of ten do, at a steady number for each of the others: drivers hand a
// generated frame in right behind the one that the program drew, and some logs give it no time at
// all (0 here).  Else all false; also below 10 frames a second, where programs draw when something
// changes.
std::vector<bool> generated_by_length(const std::vector<double>& lengths_ns);

// The time of a program's frame is that since its last: with the generated ones before it.  One
// length for each that is not generated.
std::vector<double> without_generated(const std::vector<double>& lengths_ns,
                                      const std::vector<bool>& generated);

}  // namespace benchlab::analyzers
