#include "bytes.hpp"

namespace benchlab::story {

namespace {

// The next code point of `text` at `at`; a byte that is no UTF-8 stands for itself.
std::uint32_t take_point(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
    };
    const std::uint8_t first = byte(at);
    const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    std::uint32_t point = more == 0 ? first : first & (0x3Fu >> more);
    for (std::size_t i = 1; i <= more; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return at++, first;
        point = point << 6 | (byte(at + i) & 0x3Fu);
    }
    at += more + 1;
    return point;
}

}  // namespace

void Bytes::put_text8(std::string_view text) {
    if (!text.empty()) std::memcpy(more(text.size()), text.data(), text.size());
    put(std::uint8_t{0});
}

void Bytes::put_text16(std::string_view utf8) {
    for (std::size_t at = 0; at < utf8.size();) {
        const std::uint32_t point = take_point(utf8, at);
        if (point >= 0x10000) {
            put(static_cast<std::uint16_t>(0xD800 + ((point - 0x10000) >> 10)));
            put(static_cast<std::uint16_t>(0xDC00 + (point & 0x3FF)));
        } else {
            put(static_cast<std::uint16_t>(point));
        }
    }
    put(std::uint16_t{0});
}

void Bytes::put_field16(std::string_view utf8, std::size_t units) {
    const std::size_t end = size_ + units * 2;
    put_text16(utf8);
    pad_to(end);
    size_ = end;
}

}  // namespace benchlab::story
