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
        "one or the other",
        percent(1 - humps.high_share), time(humps.low_centre), time(humps.high_centre)));
}

const char* obstacle_text(Obstacle obstacle) {
    switch (obstacle) {
        case Obstacle::kDrift:
            return "as the samples drift";
        case Obstacle::kTwoHumps:
            return "as the samples are of two kinds";
        case Obstacle::kClock:
            return "as the CPU's clock changed";
        case Obstacle::kSpread:
            break;
    }
    return "as the samples are so far apart";
}

}  // namespace

std::vector<std::string> explain_samples(const Samples& samples, Method method) {
    std::vector<std::string> out;
    explain_clock(samples, out);
    if (method == Method::kRegression) {
        // Small batches are slower anyhow, so that the other findings would say that alone.
        const Trend bias = duration_bias(samples.iterations, samples.elapsed_ns());
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
    if (!std::isfinite(precision.half_width) || precision.half_width <= wanted) {
        return fmt::format("{} samples are too few to know the median to {}", samples.size(),
                           percent(wanted));
    }
    const Unreached why = why_unreached(samples.ns, samples.start_ns, samples.cycle_ns);
    std::string out =
        fmt::format("the median is known to {} and not to {}, {}", percent(precision.half_width),
                    percent(wanted), obstacle_text(why.obstacle));
    if (precision.samples_needed > static_cast<double>(samples.size())) {
        out += fmt::format(
            "; about {} samples would do (--max-time)",
            base::format_quantity(std::ceil(precision.samples_needed), base::Unit::kCount));
    }
    return out;
}

}  // namespace benchlab::measure
