// pacing/repeats.hpp: several captures of one program as one set.  Which of them are of the same
// thing, and did they measure the program or the display?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pacing/figures.hpp"

namespace benchlab::pacing {

// Where most frames of a capture lie.
struct Cluster {
    double ns = 0;     // median of those within 5 % of the frame time that has most such neighbours
    double share = 0;  // theirs of all frames
};
Cluster cluster_of(std::span<const double> lengths);

inline constexpr double kCappedShare = 0.72;       // of the frames, at least
inline constexpr double kShortestRefreshNs = 4e6;  // no display has a shorter one
// Steady as a display's clock.  A steady program is, too, so that it is a suspicion.
bool is_suspect(const Cluster& cluster);

enum class RefreshCap : std::uint8_t {
    kNotSuspected,
    kUnverifiable,  // one suspect: there is no other to hold it against
    kWorkload,      // suspects whose clusters differ, which no display does
    kCapped,        // two or more agree within 1 %
};
std::string_view refresh_cap_id(RefreshCap cap);

struct CapFinding {
    RefreshCap cap = RefreshCap::kNotSuspected;
    double period_ns = 0;          // when capped
    std::vector<bool> of_display;  // for each capture: is it one of those that agree?
};
CapFinding judge_cap(std::span<const Cluster> clusters);

// What becomes of each capture of a set: is its mean or median further than `band` (a share) from
// the median of the captures' means or medians?
std::vector<bool> within_band(std::span<const double> means, std::span<const double> medians,
                              double band);

// Each mean is above the one before it, or each is below: the machine was not at rest.  Of fewer
// than 5 captures chance makes that.
bool drifts(std::span<const double> means);

double median_of(std::vector<double> values);

}  // namespace benchlab::pacing
