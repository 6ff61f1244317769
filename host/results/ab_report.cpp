#include "results/ab_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "results/document_build.hpp"

namespace benchlab::results {

using measure::Verdict;

double AbBenchmark::change() const {
    return by_cycles ? cycles_change : ns_change;
}

namespace {

double bound(const AbBenchmark& row, double side) {
    const double half = measure::reach(row.estimate, row.alpha);
    return std::isfinite(half) ? std::expm1(row.estimate.log_ratio + side * half) : std::nan("");
}

}  // namespace

double AbBenchmark::low() const {
    return bound(*this, -1);
}

double AbBenchmark::high() const {
    return bound(*this, 1);
}

double AbBenchmark::median_of(bool is_new, double AbProcess::*what) const {
    std::vector<double> values;
    for (const AbProcess& process : processes) {
        if (process.is_new == is_new && std::isfinite(process.*what)) {
            values.push_back(process.*what);
        }
    }
    return values.empty() ? std::nan("") : measure::percentile(values, 50);
}

std::size_t AbReport::count(Verdict verdict) const {
    return static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [&](const AbBenchmark& row) { return row.verdict == verdict; }));
}

bool AbReport::cannot_tell() const {
    const bool skipped_only =
        std::all_of(failed.begin(), failed.end(),
                    [](const FailedBenchmark& each) { return each.status == "skipped"; });
    return count(Verdict::kInconclusive) > 0 || !only_in_old.empty() || !skipped_only || !complete;
}

std::string summary_line(const AbReport& report) {
    const std::size_t lost = report.only_in_old.size() + report.failed.size();
    return verdicts_line(
        fmt::format("{} compared", report.rows.size()),
        [&](Verdict verdict) { return report.count(verdict); }, lost, report.options.threshold,
        report.options.alpha);
}

std::string verdict_words(const AbBenchmark& row, double threshold) {
    std::string out(measure::verdict_text(row.verdict));
    if (row.verdict != Verdict::kInconclusive) return out;
    const double visible = measure::smallest_visible(row.estimate, row.alpha, threshold);
    if (!std::isfinite(visible)) return out + " (too few processes)";
    return out + fmt::format(" ({} would have been seen)",
                             base::format_quantity(visible, base::Unit::kRatio));
}

}  // namespace benchlab::results
