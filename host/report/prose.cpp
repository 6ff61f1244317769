#include "report/prose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

#include "report/names.hpp"

namespace benchlab::report {
namespace {

using base::format_quantity;

bool has_heading(const Node& node) {
    return node.heading || std::any_of(node.children.begin(), node.children.end(),
                                       [](const auto& child) { return has_heading(*child); });
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", format_quantity(static_cast<double>(count), Unit::kCount),
                       count == 1 ? one : more);
}

}  // namespace

std::string utc_time_text(std::uint64_t unix_seconds) {
    constexpr std::uint64_t kYear10000 = 253'402'300'800;
    if (unix_seconds == 0 || unix_seconds >= kYear10000) return "";
    const std::uint64_t of_day = unix_seconds % 86400;
    const std::chrono::sys_days day{std::chrono::days(unix_seconds / 86400)};
    const std::chrono::year_month_day date(day);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       of_day / 3600, of_day / 60 % 60, of_day % 60);
}

std::string utc_text(std::uint64_t unix_seconds) {
    const std::string time = utc_time_text(unix_seconds);
    return time.empty() ? time : time + " UTC";
}

std::string origin_text(const Document& document) {
    std::string out = document.title;
    for (const std::string& part : {document.generator, utc_text(document.created_unix)}) {
        if (!part.empty()) out += (out.empty() ? "" : ", ") + part;
    }
    return out;
}

std::vector<const Section*> pick_sections(const Document& document,
                                          const std::vector<std::string>& ids) {
    std::vector<const Section*> out;
    for (const Section& section : document.sections) {
        if (ids.empty() || std::find(ids.begin(), ids.end(), section.id) != ids.end()) {
            out.push_back(&section);
        }
    }
    return out;
}

std::vector<const Column*> filled_columns(const Table& table) {
    std::vector<const Column*> all, filled;
    for (const Column& column : table.columns) {
        all.push_back(&column);
        for (std::size_t row = 0; row < column.size(); ++row) {
            const Scalar value = column.at(row);
            const auto* const text = std::get_if<std::string>(&value);
            if (is_absent(value) || (text != nullptr && text->empty())) continue;
            filled.push_back(&column);
            break;
        }
    }
    return filled.empty() ? all : filled;
}

std::vector<PlacedFinding> top_findings(const std::vector<const Section*>& sections) {
    std::vector<PlacedFinding> out;
    for (const Section* section : sections) {
        for (const Finding& finding : section->findings) {
            // A note stands where it belongs and nowhere else.
            if (finding.severity != Severity::kNote) out.push_back({section, &finding});
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const PlacedFinding& a, const PlacedFinding& b) {
        if (a.finding->severity != b.finding->severity) {
            return a.finding->severity > b.finding->severity;
        }
        return a.finding->share > b.finding->share;
    });
    return out;
}

std::vector<const Finding*> notes_at(const Section& section, std::string_view id) {
    const auto known = [&section](const std::string& path) {
        return section.find(path) || section.heading(path);
    };
    std::vector<const Finding*> out;
    for (const Finding& finding : section.findings) {
        if (finding.severity != Severity::kNote) continue;
        const bool placed = !finding.see.empty() && known(finding.see.front());
        if (id.empty() ? !placed : placed && finding.see.front() == id) out.push_back(&finding);
    }
    return out;
}

std::string finding_text(const Finding& finding) {
    std::string out = fill_template(finding.text, finding.args);
    if (finding.share > 0) {
        out += fmt::format(" ({})", format_quantity(finding.share, Unit::kRatio));
    }
    return out;
}

std::string_view severity_text(Severity severity) {
    return kSeverities.of(severity);
}

std::string value_text(const Value& value) {
    std::string out = format_scalar(value.value, value.unit);
    if (value.interval) {
        out += fmt::format(" ({} to {})", format_quantity(value.interval->low, value.unit),
                           format_quantity(value.interval->high, value.unit));
    }
    return out;
}

SeriesRange series_range(const Series& series) {
    std::vector<double> seen;
    std::copy_if(series.y.begin(), series.y.end(), std::back_inserter(seen),
                 [](double y) { return std::isfinite(y); });
    if (seen.empty()) return {};
    std::sort(seen.begin(), seen.end());
    // The plain mean of the middle two overflows where a report from elsewhere has huge values.
    const double median = std::midpoint(seen[(seen.size() - 1) / 2], seen[seen.size() / 2]);
    return {fmt::format("least {}, median {}, greatest {}",
                        format_quantity(seen.front(), series.y_unit),
                        format_quantity(median, series.y_unit),
                        format_quantity(seen.back(), series.y_unit)),
            seen.size()};
}

std::string series_text(const Series& series) {
    const SeriesRange range = series_range(series);
    if (range.count == 0) return "no points";
    return range.text + ", " + plural(range.count, "point", "points");
}

std::string flame_text(const Flame& flame) {
    double total = 0;
    std::size_t stacks = 0, heaviest = 0;
    for (std::size_t node = 0; node < flame.weight.size(); ++node) {
        total += static_cast<double>(flame.weight[node]);
        stacks += flame.weight[node] > 0 ? 1 : 0;
        if (flame.weight[node] > flame.weight[heaviest]) heaviest = node;
    }
    if (stacks == 0) return "no stacks";
    return fmt::format("{}, {} in all, the heaviest ends in {} with {}",
                       plural(stacks, "stack", "stacks"), format_quantity(total, flame.unit),
                       flame.names[flame.name[heaviest]],
                       format_quantity(static_cast<double>(flame.weight[heaviest]), flame.unit));
}

std::string spans_text(const Spans& spans) {
    std::string out = plural(spans.begin.size(), "span", "spans") + " in " +
                      plural(spans.lanes.size(), "lane", "lanes");
    if (!spans.arrow_from.empty()) out += ", " + plural(spans.arrow_from.size(), "arrow", "arrows");
    return out;
}

std::string kind_name(const Spans& spans, std::uint32_t kind) {
    return kind < spans.kinds.size() ? spans.kinds[kind] : "?";
}

std::vector<KindTotal> totals_by_kind(const Spans& spans) {
    std::map<std::uint32_t, KindTotal> totals;
    const std::size_t count = std::min({spans.begin.size(), spans.end.size(), spans.kind.size()});
    for (std::size_t i = 0; i < count; ++i) {
        KindTotal& total = totals[spans.kind[i]];
        total.index = spans.kind[i];
        total.kind = kind_name(spans, spans.kind[i]);
        ++total.spans;
        total.total_ns += static_cast<double>(spans.end[i]) - static_cast<double>(spans.begin[i]);
    }
    std::vector<KindTotal> out;
    for (auto& [kind, total] : totals) out.push_back(std::move(total));
    std::stable_sort(out.begin(), out.end(), [](const KindTotal& a, const KindTotal& b) {
        return a.total_ns > b.total_ns;
    });
    return out;
}

std::vector<Bin> shown_bins(const Histogram& histogram, std::size_t most) {
    const auto& counts = histogram.counts;
    std::size_t first = 0;
    std::size_t last = std::min(counts.size(), histogram.edges.empty() ? 0 : counts.size());
    while (first < last && counts[first] == 0) ++first;
    while (last > first && counts[last - 1] == 0) --last;
    const std::size_t step = std::max<std::size_t>(1, (last - first + most - 1) / most);
    std::vector<Bin> out;
    for (std::size_t i = first; i < last; i += step) {
        const std::size_t end = std::min(i + step, last);
        Bin bin{histogram.edges[i], histogram.edges[end], 0};
        for (std::size_t j = i; j < end; ++j) bin.count += counts[j];
        out.push_back(bin);
    }
    return out;
}

std::vector<const Node*> shown_children(const Node& node) {
    std::vector<const Node*> out;
    for (const bool with_heading : {false, true}) {
        for (const auto& child : node.children) {
            if (has_heading(*child) == with_heading) out.push_back(child.get());
        }
    }
    return out;
}

bool is_shown(const Node& node) {
    if (node.leaf) {
        const auto* table = std::get_if<Table>(&node.leaf->body);
        if (!table || table->use == TableUse::kShown) return true;
    }
    return std::any_of(node.children.begin(), node.children.end(),
                       [](const auto& child) { return is_shown(*child); });
}

}  // namespace benchlab::report
