#include "ring.hpp"

#include <utility>

namespace benchlab::plugins {
namespace {

class Xorshift {
  public:
    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }

  private:
    std::uint64_t state_ = 0x123456789ABCDEF1;
};

}  // namespace

void shuffle_ring(std::uint32_t* order, std::uint64_t lines) {
    for (std::uint64_t i = 0; i < lines; ++i) order[i] = static_cast<std::uint32_t>(i);
    // Sattolo's shuffle.  Linked in the order that it leaves, any order is one cycle.
    Xorshift random;
    for (std::uint64_t i = lines - 1; i > 0; --i) std::swap(order[i], order[random.next() % i]);
}

void link_ring(const Ring& ring, std::uint32_t* order) {
    const std::uint64_t lines = ring.lines;
    shuffle_ring(order, lines);
    for (std::uint64_t rank = 0; rank < lines; ++rank) {
        Link* link = ring.line(order[rank]);
        link->next = ring.line(order[rank + 1 == lines ? 0 : rank + 1]);
        link->rank = rank;
    }
}

// If each line's successor has the next rank, then from rank 0 on come ranks 0, 1, 2 and so on to
// the last, all of different lines: a cycle through all of them.  Looked up line by line, which is
// many times faster than following the cycle.
bool is_one_cycle(const Ring& ring) {
    for (std::uint64_t i = 0; i < ring.lines; ++i) {
        const Link* link = ring.line(i);
        const auto address = reinterpret_cast<std::uintptr_t>(link->next);
        const auto distance = address - reinterpret_cast<std::uintptr_t>(ring.base);
        if (distance % ring.line_bytes != 0 || distance / ring.line_bytes >= ring.lines) {
            return false;
        }
        const std::uint64_t expected = link->rank + 1 == ring.lines ? 0 : link->rank + 1;
        if (link->rank >= ring.lines || link->next->rank != expected) return false;
    }
    return true;
}

}  // namespace benchlab::plugins
