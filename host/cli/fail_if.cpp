#include "cli/fail_if.hpp"

#include <algorithm>

#include "cli/program.hpp"
#include "results/trace_limits.hpp"

namespace benchlab::cli {

Option fail_if_option() {
    return text_option("fail-if", "LIMIT",
                       "Exit with status 1 when this holds of the loop that draws frames, such as "
                       "p99>25ms, avg_fps<60fps or stutters>10; quote it, as a shell takes > for "
                       "itself.  May be given more than once.  Figures: avg_fps, min_fps, mean, "
                       "median, max, any percentile, low1 and low0.1 (also with _percentile or "
                       "_integral behind), stutters.",
                       true);
}

base::Result<std::vector<pacing::Limit>> limits_of(const Arguments& arguments) {
    std::vector<pacing::Limit> out;
    for (const std::string& text : arguments.all("fail-if")) {
        auto limit = pacing::parse_limit(text);
        if (!limit) return base::Error{limit.error().code, "--fail-if: " + limit.error().message};
        out.push_back(std::move(*limit));
    }
    return out;
}

void add_limits(report::Document& document, const std::vector<pacing::LimitResult>& results) {
    if (results.empty()) return;
    document.sections.insert(document.sections.begin(), results::limits_section(results));
}

int status_of_limits(const std::vector<pacing::LimitResult>& results, bool strict) {
    const auto any = [&](pacing::LimitOutcome outcome) {
        return std::any_of(results.begin(), results.end(), [&](const pacing::LimitResult& each) {
            return each.outcome == outcome;
        });
    };
    if (any(pacing::LimitOutcome::kCrossed)) return kRegressed;
    return strict && any(pacing::LimitOutcome::kCannotTell) ? kCannotTell : kGood;
}

}  // namespace benchlab::cli
