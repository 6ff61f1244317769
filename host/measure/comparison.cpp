#include "measure/comparison.hpp"

#include <cmath>
#include <limits>

namespace benchlab::measure {
namespace {

double relative_change(double base, double next) {
    if (next == base) return 0;
    // Of nothing there are no shares; still, a count of errors that leaves 0 has changed.
    if (base == 0) return std::numeric_limits<double>::quiet_NaN();
    return (next - base) / std::abs(base);
}

Verdict judge(const Change& change, const CompareOptions& options, bool less_is_better) {
    if (std::abs(change.change) <= options.threshold) return Verdict::kUnchanged;
    if (!(change.test.p < options.alpha)) return Verdict::kInconclusive;
    return (change.next > change.base) == less_is_better ? Verdict::kRegressed : Verdict::kImproved;
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

Change compare(std::span<const double> base, std::span<const double> next, double base_median,
               double next_median, const CompareOptions& options, bool less_is_better) {
    Change change;
    change.base = base_median;
    change.next = next_median;
    change.change = relative_change(base_median, next_median);
    // Without samples there is no evidence: p stays 1, so that nothing can be called changed.
    if (!base.empty() && !next.empty()) change.test = mann_whitney(next, base);
    change.shift = hodges_lehmann(next, base);
    change.verdict = judge(change, options, less_is_better);
    return change;
}

}  // namespace benchlab::measure
