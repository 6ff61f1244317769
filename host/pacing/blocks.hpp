// pacing/blocks.hpp: how far the figures of one capture may be off.
//
// Frames that follow each other resemble each other, so that ten thousand of them say far less than
// ten thousand values drawn apart.  A resample therefore takes whole blocks of neighbours (the
// circular block bootstrap), and how long a block has to be follows from the frames themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pacing/figures.hpp"

namespace benchlab::pacing {

struct BlockLength {
    double frames = 1;
    // The frames depend on each other over longer than blocks of this capture can hold: an interval
    // would be too narrow.
    bool too_short_a_capture = false;
};

// From the autocorrelations (Politis and White 2004, as corrected by Patton and others 2009, for
// circular blocks), times kLonger: their choice is best for a variance, and too short for an
// interval.
BlockLength block_length(std::span<const double> lengths);
// Their choice itself.
double politis_white(std::span<const double> values);

struct Spread {
    // Standard error of the logarithm of each figure; of the share itself for kStutters.  Empty
    // when it cannot be told.
    Figures error;
    // What it is worth: degrees of freedom.
    std::array<double, kFigureCount> freedom{};
    BlockLength block;
};

// Always the same for the same frames.
Spread spread_of(std::span<const double> lengths, double stutter_times = kStutter);

}  // namespace benchlab::pacing
