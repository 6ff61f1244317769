// common/cluster.hpp: the frame time that frames crowd around, as they do where a display paces
// them.
#pragma once

#include <span>
#include <vector>

namespace benchlab::analyzers {

// The most values that lie within the share `near` of some length; of equals the shortest. `sorted`
// ascends.
std::span<const double> most_alike(const std::vector<double>& sorted, double near);

struct Cluster {
    double period_ns = 0;  // the median of those that crowd
    double share = 0;      // of all frames, those within 5 % of the period

    // Steady as under a refresh cap.  What it takes was found on captures of a 165 Hz display (0.76
    // to 0.81) and of uncapped workloads (up to 0.68), and no display refreshes above 250 Hz.  A
    // suspicion: a steady workload may look the same.
    bool like_a_cap() const { return share >= 0.72 && period_ns >= 4e6; }
};

// `sorted` ascends, in ns, above 0; all zero when it is empty.
Cluster cluster_of(const std::vector<double>& sorted);

}  // namespace benchlab::analyzers
