#include "perf/record/blob.hpp"

namespace benchlab::perf {

void Blob::put_bytes(const void* from, std::size_t count) {
    if (count == 0) return;
    const auto* bytes = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
}

void Blob::put_name(std::string_view text) {
    put_bytes(text);
    put(std::uint8_t{0});
}

void Blob::put_text(std::string_view text) {
    constexpr std::size_t kAlign = 64;
    const std::size_t padded = (text.size() + 1 + kAlign - 1) / kAlign * kAlign;
    put(static_cast<std::uint32_t>(padded));
    put_bytes(text);
    bytes_.resize(bytes_.size() + padded - text.size());
}

void Blob::put_long_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    put_bytes(text);
}

void Blob::pad(std::size_t align) {
    bytes_.resize((bytes_.size() + align - 1) / align * align);
}

}  // namespace benchlab::perf
