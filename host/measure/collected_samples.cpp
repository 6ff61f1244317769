#include "measure/collected_samples.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/units.hpp"

namespace benchlab::measure {
namespace {

constexpr std::size_t kMostMarked = 10'000;

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return base::format_quantity(static_cast<double>(part) / static_cast<double>(whole),
                                 base::Unit::kRatio);
}

}  // namespace

void CollectedSamples::mark(const Batch& slice, std::uint64_t elapsed_ns, double start_ns) {
    sliced_ = true;
    const std::uint8_t disturbances = disturbances_of(slice);
    if (disturbances == 0 || marked_.size() >= kMostMarked) return;
    marked_.push_back({samples_.size(), start_ns,
                       static_cast<double>(elapsed_ns) / static_cast<double>(slice.iterations),
                       disturbances});
}

void CollectedSamples::add(SampleParts&& sample) {
    sample.close();
    samples_.push_back(std::move(sample));
}

// Nobody asks to be preempted.  Page faults and waiting, however, may be what the benchmark does:
// then slices with them take a good part of its time, and to leave those out would hide its cost.
std::uint8_t CollectedSamples::reasons(std::vector<std::string>* notes) const {
    constexpr double kHabit = 0.05;
    if (!sliced_) return 0;
    double calm_ns = 0;
    for (const SampleParts& sample : samples_) calm_ns += sample.ns_of(0, kForCertain);
    std::uint8_t out = kForCertain;
    for (const auto& [reason, what] :
         {std::pair{kFaulted, "page faults"}, std::pair{kWaited, "waits"}}) {
        double having_ns = 0;
        for (const SampleParts& sample : samples_) having_ns += sample.ns_of(reason, kForCertain);
        const bool rare = having_ns <= kHabit * calm_ns;
        if (rare) out |= reason;
        if (notes == nullptr || having_ns <= 0) continue;
        notes->push_back(
            fmt::format("slices with {} took {} of its time: {}", what,
                        base::format_quantity(having_ns / calm_ns, base::Unit::kRatio),
                        rare ? "they are left out" : "they are its own and stay in its time"));
    }
    return out;
}

std::vector<double> CollectedSamples::times() const {
    const std::uint8_t reasons = this->reasons(nullptr);
    std::vector<double> out;
    out.reserve(samples_.size());
    for (const SampleParts& sample : samples_) {
        const SampleParts::Sum sum = sample.kept(reasons).sum;
        out.push_back(sum.ns / static_cast<double>(sum.iterations));
    }
    return out;
}

void CollectedSamples::finish(Measured& out) const {
    const std::uint8_t reasons = this->reasons(&out.notes);
    Samples& samples = out.samples;
    out.metrics.assign(metrics_, {});
    std::uint64_t all_marked = 0;
    for (const SampleParts& sample : samples_) {
        const SampleParts::Kept kept = sample.kept(reasons);
        samples.ns.push_back(kept.sum.ns / static_cast<double>(kept.sum.iterations));
        samples.iterations.push_back(kept.sum.iterations);
        samples.process.push_back(0);
        samples.start_ns.push_back(sample.start_ns);
        samples.cycle_ns.push_back(sample.cycle_ns);
        samples.slices.push_back(sample.slices());
        samples.left_out.push_back(kept.left_out);
        samples.preempted.push_back(sample.preempted);
        samples.waited.push_back(sample.waited);
        samples.faults.push_back(sample.faults);
        samples.lost_ns.push_back(std::max(sample.lost_ns, 0.0));
        all_marked += kept.all_marked ? 1 : 0;
        for (std::size_t i = 0; i < metrics_; ++i) {
            const bool measured = kept.sum.metric_weights[i] > 0;
            out.metrics[i].push_back(measured ? kept.sum.metric_means[i]
                                              : std::numeric_limits<double>::quiet_NaN());
        }
    }
    for (const MarkedSlice& slice : marked_) {
        if ((slice.disturbances & reasons) != 0) out.left_out.push_back(slice);
    }
    warn(out, reasons, all_marked);
}

void CollectedSamples::warn(Measured& out, std::uint8_t reasons, std::uint64_t all_marked) const {
    constexpr double kMuch = 0.25;
    if (!sliced_) return;
    std::uint64_t slices = 0, left_out = 0, preempted = 0, lost = 0;
    for (const SampleParts& sample : samples_) {
        slices += sample.slices();
        left_out += sample.slices_with(reasons);
        preempted += sample.slices_with(kPreempted);
        lost += sample.slices_with(kLost);
    }
    if (static_cast<double>(left_out) > kMuch * static_cast<double>(slices)) {
        out.warnings.push_back(
            fmt::format("{} of its slices were interrupted and are left out (preempted: {}, time "
                        "lost: {}, of {}): something else wants this CPU",
                        percent(left_out, slices), preempted, lost, slices));
    }
    if (all_marked > 0) {
        out.warnings.push_back(
            fmt::format("in {} of {} samples every slice was interrupted, so that their times "
                        "include what others took",
                        all_marked, samples_.size()));
    }
}

}  // namespace benchlab::measure
