// store/buffer.hpp: memory of a column: 64-byte aligned, with 64 readable bytes behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "platform/pages.hpp"

namespace benchlab::store {

enum class Fill { kZero, kByOwner };  // by its owner: all of it, before anybody reads it

class Buffer {
  public:
    static constexpr std::size_t kAlign = 64;

    Buffer() = default;
    // Throws std::bad_alloc.
    explicit Buffer(std::size_t size, Fill fill = Fill::kZero)
        : size_(size), of_pages_(size >= platform::kWorthPages && !platform::keeps_freed_memory()) {
        if (of_pages_) {
            data_ = platform::map_pages(size + kAlign);
            if (data_ == nullptr) throw std::bad_alloc();
        } else {
            data_ = ::operator new (size + kAlign, std::align_val_t{kAlign});
            const std::size_t kept = fill == Fill::kZero ? 0 : size;
            std::memset(as<std::byte>() + kept, 0, size + kAlign - kept);
        }
    }
    ~Buffer() { reset(); }
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          of_pages_(other.of_pages_) {}
    Buffer& operator=(Buffer&& other) noexcept {
        if (this == &other) return *this;
        reset();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        of_pages_ = other.of_pages_;
        return *this;
    }

    void reset() {
        if (of_pages_) {
            platform::unmap_pages(data_, size_ + kAlign);
        } else if (data_ != nullptr) {
            ::operator delete (data_, std::align_val_t{kAlign});
        }
        data_ = nullptr;
        size_ = 0;
    }

    explicit operator bool() const { return data_ != nullptr; }
    std::size_t size() const { return size_; }
    void* data() const { return data_; }
    template <class T>
    T* as() const {
        return static_cast<T*>(data_);
    }

  private:
    void* data_ = nullptr;
    std::size_t size_ = 0;
    bool of_pages_ = false;
};

// Bitmaps: bit i of word i / 64, lowest first.
inline std::size_t bitmap_words(std::uint64_t rows) {
    return static_cast<std::size_t>((rows + 63) / 64);
}
inline bool test_bit(const std::uint64_t* words, std::uint64_t at) {
    return (words[at / 64] >> (at % 64) & 1) != 0;
}
inline void set_bit(std::uint64_t* words, std::uint64_t at) {
    words[at / 64] |= std::uint64_t{1} << (at % 64);
}
inline void clear_bit(std::uint64_t* words, std::uint64_t at) {
    words[at / 64] &= ~(std::uint64_t{1} << (at % 64));
}

}  // namespace benchlab::store
