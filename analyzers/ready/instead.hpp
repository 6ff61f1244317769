// ready/instead.hpp: who ran while others waited for the same CPU.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::ready {

// A part of a thread's life that one CPU ran it, or that it waited for that CPU.
struct Stretch {
    std::uint16_t cpu = 0;
    Row thread = BL_NO_ROW;
    std::int64_t begin = 0, end = 0;
};

// What ran on each CPU.
class Ran {
  public:
    // By CPU and begin; those of one CPU must not overlap.
    explicit Ran(std::vector<Stretch> running) : running_(std::move(running)) {}

    const std::vector<Stretch>& stretches() const { return running_; }
    // For each of these, how long threads waited for that CPU while it ran, added up over the
    // threads.  In time that grows with the number of stretches only, however many wait at once.
    std::vector<std::int64_t> waited(const std::vector<Stretch>& ready) const;
    // Who ran for most of `ready`, and for how long; none when it is not known.
    std::pair<Row, std::int64_t> longest_during(const Stretch& ready) const;

  private:
    std::vector<Stretch> running_;
};

}  // namespace benchlab::analyzers::ready
