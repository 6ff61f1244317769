// dpc/humps.hpp: whether lengths fall into two kinds, short ones and long ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace benchlab::analyzers::dpc {

struct Humps {
    double short_ns = 0, long_ns = 0;  // the medians of both
    std::uint64_t short_count = 0, long_count = 0;

    double long_share() const {
        return static_cast<double>(long_count) / static_cast<double>(short_count + long_count);
    }
};

// Empty unless it is clear.  `sorted_ns` ascends; `step_ns` is the least difference that the
// trace's clock can tell, so that lengths of one and of two steps are not taken for two kinds.
std::optional<Humps> find_humps(const std::vector<std::int64_t>& sorted_ns, std::int64_t step_ns);

}  // namespace benchlab::analyzers::dpc
