// common/period.hpp: whether something happens again and again at the same distance.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace benchlab::analyzers {

struct Period {
    double length_ns = 0;
    std::uint64_t regular = 0, intervals = 0;  // of all intervals, those that are on it

    double share() const { return static_cast<double>(regular) / static_cast<double>(intervals); }
};

// The length that most intervals between these times are within 10 % of, or within that of up to
// four times it, as one that would have come may not show.  Only where at least five intervals are
// that length itself, and three of five are on it; by chance that is rare.  `times` ascend.
std::optional<Period> period_of(const std::vector<std::int64_t>& times);

}  // namespace benchlab::analyzers
