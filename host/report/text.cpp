#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/prose.hpp"
#include "report/text_table.hpp"
#include "report/tree.hpp"
#include "report/writers.hpp"

namespace benchlab::report {
namespace {

using base::printable;

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kWidestTitle = 36;  // titles beyond do not push the others' values away

class TextWriter {
  public:
    explicit TextWriter(const TextStyle& style)
        : width_(std::max(style.width, kLeastWidth)), paint_(style.colour) {}

    std::string write(const Document& document, const std::vector<std::string>& ids) {
        const std::vector<const Section*> sections = pick_sections(document, ids);
        out_ += paint_.bold(printable(origin_text(document))) + "\n";
        if (!document.complete) {
            out_ += paint_.with("33", "Not complete: results are still to come.") + "\n";
        }
        const std::vector<PlacedFinding> findings = top_findings(sections);
        if (!findings.empty()) out_ += "\n";
        for (const PlacedFinding& each : findings) finding(*each.finding);
        for (const Section* each : sections) section(*each);
        return std::move(out_);
    }

  private:
    void finding(const Finding& finding) {
        const bool problem = finding.severity == Severity::kProblem;
        const bool warning = finding.severity == Severity::kWarning;
        const std::string label =
            problem ? "PROBLEM" : std::string(severity_text(finding.severity));
        const char* colour = problem ? "1;31" : warning ? "33" : "36";
        labelled(label, 9, paint_.with(colour, label), finding_text(finding));
    }

    // A label, then words wrapped behind it.
    void labelled(const std::string& label, std::size_t indent, const std::string& painted,
                  const std::string& words) {
        const std::size_t used = base::display_width(label);
        const std::size_t pad = used < indent ? indent - used : 1;
        const std::string lines =
            base::wrap(std::string(used + pad, '.') + printable(words), width_, indent);
        out_ += painted + std::string(pad, ' ') + lines.substr(used + pad) + "\n";
    }

    void section(const Section& section) {
        const std::string name = section.title.empty() ? section.id : section.title;
        out_ += "\n";
        underlined(section.plugin.empty() ? name : name + " (" + section.plugin + ")", '=');
        if (!section.status.empty())
            out_ += base::wrap(printable(section.status), width_, 0) + "\n";
        section_ = &section;
        after_block_ = false;
        notes("");
        const std::unique_ptr<Node> root = make_tree(section);
        shown_title_ = name;
        for (const Node* child : shown_children(*root)) node(*child, 1);
        flush();
        if (section.status.empty() && !is_shown(*root) && section.findings.empty()) {
            out_ += paint_.dim("(nothing to show)") + "\n";
        }
    }

    void underlined(const std::string& title, char mark) {
        const std::string shown = printable(title);
        out_ += paint_.bold(shown) + "\n";
        out_ += paint_.dim(std::string(base::display_width(shown), mark)) + "\n";
    }

    void notes(std::string_view id) {
        for (const Finding* note : notes_at(*section_, id)) {
            flush();
            labelled("note:", 6, paint_.with("36", "note:"), finding_text(*note));
        }
    }

    void node(const Node& node, std::size_t depth) {
        if (!is_shown(node) && notes_at(*section_, node.path).empty()) return;
        if (node.heading) {
            flush();
            after_block_ = false;
            const auto& heading = std::get<Heading>(node.heading->body);
            shown_title_ = fill_template(heading.title, heading.args);
            out_ += "\n";
            if (depth == 1) {
                underlined(shown_title_, '-');
            } else {
                out_ += paint_.bold(printable(shown_title_)) + "\n";
            }
        }
        if (node.leaf) {
            std::visit([&](const auto& body) { element(*node.leaf, body); }, node.leaf->body);
        }
        if (node.leaf || node.heading) notes(node.path);
        const std::size_t below = node.heading ? depth + 1 : depth;
        for (const Node* child : shown_children(node)) this->node(*child, below);
    }

    // ---- elements: one line each where that will do ------------------------------------------

    void pair(const Element& element, const std::string& text) {
        pairs_.emplace_back(printable(title_of(element)) + ":", printable(text));
    }

    // The pairs gathered so far, their values below one another.
    void flush() {
        if (!pairs_.empty() && after_block_) out_ += "\n";
        if (!pairs_.empty()) after_block_ = false;
        std::size_t indent = 0;
        for (const auto& [title, text] : pairs_) {
            const std::size_t used = base::display_width(title);
            if (used <= kWidestTitle) indent = std::max(indent, used + 1);
        }
        for (const auto& [title, text] : pairs_) labelled(title, indent, title, text);
        pairs_.clear();
    }

    // The title of something of several lines, unless the heading above has just said it.
    void title(const Element& element) {
        flush();
        after_block_ = true;
        const std::string_view title = title_of(element);
        if (title == shown_title_) return;
        out_ += "\n" + paint_.bold(printable(title)) + "\n";
    }

    void element(const Element&, const Heading&) {}
    void element(const Element& at, const Value& value) { pair(at, value_text(value)); }
    void element(const Element& at, const Series& series) { pair(at, series_text(series)); }
    void element(const Element& at, const Flame& flame) { pair(at, flame_text(flame)); }

    void element(const Element& at, const Table& table) {
        if (table.use == TableUse::kRaw) return;
        title(at);
        out_ += text_table(table, width_, paint_);
    }

    void element(const Element& at, const Spans& spans) {
        title(at);
        out_ += spans_text(spans) + "\n";
        Table totals;
        totals.columns.resize(3);
        totals.columns[0].title = "kind";
        totals.columns[1].title = "spans";
        totals.columns[2].title = "total";
        totals.columns[2].unit = Unit::kNanoseconds;
        totals.columns[2].flags = kOutBar;
        std::vector<std::string> kinds;
        std::vector<std::uint64_t> counts;
        std::vector<double> sums;
        for (const KindTotal& total : totals_by_kind(spans)) {
            kinds.push_back(total.kind);
            counts.push_back(total.spans);
            sums.push_back(total.total_ns);
        }
        totals.columns[0].data = std::move(kinds);
        totals.columns[1].data = std::move(counts);
        totals.columns[2].data = std::move(sums);
        if (totals.row_count() > 0) out_ += text_table(totals, width_, paint_);
    }

    void element(const Element& at, const Histogram& histogram) {
        title(at);
        const std::vector<Bin> bins = shown_bins(histogram, kMostHistogramRows);
        std::vector<std::string> ranges;
        std::vector<std::string> counts;
        std::size_t range_width = 0;
        std::size_t count_width = 0;
        std::uint64_t greatest = 0;
        for (const Bin& bin : bins) {
            ranges.push_back(base::format_quantity(bin.low, histogram.unit) + " to " +
                             base::format_quantity(bin.high, histogram.unit));
            counts.push_back(base::format_quantity(static_cast<double>(bin.count), Unit::kCount));
            range_width = std::max(range_width, base::display_width(ranges.back()));
            count_width = std::max(count_width, counts.back().size());
            greatest = std::max(greatest, bin.count);
        }
        if (bins.empty()) out_ += paint_.dim("(none)") + "\n";
        const std::size_t used = range_width + count_width + 4;
        const std::size_t room = std::clamp<std::size_t>(width_ > used ? width_ - used : 0, 8, 50);
        for (std::size_t i = 0; i < bins.size(); ++i) {
            const std::string bar =
                text_bar(static_cast<double>(bins[i].count), static_cast<double>(greatest), room);
            out_ += base::pad_left(ranges[i], range_width) + "  " +
                    base::pad_left(counts[i], count_width) +
                    (bar.empty() ? "" : "  " + paint_.with("36", bar)) + "\n";
        }
    }

    std::string out_;
    std::vector<std::pair<std::string, std::string>> pairs_;
    std::string shown_title_;
    const Section* section_ = nullptr;
    bool after_block_ = false;  // the last lines were a table or bars, not a pair
    std::size_t width_;
    Paint paint_;
};

}  // namespace

std::string write_text(const Document& document, const TextStyle& style) {
    return TextWriter(style).write(document, style.sections);
}

}  // namespace benchlab::report
