// named_fields.hpp: the payload of a manifest event, field by field with names and types, so that a
// file can describe it.  Names: the providers' public manifests.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "framing.hpp"

namespace benchlab::story {

class NamedFields {
  public:
    explicit NamedFields(int pointer) : pointer_(pointer) {}

    NamedFields& pointer(std::string_view name, std::uint64_t value);
    NamedFields& u64(std::string_view name, std::uint64_t value);
    NamedFields& i64(std::string_view name, std::int64_t value);
    NamedFields& u32(std::string_view name, std::uint32_t value);
    NamedFields& i32(std::string_view name, std::int32_t value);
    NamedFields& u8(std::string_view name, std::uint8_t value);
    NamedFields& i8(std::string_view name, std::int8_t value);
    NamedFields& boolean(std::string_view name, bool value);
    // As many as the field `count` before says.
    NamedFields& u32s(std::string_view name, std::string_view count,
                      const std::vector<std::uint32_t>& values);
    NamedFields& u64s(std::string_view name, std::string_view count,
                      const std::vector<std::uint64_t>& values);
    NamedFields& text16(std::string_view name, std::string_view utf8);

    // The fields in their order, as the manifest has them.
    void put(Bytes& to) const;
    // The same values as a later version of the provider might have them: from the last to the
    // first, behind a text and an array that no version has, and arrays of the event behind them
    // all, where their counts are known.  A reader must look into the description.
    void put_turned(Bytes& to) const;
    // The description of that (TRACE_EVENT_INFO).
    void put_turned_info(Bytes& to, const ManifestEvent& event) const;

  private:
    struct Field {
        std::string_view name;  // a literal
        std::uint16_t type = 0, length = 0;
        Bytes value;
        std::string_view count;  // of an array
    };
    Bytes& add(std::string_view name, std::uint16_t type, std::uint16_t length,
               std::string_view count = {});
    std::vector<const Field*> turned() const;

    int pointer_;
    std::vector<Field> fields_;
};

}  // namespace benchlab::story
