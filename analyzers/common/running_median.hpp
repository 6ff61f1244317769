// common/running_median.hpp: the median of a stretch of values that moves along them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace benchlab::analyzers {

// The values are kept sorted: for some dozens of them that is faster than any tree, and finding
// the median costs nothing.
class RunningMedian {
  public:
    void add(double value) {
        sorted_.insert(std::upper_bound(sorted_.begin(), sorted_.end(), value), value);
    }
    // It was added.
    void remove(double value) {
        sorted_.erase(std::lower_bound(sorted_.begin(), sorted_.end(), value));
    }
    // Some value was added.
    double median() const {
        const std::size_t middle = sorted_.size() / 2;
        if (sorted_.size() % 2 == 1) return sorted_[middle];
        return sorted_[middle - 1] + (sorted_[middle] - sorted_[middle - 1]) * 0.5;
    }

  private:
    std::vector<double> sorted_;
};

}  // namespace benchlab::analyzers
