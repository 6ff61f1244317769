// window.hpp: the last so many seconds of a recording, in memory.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "perf/record/blob.hpp"
#include "perf/record/side_band.hpp"

namespace benchlab::perf {

class Window {
  public:
    Window(std::uint64_t length_ns, std::uint64_t most_bytes)
        : length_ns_(length_ns), most_bytes_(most_bytes) {}

    // What was there before the recording began.
    void describe(Bytes records) { before_.absorb(records); }

    // The records of one round through the rings, which were emptied between the two times.
    // Rounds that are older than the window are let go.
    void add_round(Blob records, std::uint64_t started_ns, std::uint64_t taken_ns);

    // True when the memory did not suffice for the length.
    bool shortened() const { return shortened_; }
    std::uint64_t bytes() const { return bytes_; }

    // Gives it all: what is true at the beginning, then each round.
    void write(const std::function<void(Bytes)>& describe,
               const std::function<void(Bytes)>& round) const;

  private:
    struct Round {
        Blob records;
        std::uint64_t started_ns, taken_ns;
    };

    void let_go();

    std::uint64_t length_ns_, most_bytes_;
    std::uint64_t bytes_ = 0;
    bool shortened_ = false;
    SideBand before_;
    std::deque<Round> rounds_;
};

}  // namespace benchlab::perf
