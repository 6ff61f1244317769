#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

#include "report/json_input.hpp"
#include "report/names.hpp"
#include "report/writers.hpp"

namespace benchlab::report {
namespace {

using base::Code;
using base::Error;

// Parts of an id.  Far above what anyone writes, far below what the stack bears.
constexpr std::size_t kDeepest = 100;

// ---- pieces --------------------------------------------------------------------------------

// Units, flags, kinds of names and charts only say how something is shown, so that an unknown
// one of a newer benchlab is no damage.
Unit read_unit(const JsonInput& from, std::string_view key) {
    return base::unit_from_id(from.text_of(key));
}

NameKind read_name_kind(const JsonInput& from, std::string_view key) {
    return kNameKinds.find<NameKind>(from.text_of(key)).value_or(NameKind::kNone);
}

std::uint32_t read_flags(const JsonInput& from) {
    std::uint32_t flags = 0;
    if (const auto names = from.find("flags")) {
        names->each([&](const JsonInput& name) {
            for (const FlagName& flag : kFlagNames) {
                if (flag.name == name.text()) flags |= flag.bit;
            }
        });
    }
    return flags;
}

Scalar read_scalar(const JsonInput& from) {
    switch (from.raw().type()) {
        case simdjson::dom::element_type::NULL_VALUE:
            return {};
        case simdjson::dom::element_type::STRING:
            return std::string(from.text());
        case simdjson::dom::element_type::UINT64:
            return from.u64();
        // What write_json wrote as a whole number and is not negative fits a signed one too.
        case simdjson::dom::element_type::INT64:
            if (from.i64() >= 0) return static_cast<std::uint64_t>(from.i64());
            return from.number();
        case simdjson::dom::element_type::DOUBLE:
            return from.number();
        default:
            from.fail("expected a number, a text or null");
    }
}

void read_item(const JsonInput& from, double& out) {
    out = from.number();
}
void read_item(const JsonInput& from, std::uint64_t& out) {
    out = from.u64();
}
void read_item(const JsonInput& from, std::int64_t& out) {
    out = from.i64();
}
void read_item(const JsonInput& from, std::uint32_t& out) {
    out = from.u32();
}
void read_item(const JsonInput& from, std::string& out) {
    out = from.text();
}

template <class T>
void read_array(const JsonInput& from, std::vector<T>& out) {
    from.each([&](const JsonInput& item) { read_item(item, out.emplace_back()); });
}

template <class T>
void need_array(const JsonInput& from, std::string_view key, std::vector<T>& out) {
    read_array(from.need(key), out);
}

template <class T>
void find_array(const JsonInput& from, std::string_view key, std::vector<T>& out) {
    if (const auto array = from.find(key)) read_array(*array, out);
}

std::vector<Arg> read_args(const JsonInput& from) {
    std::vector<Arg> args;
    from.each([&](const JsonInput& item) {
        Arg& arg = args.emplace_back();
        arg.value = read_scalar(item.need("value"));
        arg.unit = read_unit(item, "unit");
        arg.name_kind = read_name_kind(item, "name_kind");
    });
    return args;
}

// ---- elements ------------------------------------------------------------------------------

Value read_value(const JsonInput& from) {
    Value value;
    value.title = from.text_of("title");
    value.help = from.text_of("help");
    value.value = read_scalar(from.need("value"));
    value.unit = read_unit(from, "unit");
    value.flags = read_flags(from);
    value.name_kind = read_name_kind(from, "name_kind");
    const auto low = from.find("low");
    const auto high = from.find("high");
    if (low && high) value.interval = Interval{low->number(), high->number()};
    return value;
}

Column read_column(const JsonInput& from) {
    Column column;
    column.id = from.need("id").text();
    column.title = from.text_of("title");
    column.help = from.text_of("help");
    column.unit = read_unit(from, "unit");
    column.flags = read_flags(from);
    column.name_kind = read_name_kind(from, "name_kind");
    const JsonInput type = from.need("type");
    switch (kTypes.find<ScalarType>(type.text()).value_or(ScalarType{})) {
        case ScalarType::kU64:
            column.data = std::vector<std::uint64_t>();
            break;
        case ScalarType::kF64:
            column.data = std::vector<double>();
            break;
        case ScalarType::kText:
            column.data = std::vector<std::string>();
            break;
        default:
            type.fail("expected \"u64\", \"f64\" or \"text\"");
    }
    return column;
}

void append_absent(Column& column) {
    column.present.resize(column.size(), true);
    column.present.push_back(false);
    std::visit([](auto& cells) { cells.emplace_back(); }, column.data);
    if (auto* numbers = std::get_if<std::vector<double>>(&column.data)) {
        numbers->back() = std::numeric_limits<double>::quiet_NaN();
    }
}

void append_cell(Column& column, const JsonInput& from) {
    if (from.is_null()) return append_absent(column);
    std::visit([&](auto& cells) { read_item(from, cells.emplace_back()); }, column.data);
    if (!column.present.empty()) column.present.push_back(true);
}

void read_rows(const JsonInput& rows, std::vector<Column>& columns) {
    rows.each([&](const JsonInput& row) {
        for (Column& column : columns) {
            if (const auto cell = row.find(column.id)) {
                append_cell(column, *cell);
            } else {
                append_absent(column);
            }
        }
    });
}

void read_arrays(const JsonInput& arrays, std::vector<Column>& columns) {
    for (Column& column : columns) {
        const JsonInput cells = arrays.need(column.id);
        cells.each([&](const JsonInput& cell) { append_cell(column, cell); });
        if (column.size() != columns.front().size()) {
            cells.fail(fmt::format("has {} items, but \"{}\" has {}", column.size(),
                                   columns.front().id, columns.front().size()));
        }
    }
}

Table read_table(const JsonInput& from) {
    Table table;
    table.title = from.text_of("title");
    std::set<std::string> seen;
    const JsonInput columns = from.need("columns");
    columns.each([&](const JsonInput& column) {
        table.columns.push_back(read_column(column));
        if (!seen.insert(table.columns.back().id).second) column.fail("a second column of this id");
    });
    if (const auto omitted = from.find("rows_omitted")) table.rows_omitted = omitted->u64();
    if (const auto arrays = from.find("arrays")) {
        table.use = TableUse::kRaw;
        read_arrays(*arrays, table.columns);
    } else {
        read_rows(from.need("rows"), table.columns);
    }
    return table;
}

Series read_series(const JsonInput& from) {
    Series series;
    series.title = from.text_of("title");
    series.help = from.text_of("help");
    series.group = from.text_of("group");
    series.chart = kCharts.find<Chart>(from.text_of("chart")).value_or(Chart::kLine);
    series.x_unit = read_unit(from, "x_unit");
    series.y_unit = read_unit(from, "y_unit");
    need_array(from, "x", series.x);
    need_array(from, "y", series.y);
    if (series.x.size() != series.y.size()) from.fail("\"x\" and \"y\" differ in length");
    return series;
}

Histogram read_histogram(const JsonInput& from) {
    Histogram histogram;
    histogram.title = from.text_of("title");
    histogram.help = from.text_of("help");
    histogram.unit = read_unit(from, "unit");
    need_array(from, "edges", histogram.edges);
    need_array(from, "counts", histogram.counts);
    const bool empty = histogram.edges.empty() && histogram.counts.empty();
    if (!empty && histogram.edges.size() != histogram.counts.size() + 1) {
        from.fail("\"edges\" needs one item more than \"counts\"");
    }
    return histogram;
}

Spans read_spans(const JsonInput& from) {
    Spans spans;
    spans.title = from.text_of("title");
    spans.help = from.text_of("help");
    spans.lane_name_kind = read_name_kind(from, "lane_name_kind");
    spans.label_name_kind = read_name_kind(from, "label_name_kind");
    need_array(from, "lanes", spans.lanes);
    need_array(from, "kinds", spans.kinds);
    need_array(from, "lane", spans.lane);
    need_array(from, "begin", spans.begin);
    need_array(from, "end", spans.end);
    need_array(from, "kind", spans.kind);
    find_array(from, "labels", spans.labels);
    find_array(from, "arrow_from", spans.arrow_from);
    find_array(from, "arrow_to", spans.arrow_to);
    const std::size_t count = spans.lane.size();
    const bool labels_fit = spans.labels.empty() || spans.labels.size() == count;
    if (spans.begin.size() != count || spans.end.size() != count || spans.kind.size() != count ||
        !labels_fit || spans.arrow_from.size() != spans.arrow_to.size()) {
        from.fail("the arrays of the spans differ in length");
    }
    const auto below = [&from](const auto& indices, std::size_t limit, std::string_view what) {
        for (const auto index : indices) {
            if (index >= limit) from.fail(fmt::format("there is no {} {}", what, index));
        }
    };
    below(spans.lane, spans.lanes.size(), "lane");
    below(spans.kind, spans.kinds.size(), "kind");
    below(spans.arrow_from, count, "span");
    below(spans.arrow_to, count, "span");
    return spans;
}

Flame read_flame(const JsonInput& from) {
    Flame flame;
    flame.title = from.text_of("title");
    flame.help = from.text_of("help");
    flame.unit = read_unit(from, "unit");
    std::vector<std::uint32_t> kinds;
    need_array(from, "names", flame.names);
    need_array(from, "name_kinds", kinds);
    need_array(from, "parent", flame.parent);
    need_array(from, "name", flame.name);
    need_array(from, "weight", flame.weight);
    if (kinds.size() != flame.names.size() || flame.name.size() != flame.parent.size() ||
        flame.weight.size() != flame.parent.size()) {
        from.fail("the arrays of the flame graph differ in length");
    }
    for (const std::uint32_t kind : kinds) flame.name_kinds.push_back(static_cast<NameKind>(kind));
    for (std::size_t node = 0; node < flame.parent.size(); ++node) {
        if (flame.parent[node] > node) from.fail("a caller stands behind what it calls");
        if (flame.name[node] >= flame.names.size()) from.fail("a frame has no name");
    }
    return flame;
}

// ---- sections ------------------------------------------------------------------------------

class ContentReader {
  public:
    explicit ContentReader(std::vector<Element>& out) : out_(out) {}

    // The members of a content object; `path` is empty for the outermost.
    void read(const JsonInput& from, const std::string& path, std::size_t depth) {
        if (depth > kDeepest) from.fail(fmt::format("nested deeper than {} levels", kDeepest));
        if (const auto title = from.find(kTitleKey); title && depth > 0) {
            Heading heading;
            heading.title = title->text();
            if (const auto args = from.find(kArgsKey)) heading.args = read_args(*args);
            out_.push_back({path, std::move(heading)});
        }
        if (const auto self = from.find(kSelfKey); self && depth > 0) leaf(*self, path);
        from.each_member([&](std::string_view key, const JsonInput& member) {
            std::string_view part = key;
            if (key.substr(0, kPartPrefix.size()) == kPartPrefix) {
                part = key.substr(kPartPrefix.size());
            } else if (!key.empty() && key.front() == '_') {
                return;
            }
            std::string id = depth == 0 ? std::string(part) : path + "/" + std::string(part);
            if (!members_.insert(id).second) member.fail("the second one of this id");
            if (member.find(kElementKey)) {
                leaf(member, id);
            } else {
                read(member, id, depth + 1);
            }
        });
    }

  private:
    void leaf(const JsonInput& from, const std::string& id) {
        const std::string_view kind = from.need(kElementKey).text();
        if (kind == "value") return out_.push_back({id, read_value(from)});
        if (kind == "table") return out_.push_back({id, read_table(from)});
        if (kind == "series") return out_.push_back({id, read_series(from)});
        if (kind == "histogram") return out_.push_back({id, read_histogram(from)});
        if (kind == "spans") return out_.push_back({id, read_spans(from)});
        if (kind == "flame") return out_.push_back({id, read_flame(from)});
        // A kind that a later version brought: the rest of the report is still good.
    }

    std::vector<Element>& out_;
    std::set<std::string> members_;
};

// Puts the elements into the order of coming; what it does not name stays behind, as nested.
void apply_order(const JsonInput& order, std::vector<Element>& elements) {
    std::unordered_map<std::string, std::size_t> rank;
    order.each([&](const JsonInput& id) { rank.try_emplace(std::string(id.text()), rank.size()); });
    std::vector<std::pair<std::size_t, Element>> ranked;
    for (Element& element : elements) {
        const auto found = rank.find(json_path(element));
        const std::size_t place = found == rank.end() ? rank.size() : found->second;
        ranked.emplace_back(place, std::move(element));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    elements.clear();
    for (auto& [place, element] : ranked) elements.push_back(std::move(element));
}

Finding read_finding(const JsonInput& from) {
    Finding finding;
    const JsonInput severity = from.need("severity");
    const auto known = kSeverities.find<Severity>(severity.text());
    if (!known) severity.fail("expected \"note\", \"info\", \"warning\" or \"problem\"");
    finding.severity = *known;
    finding.code = from.text_of("code");
    finding.text = from.need("text").text();
    if (const auto args = from.find("args")) finding.args = read_args(*args);
    if (const auto begin = from.find("begin")) finding.begin = begin->i64();
    if (const auto end = from.find("end")) finding.end = end->i64();
    if (const auto share = from.find("share")) finding.share = share->number();
    find_array(from, "see", finding.see);
    return finding;
}

Section read_section(std::string_view id, const JsonInput& from) {
    Section section;
    section.id = id;
    section.title = from.text_of("title");
    section.plugin = from.text_of("plugin");
    section.status = from.text_of("status");
    if (const auto findings = from.find("findings")) {
        findings->each(
            [&](const JsonInput& item) { section.findings.push_back(read_finding(item)); });
    }
    if (const auto content = from.find("content")) {
        ContentReader(section.elements).read(*content, "", 0);
    }
    if (const auto order = from.find("order")) apply_order(*order, section.elements);
    return section;
}

Document read_document(const JsonInput& from) {
    if (!from.is_object() || !from.find("schema")) {
        throw Damage{"this is not a benchlab report: it has no \"schema\""};
    }
    Document document;
    document.schema = from.need("schema").u64();
    if (document.schema != kDocumentSchema) {
        // Schema 1, of the reference tool, is read elsewhere.
        throw Damage{fmt::format(
            "the report has schema {}, but this benchlab reads {} {}{}", document.schema,
            document.schema == 1 ? "schema" : "schemas 1 and", kDocumentSchema,
            document.schema > kDocumentSchema ? "; a newer benchlab wrote it, so use that one"
                                              : "")};
    }
    document.kind = from.need("kind").text();
    document.title = from.text_of("title");
    document.generator = from.text_of("generator");
    if (const auto created = from.find("created_unix")) document.created_unix = created->u64();
    if (const auto complete = from.find("complete")) document.complete = complete->flag();
    std::set<std::string_view> seen;
    const JsonInput sections = from.need("sections");
    sections.each_member([&](std::string_view id, const JsonInput& section) {
        if (!seen.insert(id).second) section.fail("the second section of this id");
        document.sections.push_back(read_section(id, section));
    });
    return document;
}

// Whether the text stops inside an object, array or string, as a file cut short does.
bool ends_early(std::string_view text) {
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return quoted || depth > 0;
}

}  // namespace

base::Result<Document> read_json(std::string_view text) {
    // Editors on Windows may have put a byte order mark in front.
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    const auto error = parser.parse(text.data(), text.size()).get(root);
    if (error == simdjson::EMPTY) return Error{Code::kData, "the file is empty"};
    if (error == simdjson::MEMALLOC) return Error{Code::kMemory, "no memory to read the report"};
    if (error != simdjson::SUCCESS) {
        const std::string why = ends_early(text)
                                    ? "it ends in the middle, so a part of the file is missing"
                                    : simdjson::error_message(error);
        return Error{Code::kData, "this is not valid JSON: " + why};
    }
    try {
        return read_document(JsonInput(root));
    } catch (const Damage& damage) {
        return Error{Code::kData, damage.message};
    }
}

}  // namespace benchlab::report
