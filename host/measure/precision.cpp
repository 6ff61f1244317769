#include "measure/precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/correlation.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

constexpr double kConfidence = 0.95;
// Of the interval that is looked at, so that it holds in 95 % after stopping; by simulation.
constexpr double kLookConfidence = 0.98;

// Never narrower than of independent samples: that they alternate is mostly chance when a run stops
// because of it.
MedianInterval interval_when_looking(std::span<const double> samples) {
    MedianInterval out = exact_median_interval(samples, kConfidence);
    if (samples.size() < kFewestForDependence) return out;
    const MedianInterval wide = median_interval(samples, kLookConfidence);
    out.low = std::min(out.low, wide.low);
    out.high = std::max(out.high, wide.high);
    out.effective_samples = wide.effective_samples;
    // Clipped to the range of the samples it is no proof of anything.
    out.confidence = std::min(kConfidence, wide.confidence);
    return out;
}

}  // namespace

bool is_look(std::uint64_t samples) {
    std::uint64_t look = kFirstLook;
    while (look < samples) look += (look + 3) / 4;
    return look == samples;
}

Precision precision_of(std::span<const double> samples, double wanted) {
    Precision out;
    out.interval = interval_when_looking(samples);
    out.half_width = std::numeric_limits<double>::quiet_NaN();
    if (samples.empty()) return out;
    const double median = percentile(samples, 50);
    if (median == 0) return out;
    out.half_width = (out.interval.high - out.interval.low) / 2 / std::abs(median);
    out.reached = samples.size() >= kFirstLook && out.interval.confidence >= kConfidence &&
                  out.half_width <= wanted;
    const double times = out.half_width / wanted;
    if (std::isfinite(times)) {
        out.samples_needed = std::ceil(static_cast<double>(samples.size()) * times * times);
    }
    return out;
}

}  // namespace benchlab::measure
