// The page around the sections: head with the content policy, title, navigation, data, script.
#include <fmt/format.h>

#include "report/html_parts.hpp"
#include "report/prose.hpp"
#include "report/web_assets.hpp"
#include "report/writers.hpp"

namespace benchlab::report {
namespace {

using html::escape;

std::string head(const Document& document) {
    std::string out = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    // Nothing but the script and the style of this file: a name that became markup after all
    // could neither run nor load anything.
    out += fmt::format(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        "'{}'; style-src '{}'; base-uri 'none'; form-action 'none'\">\n",
        web::kScriptHash, web::kStyleHash);
    out +=
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n";
    out += "<meta name=\"generator\" content=\"" + escape(document.generator) + "\">\n";
    out += "<meta name=\"date\" content=\"" + utc_time_text(document.created_unix) + "\">\n";
    out += fmt::format("<meta name=\"benchlab-complete\" content=\"{}\">\n",
                       document.complete ? "yes" : "no");
    out += "<title>" + escape(document.title) + "</title>\n<style>";
    out += web::kStyle;
    out += "</style>\n</head>\n";
    return out;
}

std::string masthead(const Document& document) {
    std::string out = "<header class=\"masthead\">\n<h1>" + escape(document.title) + "</h1>\n<p>";
    out += escape(document.generator);
    if (const std::string time = utc_time_text(document.created_unix); !time.empty()) {
        out += " <span class=\"dot\">&middot;</span> <time datetime=\"" + time.substr(0, 10) + "T" +
               time.substr(11) + "Z\">" + time + " UTC</time>";
    }
    out += "</p>\n";
    if (!document.complete) {
        out +=
            "<p class=\"incomplete\"><strong>This report is not complete.</strong> It was "
            "written while results were still to come.</p>\n";
    }
    return out + "</header>\n";
}

void append_links(std::string& out, const html::Plan& page, const html::SectionPlan& plan,
                  const html::Group& group) {
    // Two levels of headings: deeper ones would make the list longer than it is useful.
    if (group.children.empty() || group.depth >= 2) return;
    out += "<ul>";
    for (const std::size_t child : group.children) {
        const html::Group& next = plan.groups[child];
        const std::string at = html::anchor(plan.section->id, next.path);
        out += "<li><a href=\"#" + at + "\">" + escape(page.titles.at(at)) + "</a>";
        append_links(out, page, plan, next);
        out += "</li>";
    }
    out += "</ul>";
}

std::string navigation(const html::Plan& plan) {
    std::string out =
        "<nav class=\"contents\" aria-label=\"Sections\">\n<details open>"
        "<summary>Contents</summary>\n<ul>";
    for (const html::SectionPlan& section : plan.sections) {
        const std::string at = html::anchor(section.section->id);
        out += "<li><a href=\"#" + at + "\">" + escape(plan.titles.at(at)) + "</a>";
        append_links(out, plan, section, section.groups.front());
        out += "</li>\n";
    }
    return out + "</ul>\n</details>\n</nav>\n";
}

}  // namespace

std::string write_html(const Document& document) {
    html::Plan plan = html::plan_page(document);
    const bool trace = document.kind == "analyze";
    if (trace) html::plan_answer(plan);
    html::Page page(plan);
    if (trace)
        page.add_answer();
    else
        page.add_findings();
    for (const html::SectionPlan& section : plan.sections) page.add_section(section);

    std::string out = head(document);
    out += "<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n";
    out += masthead(document);
    out += "<div class=\"page\">\n" + navigation(plan) + "<main id=\"content\">\n";
    out += page.take_markup();
    if (plan.sections.empty()) out += "<p>This report has no sections.</p>\n";
    out += "</main>\n</div>\n<script type=\"application/json\" id=\"data\">";
    out += page.take_data();
    out += "</script>\n<script>";
    out += web::kScript;
    out += "</script>\n</body>\n</html>\n";
    return out;
}

}  // namespace benchlab::report
