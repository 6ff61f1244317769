// pacing/comparison.hpp: frame times of BASE against those of NEW, one or more captures a side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pacing/blocks.hpp"
#include "pacing/figures.hpp"
#include "pacing/judgement.hpp"
#include "pacing/repeats.hpp"

namespace benchlab::pacing {

struct CompareOptions {
    JudgeOptions judge;
    double band = 0.05;  // how far from the set a capture may be
    double stutter_times = kStutter;
};

enum class Admission : std::uint8_t { kAdmitted, kOutsideBand };

struct Capture {
    std::size_t frames = 0;
    double time_ns = 0;
    Figures figures;
    Cluster cluster;
    std::optional<Spread> spread;  // only where its side has no other
    Admission admission = Admission::kAdmitted;
};

struct Side {
    std::vector<Capture> captures;
    std::vector<std::size_t> admitted;  // numbers of captures
    // Less than half are left, or one of several: measure again.
    bool emptied = false;
    bool drifting = false;
    RefreshCap cap = RefreshCap::kNotSuspected;
    double period_ns = 0;  // when capped

    // The median of the admitted captures; empty when one of them has none.
    std::optional<double> reading(Figure figure) const;
    // The greatest less the least of them.
    double width(Figure figure) const;
};

// Why nothing can be told.
enum class Why : std::uint8_t {
    kNothing,       // it can
    kNoise,         // the difference is within what chance makes
    kFewFrames,     // too few frames, or too few slow ones that are apart
    kDependent,     // frames depend on each other over longer than one capture shows
    kMeasureAgain,  // the captures of a side do not belong together
    kDisplay,       // the display set the pace
    kSpread,        // a tail within the spread of the captures
};
std::string_view why_text(Why why);

struct Row {
    Figure figure = Figure::kMean;
    std::optional<double> base, next;
    std::optional<double> change;       // (new - base) / base
    std::optional<double> low, high;    // of the change, 1 - alpha
    std::optional<double> p, adjusted;  // before and after Holm's correction
    std::optional<double> detectable;   // the smallest change that could have been seen
    Verdict verdict = Verdict::kCannotTell;
    Why why = Why::kNothing;
    bool operator==(const Row&) const = default;
};

struct Comparison {
    Side base, next;
    // Evidence of a cap may come from both sides: a display's period is the same in all captures.
    CapFinding cap;
    bool by_captures = false;  // the spread between captures is what a change is held against
    std::vector<Row> rows;     // in the order of figures()
    CompareOptions options;

    std::size_t count(Verdict verdict) const;
};

// Frame times of each capture, in their order.  No side and no capture is empty.
Comparison compare(const std::vector<std::vector<double>>& base,
                   const std::vector<std::vector<double>>& next, const CompareOptions& options);

// A frame time as the display shows it: the nearest whole number of refreshes, at least one.
double in_refreshes(double ns, double period_ns);

}  // namespace benchlab::pacing
