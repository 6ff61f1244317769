#include "results/trace_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/document_build.hpp"

namespace benchlab::results {
namespace {

using base::Unit;
using pacing::LimitOutcome;
using pacing::LimitResult;

void tell(SectionBuilder& section, const LimitResult& each) {
    const Unit unit = each.limit.unit;
    if (each.outcome == LimitOutcome::kCrossed) {
        section.finding(report::Severity::kProblem, "limits.crossed",
                        each.limit.relative ? "{0} changed by {1}, a limit is {2}"
                                            : "{0} is {1}, a limit is {2}",
                        {{each.limit.metric}, {*each.value, unit}, {each.limit.text}}, {"limits"});
    } else if (each.outcome == LimitOutcome::kCannotTell && !each.value) {
        section.finding(report::Severity::kWarning, "limits.unknown",
                        "Whether {0} cannot be told: there are no frames, or too few",
                        {{each.limit.text}}, {"limits"});
    } else if (each.outcome == LimitOutcome::kCannotTell) {
        section.finding(report::Severity::kWarning, "limits.unsure",
                        "Whether {0} cannot be told: {1} is {2}, and may be from {3} to {4}",
                        {{each.limit.text},
                         {each.limit.metric},
                         {*each.value, unit},
                         {*each.low, unit},
                         {*each.high, unit}},
                        {"limits"});
    }
}

}  // namespace

report::Section limits_section(const std::vector<LimitResult>& results) {
    SectionBuilder section("limits", "Limits (--fail-if)");
    std::vector<Unit> units;
    for (const LimitResult& each : results) {
        tell(section, each);
        const Unit unit = each.limit.unit;
        if (std::find(units.begin(), units.end(), unit) == units.end()) units.push_back(unit);
    }
    // A column has one unit.
    for (const Unit unit : units) {
        std::vector<std::string> limits, outcomes;
        std::vector<double> values, low, high;
        for (const LimitResult& each : results) {
            if (each.limit.unit != unit) continue;
            const double none = std::numeric_limits<double>::quiet_NaN();
            limits.push_back(each.limit.text);
            values.push_back(each.value.value_or(none));
            low.push_back(each.low.value_or(none));
            high.push_back(each.high.value_or(none));
            outcomes.emplace_back(pacing::limit_outcome_text(each.outcome));
        }
        const bool first = unit == units.front();
        auto& columns =
            section.table(first ? "limits" : "limits." + std::string(base::unit_id(unit)), "Limits")
                .columns;
        columns.push_back(
            column("limit", "limit", "What must not be so", Unit::kNone, limits, report::kOutKey));
        columns.push_back(sparse_column("value", "value", "", unit, values));
        columns.push_back(sparse_column("low", "low", "It may be as low as this", unit, low));
        columns.push_back(sparse_column("high", "high", "It may be as high as this", unit, high));
        columns.push_back(column("outcome", "outcome", "", Unit::kNone, outcomes));
    }
    return section.section();
}

}  // namespace benchlab::results
