// store/image_map.hpp: which image an address was in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "benchlab/benchlab.h"

namespace benchlab::store {

struct ImageLife {
    std::uint32_t row;
    std::uint32_t process;  // row; BL_NO_ROW: the kernel's
    std::uint64_t base, size;
    std::int64_t begin, end;
    bool bounded;  // the trace has seen both
};

class ImageMap {
  public:
    ImageMap() = default;
    ImageMap(const std::vector<ImageLife>& images, std::uint32_t process_count);

    // The kernel's images first, then those of the process.  Of several the latest that was there
    // at that time; when none was, one of which the trace has not seen both begin and end: the
    // latest that had begun, else the earliest.  BL_NO_ROW when there is none of these either.
    std::uint32_t find(std::uint32_t process, std::uint64_t address, std::int64_t time) const;
    // For what is said of a life as a whole, such as where a thread starts: that may be said before
    // the image is.  Like find(), but one that was seen come and go will do, too.
    std::uint32_t find_ever(std::uint32_t process, std::uint64_t address, std::int64_t time) const;
    bool in_kernel(std::uint64_t address) const;
    // Is the answer of find() the same at all times?
    bool is_steady(std::uint32_t process, std::uint64_t address) const;

  private:
    // The images of one address space: a tree over the ranges between their edges, where each
    // image stands at the few nodes that together are its range.  The images of an address are
    // those on the way from its leaf to the root; images over one another cost no room.
    struct Space {
        std::vector<std::uint64_t> edges;
        std::vector<std::uint32_t> first;    // by node, and one more: in `entries`
        std::vector<std::uint32_t> entries;  // places in lives_, so by begin
    };
    void build(Space& space, const std::vector<std::uint32_t>& images);
    template <class Visit>
    static void each_node(const Space& space, std::uint64_t from, std::uint64_t to, Visit&& visit);
    template <class Visit>
    void each_list(const Space& space, std::uint64_t address, Visit&& visit) const;
    const Space* space_of(std::uint32_t process, std::uint64_t address) const;
    template <class Accept>
    std::optional<std::uint32_t> latest(const Space& space, std::uint64_t address,
                                        std::int64_t time, Accept&& accept) const;
    template <class Accept>
    std::uint32_t nearest(const Space& space, std::uint64_t address, std::int64_t time,
                          Accept&& accept) const;

    std::vector<ImageLife> lives_;  // by begin, end and row
    Space kernel_;
    std::vector<Space> spaces_;  // by row of process
};

}  // namespace benchlab::store
