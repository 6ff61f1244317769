// The answer at the top of a trace's report, and moments: headings that a table lists by time.
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report/html_parts.hpp"
#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

bool has(const std::string& html, const std::string& text) {
    return html.find(text) != std::string::npos;
}

Column whole(std::string id, Unit unit, std::uint32_t flags, std::vector<std::uint64_t> data) {
    return {id, id, "", unit, flags, NameKind::kNone, std::move(data), {}};
}

Finding finding(std::string code, Severity severity, double share = 0, std::string see = {}) {
    Finding out{severity, std::move(code), "words of it", {}, 0, 0, share, {}};
    out.text = out.code + " said";
    if (!see.empty()) out.see = {std::move(see)};
    return out;
}

// Two moments of 10 and 20 ns; 7 has no heading.
Section listed() {
    Section out{"s", "S", "", "", {}, {}};
    out.elements.push_back({"list", Table{"List",
                                          {whole("item", Unit::kNone, kOutKey, {9, 7, 4}),
                                           whole("at", Unit::kTraceTime, 0, {500, 300, 100}),
                                           whole("length", Unit::kNanoseconds, 0, {20, 5, 10})},
                                          0,
                                          TableUse::kShown}});
    out.elements.push_back({"parts", Table{"Parts",
                                           {whole("item", Unit::kNone, kOutKey, {4, 9, 4}),
                                            whole("what", Unit::kNone, kOutKey, {1, 2, 3}),
                                            whole("time", Unit::kNanoseconds, 0, {6, 20, 4})},
                                           0,
                                           TableUse::kShown}});
    out.elements.push_back({"item/9", Heading{"The ninth", {}}});
    out.elements.push_back({"item/4", Heading{"The fourth", {}}});
    Spans spans;
    spans.title = "Lanes";
    spans.lanes = {"main"};
    spans.kinds = {"running"};
    spans.lane = {0, 0};
    spans.begin = {100, 105};
    spans.end = {105, 110};
    spans.kind = {0, 0};
    out.elements.push_back({"item/4/lanes", spans});
    return out;
}

Document analysis(std::vector<Section> sections) {
    Document out;
    out.kind = "analyze";
    out.sections = std::move(sections);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html_answer)

BOOST_AUTO_TEST_CASE(a_table_whose_only_key_is_a_number_lists_the_headings_of_that_name) {
    const Document document = analysis({listed()});
    const html::Plan plan = html::plan_page(document);
    BOOST_REQUIRE_EQUAL(plan.moments.size(), 2U);
    BOOST_TEST(plan.moments[0].path == "item/4");
    BOOST_TEST(plan.moments[0].name == "item 4");
    BOOST_TEST(plan.moments[0].begin == 100);
    BOOST_TEST(plan.moments[0].end == 110);
    BOOST_TEST(plan.moments[1].path == "item/9");
    BOOST_TEST(html::moment_of(plan, document.sections[0], "item/4/lanes/deeper") ==
               &plan.moments[0]);
    BOOST_TEST(html::moment_of(plan, document.sections[0], "item") == nullptr);
    BOOST_TEST(html::moment_of(plan, document.sections[0], "item/7") == nullptr);
}

BOOST_AUTO_TEST_CASE(rows_of_moments_are_links_and_others_are_not) {
    const std::string html = write_html(analysis({listed()}));
    BOOST_TEST(has(html,
                   "<a class=\"to-moment\" href=\"#/s/item/9\" data-begin=\"500\" "
                   "data-end=\"520\" aria-label=\"item 9\">9</a>"));
    BOOST_TEST(!has(html, "#/s/item/7"));
    BOOST_TEST(has(html, "\"own\":[100,110],\"beside\":false"));
}

// Of the fourth the rows 1 and 3; the sum is its length.
BOOST_AUTO_TEST_CASE(a_moment_has_its_rows_of_tables_with_more_keys) {
    const Document document = analysis({listed()});
    const html::Plan plan = html::plan_page(document);
    const auto& parts = *document.sections[0].get<Table>("parts");
    BOOST_REQUIRE(plan.parts.count(&parts) == 1U);
    const html::MomentParts& of = plan.parts.at(&parts);
    BOOST_REQUIRE(of.key == &parts.columns[0]);
    BOOST_TEST(plan.parts.count(document.sections[0].get<Table>("list")) == 0U);
    const Table rows = html::part_rows(parts, *of.key, of.rows.at(4));
    BOOST_REQUIRE_EQUAL(rows.columns.size(), 2U);
    BOOST_TEST(std::get<std::vector<std::uint64_t>>(rows.columns[1].data) ==
               (std::vector<std::uint64_t>{6, 4}));
    BOOST_TEST(has(write_html(document), "<details class=\"rest\"><summary>Parts: 3 rows"));
}

BOOST_AUTO_TEST_CASE(time_lines_of_a_moment_are_drawn_as_one) {
    Section section = listed();
    Spans beside;
    beside.title = "Beside";
    beside.help = "What else was";
    beside.lanes = {"screen", "disk"};
    beside.kinds = {"shown", "running"};
    beside.lane = {0, 1, 1};
    beside.begin = {90, 100, 104};
    beside.end = {120, 102, 106};
    beside.kind = {0, 1, 7};  // there is no such kind
    beside.labels = {"", "a page"};
    beside.arrow_from = {1, 5};  // nor a span of that number
    beside.arrow_to = {0, 0};
    section.elements.push_back({"item/4/beside", beside});
    const Document document = analysis({std::move(section)});
    const html::Plan plan = html::plan_page(document);
    BOOST_REQUIRE_EQUAL(plan.moment_lines[0].size(), 2U);
    const html::JoinedSpans joined = html::joined_spans(plan.moment_lines[0]);
    const Spans& all = joined.spans;
    BOOST_TEST(all.lanes == (std::vector<std::string>{"main", "screen", "disk"}));
    BOOST_TEST(all.kinds == (std::vector<std::string>{"running", "shown", "?"}));
    BOOST_TEST(all.lane == (std::vector<std::uint32_t>{0, 0, 1, 2, 2}));
    BOOST_TEST(all.kind == (std::vector<std::uint32_t>{0, 0, 1, 0, 2}));
    BOOST_TEST(all.labels == (std::vector<std::string>{"", "", "", "a page", ""}));
    BOOST_TEST(all.arrow_from == (std::vector<std::uint64_t>{3}));
    BOOST_TEST(all.arrow_to == (std::vector<std::uint64_t>{2}));
    BOOST_TEST(joined.first_kinds == 1U);
    BOOST_REQUIRE_EQUAL(joined.titles.size(), 1U);
    BOOST_TEST(joined.titles[0].first == 1U);
    const std::string html = write_html(document);
    BOOST_TEST(!has(html, "<figure class=\"timeline\" id=\"/s/item/4/beside\""));
    BOOST_TEST(has(html, "<p class=\"more\" id=\"/s/item/4/beside\">Beside: What else was.</p>"));
    BOOST_TEST(has(html, "\"titles\":[[1,\"Beside\"]]"));
    // Of 30 ns on the screen the 10 of the moment.
    BOOST_TEST(has(html, "<span class=\"name\">shown</span> <span class=\"line\">10.00 ns</span>"));
}

// The point of the ninth ends at 520 and is 20 high; the fourth's is not its length.
BOOST_AUTO_TEST_CASE(points_that_are_moments_are_marked) {
    Section section = listed();
    Series series;
    series.title = "Lengths";
    series.x_unit = Unit::kTraceTime;
    series.y_unit = Unit::kNanoseconds;
    series.x = {110, 305, 520};
    series.y = {11, 5, 20};
    section.elements.push_back({"lengths", series});
    const std::string html = write_html(analysis({std::move(section)}));
    BOOST_TEST(has(html, "\"marks\":[520.0,20.0]"));
    BOOST_TEST(has(html, "<path class=\"s2 marks\" d=\"M"));
}

BOOST_AUTO_TEST_CASE(what_leads_to_a_moment_is_told_first_and_gaps_apart) {
    Section section = listed();
    section.findings = {finding("s.heavy", Severity::kWarning, 0.9),
                        finding("s.cause", Severity::kWarning, 0.1, "item/4"),
                        finding("s.missing-stacks", Severity::kWarning, 0.5)};
    const std::string html = write_html(analysis({std::move(section)}));
    const std::size_t cause = html.find("s.cause said");
    BOOST_TEST(cause < html.find("s.heavy said"));
    BOOST_TEST(has(html, "<a href=\"#/s/item/4\">item 4, 10.00 ns at 0.000000 s</a>"));
    BOOST_TEST(has(html, "<li>s.missing-stacks said. <a href=\"#/s\">S</a></li>"));
}

BOOST_AUTO_TEST_CASE(the_second_part_of_a_code_says_whether_it_is_a_gap) {
    for (const char* code :
         {"trace.lost-events", "trace.throttled", "cpus.unknown", "explain.untold",
          "ready.no-events", "gpu.not-measured", "trace.file-problem"}) {
        BOOST_TEST(html::tells_of_a_gap(finding(code, Severity::kNote)), code);
    }
    for (const char* code : {"explain.cause", "dpc.two-lengths", "no.cause", "x.notable", ""}) {
        BOOST_TEST(!html::tells_of_a_gap(finding(code, Severity::kNote)), code);
    }
}

BOOST_AUTO_TEST_CASE(without_findings_the_notes_of_the_figures_are_the_answer) {
    Section section{"s", "S", "", "", {}, {}};
    section.elements.push_back(
        {"rate", Value{"Rate", "", 60.0, Unit::kFps, kOutMoreIsBetter, NameKind::kNone, {}}});
    section.findings = {finding("s.steady", Severity::kNote)};
    const std::string html = write_html(analysis({section}));
    BOOST_TEST(html.find("s.steady said") < html.find("class=\"key-figures\""));
    BOOST_TEST(has(html, "<dd><a href=\"#/s/rate\">60.0 fps</a></dd>"));
    section.findings.clear();
    BOOST_TEST(has(write_html(analysis({section})), "Nothing that stands out."));
    // A run's report begins with its results.
    Document run = analysis({section});
    run.kind = "run";
    BOOST_TEST(!has(write_html(run), "class=\"key-figures\""));
}

BOOST_AUTO_TEST_SUITE_END()
