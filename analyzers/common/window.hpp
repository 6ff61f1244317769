// common/window.hpp: what belongs to the window.  One rule for all sections: a span counts when it
// lies in the window, if only in part; its time with the part that does, its size in whole.
#pragma once

#include <algorithm>
#include <cstdint>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// A span of no length counts as one nanosecond, as it does in Table::overlap().
inline bool touches(Window window, std::int64_t begin, std::int64_t end) {
    return begin < window.end && std::max(end, begin + 1) > window.begin;
}

// The sum of two times, neither of which is negative.  Over threads and requests times add up to
// more than any trace is long; a sum that is too great for its type stays at the greatest number.
inline std::int64_t add_ns(std::int64_t a, std::int64_t b) {
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// 0 when `whole` is 0.
inline double share_of(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
}

}  // namespace benchlab::analyzers
