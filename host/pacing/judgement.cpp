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

double chance_of_separation(std::size_t base, std::size_t next) {
    double orders = 1;  // binomial coefficient of all over base
    for (std::size_t i = 1; i <= base; ++i) {
        orders *= static_cast<double>(next + i) / static_cast<double>(i);
    }
    return std::min(1.0, 2 / orders);
}

}  // namespace benchlab::pacing
