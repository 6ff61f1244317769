// What the HTML report says of time-lines, flames and long series, without its script.
#include <boost/test/unit_test.hpp>
#include <string>

#include "report/flame.hpp"
#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

Document with(Element element) {
    Document out;
    Section section;
    section.id = "s";
    section.title = "S";
    section.elements.push_back(std::move(element));
    out.sections.push_back(std::move(section));
    return out;
}

bool has(const std::string& html, const std::string& text) {
    return html.find(text) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html)

BOOST_AUTO_TEST_CASE(a_time_line_without_script_has_the_sum_of_each_kind) {
    Spans spans;
    spans.title = "Threads";
    spans.lanes = {"main"};
    spans.kinds = {"running", "waiting"};
    spans.lane = {0, 0, 0};
    spans.begin = {0, 1000, 3000};
    spans.end = {1000, 3000, 3500};
    spans.kind = {0, 1, 0};
    const std::string html = write_html(with({"lanes", spans}));
    BOOST_TEST(has(html,
                   "running</th><td class=\"num\" data-value=\"2\">2</td>"
                   "<td class=\"num\" data-value=\"1500\">1.50 us</td>"));
    BOOST_TEST(has(html,
                   "waiting</th><td class=\"num\" data-value=\"1\">1</td>"
                   "<td class=\"num\" data-value=\"2000\">2.00 us</td>"));
    BOOST_TEST(has(html, "3 spans in 1 lane."));
    BOOST_TEST(!has(html, "drawn as"));
    // Begins count from the end before them.
    BOOST_TEST(has(html, "\"gap\":[0,0,0],\"length\":[1000,2000,500],\"kind_of\":[0,1,0]"));
}

// 30,000 spans of 10 ns, kinds in turn, without gaps: blocks whose shares fill them leave the last
// time to be computed; gaps between the spans let the time stay.
BOOST_AUTO_TEST_CASE(blocks_are_short_to_write_and_whole_to_read) {
    Spans spans;
    spans.lanes = {"main"};
    spans.kinds = {"a", "b"};
    for (std::uint32_t i = 0; i < 30'000; ++i) {
        spans.lane.push_back(0);
        spans.begin.push_back(i * 10);
        spans.end.push_back(i * 10 + 10);
        spans.kind.push_back(i % 2);
    }
    // 300,000 ns in cells of 16 ns, the narrowest power of two that joins any two of them.
    // The first cell has the spans that begin at 0 and 10: place 0, the longest at once and of 10
    // ns and kind 0, two spans, kind 0 with 10 ns, and kind 1 with what is left of 20.
    BOOST_TEST(has(write_html(with({"lanes", spans})), "\"blocks\":[[0,0,10,0,2,0,10,1],["));
    for (std::size_t i = 0; i < spans.end.size(); ++i) spans.end[i] -= 1;
    BOOST_TEST(has(write_html(with({"lanes", spans})), "\"blocks\":[[0,0,9,0,2,0,9,1,9],["));
}

BOOST_AUTO_TEST_CASE(a_kind_has_one_colour_in_all_time_lines_as_far_as_there_are_colours) {
    Document document = with({"first", Spans{}});
    const auto spans = [](std::vector<std::string> kinds) {
        Spans out;
        out.lanes = {"main"};
        out.kinds = std::move(kinds);
        for (std::uint32_t kind = 0; kind < out.kinds.size(); ++kind) {
            out.lane.push_back(0);
            out.begin.push_back(kind * 100);
            out.end.push_back(kind * 100 + 90 - kind);  // the first has the most
            out.kind.push_back(kind);
        }
        return out;
    };
    auto& elements = document.sections.front().elements;
    elements = {{"first", spans({"a", "b"})},
                {"second", spans({"c", "b", "a"})},
                {"many", spans({"1", "2", "3", "4", "5", "6", "7", "8", "9"})}};
    const std::string html = write_html(document);
    BOOST_TEST(has(html, "\"kinds\":[\"a\",\"b\"],\"colours\":[0,1]"));
    BOOST_TEST(has(html, "\"kinds\":[\"c\",\"b\",\"a\"],\"colours\":[2,1,0]"));
    // Seven colours, each once, beginning behind those of a, b and c; the rest share the eighth.
    BOOST_TEST(has(html, "\"colours\":[3,4,5,6,0,1,2,7,7]"));
}

BOOST_AUTO_TEST_CASE(a_flame_without_script_has_the_heaviest_functions) {
    Flame flame;
    flame.title = "Stacks";
    flame.unit = Unit::kCount;
    FlameBuilder builder(flame);
    builder.add({{"main", NameKind::kFunction}}, 1);
    builder.add({{"main", NameKind::kFunction}, {"<draw>", NameKind::kFunction}}, 3);
    const std::string html = write_html(with({"stacks", flame}));
    BOOST_TEST(has(html,
                   "&lt;draw&gt;</th><td class=\"num\" data-value=\"3\">3</td>"
                   "<td class=\"num\" data-value=\"0.75\">75.0 %</td>"
                   "<td class=\"num\" data-value=\"3\">3</td>"));
    BOOST_TEST(has(html,
                   "main</th><td class=\"num\" data-value=\"1\">1</td>"
                   "<td class=\"num\" data-value=\"0.25\">25.0 %</td>"
                   "<td class=\"num\" data-value=\"4\">4</td>"
                   "<td class=\"num\" data-value=\"1\">100.0 %</td>"));
    BOOST_TEST(!has(html, "too small to be seen"));
    BOOST_TEST(!has(html, "<draw>"));
}

BOOST_AUTO_TEST_CASE(a_long_series_says_that_it_was_thinned_and_a_short_one_does_not) {
    Series series;
    series.title = "Busy";
    series.x_unit = Unit::kTraceTime;
    for (int i = 0; i < 5000; ++i) {
        series.x.push_back(i * 1000.0);
        series.y.push_back(i % 7);
    }
    const std::string html = write_html(with({"busy", series}));
    BOOST_TEST(has(html,
                   " of its 5000 points, with the least and the greatest of each "
                   "piece; JSON has all of them."));
    BOOST_TEST(has(html, "\"of\":5000"));
    series.x.resize(3);
    series.y.resize(3);
    const std::string shorter = write_html(with({"busy", series}));
    BOOST_TEST(!has(shorter, "of its"));
    BOOST_TEST(has(shorter, "\"steps\":[0,1000,1000]"));
}

BOOST_AUTO_TEST_CASE(times_that_differences_cannot_hold_stay_as_they_are) {
    Series series;
    series.x_unit = Unit::kTraceTime;
    series.x = {0, 1e17, 1e300};
    series.y = {1, 2, 3};
    BOOST_TEST(has(write_html(with({"far", series})), "\"x\":[0.0,1e+17,1e+300]"));
}

BOOST_AUTO_TEST_SUITE_END()
