// blob.hpp: bytes put together piece by piece, in the machine's byte order.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace benchlab::perf {

using Bytes = std::span<const std::uint8_t>;

class Blob {
  public:
    // An integer, or a plain struct, as it lies in memory.
    template <class T>
    void put(T value) {
        static_assert(std::is_trivially_copyable_v<T>);
        put_bytes(&value, sizeof(value));
    }
    void put_bytes(const void* from, std::size_t count);
    void put_bytes(std::string_view from) { put_bytes(from.data(), from.size()); }
    // A text and a zero.
    void put_name(std::string_view text);
    // A text as the header of perf.data has them: a length, the text, zeros up to 64.
    void put_text(std::string_view text);
    // A u64 length and the text.
    void put_long_text(std::string_view text);
    // Zeros up to a multiple of `align`.
    void pad(std::size_t align);

    // Overwrites what was put at `offset`.
    template <class T>
    void set(std::size_t offset, T value) {
        std::memcpy(bytes_.data() + offset, &value, sizeof(value));
    }

    std::size_t size() const { return bytes_.size(); }
    Bytes bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }

  private:
    std::vector<std::uint8_t> bytes_;
};

// The value that lies at `from`, whatever its alignment.
template <class T>
T load(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof(value));
    return value;
}

}  // namespace benchlab::perf
