// report/document.hpp: what a command found out, before anyone decided how it looks.
//
// A Document holds sections; a section holds elements, each with an id (a path such as
// "cpu/int-latency/samples"), a title for people and a unit.  The writers of writers.hpp walk it;
// JSON is whole and read back without loss.  Times are nanoseconds, sizes bytes, shares 0 to 1;
// nobody formats before a writer does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/units.hpp"

namespace benchlab::report {

using base::Unit;

// What a text names, so that names can be replaced (BL_NAME_*).
enum class NameKind : std::uint32_t { kNone, kProcess, kThread, kModule, kFunction, kFile };

// Bits of Value::flags and Column::flags: BL_OUT_*, and from bit 16 on those of the host alone.
enum OutFlags : std::uint32_t {
    kOutKey = 1u << 0,       // joins a row to its twin in another capture
    kOutBar = 1u << 1,       // drawn with a bar
    kOutWideOnly = 1u << 2,  // left out of narrow text
    kOutLessIsBetter = 1u << 3,
    kOutMoreIsBetter = 1u << 4,
    kOutAddsUp = 1u << 5,
    kOutSigned = 1u << 16,  // a difference: a positive number of a column has its sign
};

// A number (whole or not) or a text; monostate is "absent", null in JSON.  A number that is not
// finite means the same: documents that differ only in how they say "absent" are equal.
using Scalar = std::variant<std::monostate, std::uint64_t, double, std::string>;
bool is_absent(const Scalar& value);
bool same(const Scalar& a, const Scalar& b);

enum class ScalarType : std::uint32_t { kU64 = 1, kF64 = 2, kText = 3 };  // BL_VALUE_*

struct Interval {  // 95 %
    double low = 0;
    double high = 0;
    bool operator==(const Interval&) const;
};

// An argument of a sentence or heading.
struct Arg {
    Scalar value;
    Unit unit = Unit::kNone;
    NameKind name_kind = NameKind::kNone;
    bool operator==(const Arg&) const;
};

struct Heading {
    std::string title;  // "Frame at {0}"
    std::vector<Arg> args;
    bool operator==(const Heading&) const = default;
};

struct Value {
    std::string title;
    std::string help;  // the definition of the figure
    Scalar value;
    Unit unit = Unit::kNone;
    std::uint32_t flags = 0;
    NameKind name_kind = NameKind::kNone;
    std::optional<Interval> interval;
    bool operator==(const Value&) const;
};

// A column holds one vector; `present` is empty when every row has a value.  Two columns are
// equal when their cells are.
struct Column {
    std::string id;
    std::string title;
    std::string help;
    Unit unit = Unit::kNone;
    std::uint32_t flags = 0;
    NameKind name_kind = NameKind::kNone;
    std::variant<std::vector<std::uint64_t>, std::vector<double>, std::vector<std::string>> data;
    std::vector<bool> present;

    std::size_t size() const;
    Scalar at(std::size_t row) const;  // monostate when absent, or not finite, or past the end
    bool has(std::size_t row) const;   // at(row) is not absent
    ScalarType type() const { return static_cast<ScalarType>(data.index() + 1); }
    bool operator==(const Column&) const;
};

// Where a table is shown.  Raw rows (samples) are JSON only, as parallel arrays.
enum class TableUse : std::uint32_t { kShown = 0, kRaw = 1 };

struct Table {
    std::string title;
    std::vector<Column> columns;  // of one length
    std::uint64_t rows_omitted = 0;
    TableUse use = TableUse::kShown;

    std::size_t row_count() const { return columns.empty() ? 0 : columns.front().size(); }
    const Column* find(std::string_view id) const;
    bool operator==(const Table&) const = default;
};

enum class Chart : std::uint32_t { kLine = 1, kStep = 2, kPoints = 3, kBars = 4 };  // BL_CHART_*

struct Series {
    std::string title;
    std::string help;
    std::string group;  // series of one group share a chart; empty: its own
    Chart chart = Chart::kLine;
    Unit x_unit = Unit::kNone;
    Unit y_unit = Unit::kNone;
    std::vector<double> x;
    std::vector<double> y;  // NaN where there is none
    bool operator==(const Series&) const;
};

struct Histogram {
    std::string title;
    std::string help;
    Unit unit = Unit::kNone;
    std::vector<double> edges;  // counts.size() + 1, ascending
    std::vector<std::uint64_t> counts;
    bool operator==(const Histogram&) const;
};

struct Spans {  // a time-line: lanes of coloured spans, arrows between them
    std::string title;
    std::string help;
    NameKind lane_name_kind = NameKind::kNone;
    NameKind label_name_kind = NameKind::kNone;
    std::vector<std::string> lanes;
    std::vector<std::string> kinds;
    std::vector<std::uint32_t> lane;  // of each span, like the next four
    std::vector<std::int64_t> begin;
    std::vector<std::int64_t> end;
    std::vector<std::uint32_t> kind;
    std::vector<std::string> labels;  // empty vector: no labels
    std::vector<std::uint64_t> arrow_from;
    std::vector<std::uint64_t> arrow_to;
    bool operator==(const Spans&) const = default;
};

// Stacks with weights, added up to a tree of callers and callees.
struct Flame {
    std::string title;
    std::string help;
    Unit unit = Unit::kNone;
    std::vector<std::string> names;     // of frames, each once
    std::vector<NameKind> name_kinds;   // like names
    std::vector<std::uint32_t> parent;  // of each node: its caller's number + 1, which is not above
                                        // its own; 0 for the outermost
    std::vector<std::uint32_t> name;    // of each node, in names
    std::vector<std::uint64_t> weight;  // of each node alone, without what it calls
    bool operator==(const Flame&) const = default;
};

using Body = std::variant<Heading, Value, Table, Series, Histogram, Spans, Flame>;

struct Element {
    std::string id;  // path within its section; unique among elements that are not headings
    Body body;
    bool operator==(const Element&) const = default;
};

enum class Severity : std::uint32_t { kNote = 1, kInfo = 2, kWarning = 3, kProblem = 4 };

struct Finding {
    Severity severity = Severity::kInfo;
    std::string code;  // "run.unstable", stable
    std::string text;  // "{0} of {1} ..."; {{ is a brace
    std::vector<Arg> args;
    std::int64_t begin = 0;  // both 0: not about a moment
    std::int64_t end = 0;
    double share = 0;              // of the trouble that it accounts for; 0: not known
    std::vector<std::string> see;  // ids of what shows it
    bool operator==(const Finding&) const = default;
};

struct Section {
    std::string id;
    std::string title;
    std::string plugin;             // "cpu 1.0"; empty for the host's own
    std::string status;             // empty: fine; else why there is nothing here
    std::vector<Element> elements;  // in order of coming
    std::vector<Finding> findings;

    const Element* find(std::string_view element_id) const;  // not headings
    template <class T>
    const T* get(std::string_view element_id) const {
        const Element* element = find(element_id);
        return element ? std::get_if<T>(&element->body) : nullptr;
    }
    // The title that a heading gave to this path; null when none did.
    const Heading* heading(std::string_view path) const;
    bool operator==(const Section&) const = default;
};

// What Section::find() finds, for who asks for many elements: each look-up takes the same short
// time.  Of the section as it was then; neither it nor its elements may change or go before this.
class SectionIndex {
  public:
    explicit SectionIndex(const Section& section);
    const Element* find(std::string_view element_id) const;  // not headings
    template <class T>
    const T* get(std::string_view element_id) const {
        const Element* element = find(element_id);
        return element ? std::get_if<T>(&element->body) : nullptr;
    }
    const Section& section() const { return section_; }

  private:
    const Section& section_;
    std::unordered_map<std::string_view, const Element*> elements_;
};

// Schema 1 was the reference tool's; ours begins with 2.
inline constexpr std::uint64_t kDocumentSchema = 2;

struct Document {
    std::uint64_t schema = kDocumentSchema;
    std::string kind;       // "run", "compare", "analyze"
    std::string title;      // "benchlab run"
    std::string generator;  // "benchlab 0.1.0"
    std::uint64_t created_unix = 0;
    bool complete = true;  // false while results are still to come
    std::vector<Section> sections;

    const Section* find(std::string_view section_id) const;
    bool operator==(const Document&) const = default;
};

// "{0} of {1}" with the arguments in place, as text.  "{{" and "}}" are braces; what names no
// argument ("{9}", "{x}") stays as it is.
std::string fill_template(std::string_view text, const std::vector<Arg>& args);
// How many places of the template name no argument.
std::size_t count_bad_places(std::string_view text, std::size_t arg_count);

// For people; "-" when absent.
std::string format_scalar(const Scalar& value, Unit unit);
// The cell of a table, for people.
std::string format_cell(const Column& column, std::size_t row);
// The title of an element that is not a heading; the id when it has none.
std::string_view title_of(const Element& element);
// Its id where it has no title.
std::string_view title_of(const Column& column);

// Parts of [A-Za-z0-9._:-], not beginning with '.', '_', ':' or '-', and '/' between them: what an
// element's id has to be.  Sections are named by one such part.  (What plugins may hand over is
// narrower: base::is_declared_path.)
bool is_element_id(std::string_view text);

}  // namespace benchlab::report
