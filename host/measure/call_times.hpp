// measure/call_times.hpp: how long single calls took, as a histogram from a nanosecond to a quarter
// of an hour in bins of half a percent: tails as they are, in memory that does not grow.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace benchlab::measure {

// The bins that are not empty, ascending.
struct CallTimes {
    std::vector<double> from_ns;  // a bin is from here (inclusive)
    std::vector<double> to_ns;    // to here
    std::vector<std::uint64_t> calls;
    double min_ns = 0;
    double max_ns = 0;                // exact, as is min_ns
    std::uint64_t interruptions = 0;  // times that the thread lost the CPU meanwhile

    std::uint64_t count() const;
    bool empty() const { return calls.empty(); }
    // The time that p % of the calls did not exceed (nearest rank), to half a percent: the middle
    // of its bin, within the least and the greatest.  0 when there is no call.
    double percentile(double p) const;
    // Whether at least ten calls were slower, so that p is more than the luck of a few.
    bool supports(double p) const;
    void merge(const CallTimes& more);
    bool operator==(const CallTimes&) const = default;
};

class CallHistogram {
  public:
    CallHistogram();
    ~CallHistogram();
    void add(std::uint64_t ns);
    void add_interruptions(std::uint64_t count);
    CallTimes times() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace benchlab::measure
