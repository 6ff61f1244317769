#include "etl/event_layout.hpp"

#include <algorithm>

#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

// TRACE_EVENT_INFO and EVENT_PROPERTY_INFO.  Both are the same for 32 and 64 bits.
constexpr std::size_t kInfoSize = 112, kPropertySize = 24;
constexpr std::size_t kKeyAt = 32, kSourceAt = 48, kProviderNameAt = 52, kTaskNameAt = 68,
                      kOpcodeNameAt = 72, kPropertyCountAt = 100;
constexpr std::uint32_t kFromManifest = 0;
enum PropertyFlags : std::uint32_t {
    kIsStructure = 1,
    kLengthIsProperty = 2,
    kCountIsProperty = 4,
    kCountIsFixed = 0x20,
};
constexpr std::uint16_t kOutAddressIpv6 = 24;
constexpr std::uint16_t kIpv6Size = 16;

// Longer names are none: a small record of many properties that all have one long name must not
// become a large layout.
constexpr std::size_t kLongestName = 1024;

bool take_name(Bytes record, std::uint32_t offset, std::string& to) {
    if (offset >= record.size()) return false;
    const Bytes rest = record.subspan(offset);
    Fields fields(rest.first(std::min(rest.size(), kLongestName + 2)), 8);
    const WideText text = fields.wide();
    if (fields.at() != text.bytes.size() + 2) return false;  // nothing ends it
    to = to_utf8(text);
    return true;
}

// Offset 0: there is none.
bool take_optional_name(Bytes record, std::size_t offset_at, std::string& to) {
    const auto offset = load<std::uint32_t>(record.data() + offset_at);
    to.clear();
    if (offset == 0) return true;
    if (!take_name(record, offset, to)) return false;
    // Names of tasks and opcodes of some providers end in a blank.
    while (!to.empty() && to.back() == ' ') to.pop_back();
    return true;
}

bool take_property(Bytes record, std::size_t index, const EventLayout& layout, Property& to) {
    const std::size_t count = layout.properties.size();
    Fields fields(record.subspan(kInfoSize + index * kPropertySize, kPropertySize), 8);
    const std::uint32_t flags = fields.u32();
    if (!take_name(record, fields.u32(), to.name)) return false;
    const std::uint16_t type = fields.u16(), out_type = fields.u16();
    fields.skip(4);  // the value map, or nothing
    to.count = fields.u16();
    to.length = fields.u16();
    to.is_structure = (flags & kIsStructure) != 0;
    to.count_is_property = (flags & kCountIsProperty) != 0;
    to.length_is_property = (flags & kLengthIsProperty) != 0;
    if (to.count_is_property && to.count >= count) return false;
    if (to.length_is_property && to.length >= count) return false;
    if (!to.count_is_property && to.count == 0 && (flags & kCountIsFixed) == 0) to.count = 1;
    if (!to.is_structure) {
        to.type = static_cast<FieldType>(type);
        if (to.type == FieldType::kBinary && out_type == kOutAddressIpv6 && to.length == 0)
            to.length = kIpv6Size;
        return true;
    }
    to.first_member = type;
    to.members = out_type;
    // Behind it, so that no structure is in itself.
    return to.first_member >= layout.top_level && to.first_member > index &&
           std::size_t{to.first_member} + to.members <= count;
}

}  // namespace

std::string EventDescription::title() const {
    if (!name.empty()) return name;
    // What all providers may use has a prefix; these two are said where there is none to say.
    constexpr std::string_view kPrefix = "win:", kNoTask = "None", kNoStep = "Info";
    std::string_view step = opcode;
    if (step.substr(0, kPrefix.size()) == kPrefix) step.remove_prefix(kPrefix.size());
    if (task.empty() || task == kNoTask) return {};
    if (step.empty() || step == kNoStep) return task;
    return task + "/" + std::string(step);
}

bool parse_description(Bytes event_info, EventDescription& description) {
    if (event_info.size() < kInfoSize) return false;
    const std::uint8_t* at = event_info.data();
    std::memcpy(description.key.provider.data(), at, 16);
    description.key.id = load<std::uint16_t>(at + kKeyAt);
    description.key.version = at[kKeyAt + 2];
    description.name.clear();
    // What other sources describe has no number of its own.
    if (load<std::uint32_t>(at + kSourceAt) != kFromManifest) return false;
    return take_optional_name(event_info, kProviderNameAt, description.provider) &&
           take_optional_name(event_info, kTaskNameAt, description.task) &&
           take_optional_name(event_info, kOpcodeNameAt, description.opcode);
}

bool parse_event_info(Bytes event_info, EventDescription& description, EventLayout& layout) {
    layout = {};
    if (!parse_description(event_info, description)) return false;
    const auto count = load<std::uint32_t>(event_info.data() + kPropertyCountAt);
    const auto top_level = load<std::uint32_t>(event_info.data() + kPropertyCountAt + 4);
    if (count > (event_info.size() - kInfoSize) / kPropertySize || top_level > count) return false;
    layout.top_level = static_cast<std::uint16_t>(top_level);
    layout.properties.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (!take_property(event_info, i, layout, layout.properties[i])) return false;
    }
    return true;
}

// The schema of TraceLogging.
namespace {

constexpr std::uint8_t kMore = 0x80;  // another byte follows
constexpr std::uint8_t kTypeMask = 0x1F, kCountMask = 0x60;
constexpr std::uint8_t kFixedCount = 0x20, kVariableCount = 0x40, kOwnCoding = 0x60;
constexpr std::uint8_t kStructure = 24;

// Fields in the order of the schema, where the members of a structure follow it.
struct SchemaField {
    Property property;
    std::uint8_t members = 0;
};

void skip_tags(Fields& fields) {
    while ((fields.u8() & kMore) != 0) {
    }
}

// The size and the tags in front of a name.
bool enter_schema(Bytes item, Fields& fields) {
    const std::uint16_t size = fields.u16();
    if (fields.failed() || size > item.size() || size < 4) return false;
    fields = Fields(item.subspan(2, size - 2u), 8);
    skip_tags(fields);
    return !fields.failed();
}

// False, too, for a text that nothing ends.
bool take_narrow(Fields& fields, std::string_view& to) {
    const std::size_t before = fields.at();
    to = fields.narrow();
    return to.size() <= kLongestName && fields.at() == before + to.size() + 1;
}

bool take_field(Fields& fields, SchemaField& to) {
    std::string_view name;
    if (!take_narrow(fields, name)) return false;
    to.property.name = to_utf8(name);
    const std::uint8_t type = fields.u8();
    std::uint8_t out_type = 0;
    if ((type & kMore) != 0) {
        out_type = fields.u8();
        if ((out_type & kMore) != 0) skip_tags(fields);
    }
    const std::uint8_t counted = type & kCountMask;
    if (counted == kFixedCount) to.property.count = fields.u16();
    if (counted == kVariableCount) to.property.counts_itself = true;
    // Values whose coding only their provider knows are bytes to us.
    if (counted == kOwnCoding) fields.skip(fields.u16());
    to.property.is_structure = (type & kTypeMask) == kStructure;
    to.property.type = static_cast<FieldType>(type & kTypeMask);
    if (to.property.type == FieldType::kBinary || counted == kOwnCoding)
        to.property.type = FieldType::kCountedBinary;
    if (to.property.is_structure) {
        to.property.type = FieldType::kNothing;
        to.members = out_type & 0x7F;
    }
    return !fields.failed();
}

// How many fields, from `at` on, are the field there with all that is in it; 0: it is cut.
std::size_t extent_of(const std::vector<SchemaField>& fields, std::size_t at, int depth) {
    if (at >= fields.size() || depth > kDeepest) return 0;
    std::size_t end = at + 1;
    for (unsigned i = 0; i < fields[at].members; ++i) {
        const std::size_t size = extent_of(fields, end, depth + 1);
        if (size == 0) return 0;
        end += size;
    }
    return end - at;
}

// Puts members side by side, behind all fields of the levels above.
bool arrange(std::vector<SchemaField>& fields, EventLayout& layout) {
    std::vector<std::size_t> level;
    for (std::size_t at = 0; at < fields.size();) {
        const std::size_t size = extent_of(fields, at, 0);
        if (size == 0) return false;
        level.push_back(at);
        at += size;
    }
    layout.top_level = static_cast<std::uint16_t>(level.size());
    while (!level.empty()) {
        std::vector<std::size_t> next;
        std::size_t first_member = layout.properties.size() + level.size();
        for (const std::size_t at : level) {
            Property& property = fields[at].property;
            property.first_member = static_cast<std::uint16_t>(first_member);
            property.members = fields[at].members;
            first_member += property.members;
            std::size_t member = at + 1;
            for (unsigned i = 0; i < fields[at].members; ++i) {
                next.push_back(member);
                member += extent_of(fields, member, 0);
            }
            layout.properties.push_back(std::move(property));
        }
        level = std::move(next);
    }
    return true;
}

}  // namespace

bool parse_schema(Bytes item, EventDescription& description, EventLayout& layout) {
    layout = {};
    description = {};
    Fields fields(item, 8);
    std::string_view name;
    if (!enter_schema(item, fields) || !take_narrow(fields, name)) return false;
    description.name = to_utf8(name);
    std::vector<SchemaField> flat;
    while (fields.left() != 0) {
        if (!take_field(fields, flat.emplace_back())) return false;
    }
    return arrange(flat, layout);
}

std::string_view schema_name(Bytes item) {
    Fields fields(item, 8);
    std::string_view name;
    return enter_schema(item, fields) && take_narrow(fields, name) ? name : std::string_view{};
}

std::string_view traits_name(Bytes item) {
    Fields fields(item, 8);
    const std::uint16_t size = fields.u16();
    if (fields.failed() || size > item.size() || size < 3) return {};
    fields = Fields(item.subspan(2, size - 2u), 8);
    std::string_view name;
    return take_narrow(fields, name) ? name : std::string_view{};
}

}  // namespace benchlab::etl
