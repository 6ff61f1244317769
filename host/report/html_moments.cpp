// Moments: stretches of time that have a heading of their own, such as one slow frame.
//
// A table whose only key is a number lists them when headings of the same section are named by that
// key: the row 30 of the key "frame" is about the heading "frame/30".  Its first column in trace
// time says when each begins, its first in nanoseconds how long it lasts.  Tables with more keys
// beside that one have the parts of each.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "report/html_parts.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

// Differences of times beyond it are of no use to a drawing.
constexpr double kLatest = 0x1p53;

std::vector<const Column*> keys_of(const Table& table) {
    std::vector<const Column*> out;
    for (const Column& column : table.columns) {
        if (column.flags & kOutKey) out.push_back(&column);
    }
    return out;
}

bool is_whole(const Column& column) {
    return std::holds_alternative<std::vector<std::uint64_t>>(column.data);
}

const Column* first_in(const Table& table, Unit unit) {
    for (const Column& column : table.columns) {
        if (column.unit == unit && column.type() != ScalarType::kText) return &column;
    }
    return nullptr;
}

std::optional<std::int64_t> time_in(const Column& column, std::size_t row) {
    const Scalar cell = column.at(row);
    double number = -1;
    if (const auto* whole = std::get_if<std::uint64_t>(&cell)) number = static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&cell)) number = *real;
    if (!(number >= 0 && number < kLatest)) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(number));
}

std::optional<std::uint64_t> number_in(const Column& key, std::size_t row) {
    if (!key.has(row)) return std::nullopt;
    return std::get<std::uint64_t>(key.at(row));
}

std::string path_of(const Column& key, std::uint64_t number) {
    return key.id + "/" + std::to_string(number);
}

void find_moments(const SectionPlan& section, const Table& table,
                  const std::unordered_set<std::string_view>& headings, std::vector<Moment>& out) {
    const std::vector<const Column*> keys = keys_of(table);
    const Column* const begins = first_in(table, Unit::kTraceTime);
    const Column* const lengths = first_in(table, Unit::kNanoseconds);
    if (keys.size() != 1 || !is_whole(*keys.front()) || !begins || !lengths) return;
    const Column& key = *keys.front();
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        const auto number = number_in(key, row);
        const auto begin = time_in(*begins, row);
        const auto length = time_in(*lengths, row);
        if (!number || !begin || !length) continue;
        std::string path = path_of(key, *number);
        if (!headings.count(path)) continue;
        std::string name = std::string(title_of(key)) + " " + std::to_string(*number);
        out.push_back({section.section, &table, &key, *number, std::move(path), std::move(name),
                       *begin, *begin + *length});
    }
}

void find_moments(Plan& plan) {
    for (const SectionPlan& section : plan.sections) {
        std::unordered_set<std::string_view> headings;
        for (const Group& group : section.groups) {
            if (group.heading) headings.insert(group.path);
        }
        for (const Element& element : section.section->elements) {
            const auto* table = std::get_if<Table>(&element.body);
            if (table && table->use == TableUse::kShown) {
                find_moments(section, *table, headings, plan.moments);
            }
        }
    }
}

// A chart is that of the moments when they are points of it: each where it ended, as high as long.
void find_marks(const Element& element, const std::unordered_map<std::int64_t, double>& lengths,
                Plan& plan) {
    const auto* series = std::get_if<Series>(&element.body);
    if (!series || series->x_unit != Unit::kTraceTime || series->y_unit != Unit::kNanoseconds)
        return;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < std::min(series->x.size(), series->y.size()); ++i) {
        if (!(std::abs(series->x[i]) < kLatest)) continue;
        const auto known = lengths.find(static_cast<std::int64_t>(std::llround(series->x[i])));
        if (known != lengths.end() && std::abs(series->y[i] - known->second) < 1) rows.push_back(i);
    }
    if (!rows.empty()) plan.marks.emplace(&element, std::move(rows));
}

// The key that tells whose part each row of a table is; null when its rows are no such parts.
const Column* part_key(const Plan& plan, const Section& section, const Table& table) {
    const std::vector<const Column*> keys = keys_of(table);
    if (keys.size() < 2) return nullptr;
    for (const Column* const key : keys) {
        if (!is_whole(*key) || table.row_count() == 0) continue;
        const auto number = number_in(*key, 0);
        if (number && moment_of(plan, section, path_of(*key, *number))) return key;
    }
    return nullptr;
}

void find_parts(const Section& section, const Table& table, Plan& plan) {
    const Column* const key = part_key(plan, section, table);
    if (!key) return;
    MomentParts& parts = plan.parts[&table];
    parts.key = key;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        if (const auto number = number_in(*key, row)) parts.rows[*number].push_back(row);
    }
}

// What belongs to the moments of the plan.
void find_belongings(Plan& plan) {
    plan.moment_lines.resize(plan.moments.size());
    std::unordered_map<std::int64_t, double> lengths;  // by their ends
    for (const Moment& moment : plan.moments) {
        lengths.emplace(moment.end, static_cast<double>(moment.end - moment.begin));
    }
    for (const SectionPlan& section : plan.sections) {
        for (const Element& element : section.section->elements) {
            find_marks(element, lengths, plan);
            const auto* table = std::get_if<Table>(&element.body);
            if (table && table->use == TableUse::kShown) {
                find_parts(*section.section, *table, plan);
            }
            if (!std::holds_alternative<Spans>(element.body)) continue;
            const Moment* const moment = moment_of(plan, *section.section, element.id);
            if (!moment) {
                plan.time_lines.emplace_back(section.section, &element);
            } else {
                const auto at = static_cast<std::size_t>(moment - plan.moments.data());
                plan.moment_lines[at].push_back(&element);
            }
        }
    }
}

template <class Values>
Values picked(const Values& values, const std::vector<std::size_t>& rows) {
    Values out;
    for (const std::size_t row : rows) {
        if (row < values.size()) out.push_back(values[row]);
    }
    return out;
}

}  // namespace

void plan_moments(Plan& plan) {
    find_moments(plan);
    if (plan.moments.empty()) return;
    std::stable_sort(plan.moments.begin(), plan.moments.end(),
                     [](const Moment& a, const Moment& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < plan.moments.size(); ++i) {
        const Moment& moment = plan.moments[i];
        const std::string at = anchor(moment.section->id, moment.path);
        plan.moment_at.emplace(at, i);
        // The heading is a sentence, too long for a link.
        plan.titles[at] =
            moment.name + ", " +
            base::format_quantity(static_cast<double>(moment.end - moment.begin),
                                  Unit::kNanoseconds) +
            " at " + base::format_quantity(static_cast<double>(moment.begin), Unit::kTraceTime);
    }
    find_belongings(plan);
}

const Moment* moment_of(const Plan& plan, const Section& section, std::string_view path) {
    while (!path.empty()) {
        const auto known = plan.moment_at.find(anchor(section.id, path));
        if (known != plan.moment_at.end()) return &plan.moments[known->second];
        const std::size_t slash = path.rfind('/');
        path = slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
    }
    return nullptr;
}

std::string moment_link(const Plan& plan, const Section& section, const Table& table,
                        std::size_t row) {
    const std::vector<const Column*> keys = keys_of(table);
    if (keys.size() != 1 || !is_whole(*keys.front())) return {};
    const auto number = number_in(*keys.front(), row);
    const Moment* const moment =
        number ? moment_of(plan, section, path_of(*keys.front(), *number)) : nullptr;
    if (!moment || moment->index != &table) return {};
    return " href=\"#" + anchor(section.id, moment->path) + "\" data-begin=\"" +
           std::to_string(moment->begin) + "\" data-end=\"" + std::to_string(moment->end) +
           "\" aria-label=\"" + escape(moment->name) + "\"";
}

Table part_rows(const Table& table, const Column& key, const std::vector<std::size_t>& rows) {
    Table out;
    out.title = table.title;
    for (const Column& column : table.columns) {
        if (&column == &key) continue;
        Column kept;
        kept.id = column.id;
        kept.title = column.title;
        kept.help = column.help;
        kept.unit = column.unit;
        kept.flags = column.flags;
        kept.name_kind = column.name_kind;
        std::visit([&](const auto& values) { kept.data = picked(values, rows); }, column.data);
        kept.present = picked(column.present, rows);
        out.columns.push_back(std::move(kept));
    }
    return out;
}

JoinedSpans joined_spans(const std::vector<const Element*>& lines) {
    JoinedSpans out;
    Spans& all = out.spans;
    std::unordered_map<std::string, std::uint32_t> kinds;
    for (const Element* const element : lines) {
        const auto& from = std::get<Spans>(element->body);
        const std::size_t spans =
            std::min({from.lane.size(), from.begin.size(), from.end.size(), from.kind.size()});
        const std::size_t before = all.begin.size(), lane = all.lanes.size();
        if (lane > 0 && !from.lanes.empty()) out.titles.emplace_back(lane, title_of(*element));
        all.lanes.insert(all.lanes.end(), from.lanes.begin(), from.lanes.end());
        for (std::size_t i = 0; i < spans; ++i) {
            const std::string kind =
                from.kind[i] < from.kinds.size() ? from.kinds[from.kind[i]] : "?";
            const auto [at, fresh] =
                kinds.emplace(kind, static_cast<std::uint32_t>(all.kinds.size()));
            if (fresh) all.kinds.push_back(kind);
            all.lane.push_back(from.lane[i] + static_cast<std::uint32_t>(lane));
            all.begin.push_back(from.begin[i]);
            all.end.push_back(from.end[i]);
            all.kind.push_back(at->second);
            all.labels.push_back(i < from.labels.size() ? from.labels[i] : std::string());
        }
        const std::size_t arrows = std::min(from.arrow_from.size(), from.arrow_to.size());
        for (std::size_t i = 0; i < arrows; ++i) {
            if (std::max(from.arrow_from[i], from.arrow_to[i]) >= spans) continue;
            all.arrow_from.push_back(from.arrow_from[i] + before);
            all.arrow_to.push_back(from.arrow_to[i] + before);
        }
        if (element == lines.front()) out.first_kinds = all.kinds.size();
    }
    return out;
}

void Page::add_moment(const Moment& moment) {
    const Section& section = *moment.section;
    for (const Element& element : section.elements) {
        const auto* table = std::get_if<Table>(&element.body);
        const auto parts = table ? plan_.parts.find(table) : plan_.parts.end();
        if (parts == plan_.parts.end() || parts->second.key->id != moment.key->id) continue;
        const auto rows = parts->second.rows.find(moment.number);
        if (rows == parts->second.rows.end()) continue;
        const Table own = part_rows(*table, *parts->second.key, rows->second);
        if (own.row_count() > 0) add_rows(section, own, title_of(element), {});
    }
    add_same_time(moment);
    const auto at = static_cast<std::size_t>(&moment - plan_.moments.data());
    std::vector<std::string> links;
    const auto link = [&](std::size_t other, const char* word) {
        const Moment& next = plan_.moments[other];
        links.push_back("<a href=\"#" + anchor(next.section->id, next.path) + "\">" + word + ": " +
                        escape(next.name) + "</a>");
    };
    if (at > 0) link(at - 1, "Before");
    if (at + 1 < plan_.moments.size()) link(at + 1, "Next");
    if (plan_.top_chart.block) links.push_back("<a href=\"#top-chart\">Back to the chart</a>");
    if (links.empty()) return;
    out_ += "<p class=\"more\">" + base::join(links, " <span class=\"dot\">&middot;</span> ") +
            "</p>\n";
}

// Time-lines that have spans of this time: the script draws them beside it.
void Page::add_same_time(const Moment& moment) {
    std::vector<std::string> links;
    for (const auto& [section, element] : plan_.time_lines) {
        const Spans& spans = std::get<Spans>(element->body);
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < std::min(spans.begin.size(), spans.end.size()); ++i) {
            count += spans.begin[i] < moment.end && spans.end[i] > moment.begin;
        }
        if (count == 0) continue;
        const std::string at = anchor(section->id, element->id);
        links.push_back("<a href=\"#" + at + "\">" + escape(full_title(plan_, at)) + "</a> (" +
                        counted(count, "span", "spans") + ")");
    }
    if (links.empty()) return;
    out_ += "<p class=\"more\">At the same time: " + base::join(links, ", ") + ".</p>\n";
}

}  // namespace benchlab::report::html
