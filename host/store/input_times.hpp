// store/input_times.hpp: which input of its user a program had when it called Present.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "store/store.hpp"

namespace benchlab::store {

// BL_NO_TIME where there was none.
struct InputTimes {
    std::int64_t any = BL_NO_TIME;    // when the last one that the program took was read
    std::int64_t click = BL_NO_TIME;  // when the last click was
};

// Takes inputs out of the store in the order of the presents of each process.
class Inputs {
  public:
    Inputs(const std::deque<StoredTable>& tables, const Names& names);

    bool empty() const { return taken_.empty(); }
    // What the process took up to `time` and had not shown yet: it stays for the next present when
    // this one does not come to the screen.  Times of one process must not go back.
    InputTimes take(std::uint32_t process, std::int64_t time, bool is_shown);

  private:
    struct Taken {
        std::uint32_t process;
        std::int64_t time;
        InputTimes input;
    };
    struct Place {
        std::uint32_t process = BL_NO_ROW;
        std::size_t next = 0;  // of taken_
        InputTimes pending;
    };
    std::vector<Taken> taken_;  // by process, then by time
    std::vector<Place> places_;
};

}  // namespace benchlab::store
