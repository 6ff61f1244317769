// base/units.hpp: units of figures and how people are shown them.  One home for it, so that the
// text, the HTML report and the progress line round alike.  (The report's script has the same
// table in report/web/units.mjs; a test holds the two together.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace benchlab::base {

// The values are those of BL_UNIT_* in benchlab.h (checked by static_assert in report/sink.cpp).
enum class Unit : std::uint32_t {
    kNone = 0,
    kCount = 1,
    kNanoseconds = 2,
    kBytes = 3,
    kRatio = 4,  // 0 to 1, shown as percent
    kPerSecond = 5,
    kBytesPerSecond = 6,
    kHertz = 7,
    kTraceTime = 8,
    kFps = 9,
    kCycles = 10,
    kAddress = 11,
};
inline constexpr std::uint32_t kUnitCount = 12;

inline constexpr double kNsPerSecond = 1e9;

// "ns", "bytes", "ratio" ...: the spelling in JSON and in CSV headings.
std::string_view unit_id(Unit unit);
// kNone when the spelling is not known.
Unit unit_from_id(std::string_view id);

// A figure for people, scaled: 1234.5 ns is "1.23 us", 0.25 as ratio "25.0 %", 1.5e9 bytes/s
// "1.50 GB/s".  Not finite: "-".
std::string format_quantity(double value, Unit unit);

// A parameter's value inside a name: 4096 bytes is "4KiB", 1500000 ns "1500us", else digits.
std::string format_in_name(std::uint64_t value, Unit unit);
// The reverse, for --param size=48KiB: digits with KiB, MiB, GiB, k, M, G, us, ms, s.
bool parse_scaled(std::string_view text, Unit unit, std::uint64_t& out);

// A duration in whole units, for progress and messages: "45 s", "3 min 20 s".
std::string format_duration_ms(std::uint64_t ms);

}  // namespace benchlab::base
