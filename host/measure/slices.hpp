// measure/slices.hpp: a sample is made of slices, each timed by itself, so that one that was
// interrupted can be left out.  Definitions: docs/how-numbers-are-computed.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "measure/thread_team.hpp"

namespace benchlab::measure {

// Why a slice says less of the benchmark than of the machine.
enum Disturbance : std::uint8_t {
    kPreempted = 1u << 0,  // the system gave the CPU to another thread
    kLost = 1u << 1,       // time went by in which the thread had no CPU, without a switch: an
                           // interrupt, or the hypervisor's other guests
    kFaulted = 1u << 2,    // page faults
    kWaited = 1u << 3,     // it gave up the CPU itself
};
// Of these nobody asks for any; the others may be what the benchmark does.
inline constexpr std::uint8_t kForCertain = kPreempted | kLost;
std::uint8_t disturbances_of(const Batch& batch);
std::string disturbance_text(std::uint8_t disturbances);  // "preempted, page fault"
std::uint8_t parse_disturbances(std::string_view text);   // the reverse

// The slices of one sample, added up by what happened in them: which of them count is decided when
// all samples are there, and memory does not grow with the number of slices.
class SampleParts {
  public:
    explicit SampleParts(std::size_t metrics);
    void add(const Batch& batch, std::uint64_t elapsed_ns);

    struct Sum {
        std::uint8_t disturbances = 0;  // that all of these slices have
        double ns = 0;
        std::uint64_t iterations = 0;
        std::uint64_t slices = 0;
        // Each mean is weighted by the iterations of the slices that have the metric.
        std::vector<double> metric_means;
        std::vector<std::uint64_t> metric_weights;
        void add(const Sum& other);
    };
    // Of the slices that have none of `reasons`; of all when each has one (`all_marked`).
    struct Kept {
        Sum sum;
        std::uint64_t left_out = 0;
        bool all_marked = false;
    };
    Kept kept(std::uint8_t reasons) const;
    std::uint64_t slices() const { return slices_with(0); }
    // Those that have one of `reasons`, and none of `without`; 0 reasons: all of them.
    std::uint64_t slices_with(std::uint8_t reasons, std::uint8_t without = 0) const;
    double ns_of(std::uint8_t reasons, std::uint8_t without = 0) const;  // their time

    // No more slices will come: what is only needed to add them is let go.
    void close();

    double start_ns = 0;  // since the first kept sample of this process began
    double cycle_ns = 0;  // the median of its slices, once closed; NaN when none has one
    std::uint64_t preempted = 0, waited = 0, faults = 0;
    double lost_ns = 0;

  private:
    std::vector<Sum> sums_;  // one for each set of disturbances that has occurred
    std::vector<double> cycles_;
    std::size_t metrics_;
};

}  // namespace benchlab::measure
