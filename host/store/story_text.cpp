#include "store/story_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace benchlab::store {
namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80 ||
           std::string_view("_.-/@$!~?").find(c) != std::string_view::npos;
}

// Also of what only begins as a number ("64KiB"): quotes do no harm.
bool may_be_number(std::string_view text) {
    return is_digit(text[0]) || text[0] == '-';
}

}  // namespace

std::string story_time(std::int64_t ns) {
    const auto size = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    std::string out = fmt::format("{}{}", ns < 0 ? "-" : "", size / 1'000'000);
    if (size % 1'000'000 == 0) return out;
    out += fmt::format(".{:06}", size % 1'000'000);
    out.erase(out.find_last_not_of('0') + 1);
    return out;
}

std::string story_quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += c;
        out += is_control(c) ? ' ' : c;
    }
    return out + '"';
}

std::string story_name(std::string_view name) {
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), is_word_character);
    return plain && !may_be_number(name) ? std::string(name) : story_quoted(name);
}

std::string story_hex(std::uint64_t number) {
    return fmt::format("{:#x}", number);
}

std::string story_number(double number) {
    const std::string shortest = fmt::format("{}", number);
    return shortest.find('+') == std::string::npos ? shortest : fmt::format("{:.0f}", number);
}

}  // namespace benchlab::store
