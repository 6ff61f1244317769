// What a faulty plugin may hand over: sizes that are too large, pointers that are missing.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "report/sink.hpp"
#include "sink_fixture.hpp"

using namespace benchlab::report;
using namespace benchlab::report::testing;

namespace {

SinkLimits small() {
    SinkLimits limits;
    limits.string_bytes = 8;
    limits.table_rows = 3;
    limits.section_bytes = 4096;
    return limits;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_limits)

BOOST_AUTO_TEST_CASE(long_texts_are_cut_between_characters) {
    Sunk sunk(small());
    BOOST_TEST(sunk.value(text("a", "12345678")) == BL_OK);
    BOOST_TEST(sunk.sink.warnings().empty());
    BOOST_TEST(sunk.value(text("b", "1234567\xC3\xA9")) == BL_OK);
    BOOST_CHECK(sunk.section.get<Value>("b")->value == Scalar(std::string("1234567")));
    auto titled = whole("c", 1);
    titled.title = "Too long a title";
    BOOST_TEST(sunk.value(titled) == BL_OK);
    BOOST_TEST(sunk.section.get<Value>("c")->title == "Too long");
    BOOST_TEST(sunk.sink.warnings().front() == "b: a text was too long and was cut (3 times)");
}

BOOST_AUTO_TEST_CASE(the_length_of_a_text_is_not_believed_beyond_the_limit) {
    // 64 KiB are there, and 2^63 are claimed: what is read is the limit and one byte.
    Sunk sunk;
    const std::string content((64u << 10) + 1, 'x');
    auto value = text("a", content);
    value.text_len = std::uint64_t{1} << 63;
    BOOST_TEST(sunk.value(value) == BL_OK);
    BOOST_TEST(std::get<std::string>(sunk.section.get<Value>("a")->value).size() == 64u << 10);
}

BOOST_AUTO_TEST_CASE(rows_above_the_limit_are_left_out_and_counted) {
    Sunk sunk(small());
    const std::uint64_t data[] = {1, 2, 3, 4, 5};
    BOOST_TEST(sunk.table("t", {column(BL_VALUE_U64, "n", data)}, 5) == BL_OK);
    const Table* table = sunk.section.get<Table>("t");
    BOOST_REQUIRE(table);
    BOOST_TEST(table->row_count() == 3u);
    BOOST_TEST(table->rows_omitted == 2u);
    // "Title" and "What it is." are longer than 8 bytes in part; the rows have their own line.
    BOOST_TEST(sunk.sink.warnings().front() ==
               "t: a table has too many rows; those above the limit were left out");
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_into_the_section_is_left_out) {
    Sunk sunk(small());
    const std::vector<double> data(300, 1.5);
    auto series = made<bl_out_series>();
    series.chart = BL_CHART_LINE;
    series.id = "y";
    series.title = "Y";
    series.help = "h";
    series.x = data.data();
    series.y = data.data();
    series.count = 300;
    BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_SKIPPED);
    BOOST_TEST(sunk.warning() == "y: was left out, as the section is larger than 4.00 KiB");
    // It took no room: a smaller one fits.
    series.count = 200;
    BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_OK);
    series.id = "z";
    BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_SKIPPED);
    BOOST_TEST(sunk.section.elements.size() == 1u);
}

BOOST_AUTO_TEST_CASE(absurd_counts_are_refused_before_anything_is_read) {
    Sunk sunk;
    const double data[] = {1};
    auto series = made<bl_out_series>();
    series.chart = BL_CHART_LINE;
    series.id = "y";
    series.title = "Y";
    series.help = "h";
    series.x = data;
    series.y = data;
    for (const std::uint64_t count : {std::uint64_t{1} << 61, ~std::uint64_t{0}}) {
        series.count = count;
        BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_SKIPPED);
    }
    auto histogram = made<bl_out_histogram>();
    histogram.id = "h";
    histogram.title = "H";
    histogram.help = "h";
    histogram.edges = data;
    const std::uint64_t counts[] = {1};
    histogram.counts = counts;
    histogram.count = ~std::uint64_t{0};
    BOOST_TEST(sunk.abi->histogram(sunk.abi, &histogram) == BL_SKIPPED);

    const char* const names[] = {"a"};
    auto spans = made<bl_out_spans>();
    spans.id = "p";
    spans.title = "P";
    spans.kinds = names;
    spans.kind_count = std::uint64_t{1} << 62;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_SKIPPED);

    auto finding = made<bl_out_finding>();
    finding.severity = BL_FINDING_INFO;
    finding.code = "a.b";
    finding.text = "x";
    finding.see_count = std::uint64_t{1} << 62;
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_E_INVALID);
    finding.see_count = 0;
    finding.arg_count = std::uint64_t{1} << 62;
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_E_INVALID);

    auto table = made<bl_out_table>();
    table.id = "t";
    table.title = "T";
    table.column_count = ~std::uint32_t{0};
    BOOST_TEST(sunk.abi->table(sunk.abi, &table) == BL_E_INVALID);
    BOOST_TEST(sunk.section.elements.empty());
    BOOST_TEST(sunk.section.findings.empty());
}

BOOST_AUTO_TEST_CASE(null_pointers_with_a_count_are_errors) {
    Sunk sunk;
    auto value = text("v", "");
    value.text = nullptr;
    value.text_len = 3;
    BOOST_TEST(sunk.value(value) == BL_E_INVALID);
    BOOST_TEST(sunk.table("t", {column(BL_VALUE_U64, "n", nullptr)}, 1) == BL_E_INVALID);
    BOOST_TEST(sunk.table("t", {}, 1) == BL_E_INVALID);
    const bl_out_column* const none[] = {nullptr};
    auto table = made<bl_out_table>();
    table.id = "t";
    table.title = "T";
    table.column_count = 1;
    BOOST_TEST(sunk.abi->table(sunk.abi, &table) == BL_E_INVALID);
    table.columns = none;
    BOOST_TEST(sunk.abi->table(sunk.abi, &table) == BL_E_INVALID);

    auto series = made<bl_out_series>();
    series.chart = BL_CHART_LINE;
    series.id = "y";
    series.title = "Y";
    series.help = "h";
    series.count = 1;
    BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_E_INVALID);
    auto spans = made<bl_out_spans>();
    spans.id = "p";
    spans.title = "P";
    spans.lane_count = 1;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_E_INVALID);
    auto flame = made<bl_out_flame>();
    flame.id = "f";
    flame.title = "F";
    flame.count = 1;
    BOOST_TEST(sunk.abi->flame(sunk.abi, &flame) == BL_E_INVALID);
    auto heading = made<bl_out_heading>();
    heading.id = "h";
    BOOST_TEST(sunk.abi->heading(sunk.abi, &heading) == BL_E_INVALID);
    heading.title = "H";
    heading.arg_count = 1;
    BOOST_TEST(sunk.abi->heading(sunk.abi, &heading) == BL_E_INVALID);
    auto finding = made<bl_out_finding>();
    finding.code = "a.b";
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_E_INVALID);
    finding.text = "x";
    finding.see_count = 1;
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_E_INVALID);
    finding.see_count = 0;
    finding.code = nullptr;
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_E_INVALID);
    BOOST_TEST(sunk.section.elements.empty());
    BOOST_TEST(sunk.section.findings.empty());
}

BOOST_AUTO_TEST_CASE(inconsistent_contents_are_errors) {
    Sunk sunk;
    const std::uint64_t data[] = {1};
    BOOST_TEST(sunk.table("t", {column(BL_VALUE_U64, "n", data), column(BL_VALUE_U64, "n", data)},
                          1) == BL_E_INVALID);
    BOOST_TEST(sunk.table("t", {column(BL_VALUE_U64, "A b", data)}, 1) == BL_E_INVALID);

    const double falling[] = {2, 1};
    const double unknown[] = {0, std::numeric_limits<double>::quiet_NaN()};
    auto histogram = made<bl_out_histogram>();
    histogram.id = "h";
    histogram.title = "H";
    histogram.help = "h";
    histogram.counts = data;
    histogram.count = 1;
    for (const double* edges : {falling, unknown}) {
        histogram.edges = edges;
        BOOST_TEST(sunk.abi->histogram(sunk.abi, &histogram) == BL_E_INVALID);
    }

    const char* const names[] = {"a"};
    const std::uint32_t zero[] = {0};
    const std::uint32_t one[] = {1};
    const std::int64_t begin[] = {5};
    const std::int64_t end[] = {6};
    auto spans = made<bl_out_spans>();
    spans.id = "p";
    spans.title = "P";
    spans.lanes = names;
    spans.lane_count = 1;
    spans.kinds = names;
    spans.kind_count = 1;
    spans.lane = zero;
    spans.kind = zero;
    spans.begin = begin;
    spans.end = end;
    spans.count = 1;
    spans.arrow_from = data;
    spans.arrow_to = data;
    spans.arrow_count = 1;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_E_INVALID);  // there is no span 1
    spans.arrow_count = 0;
    spans.lane = one;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_E_INVALID);
    spans.lane = zero;
    spans.kind = one;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_E_INVALID);
    spans.kind = zero;
    spans.begin = end;
    spans.end = begin;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_E_INVALID);
    spans.begin = begin;
    spans.end = end;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_OK);
}

BOOST_AUTO_TEST_CASE(odd_findings_are_put_right) {
    Sunk sunk;
    auto finding = made<bl_out_finding>();
    finding.severity = 9;
    finding.code = "a.b";
    finding.text = "x";
    finding.begin = 5;
    finding.end = 4;
    finding.share = 1.5;
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_OK);
    BOOST_CHECK(
        (sunk.section.findings.at(0) == Finding{Severity::kInfo, "a.b", "x", {}, 0, 0, 1.0, {}}));
    const std::vector<std::string> expected = {
        "finding a.b: an unknown severity counts as information",
        "finding a.b: a time that ends before it begins was left out",
        "finding a.b: a share is not from 0 to 1"};
    BOOST_TEST(sunk.sink.warnings() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(kinds_of_warnings_are_limited) {
    Sunk sunk;
    auto value = whole("v", 1);
    for (std::uint32_t size = 0; size < 1000; ++size) {
        value.struct_size = 70'000 + 4 * size;
        BOOST_TEST(sunk.value(value) == BL_E_INVALID);
    }
    BOOST_TEST(sunk.sink.warnings().size() == 64u);
}

BOOST_AUTO_TEST_SUITE_END()
