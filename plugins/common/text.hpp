// common/text.hpp: what readers of texts take from a field.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace benchlab::plugins {

// Without the blanks around it, an end of line's \r among them.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r";
    while (!text.empty() && kBlanks.find(text.front()) != text.npos) text.remove_prefix(1);
    while (!text.empty() && kBlanks.find(text.back()) != text.npos) text.remove_suffix(1);
    return text;
}

// "0x1F4" in any case and padding; without 0x decimal.
inline std::optional<std::uint64_t> unsigned_number(std::string_view text) {
    text = trimmed(text);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        text.remove_prefix(2);
        base = 16;
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace benchlab::plugins
