#include "measure/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/median_interval.hpp"

namespace benchlab::measure {
namespace {

constexpr double kMildFence = 1.5;
// With fewer samples the quartiles say nothing about what is far away.
constexpr std::size_t kFewestForTrimming = 4;

double median_absolute_deviation(std::span<const double> data, double median) {
    std::vector<double> distance;
    distance.reserve(data.size());
    for (const double x : data) distance.push_back(std::abs(x - median));
    return percentile(distance, 50);
}

double standard_deviation(std::span<const double> data, double mean) {
    if (data.size() < 2) return 0;
    double squares = 0;
    for (const double x : data) squares += (x - mean) * (x - mean);
    return std::sqrt(squares / static_cast<double>(data.size() - 1));
}

}  // namespace

std::vector<double> sorted_copy(std::span<const double> data) {
    std::vector<double> sorted(data.begin(), data.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

Fences fences_of_sorted(std::span<const double> sorted, double factor) {
    const double q1 = percentile_sorted(sorted, 25);
    const double q3 = percentile_sorted(sorted, 75);
    return {q1 - factor * (q3 - q1), q3 + factor * (q3 - q1)};
}

double percentile_sorted(std::span<const double> sorted, double p) {
    const double rank = std::clamp(p, 0.0, 100.0) / 100 * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(rank));
    const auto high = static_cast<std::size_t>(std::ceil(rank));
    return sorted[low] + (sorted[high] - sorted[low]) * (rank - std::floor(rank));
}

double percentile(std::span<const double> data, double p) {
    return percentile_sorted(sorted_copy(data), p);
}

OutlierCounts count_outliers(std::span<const double> data) {
    OutlierCounts counts;
    if (data.empty()) return counts;
    const std::vector<double> sorted = sorted_copy(data);
    const Fences mild = fences_of_sorted(sorted, kMildFence);
    const Fences severe = fences_of_sorted(sorted, kSevereFence);
    for (const double x : data) {
        if (x < severe.low) {
            ++counts.low_severe;
        } else if (x < mild.low) {
            ++counts.low_mild;
        } else if (x > severe.high) {
            ++counts.high_severe;
        } else if (x > mild.high) {
            ++counts.high_mild;
        }
    }
    return counts;
}

std::string_view outlier_policy_id(OutlierPolicy policy) {
    switch (policy) {
        case OutlierPolicy::kTrim:
            return "trim";
        case OutlierPolicy::kTrimSevere:
            return "trim-severe";
        case OutlierPolicy::kKeep:
            break;
    }
    return "keep";
}

base::Result<OutlierPolicy> parse_outlier_policy(std::string_view text) {
    for (const auto policy :
         {OutlierPolicy::kKeep, OutlierPolicy::kTrim, OutlierPolicy::kTrimSevere}) {
        if (text == outlier_policy_id(policy)) return policy;
    }
    return base::Error{
        base::Code::kInvalid,
        fmt::format("'{}' is no outlier policy: use keep, trim or trim-severe", text)};
}

std::vector<double> keep(std::span<const double> data, OutlierPolicy policy) {
    std::vector<double> kept(data.begin(), data.end());
    if (policy == OutlierPolicy::kKeep || data.size() < kFewestForTrimming) return kept;
    const Fences fences = fences_of_sorted(
        sorted_copy(data), policy == OutlierPolicy::kTrim ? kMildFence : kSevereFence);
    std::erase_if(kept, [&](double x) { return x < fences.low || x > fences.high; });
    return kept;
}

base::Result<Summary> summarise(std::span<const double> samples, OutlierPolicy policy) {
    if (samples.empty()) {
        return base::Error{base::Code::kInvalid, "there is no sample to summarise"};
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (std::isfinite(samples[i])) continue;
        return base::Error{
            base::Code::kInvalid,
            fmt::format("sample {} of {} is not a finite number", i + 1, samples.size())};
    }
    const std::vector<double> kept = keep(samples, policy);
    const std::vector<double> sorted = sorted_copy(kept);

    Summary summary;
    summary.n = kept.size();
    double sum = 0;
    for (const double x : kept) sum += x;
    summary.mean = sum / static_cast<double>(kept.size());
    summary.median = percentile_sorted(sorted, 50);
    summary.min = sorted.front();
    summary.max = sorted.back();
    summary.stddev = standard_deviation(kept, summary.mean);
    summary.mad = median_absolute_deviation(kept, summary.median);
    summary.p1 = percentile_sorted(sorted, 1);
    summary.p5 = percentile_sorted(sorted, 5);
    summary.p25 = percentile_sorted(sorted, 25);
    summary.p75 = percentile_sorted(sorted, 75);
    summary.p95 = percentile_sorted(sorted, 95);
    summary.p99 = percentile_sorted(sorted, 99);
    summary.iqr = summary.p75 - summary.p25;
    summary.cv = summary.mean == 0 ? 0 : summary.stddev / summary.mean;
    const MedianInterval interval = median_interval(kept);
    summary.median_low = interval.low;
    summary.median_high = interval.high;
    summary.outliers = count_outliers(samples);
    summary.trimmed = samples.size() - kept.size();
    return summary;
}

}  // namespace benchlab::measure
