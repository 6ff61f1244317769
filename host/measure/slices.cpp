#include "measure/slices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/summary.hpp"

namespace benchlab::measure {

std::uint8_t disturbances_of(const Batch& batch) {
    // Below that a timer interrupt or two, which each program has to live with.
    constexpr double kLeastLostNs = 5'000;
    constexpr double kLeastLostShare = 0.01;
    std::uint8_t out = 0;
    if (batch.preempted > 0) out |= kPreempted;
    if (batch.waited > 0) out |= kWaited;
    if (batch.faults > 0) out |= kFaulted;
    // After a switch there is nothing more to learn from the time that was lost.
    const bool switched = (out & (kPreempted | kWaited)) != 0;
    const double least =
        std::max(kLeastLostNs, kLeastLostShare * static_cast<double>(batch.elapsed_ns));
    if (!switched && batch.lost_ns > least) out |= kLost;
    return out;
}

namespace {

struct Name {
    std::uint8_t disturbance;
    std::string_view text;
};
constexpr Name kNames[] = {
    {kPreempted, "preempted"}, {kLost, "time lost"}, {kFaulted, "page fault"}, {kWaited, "waited"}};

// As in SampleParts::slices_with.
bool is_of(std::uint8_t disturbances, std::uint8_t reasons, std::uint8_t without) {
    return (reasons == 0 || (disturbances & reasons) != 0) && (disturbances & without) == 0;
}

}  // namespace

std::string disturbance_text(std::uint8_t disturbances) {
    std::string out;
    for (const Name& name : kNames) {
        if ((disturbances & name.disturbance) == 0) continue;
        if (!out.empty()) out += ", ";
        out += name.text;
    }
    return out;
}

std::uint8_t parse_disturbances(std::string_view text) {
    std::uint8_t out = 0;
    for (const Name& name : kNames) {
        if (text.find(name.text) != std::string_view::npos) out |= name.disturbance;
    }
    return out;
}

SampleParts::SampleParts(std::size_t metrics) : metrics_(metrics) {}

void SampleParts::Sum::add(const Sum& other) {
    ns += other.ns;
    iterations += other.iterations;
    slices += other.slices;
    metric_means.resize(std::max(metric_means.size(), other.metric_means.size()));
    metric_weights.resize(metric_means.size());
    for (std::size_t i = 0; i < other.metric_means.size(); ++i) {
        if (other.metric_weights[i] == 0) continue;
        metric_weights[i] += other.metric_weights[i];
        const double share =
            static_cast<double>(other.metric_weights[i]) / static_cast<double>(metric_weights[i]);
        metric_means[i] += (other.metric_means[i] - metric_means[i]) * share;
    }
}

void SampleParts::add(const Batch& batch, std::uint64_t elapsed_ns) {
    Sum one;
    one.disturbances = disturbances_of(batch);
    one.ns = static_cast<double>(elapsed_ns);
    one.iterations = batch.iterations;
    one.slices = 1;
    one.metric_means.resize(metrics_);
    one.metric_weights.resize(metrics_);
    for (std::size_t i = 0; i < metrics_; ++i) {
        if (std::isnan(batch.metrics[i])) continue;
        one.metric_means[i] = batch.metrics[i];
        one.metric_weights[i] = batch.iterations;
    }
    const auto same = std::find_if(sums_.begin(), sums_.end(), [&](const Sum& sum) {
        return sum.disturbances == one.disturbances;
    });
    if (same != sums_.end()) {
        same->add(one);
    } else {
        sums_.push_back(std::move(one));
    }
    if (!std::isnan(batch.cycle_ns)) cycles_.push_back(batch.cycle_ns);
    preempted += batch.preempted;
    waited += batch.waited;
    faults += batch.faults;
    lost_ns += batch.lost_ns;
}

void SampleParts::close() {
    cycle_ns = cycles_.empty() ? std::numeric_limits<double>::quiet_NaN() : percentile(cycles_, 50);
    cycles_ = {};
    sums_.shrink_to_fit();
}

SampleParts::Kept SampleParts::kept(std::uint8_t reasons) const {
    Kept out;
    Sum all;
    for (const Sum& sum : sums_) {
        all.add(sum);
        if ((sum.disturbances & reasons) == 0) out.sum.add(sum);
    }
    out.left_out = all.slices - out.sum.slices;
    if (out.sum.slices == 0) out = {std::move(all), 0, true};
    return out;
}

std::uint64_t SampleParts::slices_with(std::uint8_t reasons, std::uint8_t without) const {
    std::uint64_t out = 0;
    for (const Sum& sum : sums_) {
        if (is_of(sum.disturbances, reasons, without)) out += sum.slices;
    }
    return out;
}

double SampleParts::ns_of(std::uint8_t reasons, std::uint8_t without) const {
    double out = 0;
    for (const Sum& sum : sums_) {
        if (is_of(sum.disturbances, reasons, without)) out += sum.ns;
    }
    return out;
}

}  // namespace benchlab::measure
