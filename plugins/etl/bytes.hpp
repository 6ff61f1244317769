// bytes.hpp: little-endian fields at any address, and a cursor that never runs past its end.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "common/bytes.hpp"

namespace benchlab::etl {

static_assert(std::endian::native == std::endian::little, "trace files are read as they lie");

using plugins::Bytes;
using plugins::load;

// UTF-16LE bytes as they lie in the file, without the zero that ends them.
struct WideText {
    Bytes bytes;

    bool empty() const { return bytes.empty(); }
    std::size_t units() const { return bytes.size() / 2; }
};

// Takes field after field.  What is not there is zero or empty, and failed() from then on.
class Fields {
  public:
    Fields(Bytes bytes, unsigned pointer_size) : bytes_(bytes), pointer_size_(pointer_size) {}

    template <class Value>
    Value take() {
        if (left() < sizeof(Value)) {
            fail();
            return Value{};
        }
        const Value value = load<Value>(bytes_.data() + at_);
        at_ += sizeof(Value);
        return value;
    }
    std::uint8_t u8() { return take<std::uint8_t>(); }
    std::uint16_t u16() { return take<std::uint16_t>(); }
    std::uint32_t u32() { return take<std::uint32_t>(); }
    std::uint64_t u64() { return take<std::uint64_t>(); }
    std::uint64_t pointer() { return pointer_size_ == 4 ? u32() : u64(); }
    void skip(std::size_t size) {
        if (left() < size) return fail();
        at_ += size;
    }
    Bytes raw(std::size_t size) {
        if (left() < size) {
            fail();
            return {};
        }
        at_ += size;
        return bytes_.subspan(at_ - size, size);
    }
    // Up to a zero or, in a record that was cut, to its end.
    WideText wide() {
        const std::size_t begin = at_;
        while (left() >= 2) {
            const auto unit = load<std::uint16_t>(bytes_.data() + at_);
            at_ += 2;
            if (unit == 0) return {bytes_.subspan(begin, at_ - 2 - begin)};
        }
        return {bytes_.subspan(begin, at_ - begin)};
    }
    // A field of so many units, of which those before a zero count.
    WideText wide(std::size_t units) {
        Fields inner(raw(units * 2), pointer_size_);
        return inner.wide();
    }
    std::string_view narrow() {
        const char* text = reinterpret_cast<const char*>(bytes_.data() + at_);
        const void* zero = left() == 0 ? nullptr : std::memchr(text, 0, left());
        const std::size_t size =
            zero == nullptr ? left()
                            : static_cast<std::size_t>(static_cast<const char*>(zero) - text);
        at_ += size + (zero == nullptr ? 0 : 1);
        return {text, size};
    }

    std::size_t left() const { return bytes_.size() - at_; }
    std::size_t at() const { return at_; }
    bool failed() const { return failed_; }

  private:
    void fail() {
        failed_ = true;
        at_ = bytes_.size();
    }

    Bytes bytes_;
    std::size_t at_ = 0;
    unsigned pointer_size_;
    bool failed_ = false;
};

}  // namespace benchlab::etl
