#include "common/displayed.hpp"

#include <algorithm>
#include <cmath>

#include "common/units.hpp"

namespace benchlab::analyzers {

Displays::Displays(const Store& store, const char* logs)
    : shown_(store.find_table(logs).u8("shown", kOptional)),
      change_(store.find_table(logs).f64("display_change", kOptional)),
      stayed_(store.find_table(logs).f64("displayed_time", kOptional)),
      time_(store.find_table("display").time("time", kOptional)),
      present_(store.find_table("display").row("present", kOptional)) {
    for (const Row row : store.find_table("display").rows()) {
        if (present_.has(row)) by_present_.push_back(row);
    }
    std::stable_sort(by_present_.begin(), by_present_.end(),
                     [&](Row a, Row b) { return present_[a] < present_[b]; });
}

Displayed Displays::of_log(const std::vector<Row>& rows) const {
    const auto time_of = [&](const F64Column& column, Row row) {
        const double time = shown_.value_or(row, 1) == 0 ? 0 : column.value_or(row, 0);
        return std::isfinite(time) && time > 0 ? time : 0;
    };
    const bool changes =
        std::any_of(rows.begin(), rows.end(), [&](Row row) { return time_of(change_, row) > 0; });
    Displayed out;
    double total_ns = 0;
    for (const Row row : rows) {
        if (shown_.has(row)) out.not_shown = out.not_shown.value_or(0) + (shown_[row] == 0 ? 1 : 0);
        const double time = time_of(changes ? change_ : stayed_, row);
        total_ns += time;
        out.changes += time > 0 ? 1 : 0;
        out.without_time += time <= 0 && shown_.value_or(row, 1) != 0 ? 1 : 0;
    }
    if (total_ns > 0) out.fps = kNsPerSecond * static_cast<double>(out.changes) / total_ns;
    return out;
}

std::optional<Displayed> Displays::of_presents(const std::vector<Row>& rows) const {
    Displayed out;
    std::vector<std::int64_t> times;
    std::uint64_t shown = 0;
    for (const Row present : rows) {
        const auto first = std::partition_point(by_present_.begin(), by_present_.end(),
                                                [&](Row row) { return present_[row] < present; });
        auto at = first;
        for (; at != by_present_.end() && present_[*at] == present; ++at) {
            times.push_back(time_[*at]);
        }
        shown += at == first ? 0 : 1;
    }
    if (times.empty()) return std::nullopt;
    out.not_shown = rows.size() - shown;
    const auto [first, last] = std::minmax_element(times.begin(), times.end());
    out.changes = times.size() - 1;
    const auto span_ns = static_cast<double>(*last - *first);
    if (span_ns > 0) out.fps = kNsPerSecond * static_cast<double>(out.changes) / span_ns;
    return out;
}

}  // namespace benchlab::analyzers
