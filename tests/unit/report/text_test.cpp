#include <boost/test/unit_test.hpp>
#include <limits>

#include "report/writers.hpp"

using namespace benchlab::report;

namespace {

Value value(std::string title, Scalar scalar, Unit unit = Unit::kNone) {
    Value out;
    out.title = std::move(title);
    out.value = std::move(scalar);
    out.unit = unit;
    return out;
}

Document with(std::vector<Element> elements) {
    Document document;
    document.title = "benchlab run";
    Section section;
    section.id = "s";
    section.title = "Results";
    section.elements = std::move(elements);
    document.sections.push_back(std::move(section));
    return document;
}

Finding finding(Severity severity, std::string text, double share = 0) {
    Finding out;
    out.severity = severity;
    out.code = "a.b";
    out.text = std::move(text);
    out.share = share;
    return out;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(the_first_line_says_what_who_and_when) {
    Document document;
    document.title = "benchlab run";
    document.generator = "benchlab 0.1.0";
    document.created_unix = 951782400;  // the leap day of 2000
    BOOST_TEST(write_text(document) == "benchlab run, benchlab 0.1.0, 2000-02-29 00:00:00 UTC\n");
    document.created_unix = 0;
    BOOST_TEST(write_text(document) == "benchlab run, benchlab 0.1.0\n");
    document.created_unix = std::numeric_limits<std::uint64_t>::max();
    document.complete = false;
    BOOST_TEST(write_text(document) ==
               "benchlab run, benchlab 0.1.0\nNot complete: results are still to come.\n");
}

BOOST_AUTO_TEST_CASE(values_stand_below_one_another_with_their_intervals) {
    Value median = value("Median", 1234.0, Unit::kNanoseconds);
    median.interval = Interval{1200, 1300};
    BOOST_TEST(write_text(with({{"a", median},
                                {"b", value("Samples", std::uint64_t{5000}, Unit::kCount)},
                                {"c", value("", Scalar())}})) ==
               "benchlab run\n\nResults\n=======\nMedian:  1.23 us (1.20 us to 1.30 us)\n"
               "Samples: 5,000\nc:       -\n");
}

BOOST_AUTO_TEST_CASE(findings_come_first_the_worst_then_the_largest) {
    Document document = with({});
    document.sections[0].findings = {
        finding(Severity::kInfo, "for information"), finding(Severity::kNote, "a note"),
        finding(Severity::kWarning, "small", 0.1), finding(Severity::kWarning, "large", 0.5)};
    Section second;
    second.id = "t";
    second.title = "Second";
    second.findings = {finding(Severity::kProblem, "of the second section")};
    document.sections.push_back(second);
    BOOST_TEST(write_text(document) ==
               "benchlab run\n\nPROBLEM  of the second section\nwarning  large (50.0 %)\n"
               "warning  small (10.0 %)\ninfo     for information\n\n"
               "Results\n=======\nnote: a note\n\nSecond\n======\n");
    TextStyle style;
    style.sections = {"s"};
    BOOST_TEST(!has(write_text(document, style), "of the second section"));
}

BOOST_AUTO_TEST_CASE(long_findings_are_wrapped_behind_their_label) {
    Document document = with({});
    document.sections[0].findings = {
        finding(Severity::kWarning, "one two three four five six seven eight nine ten")};
    TextStyle style;
    style.width = 40;
    BOOST_TEST(has(write_text(document, style),
                   "warning  one two three four five six\n         seven eight nine ten\n"));
}

BOOST_AUTO_TEST_CASE(a_note_stands_behind_what_it_is_about) {
    Document document =
        with({{"a", value("A", std::uint64_t{1})}, {"b", value("B", std::uint64_t{2})}});
    Finding note = finding(Severity::kNote, "about A");
    note.see = {"a"};
    document.sections[0].findings = {note};
    BOOST_TEST(has(write_text(document), "A: 1\nnote: about A\nB: 2\n"));
}

BOOST_AUTO_TEST_CASE(headings_are_underlined_and_what_has_none_comes_before) {
    const std::string text =
        write_text(with({{"slow", Heading{"Slow frames", {}}},
                         {"slow/17", Heading{"Frame {0}", {{std::uint64_t{17}}}}},
                         {"slow/17/time", value("Time", 2e6, Unit::kNanoseconds)},
                         {"slow/count", value("Count", std::uint64_t{1})},
                         {"all", value("All", std::uint64_t{9})}}));
    BOOST_TEST(text ==
               "benchlab run\n\nResults\n=======\nAll: 9\n\nSlow frames\n-----------\nCount: 1\n\n"
               "Frame 17\nTime: 2.00 ms\n");
}

BOOST_AUTO_TEST_CASE(a_section_without_anything_says_why) {
    Document document = with({});
    BOOST_TEST(has(write_text(document), "=======\n(nothing to show)\n"));
    document.sections[0].plugin = "cpu 1.0";
    document.sections[0].status = "not in this trace: needs cswitch";
    BOOST_TEST(has(write_text(document),
                   "Results (cpu 1.0)\n=================\nnot in this trace: needs cswitch\n"));
}

BOOST_AUTO_TEST_CASE(raw_tables_are_not_shown_and_neither_are_their_headings) {
    Table raw;
    raw.use = TableUse::kRaw;
    raw.columns.resize(1);
    raw.columns[0].id = "ns";
    raw.columns[0].data = std::vector<double>{1, 2};
    const std::string text = write_text(with({{"cpu", Heading{"CPU", {}}}, {"cpu/samples", raw}}));
    BOOST_TEST(!has(text, "ns"));
    BOOST_TEST(!has(text, "CPU"));
}

BOOST_AUTO_TEST_CASE(a_series_is_one_line) {
    Series series;
    series.title = "Frame times";
    series.y_unit = Unit::kNanoseconds;
    series.x = {1, 2, 3, 4, 5};
    series.y = {5e6, 1e6, std::numeric_limits<double>::quiet_NaN(), 3e6, 2e6};
    BOOST_TEST(has(write_text(with({{"y", series}})),
                   "Frame times: least 1.00 ms, median 2.50 ms, greatest 5.00 ms, 4 points\n"));
    series.y.assign(5, std::numeric_limits<double>::quiet_NaN());
    BOOST_TEST(has(write_text(with({{"y", series}})), "Frame times: no points\n"));
}

BOOST_AUTO_TEST_CASE(a_histogram_has_a_bar_for_each_bin_without_empty_ends) {
    Histogram histogram;
    histogram.title = "Distribution";
    histogram.unit = Unit::kNanoseconds;
    histogram.edges = {0, 10, 20, 30, 40};
    histogram.counts = {0, 50, 1, 0};
    BOOST_TEST(has(write_text(with({{"h", histogram}})),
                   "\nDistribution\n10.00 ns to 20.00 ns  50  " + std::string(50, '#') +
                       "\n20.00 ns to 30.00 ns   1  #\n"));
    histogram.counts.assign(4, 0);
    BOOST_TEST(has(write_text(with({{"h", histogram}})), "(none)\n"));
}

BOOST_AUTO_TEST_CASE(many_bins_become_few_and_none_is_lost) {
    Histogram histogram;
    for (int i = 0; i <= 101; ++i) histogram.edges.push_back(i);
    histogram.counts.assign(101, 1);
    const std::string text = write_text(with({{"h", histogram}}));
    // 101 bins in steps of 6: sixteen of six and one of five.
    BOOST_TEST(has(text, "\n   0 to 6  6  #"));
    BOOST_TEST(has(text, "\n96 to 101  5  #"));
}

BOOST_AUTO_TEST_CASE(spans_are_summed_by_kind) {
    Spans spans;
    spans.title = "Threads";
    spans.lanes = {"render", "audio"};
    spans.kinds = {"running", "waiting"};
    spans.lane = {0, 1, 0};
    spans.kind = {0, 1, 0};
    spans.begin = {0, 0, 2000};
    spans.end = {1000, 9000, 3000};
    spans.arrow_from = {1};
    spans.arrow_to = {2};
    const std::string text = write_text(with({{"p", spans}}));
    BOOST_TEST(has(text, "Threads\n3 spans in 2 lanes, 1 arrow\n"));
    const std::size_t waiting = text.find("waiting      1  9.00 us");
    BOOST_TEST(waiting != std::string::npos);
    BOOST_TEST(text.find("running      2  2.00 us") > waiting);
}

BOOST_AUTO_TEST_CASE(a_flame_names_its_heaviest_stack) {
    Flame flame;
    flame.title = "Samples";
    flame.unit = Unit::kCount;
    flame.names = {"main", "draw"};
    flame.name_kinds = {NameKind::kFunction, NameKind::kFunction};
    flame.parent = {0, 1};
    flame.name = {0, 1};
    flame.weight = {10, 1500};
    BOOST_TEST(has(write_text(with({{"f", flame}})),
                   "Samples: 2 stacks, 1,510 in all, the heaviest ends in draw with 1,500\n"));
}

BOOST_AUTO_TEST_CASE(foreign_names_bring_no_escape_codes) {
    Document document = with({{"a", value("\x1b[2J", std::string("x\x1b[31m\xC2\x9B\n"))},
                              {"b", Heading{"\x1b]0;title\x07", {}}},
                              {"b/c", value("c", std::uint64_t{1})}});
    document.title = "\x1b[1m";
    document.sections[0].title = "\x1b[7m";
    document.sections[0].status = "\x1b[5m";
    document.sections[0].findings = {finding(Severity::kProblem, "\x1b[8m")};
    const std::string text = write_text(document);
    for (const char c : text) BOOST_TEST((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
    BOOST_TEST(!has(text, "\xC2\x9B"));
}

BOOST_AUTO_TEST_CASE(colour_is_only_there_when_asked_for) {
    Document document = with({{"a", value("A", std::uint64_t{1})}});
    document.sections[0].findings = {finding(Severity::kProblem, "x")};
    BOOST_TEST(!has(write_text(document), "\x1b"));
    TextStyle style;
    style.colour = true;
    BOOST_TEST(has(write_text(document, style), "\x1b[1;31mPROBLEM\x1b[0m  x\n"));
}

BOOST_AUTO_TEST_SUITE_END()
