// player.hpp: the events of a story in order of time, its repeats unrolled one copy after the
// other, so that a story of gigabytes needs the memory of its text.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "story.hpp"

namespace benchlab::story {

class Player {
  public:
    explicit Player(const Block& block);

    struct Moment {
        const Event* event = nullptr;  // none: the story is told
        Ns time;
    };
    // Of equal times, those of the block or copy that began first come first, as written.
    Moment next();

  private:
    struct Cursor {
        std::int64_t time = 0;
        std::uint64_t copy = 0;  // 0: a repeat that begins its next copy
        const Block* block = nullptr;
        std::size_t index = 0;
        std::int64_t base = 0;
        const Repeat* repeat = nullptr;
        std::uint64_t left = 0;
    };
    struct Later {
        bool operator()(const Cursor& a, const Cursor& b) const {
            return a.time != b.time ? a.time > b.time : a.copy > b.copy;
        }
    };

    void begin(const Block& block, std::int64_t base);
    void push(Cursor cursor);

    std::priority_queue<Cursor, std::vector<Cursor>, Later> cursors_;
    Cursor current_;  // the one that the last event came from, when more of it may follow
    std::uint64_t copies_ = 0;
};

// When the story ends: as its window says, else with the end of its last event.
Ns story_end(const Story& story);

}  // namespace benchlab::story
