// Flames: a figure that the script fills, the heaviest functions as a table, and the data.
#include <fmt/format.h>

#include <algorithm>

#include "report/html_parts.hpp"
#include "report/html_thin.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

constexpr std::size_t kFunctionsShown = 40;

void append_weight(std::string& out, std::uint64_t weight, std::uint64_t all, Unit unit) {
    const auto number = static_cast<double>(weight);
    const double share = all > 0 ? number / static_cast<double>(all) : 0;
    out += fmt::format("<td class=\"num\" data-value=\"{}\">", weight) +
           escape(base::format_quantity(number, unit)) + "</td><td class=\"num\" data-value=\"" +
           digits(share) + "\">" + base::format_quantity(share, Unit::kRatio) + "</td>";
}

void append_functions(std::string& out, const Flame& flame, std::uint64_t all) {
    const std::vector<FunctionSum> functions = heaviest_functions(flame);
    if (functions.empty()) return;
    const std::string weight = "<th scope=\"col\" class=\"num\"" + unit_attribute(flame.unit);
    const std::string share =
        "<th scope=\"col\" class=\"num\"" + unit_attribute(Unit::kRatio) + ">Share</th>";
    out +=
        "<div class=\"table\"><div class=\"scroll\"><table>\n<caption>Heaviest functions"
        "</caption>\n<thead><tr><th scope=\"col\">Function</th>" +
        weight + " title=\"In the function alone.\">Self</th>" + share + weight +
        " title=\"With all that it calls; a recursion counts once.\">Total</th>" + share +
        "</tr></thead>\n<tbody>\n";
    const std::size_t rows = std::min(functions.size(), kFunctionsShown);
    for (std::size_t i = 0; i < rows; ++i) {
        const FunctionSum& sum = functions[i];
        out += "<tr><th scope=\"row\">" + escape(flame.names[sum.name]) + "</th>";
        append_weight(out, sum.self, all, flame.unit);
        append_weight(out, sum.total, all, flame.unit);
        out += "</tr>\n";
    }
    out += "</tbody>\n</table></div>\n";
    if (rows < functions.size()) {
        out += fmt::format("<p class=\"more\">The first {} of {}, by self.</p>\n", rows,
                           functions.size());
    }
    out += "</div>\n";
}

template <class Get>
void append_each(JsonWriter& data, std::string_view key, const ThinFlame& thin, Get get) {
    data.key(key);
    data.begin_array(true);
    for (const ThinFlame::Node& node : thin.nodes) data.value(get(node));
    data.end_array();
}

}  // namespace

void Page::add_flame(const Section& section, const Element& element) {
    const auto& flame = std::get<Flame>(element.body);
    const ThinFlame thin = thin_flame(flame);
    out_ += "<figure class=\"flame\"" + id_attribute(section, element.id) + chart_attribute() +
            ">\n" + caption(title_of(element), flame.help) + "<div class=\"view\"></div>\n";
    out_ += "<p class=\"more\">" + escape(flame_text(flame)) + ".";
    if (thin.nodes_folded > 0) {
        out_ += " " + counted(thin.nodes_folded, "call", "calls") +
                " too small to be seen are drawn as \"(other)\".";
    }
    out_ += "</p>\n";
    append_functions(out_, flame, thin.total);
    out_ += "</figure>\n";

    data_.begin_object();
    data_.member("kind", std::string_view("flame"));
    data_.member("title", std::string_view(clean(title_of(element))));
    data_.member("unit", base::unit_id(flame.unit));
    append_texts(data_, "names", thin.names);
    data_.key("name_kinds");
    data_.begin_array(true);
    for (const NameKind kind : thin.name_kinds) data_.value(static_cast<std::uint32_t>(kind));
    data_.end_array();
    append_each(data_, "depth", thin, [](const ThinFlame::Node& node) { return node.depth; });
    append_each(data_, "name", thin, [](const ThinFlame::Node& node) { return node.name; });
    append_each(data_, "total", thin, [](const ThinFlame::Node& node) { return node.total; });
    data_.end_object();
}

}  // namespace benchlab::report::html
