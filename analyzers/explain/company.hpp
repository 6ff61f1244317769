// explain/company.hpp: what else happened in slow frames, and not in normal ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::explain {

// Of at least three slow frames most have it, and they have far more of it than normal ones: shares
// of the frames, or of their time.
bool is_habit(std::uint64_t slow, std::uint64_t slow_with, double slow_share, double normal_share);

// Something that happens now and then.  That it goes with slow frames is a hint, no cause: the
// chain of waits tells those.
struct Company {
    const char* what = "";
    std::uint64_t slow_with = 0, slow = 0;      // slow frames in which it happened; of how many
    std::uint64_t normal_with = 0, normal = 0;  // the same of normal frames

    double slow_share() const;
    double normal_share() const;
    // In most slow frames, and there far more often than in normal ones.
    bool is_telling() const;
};

// Of the process whose frames they are, but for what is the machine's.  Only what happened in a
// slow frame; the most telling first.
std::vector<Company> company_of(const Store& store, Row process, const std::vector<Window>& slow,
                                const std::vector<Window>& normal);

}  // namespace benchlab::analyzers::explain
