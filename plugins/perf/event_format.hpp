// event_format.hpp: where the fields of a tracepoint lie, as the kernel that recorded them says in
// the event's format file.
//
// Offsets differ from kernel to kernel and from event to event, so nothing is ever assumed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perf/byte_order.hpp"

namespace benchlab::perf {

struct FormatField {
    enum Kind : std::uint8_t {
        kAbsent,
        kPlain,     // a number, or bytes
        kData,      // __data_loc: offset and length of what stands elsewhere
        kRelative,  // __rel_loc: the same, counted from the end of this field
    };
    Kind kind = kAbsent;
    bool is_signed = false;
    std::uint32_t offset = 0, size = 0;

    explicit operator bool() const { return kind != kAbsent; }
    // Each is 0 or empty where the field is absent or lies outside of what was recorded.
    std::int64_t number(Bytes raw, ByteOrder order) const;
    std::string_view text(Bytes raw, ByteOrder order) const;
};

// A value and the name that the kernel prints for it.
using NamedValues = std::vector<std::pair<std::uint64_t, std::string>>;

struct EventFormat {
    std::string system, name;
    std::uint64_t id = 0;
    std::map<std::string, FormatField, std::less<>> fields;
    std::string print;  // its "print fmt"

    FormatField field(std::string_view name) const;
    // The pairs of the first __print_flags() or __print_symbolic() that prints that field.
    NamedValues names_of(std::string_view field) const;
    // The bit of a field that makes the text `mark` be printed: `FIELD & (expression) ? "mark"`.
    std::optional<std::uint64_t> bit_printed_as(std::string_view field,
                                                std::string_view mark) const;
};

// Nothing when the text is no format.
std::optional<EventFormat> read_event_format(std::string_view system, std::string_view text);

// "(((0x0 | 0x1) + 1) << 1)": whole numbers in brackets, with | + - & and <<, from the left.
// Nothing for anything else.
std::optional<std::uint64_t> evaluate(std::string_view expression);

}  // namespace benchlab::perf
