// cli/turns.hpp: threads of which one runs at a time, each in its turn.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace benchlab::cli {

// Those with the numbers 0 to count - 1, in this order and its neighbours' mirror by turns: 0 1 2
// 3, 1 0 3 2, 0 1 2 3 and so on, so that an even drift favours neither of two neighbours.
class Turns {
  public:
    explicit Turns(std::size_t count) : here_(count, true) {}

    // Returns when it is `who`'s turn.
    void await(std::size_t who) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return holder() == who; });
    }
    // `who`'s turn is over; it has others later.
    void pass() {
        const std::lock_guard lock(mutex_);
        go_on();
    }
    // In its turn: it was `who`'s last one.
    void leave(std::size_t who) {
        const std::lock_guard lock(mutex_);
        here_[who] = false;
        go_on();
    }

  private:
    std::size_t holder() const {
        const std::size_t place = step_ % here_.size();
        const bool mirrored = (step_ / here_.size()) % 2 == 1;
        // The last of an odd number has no neighbour.
        return mirrored && (place ^ 1) < here_.size() ? place ^ 1 : place;
    }
    void go_on() {
        for (std::size_t i = 0; i < 2 * here_.size(); ++i) {
            ++step_;
            if (here_[holder()]) break;
        }
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> here_;
    std::size_t step_ = 0;
};

}  // namespace benchlab::cli
