// report/html_parts.hpp: the pieces of the HTML writer.  Only html*.cpp include this.
//
// A page is planned first (which heading does an element belong to, which series share a chart,
// what can be linked to) and then written from top to bottom.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "report/document.hpp"
#include "report/json_value.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {

// Text made harmless: valid UTF-8, no control characters, and the characters of markup escaped.
// Fit for an element's content and for an attribute in double quotes.
std::string escape(std::string_view text);
// The same without the escaping, for JSON.
std::string clean(std::string_view text);

// The id of an element of the page, "/run/cpu/int-latency": the leading slash keeps it apart
// from the page's own ids.  What an address may not hold becomes ~ and two hexadecimal digits.
std::string anchor(std::string_view section, std::string_view path = {});

// Shortest digits that read back as the same double.
std::string digits(double value);

// `title="..."`, focusable, or nothing when there is no help.  `flags`: OutFlags.
std::string help_attributes(std::string_view help, std::uint32_t flags = 0);

// `data-unit="..."` of a column: of its cells' `data-value`, which a copy of the table has.
std::string unit_attribute(Unit unit);

// A link from a heading to itself.
std::string heading_link(std::string_view anchor);

// What stands together: neighbouring values, the series of one chart, or one other element.
struct Block {
    std::vector<const Element*> elements;
};

// What stands below one heading, or at the beginning of a section.
struct Group {
    std::string path;
    const Heading* heading = nullptr;  // null: the section itself
    std::size_t depth = 0;
    std::vector<Block> blocks;
    std::vector<std::size_t> children;
    std::vector<const Finding*> findings;  // those that belong here
};

struct SectionPlan {
    const Section* section = nullptr;
    std::vector<Group> groups;  // the first is the section itself
};

// A stretch of time with a heading of its own, such as one slow frame (html_moments.cpp).
struct Moment {
    const Section* section = nullptr;
    const Table* index = nullptr;  // that lists it
    const Column* key = nullptr;   // of that table: its number
    std::uint64_t number = 0;
    std::string path;  // of its heading, "frame/30"
    std::string name;  // "Frame 30"
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

// A table whose rows are parts of moments.
struct MomentParts {
    const Column* key = nullptr;  // tells whose part each row is
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> rows;  // by the moment's number
};

// A number of the trace's focus that says how good it was, and where it stands.
struct KeyFigure {
    std::string title;
    std::string help;
    std::string shown;
    std::string anchor;
};
struct KeyFigures {
    const SectionPlan* section = nullptr;
    std::string about;  // whose they are; may be empty
    std::vector<KeyFigure> figures;
};

// A chart, and where it belongs.
struct PlacedBlock {
    const Section* section = nullptr;
    const Group* group = nullptr;
    const Block* block = nullptr;  // null: there is none
};

struct Plan {
    std::vector<SectionPlan> sections;
    std::unordered_map<std::string, std::string> titles;     // of each anchor of the page
    std::vector<Moment> moments;                             // by time
    std::unordered_map<std::string, std::size_t> moment_at;  // of the anchor of its heading
    // Of series that have moments as points: which points those are.
    std::unordered_map<const Element*, std::vector<std::size_t>> marks;
    std::unordered_map<const Table*, MomentParts> parts;
    // Of each moment its time-lines, which are drawn as one.
    std::vector<std::vector<const Element*>> moment_lines;
    // Time-lines that are of no single moment, with their sections.
    std::vector<std::pair<const Section*, const Element*>> time_lines;
    std::vector<KeyFigures> figures;  // of a trace's report
    PlacedBlock top_chart;            // stands at the top of the page, and not where it belongs
};

Plan plan_page(const Document& document);
void plan_moments(Plan& plan);
// Chooses key figures and the chart for the top of a trace's report.
void plan_answer(Plan& plan);

// The moment whose heading is the path or stands above it; null when there is none.
const Moment* moment_of(const Plan& plan, const Section& section, std::string_view path);
// ` href="..."` and the times of the moment that this row lists; empty when it lists none.
std::string moment_link(const Plan& plan, const Section& section, const Table& table,
                        std::size_t row);
// These rows of a table whose rows are parts of moments, without its key.
Table part_rows(const Table& table, const Column& key, const std::vector<std::size_t>& rows);

// What stands above lanes, by lane.
using LaneTitles = std::vector<std::pair<std::size_t, std::string>>;

// Time-lines as one: lanes below lanes, and kinds of one name are one kind.
struct JoinedSpans {
    Spans spans;
    LaneTitles titles;            // of all but the first
    std::size_t first_kinds = 0;  // how many kinds the first has
};
JoinedSpans joined_spans(const std::vector<const Element*>& lines);

// "CPUs: Unknown" for what stands below a section: "Unknown" alone would be no text for a link.
std::string full_title(const Plan& plan, const std::string& at);

// What a trace does not tell, rather than what is wrong with the program: by the finding's code.
bool tells_of_a_gap(const Finding& finding);

// The nearest anchor to an id that a finding names; empty when there is none.
std::string find_anchor(const Plan& plan, const Section& section, std::string_view id);

struct ThinSpans;  // html_thin.hpp

// The page while it is written.
class Page {
  public:
    explicit Page(const Plan& plan) : plan_(plan) { data_.begin_array(); }

    void add_findings();
    // At the top of a trace's report: what was found, key figures, the first chart over time, and
    // what is not known.
    void add_answer();
    void add_section(const SectionPlan& section);

    // The markup so far, and the JSON array that the script makes charts of.
    std::string take_markup() { return std::move(out_); }
    std::string take_data() {
        data_.end_array();
        return data_.take();
    }

  private:
    void add_group(const SectionPlan& section, std::size_t index);
    void add_finding_list(const std::vector<PlacedFinding>& all);
    void add_key_figures(const std::vector<KeyFigures>& all);
    void add_top_chart();
    void add_gaps(const std::vector<PlacedFinding>& findings);
    void add_gap(const std::string& text, const std::string& at);
    // Below the heading of a moment: its parts, what else the page has of its time, its neighbours.
    void add_moment(const Moment& moment);
    void add_same_time(const Moment& moment);
    void add_blocks(const SectionPlan& section, const Group& group);
    // `in_list`: in the list at the top, with details; else the bare sentence where it belongs.
    void add_finding(const Section& section, const Finding& finding, bool in_list);
    std::string finding_details(const Section& section, const Finding& finding) const;
    void add_values(const Section& section, const Group& group, const Block& block);
    void add_value(const Section& section, const Element& element);
    void add_table(const Section& section, const Element& element);
    // `id`: the attribute, or nothing.
    void add_rows(const Section& section, const Table& table, std::string_view title,
                  const std::string& id);
    void add_series(const Section& section, const Group& group, const Block& block);
    void add_histogram(const Section& section, const Element& element);
    void add_spans(const Section& section, const Element& element);
    void add_moment_spans(const Section& section, const Moment& moment);
    void add_flame(const Section& section, const Element& element);

    // ` id="..."` the first time that the id is asked for, then nothing: ids are unique in a page.
    std::string id_attribute(const Section& section, std::string_view path);
    void add_span_data(const Spans& spans, const std::vector<std::size_t>& colours,
                       const ThinSpans& thin, const Moment* moment, const LaneTitles& titles);
    // The colour (0 to 7) of each kind of span, the same for one name in all time-lines as far as
    // there are colours; the last stands for all that have none of their own.
    // Of the first `before_others` kinds each before any other, however little it is.
    std::vector<std::size_t> kind_colours(const Spans& spans, std::size_t before_others = 0);

    // ` data-chart="3"`: the place of the next member in the data.
    std::string chart_attribute();

    const Plan& plan_;
    std::string out_;
    JsonWriter data_{false};
    std::size_t charts_ = 0;
    std::unordered_map<std::string, std::size_t> kind_colours_;  // wished for, by name
    std::unordered_set<std::string> ids_;
};

// How many colours the style has for what is drawn (s1, s2 ...).
inline constexpr std::size_t kColours = 8;

// The caption of a figure.  Below a heading that says the same, the help is the better one.
std::string caption(std::string_view title, std::string_view help, std::string_view heading = {});
std::string swatch(std::size_t colour);
// "1,234 spans"
std::string counted(std::uint64_t count, std::string_view one, std::string_view more);
void append_numbers(JsonWriter& data, std::string_view name, const std::vector<double>& values);
// Whole times, each but the first as the difference to the one before: short to write.
void append_steps(JsonWriter& data, std::string_view name, const std::vector<double>& values);
void append_texts(JsonWriter& data, std::string_view name, const std::vector<std::string>& values);

// Beyond this the difference of two values may be infinite; such values are not drawn.
inline bool drawable(double value) {
    return value >= -1e300 && value <= 1e300;
}

// A drawing that needs no script, with the extremes of its axes (html_still.cpp).
struct StillAxis {
    double low = 0;
    double high = 0;
    Unit unit = Unit::kNone;
    bool logarithmic = false;
};
struct StillPath {
    std::string data;      // of <path d>
    std::string_view css;  // "", "dots", "filled", "filled apart", "marks"
};
// Which of several series of bars this is; they stand side by side.
struct BarPlace {
    std::size_t index = 0;
    std::size_t count = 1;
};
// Thinned to what the drawing can show; the extremes stay.
StillPath still_series(const Series& series, const StillAxis& x, const StillAxis& y,
                       BarPlace place = {});
// A square at each point that is marked: `points` are x, y, x, y ...
StillPath still_marks(const std::vector<double>& points, const StillAxis& x, const StillAxis& y);
StillPath still_histogram(const Histogram& histogram, const StillAxis& x, const StillAxis& y);
void append_still(std::string& out, const std::vector<StillPath>& paths, const StillAxis& x,
                  const StillAxis& y);

}  // namespace benchlab::report::html
