#include "text.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace benchlab::framelog {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
// Whole numbers up to 2^53 are doubles, and so are powers of ten up to 10^22: one division of the
// two is rounded once, as the exact value would be.
constexpr std::uint64_t kExact = 1ull << 53;

// Digits with at most one point.  False for all else, and where the result could be inexact.
bool plain_decimal(std::string_view text, double& value) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const bool negative = at != end && *at == '-';
    if (negative) ++at;
    if (end - at > 18) return false;
    const char* const first = at;
    std::uint64_t digits = 0;
    const char* point = nullptr;
    for (; at != end; ++at) {
        if (is_digit(*at)) {
            digits = digits * 10 + static_cast<unsigned>(*at - '0');
        } else if (*at == '.' && point == nullptr) {
            point = at;
        } else {
            return false;
        }
    }
    const auto decimals = point == nullptr ? 0 : end - point - 1;
    if (digits > kExact || end - first == (point == nullptr ? 0 : 1)) return false;
    const double result = static_cast<double>(digits) / kPowersOfTen[decimals];
    value = negative ? -result : result;
    return true;
}

// The end of a quoted field's content, or npos when it is never closed.
std::size_t closing_quote(std::string_view line, std::size_t from, char delimiter) {
    for (std::size_t at = from; (at = line.find('"', at)) != std::string_view::npos; ++at) {
        const bool doubled = at + 1 < line.size() && line[at + 1] == '"';
        if (doubled) {
            ++at;
        } else if (at + 1 == line.size() || line[at + 1] == delimiter) {
            return at;
        }
    }
    return std::string_view::npos;
}

// Reads a number and what separates it from the next; false when there is none.
bool take(std::string_view& text, char separator, std::int64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (separator == 0) return true;
    if (text.empty() || text.front() != separator) return false;
    text.remove_prefix(1);
    return true;
}

// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin with March.
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
    const std::int64_t y = month <= 2 ? year - 1 : year;
    const std::int64_t m = month <= 2 ? month + 9 : month - 3;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

}  // namespace

void split(std::string_view line, char delimiter, std::vector<std::string_view>& fields) {
    fields.clear();
    std::size_t begin = 0;
    while (true) {
        if (begin < line.size() && line[begin] == '"') {
            const std::size_t close = closing_quote(line, begin + 1, delimiter);
            if (close != std::string_view::npos) {
                fields.push_back(line.substr(begin + 1, close - begin - 1));
                if (close + 1 == line.size()) return;
                begin = close + 2;
                continue;
            }
        }
        std::size_t end = begin;
        while (end < line.size() && line[end] != delimiter) ++end;
        fields.push_back(line.substr(begin, end - begin));
        if (end == line.size()) return;
        begin = end + 1;
    }
}

bool is_missing(std::string_view text) {
    if (text.empty() || text == "NA") return true;
    if (is_digit(text.front()) && (text.size() < 2 || text[1] != '.' || text[0] != '1'))
        return false;
    text = trimmed(text);
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (text.empty()) return true;
    std::string lower(text.substr(0, 12));
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    for (const std::string_view known :
         {"na", "n/a", "nan", "nan(ind)", "nan(snan)", "inf", "infinity", "1.#qnan", "1.#ind",
          "1.#inf", "1.#snan", "null", "none", "error"}) {
        if (lower == known) return true;
    }
    // The Microsoft runtime cuts and pads these: 1.#IND00, 1.#QNAN0, 1.#J.
    return lower.rfind("1.#", 0) == 0;
}

Reading Decimals::number(std::string_view text, double& value) {
    if (sign_ == '.' && plain_decimal(text, value)) return Reading::kNumber;
    if (text == "NA") return Reading::kMissing;
    return other(text, value);
}

Reading Decimals::other(std::string_view text, double& value) {
    text = trimmed(text);
    const bool comma = text.find(',') != std::string_view::npos;
    const bool point = text.find('.') != std::string_view::npos;
    if (is_missing(text)) return Reading::kMissing;
    if (!comma && !point) return parse_any(text, value);
    double read = 0;
    std::string replaced;
    if (comma) {
        replaced = text;
        replaced[replaced.find(',')] = '.';
        text = replaced;
    }
    const Reading reading = comma && point ? Reading::kMixed : parse_any(text, read);
    if (reading != Reading::kNumber) return reading;
    const char sign = comma ? ',' : '.';
    if (sign_ != 0 && sign_ != sign) return Reading::kMixed;
    sign_ = sign;
    value = read;
    return Reading::kNumber;
}

Reading Decimals::parse_any(std::string_view text, double& value) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double read = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (error != std::errc() || end != text.data() + text.size()) return Reading::kBad;
    if (!std::isfinite(read)) return Reading::kMissing;
    value = read;
    return Reading::kNumber;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    text = trimmed(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> date_ns(std::string_view text) {
    text = trimmed(text);
    std::int64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    if (!take(text, '-', year) || !take(text, '-', month) || !take(text, ' ', day)) return {};
    if (!take(text, ':', hour) || !take(text, ':', minute) || !take(text, 0, second)) return {};
    if (year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31) return {};
    if (hour > 23 || minute > 59 || second > 60) return {};
    std::int64_t fraction_ns = 0;
    if (!text.empty()) {
        if (text.front() != '.' && text.front() != ',') return {};
        text.remove_prefix(1);
        std::int64_t unit = 100'000'000;
        for (const char c : text) {
            if (!is_digit(c)) return {};
            fraction_ns += (c - '0') * unit;
            unit /= 10;
        }
    }
    const std::int64_t seconds =
        ((days_of(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    return seconds * 1'000'000'000 + fraction_ns;
}

}  // namespace benchlab::framelog
