// timeline.hpp: the steps of all events of a story in the order of their times.
#pragma once

#include <cstdint>
#include <vector>

#include "plan.hpp"
#include "story/player.hpp"

namespace benchlab::story::perf {

class Timeline {
  public:
    Timeline(const Story& story, const Plan& plan);

    struct Moment {
        const Event* event = nullptr;  // none: the story is told
        const Step* step = nullptr;    // none: an event without any record
        std::int64_t ns = 0;
        bool is_first = false;  // of its event
    };
    // Of equal times, what ends comes before what begins, and of those the one that began last
    // first; else the order is the story's.
    Moment next();

  private:
    struct Due {
        Moment moment;
        bool is_begin = false;
        std::uint64_t event_number = 0;
        std::size_t step_number = 0;
    };
    static bool later(const Due& a, const Due& b);
    void push(const Event& event, std::int64_t ns);

    const Plan& plan_;
    Player player_;
    Player::Moment read_;   // the next that is not yet among those due
    std::vector<Due> due_;  // a heap, the first on top
    std::uint64_t events_ = 0;
};

}  // namespace benchlab::story::perf
