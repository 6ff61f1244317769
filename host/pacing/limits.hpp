// pacing/limits.hpp: "p99>25ms": a figure of the frame times that must not be so.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "pacing/comparison.hpp"

namespace benchlab::pacing {

struct Limit {
    std::string text;                            // as typed
    std::string metric;                          // "p99"
    base::Unit unit = base::Unit::kNanoseconds;  // also kFps, kCount, kRatio (of the frames)
    bool above = true;                           // it is crossed above the value, else below it
    bool inclusive = false;                      // and at the value itself
    double value = 0;       // in the unit; when relative a share: 0.05 of "+5%"
    bool relative = false;  // of the change against BASE
};

// Error: a sentence that says what is wrong, and how it is written.
base::Result<Limit> parse_limit(std::string_view text);

enum class LimitOutcome : std::uint8_t { kHolds, kCrossed, kCannotTell };
std::string_view limit_outcome_text(LimitOutcome outcome);

struct LimitResult {
    Limit limit;
    std::optional<double> value;      // in the limit's unit; of several captures the median
    std::optional<double> low, high;  // how far it may be off, where that is known
    LimitOutcome outcome = LimitOutcome::kCannotTell;
};

// What --fail-if looks at: captures of one side, those that are used.
struct Measured {
    std::vector<std::span<const double>> captures;
    double period_ns = 0;  // of the display, when that set the pace; else 0
    double stutter_times = kStutter;
};

// A percentile of frames that keep to a display's refresh is a whole number of refreshes.  Of one
// capture the interval comes from its blocks, of several it is from the least to the greatest.
LimitResult check_limit(const Limit& limit, const Measured& measured);
// Of a relative limit, which needs both; how far the change may be off stands in `rows`.
LimitResult check_limit(const Limit& limit, const Measured& base, const Measured& next,
                        std::span<const Row> rows);

}  // namespace benchlab::pacing
