// ordered_bytes.hpp: the bytes of a perf.data file, in the byte order of the machine that wrote it.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace benchlab::story::perf {

enum class Order : std::uint8_t { kLittle, kBig };

class OrderedBytes {
  public:
    explicit OrderedBytes(Order order) : order_(order) {}

    template <class T>
    requires std::integral<T>
    void put(T value) {
        bytes_.resize(bytes_.size() + sizeof(T));
        set(bytes_.size() - sizeof(T), value);
    }
    template <class T>
    requires std::integral<T>
    void set(std::size_t at, T value) {
        set_number(at, static_cast<std::uint64_t>(value), sizeof(T));
    }
    void set_number(std::size_t at, std::uint64_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t place = order_ == Order::kLittle ? i : size - 1 - i;
            bytes_[at + place] = static_cast<std::uint8_t>(value >> (8 * i));
        }
    }
    void put_bytes(std::span<const std::uint8_t> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void put_chars(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }
    void put_text(std::string_view text) {  // with a zero byte
        put_chars(text);
        put_zeros(1);
    }
    void put_zeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }
    void pad_to_multiple(std::size_t of) { put_zeros((of - bytes_.size() % of) % of); }
    // Over what stands there; cut so that it ends with a zero byte within `size`.
    void set_chars(std::size_t at, std::string_view text, std::size_t size);

    void clear() { bytes_.clear(); }
    std::size_t size() const { return bytes_.size(); }
    Order order() const { return order_; }
    operator std::span<const std::uint8_t>() const { return bytes_; }

  private:
    Order order_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace benchlab::story::perf
