// Tables.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html_parts.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

// Above this a browser takes seconds to lay the table out; JSON and CSV have every row.
constexpr std::size_t kMostTableRows = 20'000;

bool is_number(const Column& column) {
    return !std::holds_alternative<std::vector<std::string>>(column.data);
}

// The finite number in a cell; NaN for a text and for what is absent.
double number_of(const Scalar& cell) {
    if (const auto* whole = std::get_if<std::uint64_t>(&cell)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&cell); real && std::isfinite(*real)) return *real;
    return std::nan("");
}

// The same for sorting: whole numbers above 2^53 keep all their digits.
std::string sort_key(const Scalar& cell) {
    if (const auto* whole = std::get_if<std::uint64_t>(&cell)) return fmt::format("{}", *whole);
    const double number = number_of(cell);
    return std::isnan(number) ? std::string() : digits(number);
}

// What a full bar stands for: the largest value; 0 when there is no bar to draw.
double full_bar(const Column& column) {
    if (!(column.flags & kOutBar) || !is_number(column)) return 0;
    double largest = 0;
    for (std::size_t row = 0; row < column.size(); ++row) {
        const double number = number_of(column.at(row));
        if (number > largest) largest = number;
    }
    return largest;
}

std::string bar(double number, double full) {
    const double width = number > 0 ? number / full * 100 : 0;
    return fmt::format(
        "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\"><rect width=\"{:.2f}\" height=\"1\"/></svg>",
        width);
}

// The words of `benchlab compare` get a colour in a column of this id.
std::string_view verdict_class(const Column& column, const Scalar& cell) {
    const auto* text = std::get_if<std::string>(&cell);
    if (column.id != "verdict" || !text) return {};
    if (*text == "REGRESSED" || *text == "regressed") return " class=\"bad\"";
    if (*text == "improved") return " class=\"good\"";
    return " class=\"muted\"";
}

// `link`: attributes of a link that the cell is.
void append_cell(std::string& out, const Column& column, std::size_t row, double full, bool head,
                 const std::string& link) {
    const Scalar cell = column.at(row);
    std::string shown = escape(format_cell(column, row));
    if (!link.empty()) shown = "<a class=\"to-moment\"" + link + ">" + shown + "</a>";
    if (head) {
        out += "<th scope=\"row\">" + shown + "</th>";
        return;
    }
    if (!is_number(column)) {
        out += fmt::format("<td{}>", verdict_class(column, cell)) + shown + "</td>";
        return;
    }
    const std::string key = sort_key(cell);
    out += full > 0 ? "<td class=\"num with-bar\"" : "<td class=\"num\"";
    if (!key.empty()) out += " data-value=\"" + key + "\"";
    out += ">" + shown;
    if (full > 0) out += bar(number_of(cell), full);
    out += "</td>";
}

using Columns = std::vector<const Column*>;

void append_head(std::string& out, const Columns& columns) {
    out += "<thead><tr>";
    for (const Column* const column : columns) {
        out += is_number(*column) ? "<th scope=\"col\" class=\"num\"" : "<th scope=\"col\"";
        if (column->flags & kOutWideOnly) out += " data-wide";
        if (is_number(*column)) out += unit_attribute(column->unit);
        out += help_attributes(column->help, column->flags) + ">" + escape(title_of(*column)) +
               "</th>";
    }
    out += "</tr></thead>\n";
}

template <class LinkOf>
void append_rows(std::string& out, const Columns& columns, std::size_t rows, LinkOf link_of) {
    std::vector<double> full;
    for (const Column* const column : columns) full.push_back(full_bar(*column));
    out += "<tbody>\n";
    for (std::size_t row = 0; row < rows; ++row) {
        out += "<tr>";
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Column& column = *columns[i];
            append_cell(out, column, row, full[i], i == 0 && !is_number(column),
                        column.flags & kOutKey ? link_of(row) : std::string());
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n";
}

}  // namespace

void Page::add_table(const Section& section, const Element& element) {
    const auto& table = std::get<Table>(element.body);
    const std::string id = id_attribute(section, element.id);
    if (!plan_.parts.count(&table)) return add_rows(section, table, title_of(element), id);
    // Each row stands below the heading of its moment, too: that is where it is read.
    out_ += "<details class=\"rest\"><summary>" + escape(title_of(element)) + ": " +
            counted(table.row_count(), "row", "rows") + "</summary>\n";
    add_rows(section, table, title_of(element), id);
    out_ += "</details>\n";
}

void Page::add_rows(const Section& section, const Table& table, std::string_view title,
                    const std::string& id) {
    const std::size_t all = table.row_count();
    const std::size_t rows = std::min(all, kMostTableRows);
    const bool lists = std::any_of(plan_.moments.begin(), plan_.moments.end(),
                                   [&](const Moment& each) { return each.index == &table; });
    const std::string count =
        lists ? fmt::format(" data-all=\"{}\"", all + table.rows_omitted) : std::string();
    out_ += "<div class=\"table\"" + id + count + ">\n<div class=\"scroll\"><table>\n<caption>" +
            escape(title) + "</caption>\n";
    const Columns columns = filled_columns(table);
    append_head(out_, columns);
    append_rows(out_, columns, rows,
                [&](std::size_t row) { return moment_link(plan_, section, table, row); });
    out_ += "</table></div>\n";
    if (all == 0) out_ += "<p class=\"more\">No rows.</p>\n";
    if (rows < all) {
        out_ += fmt::format(
            "<p class=\"more\">The first {} of {} rows; JSON and CSV have all of "
            "them.</p>\n",
            rows, all);
    }
    if (table.rows_omitted > 0) {
        out_ +=
            fmt::format("<p class=\"more\">{} more rows were left out.</p>\n", table.rows_omitted);
    }
    out_ += "</div>\n";
}

}  // namespace benchlab::report::html
