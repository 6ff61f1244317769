// Sections, headings, values and findings.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/html_parts.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

// More fold away, so that a noisy machine's warnings do not push the results out of sight.
constexpr std::size_t kFindingsShown = 6;
// Below one heading of many, more values than this are for looking up: all but the first fold away.
constexpr std::size_t kValuesUnfolded = 12;
constexpr std::size_t kValuesShown = 6;
// A longer text gets a line of its own.
constexpr std::size_t kLongText = 32;

struct SeverityWords {
    std::string_view css;
    std::string_view shown;
};

SeverityWords severity_words(Severity severity) {
    switch (severity) {
        case Severity::kProblem:
            return {"problem", "Problem"};
        case Severity::kWarning:
            return {"warning", "Warning"};
        case Severity::kInfo:
            return {"info", "Info"};
        case Severity::kNote:
            break;
    }
    return {"note", "Note"};
}

bool is_figure(const Block& block) {
    const Body& body = block.elements.front()->body;
    return std::holds_alternative<Series>(body) || std::holds_alternative<Histogram>(body);
}

// The script makes a button of it that shows the moment in all charts.
std::string moment(const Finding& finding) {
    if (finding.begin == 0 && finding.end == 0) return {};
    const auto shown = [](std::int64_t ns) {
        return base::format_quantity(static_cast<double>(ns), Unit::kTraceTime);
    };
    const std::string text = finding.begin == finding.end
                                 ? "at " + shown(finding.begin)
                                 : "from " + shown(finding.begin) + " to " + shown(finding.end);
    return fmt::format("<span class=\"moment\" data-begin=\"{}\" data-end=\"{}\">{}</span>",
                       finding.begin, finding.end, text);
}

}  // namespace

std::string Page::id_attribute(const Section& section, std::string_view path) {
    std::string id = anchor(section.id, path);
    if (!ids_.insert(id).second) return {};
    return " id=\"" + id + "\"";
}

std::string Page::chart_attribute() {
    return fmt::format(" data-chart=\"{}\"", charts_++);
}

// When, how much, where to look, and the stable name.
std::string Page::finding_details(const Section& section, const Finding& finding) const {
    std::vector<std::string> details;
    const bool explained =
        !finding.see.empty() && plan_.moment_at.count(find_anchor(plan_, section, finding.see[0]));
    // The link to a moment says when it was, and of what a share is the sentence says.
    if (const std::string at = moment(finding); !at.empty() && !explained) details.push_back(at);
    if (finding.share > 0 && !explained) {
        details.push_back(base::format_quantity(finding.share, Unit::kRatio) + " of the whole");
    }
    std::vector<std::string> seen;
    std::vector<std::string> ids = finding.see;
    if (ids.empty()) ids.emplace_back();  // the section
    for (const std::string& id : ids) {
        const std::string at = find_anchor(plan_, section, id);
        if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
        seen.push_back(at);
        details.push_back("<a href=\"#" + at + "\">" + escape(plan_.titles.at(at)) + "</a>");
    }
    if (!finding.code.empty()) details.push_back("<code>" + escape(finding.code) + "</code>");
    return "<p class=\"details\">" + base::join(details, " <span class=\"dot\">&middot;</span> ") +
           "</p>";
}

void Page::add_finding(const Section& section, const Finding& finding, bool in_list) {
    const SeverityWords words = severity_words(finding.severity);
    out_ += fmt::format("<li class=\"finding {}\"><span class=\"severity\">{}</span><div><p>",
                        words.css, words.shown);
    out_ += escape(fill_template(finding.text, finding.args)) + "</p>";
    if (in_list) out_ += finding_details(section, finding);
    out_ += "</div></li>\n";
}

void Page::add_findings() {
    std::vector<const Section*> sections;
    for (const SectionPlan& plan : plan_.sections) sections.push_back(plan.section);
    const std::vector<PlacedFinding> all = top_findings(sections);
    if (all.empty()) return;
    out_ +=
        "<section class=\"findings\" aria-labelledby=\"findings\">\n"
        "<h2 id=\"findings\">Findings</h2>\n";
    add_finding_list(all);
    out_ += "</section>\n";
}

void Page::add_finding_list(const std::vector<PlacedFinding>& all) {
    if (all.empty()) return;
    out_ += "<ul class=\"findings-list\">\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == kFindingsShown) {
            out_ += fmt::format(
                "</ul>\n<details class=\"rest\"><summary>{} more</summary>\n"
                "<ul class=\"findings-list\">\n",
                all.size() - i);
        }
        add_finding(*all[i].section, *all[i].finding, true);
    }
    out_ += all.size() > kFindingsShown ? "</ul>\n</details>\n" : "</ul>\n";
}

void Page::add_section(const SectionPlan& plan) {
    const Section& section = *plan.section;
    const std::string id = id_attribute(section, {});
    out_ += "<section class=\"part\">\n<h2" + id + ">" +
            escape(section.title.empty() ? section.id : section.title);
    if (!section.plugin.empty()) {
        out_ += " <span class=\"plugin\">" + escape(section.plugin) + "</span>";
    }
    out_ += heading_link(anchor(section.id)) + "</h2>\n";
    if (!section.status.empty()) out_ += "<p class=\"status\">" + escape(section.status) + "</p>\n";
    add_group(plan, 0);
    out_ += "</section>\n";
}

void Page::add_group(const SectionPlan& plan, std::size_t index) {
    const Group& group = plan.groups[index];
    if (group.heading) {
        const std::size_t level = std::min<std::size_t>(2 + group.depth, 6);
        const std::string id = anchor(plan.section->id, group.path);
        out_ += fmt::format("<section class=\"group\">\n<h{}{}>", level,
                            id_attribute(*plan.section, group.path));
        out_ += escape(fill_template(group.heading->title, group.heading->args));
        out_ += heading_link(id) + fmt::format("</h{}>\n", level);
    }
    std::vector<const Finding*> here;
    const auto at_moment = plan_.moment_at.find(anchor(plan.section->id, group.path));
    const bool moment = group.heading && at_moment != plan_.moment_at.end();
    for (const Finding* finding : group.findings) {
        // The heading of a moment says the same of it.
        if (moment) break;
        // What a whole section is about was said at the top of the page already.
        if (group.heading || finding->severity == Severity::kNote) here.push_back(finding);
    }
    if (!here.empty()) {
        out_ += "<ul class=\"findings-list\">\n";
        for (const Finding* finding : here) add_finding(*plan.section, *finding, false);
        out_ += "</ul>\n";
    }
    add_blocks(plan, group);
    if (moment) add_moment(plan_.moments[at_moment->second]);
    for (const std::size_t child : group.children) add_group(plan, child);
    if (group.heading) out_ += "</section>\n";
}

void Page::add_blocks(const SectionPlan& plan, const Group& group) {
    const Section& section = *plan.section;
    bool in_figures = false;
    for (const Block& block : group.blocks) {
        if (&block == plan_.top_chart.block) {
            out_ +=
                "<p class=\"more\">The chart stands at the <a href=\"#top-chart\">top of the "
                "page</a>.</p>\n";
            continue;
        }
        if (is_figure(block) != in_figures) {
            out_ += in_figures ? "</div>\n" : "<div class=\"figures\">\n";
            in_figures = !in_figures;
        }
        const Element& element = *block.elements.front();
        const Body& body = element.body;
        if (std::holds_alternative<Value>(body)) add_values(section, group, block);
        if (std::holds_alternative<Table>(body)) add_table(section, element);
        if (std::holds_alternative<Series>(body)) add_series(section, group, block);
        if (std::holds_alternative<Histogram>(body)) add_histogram(section, element);
        if (std::holds_alternative<Spans>(body)) add_spans(section, element);
        if (std::holds_alternative<Flame>(body)) add_flame(section, element);
    }
    if (in_figures) out_ += "</div>\n";
}

void Page::add_values(const Section& section, const Group& group, const Block& block) {
    const std::size_t count = block.elements.size();
    const bool fold = group.heading && count > kValuesUnfolded;
    out_ += "<dl class=\"values\">\n";
    for (std::size_t i = 0; i < count; ++i) {
        if (fold && i == kValuesShown) {
            out_ += fmt::format(
                "</dl>\n<details class=\"rest\"><summary>{} more values</summary>\n"
                "<dl class=\"values\">\n",
                count - i);
        }
        add_value(section, *block.elements[i]);
    }
    out_ += fold ? "</dl>\n</details>\n" : "</dl>\n";
}

void Page::add_value(const Section& section, const Element& element) {
    const auto& value = std::get<Value>(element.body);
    const std::string help = help_attributes(value.help, value.flags);
    const std::string shown = escape(format_scalar(value.value, value.unit));
    const std::string title = escape(title_of(element));
    out_ += "<div" + id_attribute(section, element.id) +
            (shown.size() > kLongText ? " class=\"long\"><dt>" : "><dt>");
    out_ += help.empty() ? title
                         : "<span class=\"term\" tabindex=\"0\"" + help + ">" + title + "</span>";
    out_ += "</dt><dd>" + shown;
    if (value.interval) {
        out_ += " <span class=\"interval\">(95 %: " +
                escape(base::format_quantity(value.interval->low, value.unit)) + " to " +
                escape(base::format_quantity(value.interval->high, value.unit)) + ")</span>";
    }
    out_ += "</dd></div>\n";
}

}  // namespace benchlab::report::html
