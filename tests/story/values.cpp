#include "values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace benchlab::story {

namespace {

struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

// Cuts the last unit of `units` that `word` ends with and gives its factor.
template <std::size_t N>
std::optional<std::uint64_t> cut_unit(std::string_view& word, const Unit (&units)[N]) {
    for (const Unit& unit : units) {
        if (word.size() > unit.name.size() && word.ends_with(unit.name)) {
            word.remove_suffix(unit.name.size());
            return unit.factor;
        }
    }
    return {};
}

constexpr Unit kTimes[] = {{"ns", 1}, {"us", 1000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
constexpr Unit kSizes[] = {{"KiB", 1u << 10}, {"MiB", 1u << 20}, {"GiB", 1u << 30}};
constexpr Unit kHertz[] = {{"kHz", 1000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}, {"Hz", 1}};

std::optional<std::uint64_t> digits(std::string_view word, int base) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
    if (error != std::errc{} || end != word.data() + word.size() || word.empty()) return {};
    return value;
}

std::optional<std::uint64_t> multiply(std::uint64_t a, std::uint64_t b) {
    if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) return {};
    return a * b;
}

// `word` times `factor`, which is a power of ten, where the result is a whole number.
std::optional<std::uint64_t> scaled(std::string_view word, std::uint64_t factor) {
    const std::size_t dot = word.find('.');
    const auto whole = digits(word.substr(0, dot), 10);
    if (!whole) return {};
    auto value = multiply(*whole, factor);
    if (!value || dot == std::string_view::npos) return value;
    std::string_view fraction = word.substr(dot + 1);
    if (fraction.empty()) return {};
    while (fraction.size() > 1 && fraction.back() == '0') fraction.remove_suffix(1);
    std::uint64_t part = 0;
    for (const char c : fraction) {
        if (c < '0' || c > '9') return {};
        if (factor == 1) {
            if (c == '0') continue;
            return {};
        }
        factor /= 10;
        part += static_cast<std::uint64_t>(c - '0') * factor;
    }
    if (*value > std::numeric_limits<std::uint64_t>::max() - part) return {};
    return *value + part;
}

std::optional<std::int64_t> with_sign(std::optional<std::uint64_t> value, bool negative) {
    if (!value || *value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return {};
    }
    const auto result = static_cast<std::int64_t>(*value);
    return negative ? -result : result;
}

bool cut_minus(std::string_view& word) {
    if (!word.starts_with('-')) return false;
    word.remove_prefix(1);
    return true;
}

}  // namespace

std::optional<Ns> read_time(std::string_view word) {
    const bool negative = cut_minus(word);
    const std::uint64_t factor = cut_unit(word, kTimes).value_or(1'000'000);
    const auto value = with_sign(scaled(word, factor), negative);
    if (!value) return {};
    return Ns{*value};
}

std::optional<std::uint64_t> read_unsigned(std::string_view word) {
    if (word.starts_with("0x") || word.starts_with("0X")) return digits(word.substr(2), 16);
    const std::uint64_t factor = cut_unit(word, kSizes).value_or(1);
    const auto value = digits(word, 10);
    return value ? multiply(*value, factor) : std::nullopt;
}

std::optional<std::int64_t> read_integer(std::string_view word) {
    const bool negative = cut_minus(word);
    return with_sign(read_unsigned(word), negative);
}

std::optional<std::uint64_t> read_hertz(std::string_view word) {
    const auto factor = cut_unit(word, kHertz);
    const auto value = factor ? scaled(word, *factor) : std::nullopt;
    return value && *value > 0 ? value : std::nullopt;
}

std::optional<double> read_decimal(std::string_view word) {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    // NaN and infinities are words too, but no values.
    if (error != std::errc{} || end != word.data() + word.size() || value - value != 0) return {};
    return value;
}

std::string time_text(Ns time) {
    const bool negative = time.ns < 0;
    const auto all =
        negative ? 0 - static_cast<std::uint64_t>(time.ns) : static_cast<std::uint64_t>(time.ns);
    std::string text = fmt::format("{}{}", negative ? "-" : "", all / 1'000'000);
    if (const std::uint64_t rest = all % 1'000'000; rest != 0) {
        std::string fraction = fmt::format(".{:06}", rest);
        fraction.erase(fraction.find_last_not_of('0') + 1);
        text += fraction;
    }
    return text;
}

std::string hertz_text(std::uint64_t hertz) {
    return hertz % 1'000'000 == 0 ? fmt::format("{}MHz", hertz / 1'000'000)
                                  : fmt::format("{}Hz", hertz);
}

}  // namespace benchlab::story
