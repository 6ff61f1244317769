#include "etl/field_finder.hpp"

#include <algorithm>

namespace benchlab::etl {
namespace {

constexpr std::uint64_t kNoNumber = UINT64_MAX;
// Real payloads have far fewer values that must be looked at one by one; made-up ones must not
// keep us.
constexpr std::uint32_t kMostSteps = 16384;

bool is_integer(FieldType type) {
    switch (type) {
        case FieldType::kInt8:
        case FieldType::kUint8:
        case FieldType::kInt16:
        case FieldType::kUint16:
        case FieldType::kInt32:
        case FieldType::kUint32:
        case FieldType::kInt64:
        case FieldType::kUint64:
        case FieldType::kHex32:
        case FieldType::kHex64:
        case FieldType::kPointer:
        case FieldType::kSize:
            return true;
        default:
            return false;
    }
}

std::uint64_t load_number(const std::uint8_t* at, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, size);
    return value;
}

// With the zero at its end or, where the payload was cut, all that is left; none where nothing is.
std::optional<std::size_t> text_size(Bytes rest, std::size_t unit) {
    if (rest.size() < unit) return std::nullopt;
    for (std::size_t size = unit; size <= rest.size(); size += unit) {
        if (load_number(rest.data() + size - unit, unit) == 0) return size;
    }
    return rest.size();
}

}  // namespace

std::optional<std::uint32_t> fixed_size(FieldType type, unsigned pointer_size) {
    switch (type) {
        case FieldType::kNothing:
            return 0;
        case FieldType::kInt8:
        case FieldType::kUint8:
        case FieldType::kNarrowCharacter:
            return 1;
        case FieldType::kInt16:
        case FieldType::kUint16:
        case FieldType::kWideCharacter:
            return 2;
        case FieldType::kInt32:
        case FieldType::kUint32:
        case FieldType::kFloat:
        case FieldType::kBool:
        case FieldType::kHex32:
            return 4;
        case FieldType::kInt64:
        case FieldType::kUint64:
        case FieldType::kDouble:
        case FieldType::kFiletime:
        case FieldType::kHex64:
            return 8;
        case FieldType::kGuid:
        case FieldType::kSystemTime:
            return 16;
        // The record says a length, too: that of a pointer where the merger ran.
        case FieldType::kPointer:
        case FieldType::kSize:
            return pointer_size;
        default:
            return std::nullopt;
    }
}

std::optional<std::uint32_t> fixed_offset(const EventLayout& layout, std::size_t property,
                                          unsigned pointer_size) {
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < property; ++i) {
        const Property& each = layout.properties[i];
        const auto size = fixed_size(each.type, pointer_size);
        if (!size || each.is_structure || each.count_is_property || each.counts_itself)
            return std::nullopt;
        offset += *size * each.count;
        if (offset > 0xFFFF) return std::nullopt;  // no payload is as long
    }
    return offset;
}

std::size_t FieldFinder::find(Bytes payload, unsigned pointer_size, std::size_t wanted) {
    payload_ = payload;
    pointer_size_ = pointer_size;
    at_ = 0;
    steps_ = kMostSteps;
    wanted = std::min<std::size_t>(wanted, layout_->top_level);
    extents_.assign(layout_->top_level, {});
    numbers_.assign(layout_->properties.size(), kNoNumber);
    for (std::size_t i = 0; i < wanted; ++i) {
        extents_[i].begin = static_cast<std::uint32_t>(at_);
        if (!pass(i, 0)) return i;
        extents_[i].end = static_cast<std::uint32_t>(at_);
    }
    return wanted;
}

bool FieldFinder::take_step() {
    if (steps_ == 0) return false;
    --steps_;
    return true;
}

bool FieldFinder::pass(std::size_t index, int depth) {
    if (!take_step()) return false;  // also for what has no value: it may be a member of many
    const Property& property = layout_->properties[index];
    std::uint64_t count = property.count;
    if (property.count_is_property) {
        count = numbers_[property.count];
        if (count == kNoNumber) return false;
    } else if (property.counts_itself) {
        if (rest().size() < 2) return false;
        count = load<std::uint16_t>(rest().data());
        at_ += 2;
    }
    return property.is_structure ? pass_structures(property, count, depth)
                                 : pass_values(index, count);
}

bool FieldFinder::pass_structures(const Property& property, std::uint64_t count, int depth) {
    if (depth >= kDeepest) return false;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!take_step()) return false;
        for (std::size_t member = 0; member < property.members; ++member) {
            if (!pass(property.first_member + member, depth + 1)) return false;
        }
    }
    return true;
}

bool FieldFinder::pass_values(std::size_t index, std::uint64_t count) {
    const Property& property = layout_->properties[index];
    if (const auto size = fixed_size(property.type, pointer_size_)) {
        if (*size == 0) return true;
        if (count > rest().size() / *size) return false;
        if (count == 1 && is_integer(property.type))
            numbers_[index] = load_number(rest().data(), *size);
        at_ += static_cast<std::size_t>(count) * *size;
        return true;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto size = take_step() ? size_of(property) : std::nullopt;
        if (!size || *size > rest().size()) return false;
        at_ += *size;
    }
    return true;
}

// Of the value that begins here, if that can be known; it may be more than is there.
std::optional<std::size_t> FieldFinder::size_of(const Property& property) const {
    const Bytes bytes = rest();
    std::uint64_t length = property.length;
    if (property.length_is_property) {
        length = numbers_[property.length];
        if (length > payload_.size()) return std::nullopt;
    }
    const bool is_given = property.length_is_property || length != 0;
    switch (property.type) {
        case FieldType::kWideText:
            if (!is_given) return text_size(bytes, 2);
            return static_cast<std::size_t>(length) * 2;
        case FieldType::kNarrowText:
            if (!is_given) return text_size(bytes, 1);
            return static_cast<std::size_t>(length);
        case FieldType::kBinary:
            if (!is_given) return std::nullopt;
            return static_cast<std::size_t>(length);
        case FieldType::kSid:
            if (bytes.size() < 2) return std::nullopt;
            return std::size_t{8} + 4u * bytes[1];
        case FieldType::kCountedWide:
        case FieldType::kCountedNarrow:
        case FieldType::kCountedBinary:
        case FieldType::kWideCountedString:
        case FieldType::kNarrowCountedString:
            if (bytes.size() < 2) return std::nullopt;
            return std::size_t{2} + load<std::uint16_t>(bytes.data());
        case FieldType::kWideReversedString:
        case FieldType::kNarrowReversedString:
            if (bytes.size() < 2) return std::nullopt;
            return std::size_t{2} + (std::size_t{bytes[0]} << 8 | bytes[1]);
        case FieldType::kWideRest:
        case FieldType::kNarrowRest:
            return bytes.size();
        case FieldType::kHexDump:
            if (bytes.size() < 4) return std::nullopt;
            return std::size_t{4} + load<std::uint32_t>(bytes.data());
        default:
            return std::nullopt;
    }
}

}  // namespace benchlab::etl
