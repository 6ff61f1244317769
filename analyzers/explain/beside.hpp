// explain/beside.hpp: what the program, the screen and the machine did in the time of a slow frame,
// beside its chain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchlab/store.hpp"
#include "common/frame_loops.hpp"
#include "common/names.hpp"

namespace benchlab::analyzers::explain {

class Chains;

struct Event {
    std::size_t lane = 0;
    std::int64_t begin = 0, end = 0;  // also beyond the frame
    const char* kind = "";
    std::string label;  // whose it is
};

struct Happened {
    std::vector<std::string> lanes;
    std::vector<Event> events;                               // those of one lane together
    std::vector<std::pair<std::size_t, std::size_t>> shown;  // events: a present, its screen time
    std::size_t left_out = 0;                                // events that were too many
};

class Beside {
  public:
    // loop: rows of frame, by time, generated ones too; numbers: those that the frames go by, by
    // row, 0 beside the window.  All outlive it.
    Beside(const Store& store, const Names& names, const Chains& chains, const Frames& frames,
           const std::vector<Row>& loop, const std::map<Row, std::size_t>& numbers);
    ~Beside();

    // Presents of the loop and when they came to the screen, work of the GPUs, the interrupts of
    // the CPUs with most of them, and requests of disks.
    Happened during(Window frame) const;

  private:
    class Screen;
    class Machine;
    const std::unique_ptr<Screen> screen_;
    const std::unique_ptr<Machine> machine_;
};

}  // namespace benchlab::analyzers::explain
