#include "measure/regression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "measure/difference.hpp"
#include "measure/summary.hpp"

namespace benchlab::measure {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostDisagreement = 0.02;
constexpr std::uint64_t kFewSamples = 10;
constexpr std::size_t kPairsOfMany = 500'000;

base::Result<void> check_points(std::span<const double> x, std::span<const double> y) {
    const auto refuse = [](std::string why) {
        return base::Error{base::Code::kInvalid, "no line through these points: " + std::move(why)};
    };
    if (x.size() != y.size()) {
        return refuse(fmt::format("{} have x and {} have y", x.size(), y.size()));
    }
    if (x.size() < 2) return refuse("there are fewer than two");
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::isfinite(x[i]) && std::isfinite(y[i])) continue;
        return refuse(fmt::format("number {} of {} is not finite", i + 1, x.size()));
    }
    if (std::all_of(x.begin(), x.end(), [&](double value) { return value == x[0]; })) {
        return refuse("all are at the same x");
    }
    return {};
}

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

// Slopes between pairs, and what Sen's interval needs.
struct Slopes {
    std::vector<double> values;
    bool all_pairs = true;
};

void add_slope(std::vector<double>& slopes, std::span<const double> x, std::span<const double> y,
               std::size_t i, std::size_t j) {
    if (x[i] != x[j]) slopes.push_back((y[i] - y[j]) / (x[i] - x[j]));
}

Slopes slopes_between(std::span<const double> x, std::span<const double> y) {
    const std::size_t n = x.size();
    Slopes out;
    if (n <= kPointsForAllPairs) {
        for (std::size_t i = 1; i < n; ++i) {
            for (std::size_t j = 0; j < i; ++j) add_slope(out.values, x, y, i, j);
        }
        return out;
    }
    out.all_pairs = false;
    // Distances are spread over the series by the golden ratio: near and far ones alike.
    const std::size_t partners = std::max<std::size_t>(1, kPairsOfMany / n);
    constexpr double kGolden = 0.6180339887498949;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < partners; ++k) {
            const double turn = static_cast<double>(i * partners + k) * kGolden;
            const double share = turn - std::floor(turn);
            const auto distance = 1 + static_cast<std::size_t>(share * static_cast<double>(n - 1));
            add_slope(out.values, x, y, i, (i + distance) % n);
        }
    }
    return out;
}

// Sum of t (t - 1) (2 t + 5) over groups of t equal values.
double tie_term(std::span<const double> values) {
    const std::vector<double> sorted = sorted_copy(values);
    double sum = 0;
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin;
        while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
        const auto t = static_cast<double>(end - begin);
        sum += t * (t - 1) * (2 * t + 5);
        begin = end;
    }
    return sum;
}

// Sen (1968): ranks of slopes that are as far from the middle as Kendall's S may be from zero.
void add_interval(TheilSen& out, std::span<const double> sorted, std::span<const double> x,
                  std::span<const double> y, double confidence) {
    const auto n = static_cast<double>(x.size());
    const auto count = static_cast<double>(sorted.size());
    const double variance = (n * (n - 1) * (2 * n + 5) - tie_term(x) - tie_term(y)) / 18;
    if (!(variance > 0)) return;  // all y equal: every slope is the same
    const double z =
        boost::math::quantile(boost::math::complement(boost::math::normal(), (1 - confidence) / 2));
    const double reach = z * std::sqrt(variance);
    const double high = std::min(std::nearbyint((count + reach) / 2), count - 1);
    const double low = std::max(std::nearbyint((count - reach) / 2) - 1, 0.0);
    out.slope_low = sorted[static_cast<std::size_t>(low)];
    out.slope_high = sorted[static_cast<std::size_t>(high)];
}

}  // namespace

base::Result<Line> least_squares(std::span<const double> x, std::span<const double> y) {
    if (const auto good = check_points(x, y); !good) return good.error();
    const auto n = static_cast<double>(x.size());
    const double mean_x = mean(x);
    const double mean_y = mean(y);
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    Line line;
    line.slope = xy / xx;
    line.intercept = mean_y - line.slope * mean_x;
    line.r_squared = yy > 0 ? std::min(1.0, xy / xx * (xy / yy)) : 1;
    line.slope_error = line.slope_low = line.slope_high = kNone;
    if (x.size() < 3) return line;
    double left = 0;  // squared residuals, summed as they are: 1 - R squared has few digits
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double residual = (y[i] - mean_y) - line.slope * (x[i] - mean_x);
        left += residual * residual;
    }
    line.slope_error = std::sqrt(left / (n - 2) / xx);
    const double reach = line.slope_error * t_of_tail(0.025, n - 2);
    line.slope_low = line.slope - reach;
    line.slope_high = line.slope + reach;
    return line;
}

base::Result<TheilSen> theil_sen(std::span<const double> x, std::span<const double> y,
                                 double confidence) {
    if (const auto good = check_points(x, y); !good) return good.error();
    Slopes slopes = slopes_between(x, y);
    std::sort(slopes.values.begin(), slopes.values.end());
    TheilSen out;
    out.slope = percentile_sorted(slopes.values, 50);
    out.intercept = percentile(y, 50) - out.slope * percentile(x, 50);
    out.slope_low = out.slope_high = kNone;
    if (slopes.all_pairs) add_interval(out, slopes.values, x, y, confidence);
    return out;
}

double wanted_r_squared(std::uint64_t samples) {
    constexpr double kMostError = 0.01;  // standard error as share of the slope
    constexpr double kOfMany = 0.99;
    if (samples < 3) return 1;
    return std::max(kOfMany, 1 / (1 + static_cast<double>(samples - 2) * kMostError * kMostError));
}

base::Result<Regression> regress(std::span<const std::uint64_t> iterations,
                                 std::span<const double> elapsed_ns) {
    if (iterations.size() < kFewestGrowing) {
        return base::Error{
            base::Code::kInvalid,
            fmt::format("a slope needs {} batches, and there {} {}: allow more time",
                        kFewestGrowing, iterations.size() == 1 ? "is" : "are", iterations.size())};
    }
    const std::vector<double> x(iterations.begin(), iterations.end());
    const auto line = least_squares(x, elapsed_ns);
    if (!line) return line.error();
    const auto robust = theil_sen(x, elapsed_ns);
    if (!robust) return robust.error();

    Regression out;
    out.samples = iterations.size();
    out.line = *line;
    out.robust = *robust;
    if (robust->slope != 0) out.disagreement = (line->slope - robust->slope) / robust->slope;
    out.slopes_disagree =
        std::abs(out.disagreement) > kMostDisagreement || (robust->slope == 0 && line->slope != 0);
    out.r_squared_wanted = wanted_r_squared(out.samples);
    out.r_squared_low = line->r_squared < out.r_squared_wanted;
    out.few_samples = out.samples < kFewSamples;
    return out;
}

std::optional<std::uint64_t> next_batch(std::uint64_t iterations, std::uint64_t most) {
    const std::uint64_t growth = std::max<std::uint64_t>(1, iterations / 10);
    if (iterations > std::numeric_limits<std::uint64_t>::max() - growth) return std::nullopt;
    const std::uint64_t next = iterations + growth;
    if (most != 0 && next > most) return std::nullopt;
    return next;
}

std::optional<std::uint64_t> next_batch(const GrowingBatches& so_far, double limit_ns,
                                        std::uint64_t most) {
    const auto next = next_batch(so_far.last_iterations, most);
    if (!next || so_far.taken < kFewestGrowing) return next;
    const double growth = static_cast<double>(*next) / static_cast<double>(so_far.last_iterations);
    if (so_far.total_ns + so_far.last_ns * growth > limit_ns) return std::nullopt;
    return next;
}

}  // namespace benchlab::measure
