#include "base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace benchlab::base {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// One code point at the front of `text`; length 0 when it is not valid UTF-8.
struct Decoded {
    std::uint32_t point = 0;
    std::size_t length = 0;
};

Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
    std::uint32_t point = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        point = point << 6 | (byte(i) & 0x3Fu);
    }
    const std::uint32_t least = length == 4 ? 0x10000u : length == 3 ? 0x800u : 0x80u;
    const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point < least || point > 0x10FFFF || surrogate) return {};
    return {point, length};
}

bool is_control(std::uint32_t point) {
    return point < 0x20 || (point >= 0x7F && point < 0xA0) ||
           (point >= 0x202A && point <= 0x202E) ||  // bidirectional overrides
           (point >= 0x2066 && point <= 0x2069) || point == 0x2028 || point == 0x2029;
}

bool is_wide(std::uint32_t point) {
    return (point >= 0x1100 && point <= 0x115F) || (point >= 0x2E80 && point <= 0xA4CF) ||
           (point >= 0xAC00 && point <= 0xD7A3) || (point >= 0xF900 && point <= 0xFAFF) ||
           (point >= 0xFE30 && point <= 0xFE6F) || (point >= 0xFF00 && point <= 0xFF60) ||
           (point >= 0xFFE0 && point <= 0xFFE6) || (point >= 0x1F300 && point <= 0x1FAFF) ||
           (point >= 0x20000 && point <= 0x3FFFD);
}

bool is_combining(std::uint32_t point) {
    return (point >= 0x300 && point <= 0x36F) || (point >= 0x200B && point <= 0x200F) ||
           (point >= 0xFE00 && point <= 0xFE0F) || point == 0xFEFF;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row.back();
}

}  // namespace

std::string valid_utf8(std::string_view text, std::size_t& replaced) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Decoded seen = decode(text);
        if (seen.length == 0) {
            out += kReplacement;
            ++replaced;
            text.remove_prefix(1);
        } else {
            out += text.substr(0, seen.length);
            text.remove_prefix(seen.length);
        }
    }
    return out;
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Decoded seen = decode(text);
        const std::size_t length = std::max<std::size_t>(seen.length, 1);
        if (seen.length == 0 || is_control(seen.point)) {
            out += kReplacement;
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return out;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Decoded seen = decode(text);
        if (seen.length == 0) {
            ++width;
        } else if (!is_combining(seen.point)) {
            width += is_wide(seen.point) ? 2 : 1;
        }
        text.remove_prefix(std::max<std::size_t>(seen.length, 1));
    }
    return width;
}

std::string pad_right(std::string_view text, std::size_t width) {
    std::string out(text);
    const std::size_t used = display_width(text);
    if (used < width) out.append(width - used, ' ');
    return out;
}

std::string pad_left(std::string_view text, std::size_t width) {
    const std::size_t used = display_width(text);
    return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text.find(separator, begin);
        parts.emplace_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return parts;
        begin = end + 1;
    }
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n\f\v";
    const std::size_t begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) out += separator;
        out += parts[i];
    }
    return out;
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t column = 0;
    for (const std::string& word : split(text, ' ')) {
        if (word.empty()) continue;
        const std::size_t length = display_width(word);
        if (column > 0 && column + 1 + length > width) {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
        } else if (column > 0) {
            out += ' ';
            ++column;
        }
        out += word;
        column += length;
    }
    return out;
}

std::string csv_field(std::string_view text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return c >= ' ' && c <= '~' && c != ',' && c != '"';
    });
    if (plain) return std::string(text);  // as most are
    std::string out;
    const std::vector<std::string> lines = split(text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0) out += '\n';
        // A carriage return that ends no line would hide what stands before it.
        const bool returns = i + 1 < lines.size() && lines[i].ends_with('\r');
        out += printable(std::string_view(lines[i]).substr(0, lines[i].size() - returns));
        if (returns) out += '\r';
    }
    if (out.find_first_of(",\"\n") == std::string::npos) return out;
    return '"' + join(split(out, '"'), "\"\"") + '"';
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

bool is_declared_name(std::string_view text) {
    const auto is_letter_or_digit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    };
    return !text.empty() && is_letter_or_digit(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
           });
}

bool is_declared_path(std::string_view text) {
    const std::vector<std::string> parts = split(text, '/');
    return std::all_of(parts.begin(), parts.end(),
                       [](const std::string& part) { return is_declared_name(part); });
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string path_text(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

std::filesystem::path text_path(std::string_view text) {
    return {std::u8string(text.begin(), text.end())};
}

}  // namespace benchlab::base
