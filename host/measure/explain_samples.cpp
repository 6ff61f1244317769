#include "measure/explain_samples.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"
#include "measure/findings.hpp"

namespace benchlab::measure {
namespace {

std::string percent(double share) {
    return base::format_quantity(std::abs(share), base::Unit::kRatio);
}

std::string time(double ns) {
    return base::format_quantity(ns, base::Unit::kNanoseconds);
}

const char* direction(double change) {
    return change > 0 ? "slower" : "faster";
}

void explain_clock(const Samples& samples, std::vector<std::string>& out) {
    const ClockChange clock = clock_change(samples.cycle_ns);
    if (!clock.found) return;
    out.push_back(fmt::format(
        "the CPU's clock changed by {} meanwhile (from {:.2f} to {:.2f} GHz): compare cycles",
        percent(clock.range), 1 / clock.before, 1 / clock.after));
}

void explain_drift(const Samples& samples, std::vector<std::string>& out) {
    const Trend drift = trend_along(samples.start_ns, samples.ns);
    if (drift.found) {
        out.push_back(fmt::format("the samples became {} {} from the first to the last",
                                  percent(drift.change), direction(drift.change)));
        return;
    }
    const EarlyBias early = early_bias(samples.ns);
    if (!early.found) return;
    out.push_back(fmt::format(
        "the first tenth of the samples was {} {} than the rest: a longer --warmup leaves it out",
        percent(early.size), direction(early.size)));
}

void explain_humps(const Samples& samples, std::vector<std::string>& out) {
    const Humps humps = two_humps(samples.ns);
    if (!humps.found) return;
    out.push_back(fmt::format(
        "the samples are of two kinds, {} of them near {} and the others near {}: the median is "
        "one "
        "or the other",
        percent(1 - humps.high_share), time(humps.low_centre), time(humps.high_centre)));
}

std::vector<double> elapsed_of(const Samples& samples) {
    std::vector<double> out;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        out.push_back(samples.ns[i] * static_cast<double>(samples.iterations[i]));
    }
    return out;
}

}  // namespace

std::vector<std::string> explain_samples(const Samples& samples, Method method) {
    std::vector<std::string> out;
    explain_clock(samples, out);
    if (method == Method::kRegression) {
        // Small batches are slower anyhow, so that the other findings would say that alone.
        const Trend bias = duration_bias(samples.iterations, elapsed_of(samples));
        if (bias.found) {
            out.push_back(
                fmt::format("an iteration of a long batch is {} {} than one of a short batch",
                            percent(bias.change), direction(bias.change)));
        }
        return out;
    }
    explain_drift(samples, out);
    explain_humps(samples, out);
    return out;
}

std::string explain_precision(const Samples& samples, const Precision& precision, double wanted) {
    const Unreached why = why_unreached(samples.ns, samples.start_ns, samples.cycle_ns);
    const char* reason = "as the samples are so far apart";
    switch (why.obstacle) {
        case Obstacle::kDrift:
            reason = "as the samples drift";
            break;
        case Obstacle::kTwoHumps:
            reason = "as the samples are of two kinds";
            break;
        case Obstacle::kClock:
            reason = "as the CPU's clock changed";
            break;
        case Obstacle::kSpread:
            break;
    }
    if (!std::isfinite(precision.half_width) || precision.half_width <= wanted) {
        return fmt::format("{} samples are too few to know the median to {}", samples.size(),
                           percent(wanted));
    }
    std::string out = fmt::format("the median is known to {} and not to {}, {}",
                                  percent(precision.half_width), percent(wanted), reason);
    if (precision.samples_needed > static_cast<double>(samples.size())) {
        out += fmt::format(
            "; about {} samples would do (--max-time)",
            base::format_quantity(std::ceil(precision.samples_needed), base::Unit::kCount));
    }
    return out;
}

}  // namespace benchlab::measure
