// report/prose.hpp: what several writers say in the same words, each still to be escaped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/document.hpp"
#include "report/tree.hpp"

namespace benchlab::report {

// Rows of a table that people are shown; JSON, CSV and HTML have all of them.
inline constexpr std::size_t kMostShownRows = 1000;
inline constexpr std::size_t kMostHistogramRows = 20;

// "2026-01-02 03:04:05" in UTC; empty for 0 (not known) and past the year 9999.
std::string utc_time_text(std::uint64_t unix_seconds);
// The same with " UTC" behind it.
std::string utc_text(std::uint64_t unix_seconds);

// "benchlab run, benchlab 0.1.0, 2026-01-02 03:04:05 UTC"
std::string origin_text(const Document& document);

// The document's sections, or those of the ids that are given.
std::vector<const Section*> pick_sections(const Document& document,
                                          const std::vector<std::string>& ids);
// Information, warnings and problems: the worst first, then by share, then in order of coming.
struct PlacedFinding {
    const Section* section;
    const Finding* finding;
};
std::vector<PlacedFinding> top_findings(const std::vector<const Section*>& sections);
// The columns that people are shown: not those without any value, as the trace could not tell them.
// All of a table without rows, or where all are so.
std::vector<const Column*> filled_columns(const Table& table);
// The notes that belong to this element; with an empty id those that belong to none of them.
std::vector<const Finding*> notes_at(const Section& section, std::string_view id);

std::string finding_text(const Finding& finding);  // with its share behind it
std::string_view severity_text(Severity severity);

std::string value_text(const Value& value);  // with its interval behind it
// "least 1 ns, median 2 ns, greatest 3 ns" of the points that have a value; `count` of them.
struct SeriesRange {
    std::string text;  // empty when there is none
    std::size_t count = 0;
};
SeriesRange series_range(const Series& series);
std::string series_text(const Series& series);  // the same with the number of points
std::string flame_text(const Flame& flame);
std::string spans_text(const Spans& spans);

// The time of all spans of each kind, the longest first.
// "?" for a kind that the document does not name.
std::string kind_name(const Spans& spans, std::uint32_t kind);
struct KindTotal {
    std::uint32_t index = 0;  // of the kind
    std::string kind;
    std::uint64_t spans = 0;
    double total_ns = 0;
};
// The greatest total first.
std::vector<KindTotal> totals_by_kind(const Spans& spans);

// Neighbouring bins made one until at most `most` are left; empty ends are cut off.
struct Bin {
    double low = 0;
    double high = 0;
    std::uint64_t count = 0;
};
std::vector<Bin> shown_bins(const Histogram& histogram, std::size_t most);

// The children in the order of showing: what has a heading comes last, or what follows it would
// seem to belong to it.
std::vector<const Node*> shown_children(const Node& node);

// Whether anything below (or at) the node is shown: not only raw tables.
bool is_shown(const Node& node);

}  // namespace benchlab::report
