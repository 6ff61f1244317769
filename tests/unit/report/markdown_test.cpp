#include <boost/test/unit_test.hpp>

#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

Document sample() {
    Document document;
    document.title = "benchlab compare";
    Section section;
    section.id = "s";
    section.title = "Changes";
    Finding finding;
    finding.severity = Severity::kProblem;
    finding.text = "{0} is slower";
    finding.args = {{std::string("cpu|add"), Unit::kNone, NameKind::kNone}};
    section.findings.push_back(finding);
    Table table;
    table.title = "Changes";
    table.columns.resize(2);
    table.columns[0].id = "name";
    table.columns[0].title = "benchmark";
    table.columns[0].data = std::vector<std::string>{"<img src=x>|a", "b"};
    table.columns[1].id = "ns";
    table.columns[1].title = "median";
    table.columns[1].unit = Unit::kNanoseconds;
    table.columns[1].data = std::vector<double>{1500, 2};
    table.columns[1].present = {true, false};
    table.rows_omitted = 2;
    section.elements.push_back({"t", table});
    Value value;
    value.title = "A_b*c";
    value.value = std::string("`x` [y](z) & \\ line\nnext");
    section.elements.push_back({"v", value});
    document.sections.push_back(section);
    return document;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(markdown)

BOOST_AUTO_TEST_CASE(tables_are_github_tables_with_everything_escaped) {
    BOOST_TEST(write_markdown(sample()) ==
               "# benchlab compare\n\n"
               "- **problem**: cpu\\|add is slower\n\n"
               "## Changes\n\n"
               "| benchmark | median |\n| --- | ---: |\n"
               "| &lt;img src=x&gt;\\|a | 1.50 us |\n| b | - |\n\nand 2 more\n\n"
               "- A\\_b\\*c: \\`x\\` \\[y\\](z) &amp; \\\\ line\xEF\xBF\xBDnext\n");
}

BOOST_AUTO_TEST_CASE(raw_tables_are_left_out) {
    Document document = sample();
    std::get<Table>(document.sections[0].elements[0].body).use = TableUse::kRaw;
    BOOST_TEST(write_markdown(document).find("median") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(headings_have_six_levels_at_most) {
    Document document = sample();
    std::string path = "x";
    for (int i = 0; i < 8; ++i) {
        document.sections[0].elements.push_back({path, Heading{"H" + std::to_string(i), {}}});
        path += "/x";
    }
    document.sections[0].elements.push_back({path, Value{}});
    const std::string text = write_markdown(document);
    BOOST_TEST(text.find("\n### H0\n") != std::string::npos);
    BOOST_TEST(text.find("\n###### H7\n") != std::string::npos);
    BOOST_TEST(text.find("#######") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
