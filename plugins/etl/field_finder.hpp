// field_finder.hpp: where the fields of a layout lie in a payload.
//
//     FieldFinder finder(layout);
//     if (finder.find(event.payload, event.pointer_size, 3) == 3) use(finder.extent(2));
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "etl/event_layout.hpp"

namespace benchlab::etl {

struct Extent {
    std::uint32_t begin = 0, end = 0;  // in the payload; with the zero that ends a text
};

// Bytes of a value of this type; nothing when that differs from value to value.
std::optional<std::uint32_t> fixed_size(FieldType type, unsigned pointer_size);

// Where a property of the event lies in every payload; nothing when that differs.
std::optional<std::uint32_t> fixed_offset(const EventLayout& layout, std::size_t property,
                                          unsigned pointer_size);

// The layout must outlive it.
class FieldFinder {
  public:
    explicit FieldFinder(const EventLayout& layout) : layout_(&layout) {}

    // Finds the first `wanted` of the event's own properties, and returns how many it found: fewer
    // when the payload ends before, or when nothing says how large a value is.
    std::size_t find(Bytes payload, unsigned pointer_size, std::size_t wanted);
    Extent extent(std::size_t property) const { return extents_[property]; }

  private:
    bool pass(std::size_t index, int depth);
    bool pass_values(std::size_t index, std::uint64_t count);
    bool pass_structures(const Property& property, std::uint64_t count, int depth);
    bool take_step();
    std::optional<std::size_t> size_of(const Property& property) const;
    Bytes rest() const { return payload_.subspan(at_); }

    const EventLayout* layout_;
    Bytes payload_;
    unsigned pointer_size_ = 8;
    std::size_t at_ = 0;
    std::uint32_t steps_ = 0;
    std::vector<Extent> extents_;
    std::vector<std::uint64_t> numbers_;  // the last value of each property that is a number
};

}  // namespace benchlab::etl
