#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/prose.hpp"
#include "report/tree.hpp"
#include "report/writers.hpp"

namespace benchlab::report {
namespace {

// Nothing in a name can be markup, end a table cell, or begin HTML.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : base::printable(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '\\':
            case '`':
            case '*':
            case '_':
            case '[':
            case ']':
            case '|':
            case '~':
            case '#':
                out += '\\';
                [[fallthrough]];
            default:
                out += c;
        }
    }
    return out;
}

class MarkdownWriter {
  public:
    std::string write(const Document& document, const std::vector<std::string>& chosen) {
        out_ = "# " + escaped(document.title) + "\n\n";
        Document origin;
        origin.generator = document.generator;
        origin.created_unix = document.created_unix;
        const std::string made = origin_text(origin);
        if (!made.empty()) out_ += escaped(made) + "\n\n";
        if (!document.complete) out_ += "**Not complete: results are still to come.**\n\n";
        const std::vector<const Section*> sections = pick_sections(document, chosen);
        const std::vector<PlacedFinding> top = top_findings(sections);
        for (const PlacedFinding& each : top) finding(*each.finding);
        if (!top.empty()) out_ += "\n";
        for (const Section* each : sections) section(*each);
        while (out_.size() > 1 && out_[out_.size() - 2] == '\n') out_.pop_back();
        return std::move(out_);
    }

  private:
    void finding(const Finding& finding) {
        out_ += fmt::format("- **{}**: {}\n", severity_text(finding.severity),
                            escaped(finding_text(finding)));
    }
    void findings(const std::vector<const Finding*>& list) {
        for (const Finding* each : list) finding(*each);
        if (!list.empty()) out_ += "\n";
    }

    void section(const Section& section) {
        section_ = &section;
        shown_title_ = section.title.empty() ? section.id : section.title;
        out_ += "## " + escaped(shown_title_) + "\n\n";
        if (!section.status.empty()) out_ += escaped(section.status) + "\n\n";
        findings(notes_at(section, ""));
        const std::unique_ptr<Node> root = make_tree(section);
        for (const Node* child : shown_children(*root)) node(*child, 3);
        flush();
    }

    void node(const Node& node, std::size_t depth) {
        if (!is_shown(node) && notes_at(*section_, node.path).empty()) return;
        if (node.heading) {
            flush();
            const auto& heading = std::get<Heading>(node.heading->body);
            shown_title_ = fill_template(heading.title, heading.args);
            // Markdown has six levels of headings.
            out_ += std::string(std::min<std::size_t>(depth, 6), '#') + " " +
                    escaped(shown_title_) + "\n\n";
        }
        if (node.leaf) {
            std::visit([&](const auto& body) { element(*node.leaf, body); }, node.leaf->body);
        }
        if (node.leaf || node.heading) {
            const std::vector<const Finding*> notes = notes_at(*section_, node.path);
            if (!notes.empty()) flush();
            findings(notes);
        }
        const std::size_t below = node.heading ? depth + 1 : depth;
        for (const Node* child : shown_children(node)) this->node(*child, below);
    }

    void pair(const Element& element, const std::string& text) {
        out_ += "- " + escaped(title_of(element)) + ": " + escaped(text) + "\n";
        in_list_ = true;
    }

    void flush() {
        if (in_list_) out_ += "\n";
        in_list_ = false;
    }

    void title(const Element& element) {
        flush();
        const std::string_view title = title_of(element);
        if (title != shown_title_) out_ += "**" + escaped(title) + "**\n\n";
    }

    void element(const Element&, const Heading&) {}
    void element(const Element& at, const Value& value) { pair(at, value_text(value)); }
    void element(const Element& at, const Series& series) { pair(at, series_text(series)); }
    void element(const Element& at, const Flame& flame) { pair(at, flame_text(flame)); }
    void element(const Element& at, const Spans& spans) { pair(at, spans_text(spans)); }

    void element(const Element& at, const Table& table) {
        if (table.use == TableUse::kRaw || table.columns.empty()) return;
        title(at);
        std::string rule = "|";
        out_ += "|";
        const std::vector<const Column*> columns = filled_columns(table);
        for (const Column* column : columns) {
            out_ += " " + escaped(title_of(*column)) + " |";
            rule += column->type() == ScalarType::kText ? " --- |" : " ---: |";
        }
        out_ += "\n" + rule + "\n";
        const std::size_t rows = std::min(table.row_count(), kMostShownRows);
        for (std::size_t row = 0; row < rows; ++row) {
            out_ += "|";
            for (const Column* column : columns) {
                const bool blank = column->type() == ScalarType::kText && !column->has(row);
                out_ += blank ? " |" : " " + escaped(format_cell(*column, row)) + " |";
            }
            out_ += "\n";
        }
        const std::uint64_t more = table.rows_omitted + (table.row_count() - rows);
        if (more > 0) out_ += fmt::format("\nand {} more\n", more);
        out_ += "\n";
    }

    void element(const Element& at, const Histogram& histogram) {
        title(at);
        out_ += "| from | to | count |\n| ---: | ---: | ---: |\n";
        for (const Bin& bin : shown_bins(histogram, kMostHistogramRows)) {
            out_ +=
                fmt::format("| {} | {} | {} |\n", base::format_quantity(bin.low, histogram.unit),
                            base::format_quantity(bin.high, histogram.unit), bin.count);
        }
        out_ += "\n";
    }

    std::string out_;
    bool in_list_ = false;
    std::string shown_title_;
    const Section* section_ = nullptr;
};

}  // namespace

std::string write_markdown(const Document& document, const std::vector<std::string>& sections) {
    return MarkdownWriter().write(document, sections);
}

}  // namespace benchlab::report
