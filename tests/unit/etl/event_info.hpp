// event_info.hpp: descriptions of events as a merger writes them (TRACE_EVENT_INFO), made by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "made_trace.hpp"

namespace etl_test {

struct InfoField {
    std::u16string name;
    unsigned type = 8;  // TDH_INTYPE; of a structure its first member
    unsigned length = 0;
    unsigned flags = 0;     // 1 structure, 2 length and 4 count are those of another property
    unsigned count = 1;     // or the property that has it
    unsigned out_type = 0;  // of a structure how many members it has
};

constexpr unsigned kWide = 1, kNarrow = 2, kU8 = 4, kU16 = 6, kU32 = 8, kU64 = 10, kBinary = 14,
                   kPointer = 16;

// `top_level` of the fields are the event's own; 0: all.
inline Packed event_info(const std::vector<std::uint8_t>& provider, unsigned id, unsigned version,
                         const std::vector<InfoField>& fields, unsigned top_level = 0) {
    Packed names, properties;
    const auto count = static_cast<std::uint32_t>(fields.size());
    const auto names_at = static_cast<std::uint32_t>(112 + 24 * count);
    names.wide(u"Provider").wide(u"Task ").wide(u"win:Start");
    for (const InfoField& field : fields) {
        properties.u32(field.flags).u32(names_at + static_cast<std::uint32_t>(names.bytes.size()));
        properties.u16(field.type).u16(field.out_type).u32(0).u16(field.count).u16(field.length);
        properties.u32(0);
        names.wide(field.name);
    }
    Packed info;
    info.raw(provider).zeros(16);
    info.u16(id).u8(version).u8(0).u8(4).u8(1).u16(0).u64(0);
    info.u32(0).u32(names_at).u32(0).u32(0).u32(0).u32(names_at + 18).u32(names_at + 30);
    info.zeros(6 * 4);
    info.u32(count).u32(top_level == 0 ? count : top_level).u32(0);
    return info.raw(properties.bytes).raw(names.bytes);
}

inline const std::vector<std::uint8_t> kEventMetadata =
    guid("bbccf6c1-6cd1-48c4-80ff-839482e37671");

}  // namespace etl_test
