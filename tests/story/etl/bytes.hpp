// bytes.hpp: little-endian bytes, as trace files have them.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace benchlab::story {

class Bytes {
  public:
    template <class T>
    requires std::integral<T>
    void put(T value) { store(more(sizeof(T)), value); }
    void put_pointer(std::uint64_t value, int size) {
        size == 4 ? put(static_cast<std::uint32_t>(value)) : put(value);
    }
    void put_bytes(std::span<const std::uint8_t> bytes) {
        if (!bytes.empty()) std::memcpy(more(bytes.size()), bytes.data(), bytes.size());
    }
    void put_zeros(std::size_t count) {
        if (count > 0) std::memset(more(count), 0, count);
    }
    void pad_to(std::size_t size) {
        if (size_ < size) put_zeros(size - size_);
    }
    void put_text8(std::string_view text);   // with a zero byte
    void put_text16(std::string_view utf8);  // with a zero unit
    // A text of exactly `units` units, cut or filled with zeros.
    void put_field16(std::string_view utf8, std::size_t units);

    template <class T>
    requires std::integral<T>
    void set(std::size_t at, T value) { store(room_.data() + at, value); }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    const std::uint8_t* data() const { return room_.data(); }
    operator std::span<const std::uint8_t>() const { return {room_.data(), size_}; }

  private:
    // Compilers make one store of this loop.
    template <class T>
    static void store(std::uint8_t* at, T value) {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            at[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i));
        }
    }
    std::uint8_t* more(std::size_t count) {
        if (room_.size() - size_ < count) room_.resize((size_ + count) * 2);
        std::uint8_t* at = room_.data() + size_;
        size_ += count;
        return at;
    }

    std::vector<std::uint8_t> room_;  // the first size_ of it are in use
    std::size_t size_ = 0;
};

struct Guid {
    std::uint32_t a = 0;
    std::uint16_t b = 0, c = 0;
    std::uint8_t d[8] = {};
};

inline void put(Bytes& out, const Guid& guid) {
    out.put(guid.a);
    out.put(guid.b);
    out.put(guid.c);
    out.put_bytes(guid.d);
}

}  // namespace benchlab::story
