// measure/summary.hpp: what one set of samples says.  Definitions:
// docs/how-numbers-are-computed.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace benchlab::measure {

std::vector<double> sorted_copy(std::span<const double> data);

// Tukey's: so many interquartile ranges beyond the quartiles.
struct Fences {
    double low;
    double high;
};
inline constexpr double kSevereFence = 3;
Fences fences_of_sorted(std::span<const double> sorted, double factor);

// p in 0..100, linear between ranks (NumPy's "linear").  Of sorted, non-empty data.
double percentile_sorted(std::span<const double> sorted, double p);
// The same of data in any order; copies.
double percentile(std::span<const double> data, double p);

// Tukey's fences over the quartiles of the data; counts beyond 1.5 IQR (mild) and 3 IQR (severe).
struct OutlierCounts {
    std::uint64_t low_severe = 0;
    std::uint64_t low_mild = 0;
    std::uint64_t high_mild = 0;
    std::uint64_t high_severe = 0;
    std::uint64_t total() const { return low_severe + low_mild + high_mild + high_severe; }
    bool operator==(const OutlierCounts&) const = default;
};
OutlierCounts count_outliers(std::span<const double> data);

enum class OutlierPolicy { kKeep, kTrim, kTrimSevere };
std::string_view outlier_policy_id(OutlierPolicy policy);  // "keep", "trim", "trim-severe"
base::Result<OutlierPolicy> parse_outlier_policy(std::string_view text);

// The samples inside the fences, in their order; all of them below 4 samples or with kKeep.
std::vector<double> keep(std::span<const double> data, OutlierPolicy policy);

struct Summary {
    std::uint64_t n = 0;  // samples that were kept
    double mean = 0, median = 0, min = 0, max = 0;
    double stddev = 0;  // with n - 1; 0 when n is 1
    double mad = 0;     // median of |x - median|, not scaled
    double p1 = 0, p5 = 0, p25 = 0, p75 = 0, p95 = 0, p99 = 0;
    double iqr = 0;
    double cv = 0;                           // stddev / mean; 0 when the mean is 0
    double median_low = 0, median_high = 0;  // 95 % interval of the median; NaN when too few
    OutlierCounts outliers;                  // of all samples
    std::uint64_t trimmed = 0;
    bool operator==(const Summary&) const = default;
};

// Error kInvalid when there is no sample, or one is not finite.
base::Result<Summary> summarise(std::span<const double> samples, OutlierPolicy policy);

}  // namespace benchlab::measure
