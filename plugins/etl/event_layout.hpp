// event_layout.hpp: what fields the payload of an event has, as its provider describes them.
//
// Trace files have two such descriptions: records of the class EventMetadata, which a merger adds
// for each kind of manifest event (a TRACE_EVENT_INFO of the Windows SDK's tdh.h), and the schema
// that a TraceLogging event carries with it (TraceLoggingProvider.h).  Both become an EventLayout;
// field_finder.hpp finds the fields in a payload.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "etl/bytes.hpp"

namespace benchlab::etl {

// How a value lies in the payload: TDH_INTYPE, whose numbers TraceLogging shares below 100.
enum class FieldType : std::uint16_t {
    kNothing = 0,
    kWideText = 1,    // up to a zero, or of a given length
    kNarrowText = 2,  // the same
    kInt8 = 3,
    kUint8 = 4,
    kInt16 = 5,
    kUint16 = 6,
    kInt32 = 7,
    kUint32 = 8,
    kInt64 = 9,
    kUint64 = 10,
    kFloat = 11,
    kDouble = 12,
    kBool = 13,    // 4 bytes
    kBinary = 14,  // of a given length
    kGuid = 15,
    kPointer = 16,
    kFiletime = 17,
    kSystemTime = 18,
    kSid = 19,
    kHex32 = 20,
    kHex64 = 21,
    kCountedWide = 22,  // after its bytes as u16, as all three
    kCountedNarrow = 23,
    kCountedBinary = 25,
    kWideCountedString = 300,  // as 22 and 23
    kNarrowCountedString = 301,
    kWideReversedString = 302,  // the same, the count with its high byte first
    kNarrowReversedString = 303,
    kWideRest = 304,  // to the end of the payload
    kNarrowRest = 305,
    kWideCharacter = 306,
    kNarrowCharacter = 307,
    kSize = 308,     // as wide as a pointer
    kHexDump = 309,  // after its bytes as u32
};

struct Property {
    std::string name;
    FieldType type = FieldType::kNothing;
    std::uint16_t count = 1;   // of values one after the other, or the property that has it
    std::uint16_t length = 0;  // of a text or binary in its units, or the property; 0: ends itself
    // A structure: its members are these properties, one of each for each value.
    std::uint16_t first_member = 0, members = 0;
    bool is_structure = false;
    bool count_is_property = false, length_is_property = false;
    bool counts_itself = false;  // a u16 in front says how many values follow
};

// So deep structures may lie within each other.
inline constexpr int kDeepest = 8;

struct EventLayout {
    std::vector<Property> properties;  // first those of the event, then members of structures
    std::uint16_t top_level = 0;       // how many are the event's own
};

// What a layout is of.
struct EventKey {
    std::array<std::uint8_t, 16> provider{};
    std::uint16_t id = 0;
    std::uint8_t version = 0;

    auto operator<=>(const EventKey&) const = default;
};

struct EventDescription {
    EventKey key;
    // As far as they are said: "Microsoft-Windows-DotNETRuntime", "CLRLoader", "ModuleLoad", or
    // the name of a TraceLogging event.
    std::string provider, task, opcode, name;

    // "CLRLoader/ModuleLoad", "ProcessStart/Start", "Create".
    std::string title() const;
};

// Each is false for a record that is cut or contradicts itself; nothing outside it is read.
bool parse_description(Bytes event_info, EventDescription& description);
bool parse_event_info(Bytes event_info, EventDescription& description, EventLayout& layout);
// The extended item of a TraceLogging schema.
bool parse_schema(Bytes item, EventDescription& description, EventLayout& layout);
// Only its name; empty when it is cut.
std::string_view schema_name(Bytes item);
// The name in the extended item of provider traits; empty when it is cut.
std::string_view traits_name(Bytes item);

}  // namespace benchlab::etl
