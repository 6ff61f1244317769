// measure/collected_samples.hpp: the samples of one measurement, and which slices count in the end.
#pragma once

#include <cstdint>
#include <vector>

#include "measure/slices.hpp"

namespace benchlab::measure {

class CollectedSamples {
  public:
    explicit CollectedSamples(std::size_t metrics) : metrics_(metrics) {}

    // A slice of the sample under way, `start_ns` after the first sample began.
    void mark(const Batch& slice, std::uint64_t elapsed_ns, double start_ns);
    void add(SampleParts&& sample);  // closes the one under way
    std::size_t size() const { return samples_.size(); }
    bool empty() const { return samples_.empty(); }
    // Times of one iteration, as far as can be said before the last sample.
    std::vector<double> times() const;

    // Fills samples, metrics, left_out, and tells in warnings and notes what was left out.
    void finish(Measured& out) const;

  private:
    // For which disturbances a slice is left out.
    std::uint8_t reasons(std::vector<std::string>* notes) const;
    void warn(Measured& out, std::uint8_t reasons, std::uint64_t samples_all_marked) const;

    std::size_t metrics_;
    std::vector<SampleParts> samples_;
    std::vector<MarkedSlice> marked_;
    bool sliced_ = false;
};

}  // namespace benchlab::measure
