#include "measure/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "measure/difference.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

constexpr double kPower = 0.8;  // of the smallest change that would have been found

double relative_change(double base, double next) {
    if (next == base) return 0;
    // Of nothing there are no shares; still, a count of errors that leaves 0 has changed.
    if (base == 0) return std::numeric_limits<double>::quiet_NaN();
    return (next - base) / std::abs(base);
}

bool all_above_zero(std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

void take_logarithms(std::vector<double>& values) {
    for (double& value : values) value = std::log(value);
}

// A difference in the unit of the test as a share.
double as_share(const Change& change, double difference) {
    return change.by_logarithm ? std::expm1(difference) : difference / change.scale;
}

// How far from the estimate the interval reaches at `alpha`.
double reach_of(const Change& change, double alpha) {
    return change.error > 0 ? t_of_tail(alpha / 2, change.freedom) * change.error : 0;
}

void test_processes(std::vector<double> base, std::vector<double> next, double alpha,
                    Change& change) {
    change.by_logarithm = all_above_zero(base) && all_above_zero(next);
    if (change.by_logarithm) {
        take_logarithms(base);
        take_logarithms(next);
    }
    change.scale = std::abs(estimate_of(base).value);
    const Difference found = difference(base, next);
    change.error = found.error;
    change.freedom = found.freedom;
    // Where no process differs from another of its side only counting is left.
    const bool all_alike = !(found.error > 0);
    change.p = !all_alike            ? found.p
               : found.estimate == 0 ? 1
                                     : chance_of_separation(base.size(), next.size());
    if (!change.by_logarithm && !(change.scale > 0)) {
        change.change = relative_change(0, found.estimate);
        return;
    }
    const double half = reach_of(change, alpha);
    change.change = as_share(change, found.estimate);
    change.low = as_share(change, found.estimate - half);
    change.high = as_share(change, found.estimate + half);
}

Verdict verdict_of(const Change& change, const CompareOptions& options) {
    if (!change.tested()) return Verdict::kInconclusive;
    const bool beyond = !(std::abs(change.change) <= options.threshold);
    if (beyond && change.corrected_p < options.alpha) {
        // The change has no sign where the base is 0.
        const bool more = std::isnan(change.change) ? change.next > change.base : change.change > 0;
        return more == change.less_is_better ? Verdict::kRegressed : Verdict::kImproved;
    }
    const bool within = change.low >= -options.threshold && change.high <= options.threshold;
    const bool alike = change.change == 0 && change.error == 0;
    return within || alike ? Verdict::kUnchanged : Verdict::kInconclusive;
}

}  // namespace

std::string_view verdict_text(Verdict verdict) {
    return verdict == Verdict::kRegressed ? "REGRESSED" : verdict_id(verdict);
}

std::string_view verdict_id(Verdict verdict) {
    switch (verdict) {
        case Verdict::kInconclusive:
            return "inconclusive";
        case Verdict::kImproved:
            return "improved";
        case Verdict::kRegressed:
            return "regressed";
        case Verdict::kUnchanged:
            break;
    }
    return "unchanged";
}

std::vector<double> process_values(const RunSide& side) {
    std::map<std::uint64_t, std::vector<double>> by_process;
    const bool told = side.process.size() == side.samples.size();
    for (std::size_t i = 0; i < side.samples.size(); ++i) {
        if (std::isfinite(side.samples[i])) {
            by_process[told ? side.process[i] : 0].push_back(side.samples[i]);
        }
    }
    std::vector<double> out;
    for (const auto& [process, samples] : by_process)
        out.push_back(percentile(samples, side.percentile));
    return out;
}

Change compare(const RunSide& base, const RunSide& next, double base_median, double next_median,
               const CompareOptions& options, bool less_is_better) {
    Change change;
    change.base = base_median;
    change.next = next_median;
    change.less_is_better = less_is_better;
    change.change = relative_change(base_median, next_median);
    if (!base.samples.empty() && !next.samples.empty()) {
        change.samples = mann_whitney(next.samples, base.samples);
    }
    std::vector<double> old_ones = process_values(base);
    std::vector<double> new_ones = process_values(next);
    change.base_processes = old_ones.size();
    change.next_processes = new_ones.size();
    if (change.tested()) {
        test_processes(std::move(old_ones), std::move(new_ones), options.alpha, change);
    }
    return change;
}

void judge(std::span<Change* const> changes, const CompareOptions& options) {
    std::vector<double> p;
    for (const Change* const change : changes) {
        if (change->tested()) p.push_back(change->p);
    }
    const std::vector<double> corrected = holm(p);
    std::size_t next = 0;
    for (Change* const change : changes) {
        if (change->tested()) {
            change->corrected_p = corrected[next++];
            if (change->error > 0 && std::isfinite(change->low)) {
                const double found =
                    reach_of(*change, options.alpha / static_cast<double>(p.size())) +
                    t_quantile(kPower, change->freedom) * change->error;
                change->visible = std::max(options.threshold, as_share(*change, found));
            }
        }
        change->verdict = verdict_of(*change, options);
    }
}

double spread_within_sides(const RunSide& base, const RunSide& next) {
    double squares = 0, freedom = 0;
    for (const RunSide* const side : {&base, &next}) {
        std::vector<double> values = process_values(*side);
        if (values.size() < 2 || !all_above_zero(values)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        take_logarithms(values);
        const Estimate found = estimate_of(values);
        const double n = static_cast<double>(values.size());
        squares += found.error * found.error * n * found.freedom;
        freedom += found.freedom;
    }
    return std::sqrt(squares / freedom);
}

}  // namespace benchlab::measure
