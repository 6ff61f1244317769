#include "base/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace benchlab::base {
namespace {

constexpr std::array<std::string_view, kUnitCount> kIds = {
    "none", "count", "ns", "bytes", "ratio", "per_second", "bytes_per_second",
    "hertz", "trace_time", "fps", "cycles", "address"};

struct Step {
    double from;  // shown with this step when the magnitude is at least this
    double scale;
    std::string_view suffix;
};

constexpr std::array<Step, 4> kTime = {
    Step{1e9, 1e9, " s"}, Step{1e6, 1e6, " ms"}, Step{1e3, 1e3, " us"}, Step{0, 1, " ns"}};
constexpr std::array<Step, 7> kSize = {
    Step{0x1p60, 0x1p60, " EiB"},
    Step{0x1p50, 0x1p50, " PiB"},
    Step{1024.0 * 1024 * 1024 * 1024, 1024.0 * 1024 * 1024 * 1024, " TiB"},
    Step{1024.0 * 1024 * 1024, 1024.0 * 1024 * 1024, " GiB"},
    Step{1024.0 * 1024, 1024.0 * 1024, " MiB"}, Step{1024.0, 1024.0, " KiB"}, Step{0, 1, " B"}};
constexpr std::array<Step, 5> kDecimal = {Step{1e12, 1e12, " T"}, Step{1e9, 1e9, " G"},
                                          Step{1e6, 1e6, " M"}, Step{1e3, 1e3, " k"},
                                          Step{0, 1, " "}};

// Two decimals below 100, one below 1000, none above: three to four digits that mean something.
std::string digits(double value) {
    const double size = std::fabs(value);
    // What is there must not look like nothing.
    if (value != 0 && size < 0.005) return value < 0 ? ">-0.01" : "<0.01";
    return size < 99.995 ? fmt::format("{:.2f}", value)
           : size < 999.95 ? fmt::format("{:.1f}", value)
                           : fmt::format("{:.0f}", value);
}

std::string scaled(double value, std::span<const Step> steps) {
    for (const Step& step : steps) {
        // 999.996 us would be shown as "1000 us": the larger unit takes over at the rounding.
        if (std::fabs(value) >= step.from * 0.9999995) {
            const bool whole = step.scale == 1 && value == std::floor(value);
            return (whole ? fmt::format("{:.0f}", value) : digits(value / step.scale)) +
                   std::string(step.suffix);
        }
    }
    return digits(value);
}

// With `comma` 1234567 is "1,234,567".
std::string plain(double value, bool comma) {
    // A p value of 0.0005 must not be shown as 0.00.
    if (value != 0 && std::fabs(value) < 0.01) return fmt::format("{:.2e}", value);
    if (std::fabs(value) >= 1e15) return fmt::format("{:.2e}", value);
    if (value != std::floor(value)) return digits(value);
    std::string text = fmt::format("{:.0f}", std::fabs(value));
    for (std::size_t at = text.size(); comma && at > 3; at -= 3) text.insert(at - 3, ",");
    return (value < 0 ? "-" : "") + text;
}

struct NameScale {
    std::string_view suffix;
    std::uint64_t factor;
};

constexpr std::array<NameScale, 3> kNameSizes = {
    NameScale{"GiB", 1ull << 30}, NameScale{"MiB", 1ull << 20}, NameScale{"KiB", 1ull << 10}};
constexpr std::array<NameScale, 4> kNameTimes = {NameScale{"s", 1'000'000'000},
                                                 NameScale{"ms", 1'000'000},
                                                 NameScale{"us", 1'000}, NameScale{"ns", 1}};
constexpr std::array<NameScale, 3> kNameDecimals = {
    NameScale{"G", 1'000'000'000}, NameScale{"M", 1'000'000}, NameScale{"k", 1'000}};

std::span<const NameScale> name_scales(Unit unit) {
    if (unit == Unit::kBytes) return kNameSizes;
    if (unit == Unit::kNanoseconds) return kNameTimes;
    return {};
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if ((a[i] | 0x20) != (b[i] | 0x20)) return false;
    }
    return true;
}

// The factor that a suffix stands for; 0 when it is none of this unit.
std::uint64_t suffix_factor(std::string_view suffix, Unit unit) {
    if (suffix.empty()) return 1;
    if (unit == Unit::kBytes && same_ignoring_case(suffix, "B")) return 1;
    for (const NameScale& scale : name_scales(unit)) {
        if (same_ignoring_case(suffix, scale.suffix)) return scale.factor;
        // "48K" and "48KB" are what people type for 48KiB.
        if (unit == Unit::kBytes && (same_ignoring_case(suffix, scale.suffix.substr(0, 1)))) {
            return scale.factor;
        }
    }
    if (unit == Unit::kBytes || unit == Unit::kNanoseconds) return 0;
    for (const NameScale& scale : kNameDecimals) {
        if (same_ignoring_case(suffix, scale.suffix)) return scale.factor;
    }
    return 0;
}

}  // namespace

std::string_view unit_id(Unit unit) {
    const auto index = static_cast<std::size_t>(unit);
    return index < kIds.size() ? kIds[index] : kIds[0];
}

Unit unit_from_id(std::string_view id) {
    for (std::size_t i = 0; i < kIds.size(); ++i) {
        if (kIds[i] == id) return static_cast<Unit>(i);
    }
    return Unit::kNone;
}

std::string format_quantity(double value, Unit unit) {
    if (!std::isfinite(value)) return "-";
    switch (unit) {
        case Unit::kNanoseconds:
            return std::fabs(value) < 1e3 ? digits(value) + " ns" : scaled(value, kTime);
        case Unit::kTraceTime:
            return fmt::format("{:.6f} s", value / 1e9);
        case Unit::kBytes:
            return scaled(value, kSize);
        case Unit::kRatio:
            return fmt::format("{:.1f} %", value * 100);
        case Unit::kPerSecond:
            return scaled(value, kDecimal) + "/s";
        case Unit::kBytesPerSecond:
            return scaled(value, kDecimal) + "B/s";
        case Unit::kHertz:
            return scaled(value, kDecimal) + "Hz";
        case Unit::kFps:
            return fmt::format("{:.1f} fps", value);
        case Unit::kCycles:
            return digits(value) + " cycles";
        case Unit::kAddress:
            return fmt::format("0x{:x}", value < 0 ? 0 : static_cast<std::uint64_t>(value));
        case Unit::kNone:  // often no quantity at all: a pid, a year
            return plain(value, false);
        case Unit::kCount:
            break;
    }
    return plain(value, true);
}

std::string format_in_name(std::uint64_t value, Unit unit) {
    if (value == 0) return "0";
    for (const NameScale& scale : name_scales(unit)) {
        if (value % scale.factor == 0) {
            return fmt::format("{}{}", value / scale.factor, scale.suffix);
        }
    }
    return unit == Unit::kBytes ? fmt::format("{}B", value) : fmt::format("{}", value);
}

bool parse_scaled(std::string_view text, Unit unit, std::uint64_t& out) {
    std::size_t end = 0;
    std::uint64_t value = 0;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
        const auto digit = static_cast<std::uint64_t>(text[end] - '0');
        if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return false;
        value = value * 10 + digit;
        ++end;
    }
    if (end == 0) return false;
    const std::uint64_t factor = suffix_factor(text.substr(end), unit);
    if (factor == 0 || value > std::numeric_limits<std::uint64_t>::max() / factor) return false;
    out = value * factor;
    return true;
}

std::string format_duration_ms(std::uint64_t ms) {
    const std::uint64_t seconds = (ms + 500) / 1000;
    if (seconds < 60) return fmt::format("{} s", seconds);
    if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
    return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
}

}  // namespace benchlab::base
