// ring.hpp: the memory into which the kernel writes the records of one processor.
#pragma once

#include <cstdint>

#include "perf/record/blob.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {

class Ring {
  public:
    Ring() = default;
    Ring(Ring&& other) noexcept;
    Ring& operator=(Ring&& other) noexcept;
    ~Ring();

    // Maps the ring of an event; `data_size` is a power of two of pages.  0, or the errno.
    int map(int event, std::uint64_t data_size);

    // Appends what the kernel has finished to `into`, and gives its room back.  Always whole
    // records.  The number of bytes.
    std::size_t take(Blob& into);

  private:
    std::uint8_t* base_ = nullptr;
    std::uint64_t data_size_ = 0, mapped_size_ = 0;
};

// The largest size of a ring, from `wanted` downwards, is a power of two of pages.
std::uint64_t ring_size(std::uint64_t wanted);

}  // namespace benchlab::perf
