#include "pacing/judgement.hpp"

#include <algorithm>

namespace benchlab::pacing {

std::string_view verdict_text(Verdict verdict) {
    if (verdict == Verdict::kRegressed) return "REGRESSED";
    return verdict == Verdict::kCannotTell ? "cannot tell" : verdict_id(verdict);
}

std::string_view verdict_id(Verdict verdict) {
    switch (verdict) {
        case Verdict::kCannotTell:
            return "cannot-tell";
        case Verdict::kImproved:
            return "improved";
        case Verdict::kRegressed:
            return "regressed";
        case Verdict::kUnchanged:
            break;
    }
    return "unchanged";
}

Difference cautious_difference(std::span<const double> base, std::span<const double> next) {
    Difference out = difference(base, next);
    const std::size_t fewest = std::min(base.size(), next.size());
    if (!(out.freedom > 0) || fewest < 2) return out;
    out.freedom = (out.freedom + static_cast<double>(fewest) - 1) / 2;
    out.p = measure::t_two_sided(out.estimate / out.error, out.freedom);
    return out;
}

}  // namespace benchlab::pacing
