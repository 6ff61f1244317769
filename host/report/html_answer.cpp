// The answer at the top of a trace's report: what was found, key figures, the first chart over
// time, and what is not known.  All of it is taken from the document by rules that hold for every
// section: findings by severity and share, figures that say which way is better.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "report/html_parts.hpp"
#include "report/prose.hpp"

namespace benchlab::report::html {
namespace {

constexpr std::size_t kSections = 2;  // with key figures
constexpr std::size_t kFigures = 6;   // of a section
constexpr std::size_t kOfTable = 4;   // of these, of one table
constexpr std::size_t kNotes = 3;     // that are told when nothing was found

bool is_judged(std::uint32_t flags) {
    return flags & (kOutLessIsBetter | kOutMoreIsBetter);
}

bool same_keys(const Table& a, const Table& b) {
    const auto keys = [](const Table& table) {
        std::vector<std::string> out;
        for (const Column& column : table.columns) {
            if (column.flags & kOutKey) out.push_back(column.id);
        }
        return out;
    };
    return keys(a) == keys(b);
}

// The names among the keys of the first row; a number is no name.
std::string about_row(const Table& table) {
    std::vector<std::string> names;
    for (const Column& column : table.columns) {
        if ((column.flags & kOutKey) && column.type() == ScalarType::kText) {
            names.push_back(format_cell(column, 0));
        }
    }
    return base::join(names, ", ");
}

void add_row(const std::string& at, const Table& table, std::vector<KeyFigure>& out) {
    std::size_t added = 0;
    for (const Column& column : table.columns) {
        if (added == kOfTable || out.size() == kFigures) return;
        if (!is_judged(column.flags) || (column.flags & kOutWideOnly) || !column.has(0)) continue;
        out.push_back({std::string(title_of(column)), column.help, format_cell(column, 0), at});
        ++added;
    }
}

// The values that say which way is better; without any the first row of the first table and of
// those with the same keys, as the focus comes first.
KeyFigures figures_of(const SectionPlan& plan) {
    const Section& section = *plan.section;
    KeyFigures out{&plan, {}, {}};
    for (const Element& element : section.elements) {
        const auto* value = std::get_if<Value>(&element.body);
        if (!value || !is_judged(value->flags) || is_absent(value->value)) continue;
        if (out.figures.size() == kFigures) break;
        out.figures.push_back({std::string(title_of(element)), value->help,
                               format_scalar(value->value, value->unit),
                               anchor(section.id, element.id)});
    }
    if (!out.figures.empty()) return out;
    const Table* first = nullptr;
    for (const Element& element : section.elements) {
        const auto* table = std::get_if<Table>(&element.body);
        if (!table || table->use != TableUse::kShown || table->row_count() == 0) continue;
        if (!first) {
            first = table;
            out.about = about_row(*table);
        }
        if (same_keys(*first, *table)) {
            add_row(anchor(section.id, element.id), *table, out.figures);
        }
    }
    return out;
}

bool leads_to_moment(const Plan& plan, const PlacedFinding& placed) {
    return std::any_of(placed.finding->see.begin(), placed.finding->see.end(),
                       [&](const std::string& id) {
                           return plan.moment_at.count(find_anchor(plan, *placed.section, id)) != 0;
                       });
}

bool is_over_time(const Block& block) {
    const auto* series = std::get_if<Series>(&block.elements.front()->body);
    return series && series->x_unit == Unit::kTraceTime && !series->x.empty();
}

}  // namespace

std::string full_title(const Plan& plan, const std::string& at) {
    const std::string section = at.substr(0, at.find('/', 1));
    const auto of = plan.titles.find(section);
    return of == plan.titles.end() || section == at ? plan.titles.at(at)
                                                    : of->second + ": " + plan.titles.at(at);
}

bool tells_of_a_gap(const Finding& finding) {
    constexpr std::array kWords = {"lost", "missing", "broken",    "unknown", "untold",
                                   "no",   "not",     "throttled", "problem"};
    std::string code = finding.code;
    std::replace(code.begin(), code.end(), '-', '.');
    code += '.';
    return std::any_of(kWords.begin(), kWords.end(), [&](const char* word) {
        return code.find("." + std::string(word) + ".") != std::string::npos;
    });
}

void plan_answer(Plan& plan) {
    for (const SectionPlan& section : plan.sections) {
        if (plan.figures.size() == kSections) break;
        KeyFigures found = figures_of(section);
        if (!found.figures.empty()) plan.figures.push_back(std::move(found));
    }
    for (const KeyFigures& figures : plan.figures) {
        for (const Group& group : figures.section->groups) {
            for (const Block& block : group.blocks) {
                if (plan.top_chart.block == nullptr && is_over_time(block)) {
                    plan.top_chart = {figures.section->section, &group, &block};
                }
            }
        }
    }
}

void Page::add_answer() {
    std::vector<const Section*> sections;
    for (const SectionPlan& plan : plan_.sections) sections.push_back(plan.section);
    std::vector<PlacedFinding> found = top_findings(sections);
    std::erase_if(found, [](const auto& placed) { return tells_of_a_gap(*placed.finding); });
    // What explains a moment of the trace says more than what is true of all of it.
    std::stable_partition(found.begin(), found.end(),
                          [&](const auto& placed) { return leads_to_moment(plan_, placed); });
    if (found.empty()) {
        for (const KeyFigures& each : plan_.figures) {
            const Section& section = *each.section->section;
            for (const Finding& finding : section.findings) {
                if (found.size() < kNotes && !tells_of_a_gap(finding)) {
                    found.push_back({&section, &finding});
                }
            }
        }
    }
    std::vector<PlacedFinding> gaps;
    for (const Section* section : sections) {
        for (const Finding& finding : section->findings) {
            if (tells_of_a_gap(finding)) gaps.push_back({section, &finding});
        }
    }
    if (plan_.sections.empty()) return;
    out_ +=
        "<section class=\"findings answer\" aria-labelledby=\"findings\">\n"
        "<h2 id=\"findings\">What was found</h2>\n";
    if (found.empty()) out_ += "<p class=\"status\">Nothing that stands out.</p>\n";
    add_finding_list(found);
    add_key_figures(plan_.figures);
    add_top_chart();
    add_gaps(gaps);
    out_ += "</section>\n";
}

void Page::add_key_figures(const std::vector<KeyFigures>& all) {
    if (all.empty()) return;
    out_ += "<div class=\"key-figures\">\n";
    for (const KeyFigures& each : all) {
        const Section& section = *each.section->section;
        const std::string at = anchor(section.id);
        out_ += "<div><h3><a href=\"#" + at + "\">" + escape(plan_.titles.at(at)) + "</a>";
        if (!each.about.empty()) out_ += " <span class=\"about\">" + escape(each.about) + "</span>";
        out_ += "</h3>\n<dl>\n";
        for (const KeyFigure& figure : each.figures) {
            const std::string help = help_attributes(figure.help);
            out_ += "<div><dt>";
            out_ += help.empty() ? escape(figure.title)
                                 : "<span class=\"term\" tabindex=\"0\"" + help + ">" +
                                       escape(figure.title) + "</span>";
            out_ += "</dt><dd><a href=\"#" + figure.anchor + "\">" + escape(figure.shown) +
                    "</a></dd></div>\n";
        }
        out_ += "</dl></div>\n";
    }
    out_ += "</div>\n";
}

void Page::add_top_chart() {
    const auto& [section, group, block] = plan_.top_chart;
    if (block == nullptr) return;
    // The title of its section stands there already.
    const std::string title =
        group->heading ? plan_.titles.at(anchor(section->id, group->path)) : "Over time";
    out_ += "<h3 id=\"top-chart\">" + escape(title) + "</h3>\n";
    out_ += "<div class=\"figures\">\n";
    add_series(*section, *group, *block);
    out_ += "</div>\n";
}

void Page::add_gap(const std::string& text, const std::string& at) {
    out_ += "<li>" + escape(text) + " <a href=\"#" + at + "\">" + escape(full_title(plan_, at)) +
            "</a></li>\n";
}

// Only what is there to be told: a page without gaps does not claim that there are none.
void Page::add_gaps(const std::vector<PlacedFinding>& findings) {
    const std::size_t before = out_.size();
    for (const auto& [section, finding] : findings) {
        const std::string see = finding->see.empty() ? std::string() : finding->see.front();
        add_gap(fill_template(finding->text, finding->args) + ".",
                find_anchor(plan_, *section, see));
    }
    std::vector<const Table*> told;
    for (const Moment& moment : plan_.moments) {
        if (std::find(told.begin(), told.end(), moment.index) != told.end()) continue;
        told.push_back(moment.index);
        const std::string at = anchor(moment.section->id);
        if (moment.index->rows_omitted > 0) {
            add_gap(moment.index->title + ": " +
                        counted(moment.index->rows_omitted, "more is", "more are") +
                        " not explained.",
                    at);
        }
    }
    for (const SectionPlan& plan : plan_.sections) {
        const Section& section = *plan.section;
        if (!section.status.empty()) {
            const std::string at = anchor(section.id);
            add_gap(plan_.titles.at(at) + ": " + section.status + ".", at);
        }
        // The host's own list of sections that could not be made.
        const auto* unanswered = section.get<Table>("unanswered");
        if (!unanswered || unanswered->columns.empty()) continue;
        std::vector<std::string> names;
        for (std::size_t row = 0; row < unanswered->row_count(); ++row) {
            names.push_back(format_cell(unanswered->columns.front(), row));
        }
        add_gap("Not recorded, so these sections are missing: " + base::join(names, ", ") + ".",
                anchor(section.id, "unanswered"));
    }
    if (out_.size() == before) return;
    out_.insert(before, "<h3>What is not known</h3>\n<ul class=\"gaps\">\n");
    out_ += "</ul>\n";
}

}  // namespace benchlab::report::html
