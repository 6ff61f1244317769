#include "named_fields.hpp"

#include <algorithm>
#include <iterator>

namespace benchlab::story {

namespace {

// TDH_INTYPE.
constexpr std::uint16_t kText16 = 1, kI8 = 3, kU8 = 4, kU16 = 6, kI32 = 7, kU32 = 8, kI64 = 9,
                        kU64 = 10, kBoolean = 13, kPointer = 16;
constexpr std::uint32_t kCountIsProperty = 4;
constexpr std::size_t kInfoSize = 112, kPropertySize = 24, kSourceAt = 48, kCountAt = 100;

// What stands before the fields when they are turned: a text, how many numbers, the numbers.
constexpr std::string_view kExtraNames[] = {"StoryText", "StoryCount", "StoryNumbers"};
constexpr std::uint8_t kExtraNumbers = 3;

void put_property(Bytes& to, Bytes& names, std::size_t names_at, std::string_view name,
                  std::uint16_t type, std::uint16_t length, std::uint32_t flags = 0,
                  std::uint16_t count = 1) {
    to.put(flags);
    to.put(static_cast<std::uint32_t>(names_at + names.size()));
    to.put(type);
    to.put(std::uint16_t{0});
    to.put(std::uint32_t{0});
    to.put(count);
    to.put(length);
    to.put(std::uint32_t{0});
    names.put_text16(name);
}

}  // namespace

Bytes& NamedFields::add(std::string_view name, std::uint16_t type, std::uint16_t length,
                        std::string_view count) {
    fields_.push_back({name, type, length, {}, count});
    return fields_.back().value;
}

NamedFields& NamedFields::pointer(std::string_view name, std::uint64_t value) {
    // The length that mergers write is that of their own pointers, whatever the event's are.
    add(name, kPointer, 4).put_pointer(value, pointer_);
    return *this;
}
NamedFields& NamedFields::u64(std::string_view name, std::uint64_t value) {
    add(name, kU64, 8).put(value);
    return *this;
}
NamedFields& NamedFields::i64(std::string_view name, std::int64_t value) {
    add(name, kI64, 8).put(value);
    return *this;
}
NamedFields& NamedFields::u32(std::string_view name, std::uint32_t value) {
    add(name, kU32, 4).put(value);
    return *this;
}
NamedFields& NamedFields::i32(std::string_view name, std::int32_t value) {
    add(name, kI32, 4).put(value);
    return *this;
}
NamedFields& NamedFields::u8(std::string_view name, std::uint8_t value) {
    add(name, kU8, 1).put(value);
    return *this;
}
NamedFields& NamedFields::i8(std::string_view name, std::int8_t value) {
    add(name, kI8, 1).put(value);
    return *this;
}
NamedFields& NamedFields::boolean(std::string_view name, bool value) {
    add(name, kBoolean, 4).put(std::uint32_t{value});
    return *this;
}
NamedFields& NamedFields::u32s(std::string_view name, std::string_view count,
                               const std::vector<std::uint32_t>& values) {
    Bytes& to = add(name, kU32, 4, count);
    for (const std::uint32_t value : values) to.put(value);
    return *this;
}
NamedFields& NamedFields::u64s(std::string_view name, std::string_view count,
                               const std::vector<std::uint64_t>& values) {
    Bytes& to = add(name, kU64, 8, count);
    for (const std::uint64_t value : values) to.put(value);
    return *this;
}
NamedFields& NamedFields::text16(std::string_view name, std::string_view utf8) {
    add(name, kText16, 0).put_text16(utf8);
    return *this;
}

void NamedFields::put(Bytes& to) const {
    for (const Field& field : fields_) to.put_bytes(field.value);
}

void NamedFields::put_turned(Bytes& to) const {
    // Not as long for each kind of event.
    to.put_text16(std::string_view("a story").substr(0, fields_.size() % 7));
    to.put(kExtraNumbers);
    for (std::uint16_t i = 0; i < kExtraNumbers; ++i) to.put(std::uint16_t{0xABCD});
    for (const Field* field : turned()) to.put_bytes(field->value);
}

std::vector<const NamedFields::Field*> NamedFields::turned() const {
    std::vector<const Field*> out;
    for (auto field = fields_.rbegin(); field != fields_.rend(); ++field) {
        if (field->count.empty()) out.push_back(&*field);
    }
    for (const Field& field : fields_) {
        if (!field.count.empty()) out.push_back(&field);
    }
    return out;
}

void NamedFields::put_turned_info(Bytes& to, const ManifestEvent& event) const {
    const auto count = static_cast<std::uint32_t>(fields_.size() + std::size(kExtraNames));
    const std::size_t names_at = kInfoSize + count * kPropertySize;
    Bytes names, properties;
    put_property(properties, names, names_at, kExtraNames[0], kText16, 0);
    put_property(properties, names, names_at, kExtraNames[1], kU8, 1);
    put_property(properties, names, names_at, kExtraNames[2], kU16, 2, kCountIsProperty, 1);
    const std::vector<const Field*> fields = turned();
    for (const Field* field : fields) {
        const auto of = std::find_if(fields.begin(), fields.end(),
                                     [&](const Field* each) { return each->name == field->count; });
        const auto place =
            static_cast<std::uint16_t>(std::size(kExtraNames) + (of - fields.begin()));
        const bool is_array = !field->count.empty();
        put_property(properties, names, names_at, field->name, field->type, field->length,
                     is_array ? kCountIsProperty : 0, is_array ? place : std::uint16_t{1});
    }
    story::put(to, event.provider);
    to.put_zeros(16);
    to.put(event.id);
    to.put(event.version);
    to.put(event.channel);
    to.put(event.level);
    to.put(event.opcode);
    to.put(event.task);
    to.put(event.keyword);
    to.put_zeros(kCountAt - kSourceAt);  // from a manifest; of provider, task, opcode no names
    to.put(count);
    to.put(count);
    to.put_zeros(4);
    to.put_bytes(properties);
    to.put_bytes(names);
}

}  // namespace benchlab::story
