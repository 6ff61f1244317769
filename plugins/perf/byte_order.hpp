// byte_order.hpp: fields of a file that may have been written with the other byte order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "common/bytes.hpp"

namespace benchlab::perf {

using plugins::Bytes;

static_assert(std::endian::native == std::endian::little, "what is not swapped is little-endian");

constexpr std::uint16_t swap_bytes(std::uint16_t value) {
    return static_cast<std::uint16_t>(value << 8 | value >> 8);
}
constexpr std::uint32_t swap_bytes(std::uint32_t value) {
    return std::uint32_t{swap_bytes(static_cast<std::uint16_t>(value))} << 16 |
           swap_bytes(static_cast<std::uint16_t>(value >> 16));
}
constexpr std::uint64_t swap_bytes(std::uint64_t value) {
    return std::uint64_t{swap_bytes(static_cast<std::uint32_t>(value))} << 32 |
           swap_bytes(static_cast<std::uint32_t>(value >> 32));
}

// Which end of a number comes first in the file.
class ByteOrder {
  public:
    ByteOrder() = default;
    explicit ByteOrder(bool big_endian) : big_endian_(big_endian) {}

    bool is_big_endian() const { return big_endian_; }
    std::uint16_t u16(const std::uint8_t* at) const { return number<std::uint16_t>(at); }
    std::uint32_t u32(const std::uint8_t* at) const { return number<std::uint32_t>(at); }
    std::uint64_t u64(const std::uint8_t* at) const { return number<std::uint64_t>(at); }
    // Of 1, 2, 4 or 8 bytes, the sign kept where it has one; 0 for any other size.
    std::int64_t number(const std::uint8_t* at, std::size_t size, bool is_signed) const {
        switch (size) {
            case 1:
                return is_signed ? static_cast<std::int8_t>(*at) : std::int64_t{*at};
            case 2:
                return is_signed ? static_cast<std::int16_t>(u16(at)) : std::int64_t{u16(at)};
            case 4:
                return is_signed ? static_cast<std::int32_t>(u32(at)) : std::int64_t{u32(at)};
            case 8:
                return static_cast<std::int64_t>(u64(at));
            default:
                return 0;
        }
    }

  private:
    template <class Value>
    Value number(const std::uint8_t* at) const {
        const Value value = plugins::load<Value>(at);
        return big_endian_ ? swap_bytes(value) : value;
    }

    bool big_endian_ = false;
};

// Takes field after field.  What is not there is zero or empty, and failed() from then on.
class Fields {
  public:
    Fields(Bytes bytes, ByteOrder order) : bytes_(bytes), order_(order) {}

    std::uint8_t u8() {
        const std::uint8_t* at = step(1);
        return at == nullptr ? std::uint8_t{0} : *at;
    }
    std::uint16_t u16() {
        const std::uint8_t* at = step(2);
        return at == nullptr ? std::uint16_t{0} : order_.u16(at);
    }
    std::uint32_t u32() {
        const std::uint8_t* at = step(4);
        return at == nullptr ? 0 : order_.u32(at);
    }
    std::uint64_t u64() {
        const std::uint8_t* at = step(8);
        return at == nullptr ? 0 : order_.u64(at);
    }
    Bytes raw(std::uint64_t size) {
        const std::uint8_t* at = step(size);
        return at == nullptr ? Bytes{} : Bytes(at, static_cast<std::size_t>(size));
    }
    void skip(std::uint64_t size) { step(size); }
    // Up to a zero, which is taken too, or to the end.
    std::string_view text() {
        const std::string_view rest(reinterpret_cast<const char*>(bytes_.data()) + at_, left());
        const std::string_view text = rest.substr(0, rest.find('\0'));
        at_ += text.size() + (text.size() < rest.size() ? 1 : 0);
        return text;
    }

    std::size_t left() const { return bytes_.size() - at_; }
    std::size_t at() const { return at_; }
    bool failed() const { return failed_; }

  private:
    const std::uint8_t* step(std::uint64_t size) {
        if (left() < size) {
            failed_ = true;
            at_ = bytes_.size();
            return nullptr;
        }
        at_ += static_cast<std::size_t>(size);
        return bytes_.data() + at_ - size;
    }

    Bytes bytes_;
    ByteOrder order_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

// Two hexadecimal digits for each byte.
inline std::string hex_text(Bytes bytes) {
    std::string out;
    for (const std::uint8_t byte : bytes) {
        out += "0123456789abcdef"[byte >> 4];
        out += "0123456789abcdef"[byte & 15];
    }
    return out;
}

// Up to the first zero of a field that may be full.
inline std::string_view text_of(Bytes field) {
    const std::string_view all(reinterpret_cast<const char*>(field.data()), field.size());
    return all.substr(0, all.find('\0'));
}

}  // namespace benchlab::perf
