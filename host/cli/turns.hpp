// cli/turns.hpp: threads of which one runs at a time, each in its turn.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace benchlab::cli {

// Those with the numbers 0 to count - 1, in this order and its neighbours' mirror by turns, so that
// an even drift favours neither of two neighbours; but each fourth round, as the last one is where
// all take four turns after the first, in the whole's mirror: 0 1 2 3, 1 0 3 2, 0 1 2 3, 1 0 3 2, 3
// 2 1 0.  A system gives the memory out first that it got back last, so that where the first one
// ends last each has the memory of the one that was in its place before.
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
        const std::size_t round = step_ / here_.size();
        if (round > 0 && round % 4 == 0) return here_.size() - 1 - place;
        const bool mirrored = round % 2 == 1;
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

// One of them, from before its first turn to its last, which the end of this ends.
class Seat {
  public:
    Seat(Turns& turns, std::size_t who) : turns_(turns), who_(who) {}
    ~Seat() {
        hold();
        turns_.leave(who_);
    }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    // Ends a turn, if there was one; returns when it is in the next.
    void next() {
        if (began_) turns_.pass();
        turns_.await(who_);
        began_ = true;
    }
    // Returns when it is in a turn.
    void hold() {
        if (!began_) next();
    }

  private:
    Turns& turns_;
    const std::size_t who_;
    bool began_ = false;
};

}  // namespace benchlab::cli
