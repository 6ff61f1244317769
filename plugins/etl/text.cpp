#include "etl/text.hpp"

#include <chrono>
#include <cstdio>

namespace benchlab::etl {
namespace {

constexpr char kLowerDigits[] = "0123456789abcdef";
constexpr char kUpperDigits[] = "0123456789ABCDEF";

void append_code_point(std::string& to, std::uint32_t code) {
    if (code < 0x80) {
        to.push_back(static_cast<char>(code));
    } else if (code < 0x800) {
        to.push_back(static_cast<char>(0xC0 | (code >> 6)));
        to.push_back(static_cast<char>(0x80 | (code & 0x3F)));
    } else if (code < 0x10000) {
        to.push_back(static_cast<char>(0xE0 | (code >> 12)));
        to.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
        to.push_back(static_cast<char>(0x80 | (code & 0x3F)));
    } else {
        to.push_back(static_cast<char>(0xF0 | (code >> 18)));
        to.push_back(static_cast<char>(0x80 | ((code >> 12) & 0x3F)));
        to.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
        to.push_back(static_cast<char>(0x80 | (code & 0x3F)));
    }
}

// How many bytes the sequence that begins here has; 0 when it is not valid.
std::size_t sequence_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    const bool too_long = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
    return too_long || surrogate || too_large ? 0 : size;
}

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = sequence_size(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The digits of a value, most significant first.
void append_hex(std::string& to, std::uint64_t value, unsigned digits, const char* alphabet) {
    for (unsigned i = digits; i-- > 0;) to.push_back(alphabet[(value >> (4 * i)) & 0xF]);
}

}  // namespace

void append_utf8(std::string& to, WideText text) {
    const std::uint8_t* at = text.bytes.data();
    const std::size_t units = text.units();
    for (std::size_t i = 0; i < units; ++i) {
        const std::uint32_t unit = load<std::uint16_t>(at + 2 * i);
        if (unit < 0xD800 || unit > 0xDFFF) {
            append_code_point(to, unit);
            continue;
        }
        const std::uint32_t next = i + 1 < units ? load<std::uint16_t>(at + 2 * i + 2) : 0u;
        if (unit <= 0xDBFF && next >= 0xDC00 && next <= 0xDFFF) {
            append_code_point(to, 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00));
            ++i;
        } else {
            append_code_point(to, 0xFFFD);
        }
    }
}

std::string to_utf8(WideText text) {
    std::string result;
    result.reserve(text.units());
    append_utf8(result, text);
    return result;
}

std::string to_utf8(std::string_view narrow) {
    if (is_valid_utf8(narrow)) return std::string(narrow);
    std::string result;
    for (const char c : narrow) append_code_point(result, static_cast<unsigned char>(c));
    return result;
}

std::string filetime_text(std::int64_t filetime) {
    using namespace std::chrono;
    const sys_seconds since_1970{seconds(filetime / 10'000'000 - 11'644'473'600)};
    const auto day = floor<days>(since_1970);
    const year_month_day date(day);
    const hh_mm_ss time(since_1970 - day);
    char text[64];
    std::snprintf(text, sizeof(text), "%04d-%02u-%02u %02d:%02d:%02d UTC",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text;
}

std::string guid_text(const std::uint8_t* guid) {
    std::string result;
    append_hex(result, load<std::uint32_t>(guid), 8, kLowerDigits);
    result.push_back('-');
    append_hex(result, load<std::uint16_t>(guid + 4), 4, kLowerDigits);
    result.push_back('-');
    append_hex(result, load<std::uint16_t>(guid + 6), 4, kLowerDigits);
    result.push_back('-');
    for (unsigned i = 8; i < 16; ++i) {
        if (i == 10) result.push_back('-');
        append_hex(result, guid[i], 2, kLowerDigits);
    }
    return result;
}

std::string debug_id_text(const std::uint8_t* guid, std::uint32_t age) {
    std::string result;
    append_hex(result, load<std::uint32_t>(guid), 8, kUpperDigits);
    append_hex(result, load<std::uint16_t>(guid + 4), 4, kUpperDigits);
    append_hex(result, load<std::uint16_t>(guid + 6), 4, kUpperDigits);
    for (unsigned i = 8; i < 16; ++i) append_hex(result, guid[i], 2, kUpperDigits);
    unsigned digits = 1;
    while (digits < 8 && (age >> (4 * digits)) != 0) ++digits;
    append_hex(result, age, digits, kUpperDigits);
    return result;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
    if (text.size() < prefix.size()) return false;
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        if (lower(text[i]) != lower(prefix[i])) return false;
    }
    return true;
}

std::string grouped(std::uint64_t number) {
    std::string out = std::to_string(number);
    for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, 1, ',');
    return out;
}

}  // namespace benchlab::etl
