#include <algorithm>

#include "report/json_value.hpp"
#include "report/names.hpp"
#include "report/tree.hpp"
#include "report/writers.hpp"

namespace benchlab::report {
namespace {

// Walks a section's tree; what has its usual value is left out.
class ContentWriter {
  public:
    explicit ContentWriter(JsonWriter& json) : json_(json) {}

    // The members of the node's object, without its braces.
    void members(const Node& node) {
        if (node.heading) {
            const auto& heading = std::get<Heading>(node.heading->body);
            json_.member(kTitleKey, heading.title);
            if (!heading.args.empty()) args(kArgsKey, heading.args);
        }
        if (node.leaf) {
            json_.key(kSelfKey);
            leaf(*node.leaf);
        }
        for (const auto& child : node.children) {
            json_.key(json_key(child->part));
            object(*child);
        }
    }

    void args(std::string_view key, const std::vector<Arg>& list) {
        json_.key(key);
        json_.begin_array();
        for (const Arg& arg : list) {
            json_.begin_object(true);
            json_.key("value");
            scalar(arg.value);
            unit("unit", arg.unit);
            name_kind("name_kind", arg.name_kind);
            json_.end_object();
        }
        json_.end_array();
    }

    void text(std::string_view key, std::string_view content) {
        if (!content.empty()) json_.member(key, content);
    }

    template <class T>
    void array(std::string_view key, const std::vector<T>& items) {
        json_.key(key);
        json_.begin_array(true);
        for (const T& item : items) json_.value(item);
        json_.end_array();
    }

  private:
    void object(const Node& node) {
        if (node.leaf && !node.heading && node.children.empty()) return leaf(*node.leaf);
        json_.begin_object();
        members(node);
        json_.end_object();
    }

    void leaf(const Element& element) {
        json_.begin_object();
        std::visit([this](const auto& body) { write(body); }, element.body);
        json_.end_object();
    }

    void begin(std::string_view kind, std::string_view title) {
        json_.member(kElementKey, kind);
        json_.member("title", title);
    }

    void write(const Heading&) {}  // never a leaf

    void write(const Value& value) {
        begin("value", value.title);
        json_.key("value");
        scalar(value.value);
        unit("unit", value.unit);
        if (value.interval) {
            json_.member("low", value.interval->low);
            json_.member("high", value.interval->high);
        }
        describe(value.help, value.flags, value.name_kind);
    }

    void write(const Table& table) {
        begin("table", table.title);
        json_.key("columns");
        json_.begin_array();
        for (const Column& column : table.columns) {
            json_.begin_object(true);
            json_.member("id", column.id);
            json_.member("title", column.title);
            json_.member("type", kTypes.of(column.type()));
            unit("unit", column.unit);
            describe(column.help, column.flags, column.name_kind);
            json_.end_object();
        }
        json_.end_array();
        if (table.use == TableUse::kRaw) {
            arrays(table);
        } else {
            rows(table);
        }
        if (table.rows_omitted > 0) json_.member("rows_omitted", table.rows_omitted);
    }

    void rows(const Table& table) {
        json_.key("rows");
        json_.begin_array();
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            json_.begin_object(true);
            for (const Column& column : table.columns) {
                json_.key(column.id);
                cell(column, row);
            }
            json_.end_object();
        }
        json_.end_array();
    }

    void arrays(const Table& table) {
        json_.key("arrays");
        json_.begin_object();
        for (const Column& column : table.columns) {
            json_.key(column.id);
            json_.begin_array(true);
            for (std::size_t row = 0; row < column.size(); ++row) cell(column, row);
            json_.end_array();
        }
        json_.end_object();
    }

    void cell(const Column& column, std::size_t row) {
        if (!column.has(row)) return json_.null();
        std::visit([&](const auto& cells) { json_.value(cells[row]); }, column.data);
    }

    void write(const Series& series) {
        begin("series", series.title);
        text("help", series.help);
        text("group", series.group);
        json_.member("chart", kCharts.of(series.chart));
        unit("x_unit", series.x_unit);
        unit("y_unit", series.y_unit);
        array("x", series.x);
        array("y", series.y);
    }

    void write(const Histogram& histogram) {
        begin("histogram", histogram.title);
        text("help", histogram.help);
        unit("unit", histogram.unit);
        array("edges", histogram.edges);
        array("counts", histogram.counts);
    }

    void write(const Spans& spans) {
        begin("spans", spans.title);
        text("help", spans.help);
        name_kind("lane_name_kind", spans.lane_name_kind);
        name_kind("label_name_kind", spans.label_name_kind);
        array("lanes", spans.lanes);
        array("kinds", spans.kinds);
        array("lane", spans.lane);
        array("begin", spans.begin);
        array("end", spans.end);
        array("kind", spans.kind);
        if (!spans.labels.empty()) array("labels", spans.labels);
        if (!spans.arrow_from.empty()) array("arrow_from", spans.arrow_from);
        if (!spans.arrow_to.empty()) array("arrow_to", spans.arrow_to);
    }

    void write(const Flame& flame) {
        begin("flame", flame.title);
        text("help", flame.help);
        unit("unit", flame.unit);
        array("names", flame.names);
        std::vector<std::uint32_t> kinds;
        for (const NameKind kind : flame.name_kinds) {
            kinds.push_back(static_cast<std::uint32_t>(kind));
        }
        array("name_kinds", kinds);
        array("parent", flame.parent);
        array("name", flame.name);
        array("weight", flame.weight);
    }

    void scalar(const Scalar& value) {
        if (is_absent(value)) return json_.null();
        if (const auto* whole = std::get_if<std::uint64_t>(&value)) return json_.value(*whole);
        if (const auto* number = std::get_if<double>(&value)) return json_.value(*number);
        json_.value(std::get<std::string>(value));
    }

    void unit(std::string_view key, Unit unit) {
        if (unit != Unit::kNone) json_.member(key, base::unit_id(unit));
    }

    void name_kind(std::string_view key, NameKind kind) {
        if (kind != NameKind::kNone) json_.member(key, kNameKinds.of(kind));
    }

    void describe(std::string_view help, std::uint32_t flags, NameKind kind) {
        text("help", help);
        std::vector<std::string_view> names;
        for (const FlagName& flag : kFlagNames) {
            if (flags & flag.bit) names.push_back(flag.name);
        }
        if (!names.empty()) array("flags", names);
        name_kind("name_kind", kind);
    }

    JsonWriter& json_;
};

void write_finding(JsonWriter& json, const Finding& finding) {
    ContentWriter content(json);
    json.begin_object();
    json.member("severity", kSeverities.of(finding.severity));
    json.member("code", finding.code);
    json.member("text", finding.text);
    if (!finding.args.empty()) content.args("args", finding.args);
    if (finding.begin != 0 || finding.end != 0) {
        json.member("begin", finding.begin);
        json.member("end", finding.end);
    }
    if (finding.share != 0) json.member("share", finding.share);
    if (!finding.see.empty()) content.array("see", finding.see);
    json.end_object();
}

// Nesting brings together what a section may have handed over apart; then the order of coming is
// written too.
void write_order(JsonWriter& json, const Section& section, const Node& root) {
    const std::vector<const Element*> nested = flatten(root);
    bool same_order = nested.size() == section.elements.size();
    for (std::size_t i = 0; same_order && i < nested.size(); ++i) {
        same_order = nested[i] == &section.elements[i];
    }
    if (same_order) return;
    json.key("order");
    json.begin_array(true);
    for (const Element& element : section.elements) json.value(json_path(element));
    json.end_array();
}

void write_section(JsonWriter& json, const Section& section) {
    ContentWriter content(json);
    json.begin_object();
    json.member("title", section.title);
    content.text("plugin", section.plugin);
    content.text("status", section.status);
    json.key("findings");
    json.begin_array();
    for (const Finding& finding : section.findings) write_finding(json, finding);
    json.end_array();
    const std::unique_ptr<Node> root = make_tree(section);
    write_order(json, section, *root);
    json.key("content");
    json.begin_object();
    content.members(*root);
    json.end_object();
    json.end_object();
}

}  // namespace

std::string write_json(const Document& document) {
    JsonWriter json;
    json.begin_object();
    json.member("schema", document.schema);
    json.member("kind", document.kind);
    json.member("title", document.title);
    json.member("generator", document.generator);
    json.member("created_unix", document.created_unix);
    json.member("complete", document.complete);
    json.key("sections");
    json.begin_object();
    for (const Section& section : document.sections) {
        json.key(section.id);
        write_section(json, section);
    }
    json.end_object();
    json.end_object();
    return json.take() + "\n";
}

}  // namespace benchlab::report
