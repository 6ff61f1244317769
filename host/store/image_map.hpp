// store/image_map.hpp: which image an address was in.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/benchlab.h"

namespace benchlab::store {

struct ImageLife {
    std::uint32_t row;
    std::uint32_t process;  // row; BL_NO_ROW: the kernel's
    std::uint64_t base, size;
    std::int64_t begin, end;
};

class ImageMap {
  public:
    ImageMap() = default;
    ImageMap(const std::vector<ImageLife>& images, std::uint32_t process_count);

    // The kernel's images first, then those of the process.  Of several that were there one after
    // the other the latest that had begun, else the earliest; BL_NO_ROW when there was none.
    std::uint32_t find(std::uint32_t process, std::uint64_t address, std::int64_t time) const;
    bool in_kernel(std::uint64_t address) const;
    // Is the answer the same at all times?
    bool is_steady(std::uint32_t process, std::uint64_t address) const;

  private:
    // A range of addresses, and all images that ever covered it, by begin.
    struct Segment {
        std::uint64_t start, end;
        std::uint32_t first, count;
    };
    struct Space {
        std::uint32_t first = 0, count = 0;
    };
    void build(Space& space, std::vector<const ImageLife*>& images);
    const Segment* segment(const Space& space, std::uint64_t address) const;
    const Segment* segment_of(std::uint32_t process, std::uint64_t address) const;

    struct Candidate {
        std::int64_t begin;
        std::uint32_t row;
    };
    std::vector<Segment> segments_;
    std::vector<Candidate> candidates_;
    Space kernel_;
    std::vector<Space> spaces_;  // by row of process
};

}  // namespace benchlab::store
