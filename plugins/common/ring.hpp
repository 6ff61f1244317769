// common/ring.hpp: a random cycle through all lines of a buffer.
#pragma once

#include <cstdint>

namespace benchlab::plugins {

// What lies at the start of each line; the rest of the line is unused.
struct Link {
    const Link* next;
    std::uint64_t rank;  // place in the cycle, from 0 at the first line
};

// The lines of one buffer, `line_bytes` apart (at least sizeof(Link)).
struct Ring {
    unsigned char* base;
    std::uint64_t lines;
    std::uint64_t line_bytes;
    Link* line(std::uint64_t index) const {
        return reinterpret_cast<Link*>(base + index * line_bytes);
    }
};

// The numbers below `lines`, in random order, the same for the same number of lines.
void shuffle_ring(std::uint32_t* order, std::uint64_t lines);

// Links the lines into one cycle in random order, the same order for the same number of lines.
// `order` is room for as many numbers as there are lines; it has the line of each rank then.
void link_ring(const Ring& ring, std::uint32_t* order);

// Whether following `next` from any line visits every line once before it comes back.
bool is_one_cycle(const Ring& ring);

}  // namespace benchlab::plugins
