// store/frame_parts.hpp: the time of a process, cut into parts by what its presents end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "store/store.hpp"

namespace benchlab::store {

// A present that ends a part of its process's time.
struct PresentOf {
    std::uint32_t process = BL_NO_ROW;
    std::uint32_t present = BL_NO_ROW;  // row
    std::int64_t begin = 0;
    bool ends_frame = true;  // false: the first of its loop
};

// Where a part ends, and the present (a row) that it is of.
struct Cut {
    std::int64_t time;
    std::uint32_t present;
    bool ends_frame;
};

// By process, in order of time.  A part ends when the GPU had finished the frame; of a process of
// which no present tells that, at the call of Present.
std::map<std::uint32_t, std::vector<Cut>> cuts_of(const std::deque<StoredTable>& tables,
                                                  const std::vector<PresentOf>& presents);

// Spans that come by their begin, as one where they touch.
class SpanUnion {
  public:
    void add(std::int64_t begin, std::int64_t end) {
        if (!spans_.empty() && begin <= spans_.back().end) {
            spans_.back().end = std::max(spans_.back().end, end);
        } else {
            spans_.push_back({begin, end});
        }
    }
    // The parts from the last `until` to this one.
    template <class Visit>
    void take(std::int64_t until, Visit&& visit) {
        for (; at_ < spans_.size() && spans_[at_].begin < until; ++at_) {
            visit(spans_[at_].begin, std::min(spans_[at_].end, until));
            if (spans_[at_].end <= until) continue;
            spans_[at_].begin = until;
            return;
        }
    }

  private:
    struct Span {
        std::int64_t begin, end;
    };
    std::vector<Span> spans_;
    std::size_t at_ = 0;
};

}  // namespace benchlab::store
