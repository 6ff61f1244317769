#include "report/sink.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <limits>

#include "sink_fixture.hpp"

using namespace benchlab::report;
using namespace benchlab::report::testing;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BOOST_AUTO_TEST_SUITE(sink)

BOOST_AUTO_TEST_CASE(a_value_arrives_whole) {
    Sunk sunk;
    auto value = made<bl_out_value>();
    value.type = BL_VALUE_F64;
    value.unit = BL_UNIT_NS;
    value.flags = BL_OUT_LESS_IS_BETTER | 1u << 31;
    value.id = "slow/17/time";
    value.title = "Time";
    value.help = "From present to present.";
    value.f64 = 16.5;
    value.low = 16;
    value.high = 17;
    BOOST_TEST(sunk.value(value) == BL_OK);
    const Value* got = sunk.section.get<Value>("slow/17/time");
    BOOST_REQUIRE(got);
    // An unknown flag is passed over without a word.
    BOOST_CHECK((*got == Value{"Time", "From present to present.", 16.5, Unit::kNanoseconds,
                               kOutLessIsBetter, NameKind::kNone, Interval{16, 17}}));
    BOOST_TEST(sunk.sink.warnings().empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_kept_of_the_callers_memory) {
    Sunk sunk;
    std::string id = "a";
    std::string content = "hello";
    BOOST_TEST(sunk.value(text(id.c_str(), content)) == BL_OK);
    id[0] = 'b';
    content.assign(5, 'x');
    BOOST_REQUIRE(sunk.section.get<Value>("a"));
    BOOST_CHECK(sunk.section.get<Value>("a")->value == Scalar(std::string("hello")));
}

BOOST_AUTO_TEST_CASE(a_table_takes_all_types_with_absent_cells) {
    Sunk sunk;
    const std::uint64_t counts[] = {1, 2, ~0ull};
    const double numbers[] = {0.5, kNaN, 2};
    const char* const names[] = {"a", nullptr, "cut here"};
    const std::uint64_t lengths[] = {1, 0, 3};
    const std::uint64_t present[] = {0b101};
    auto count = column(BL_VALUE_U64, "count", counts);
    count.present = present;
    count.flags = BL_OUT_BAR;
    auto name = column(BL_VALUE_TEXT, "name", names);
    name.lengths = lengths;
    name.name_kind = BL_NAME_THREAD;
    name.help = nullptr;
    BOOST_TEST(sunk.table("t", {count, column(BL_VALUE_F64, "share", numbers), name}, 3) == BL_OK);
    const Table* table = sunk.section.get<Table>("t");
    BOOST_REQUIRE(table);
    BOOST_TEST(table->row_count() == 3u);
    BOOST_CHECK(table->columns[0].at(0) == Scalar(std::uint64_t{1}));
    BOOST_CHECK(table->columns[0].at(1) == Scalar());
    BOOST_CHECK(table->columns[0].at(2) == Scalar(~std::uint64_t{0}));
    BOOST_CHECK(table->columns[1].at(1) == Scalar());
    BOOST_CHECK(table->columns[2].at(1) == Scalar());
    BOOST_CHECK(table->columns[2].at(2) == Scalar(std::string("cut")));
    BOOST_CHECK(table->columns[2].name_kind == NameKind::kThread);
    BOOST_TEST(sunk.warning() == "t: a number is not finite and counts as absent");
}

BOOST_AUTO_TEST_CASE(the_present_bitmap_has_more_than_one_word) {
    Sunk sunk;
    const std::vector<std::uint64_t> data(130, 5);
    const std::uint64_t present[] = {~0ull, ~0ull, 0b10};
    auto cells = column(BL_VALUE_U64, "n", data.data());
    cells.present = present;
    BOOST_TEST(sunk.table("t", {cells}, 130) == BL_OK);
    const Column& got = sunk.section.get<Table>("t")->columns[0];
    BOOST_CHECK(got.has(0) && got.has(127) && !got.has(128) && got.has(129));
}

BOOST_AUTO_TEST_CASE(charts_spans_and_flames_arrive_whole) {
    Sunk sunk;
    const double x[] = {1, 2};
    const double y[] = {3, kNaN};
    auto series = made<bl_out_series>();
    series.chart = BL_CHART_STEP;
    series.x_unit = BL_UNIT_TRACE_TIME;
    series.id = "y";
    series.title = "Y";
    series.help = "h";
    series.group = "g";
    series.x = x;
    series.y = y;
    series.count = 2;
    BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_OK);
    BOOST_CHECK(
        (*sunk.section.get<Series>("y") ==
         Series{"Y", "h", "g", Chart::kStep, Unit::kTraceTime, Unit::kNone, {1, 2}, {3, kNaN}}));

    const double edges[] = {0, 1, 2};
    const std::uint64_t counts[] = {7, 8};
    auto histogram = made<bl_out_histogram>();
    histogram.id = "h";
    histogram.title = "H";
    histogram.help = "h";
    histogram.edges = edges;
    histogram.counts = counts;
    histogram.count = 2;
    BOOST_TEST(sunk.abi->histogram(sunk.abi, &histogram) == BL_OK);
    BOOST_CHECK(
        (*sunk.section.get<Histogram>("h") == Histogram{"H", "h", Unit::kNone, {0, 1, 2}, {7, 8}}));

    const std::uint32_t ids[] = {1, 0};
    const std::uint64_t weights[] = {5, 6};
    auto flame = made<bl_out_flame>();
    flame.unit = BL_UNIT_COUNT;
    flame.id = "f";
    flame.title = "F";
    flame.help = "Weights.";
    flame.stacks = ids;
    flame.weights = weights;
    flame.count = 2;
    BOOST_TEST(sunk.abi->flame(sunk.abi, &flame) == BL_OK);
    // Nobody names the stacks, so they go by their ids.
    BOOST_CHECK((*sunk.section.get<Flame>("f") == Flame{"F",
                                                         "Weights.",
                                                         Unit::kCount,
                                                         {"stack 1", "stack 0"},
                                                         {NameKind::kNone, NameKind::kNone},
                                                         {0, 0},
                                                         {0, 1},
                                                         {5, 6}}));

    const char* const lanes[] = {"render", "audio"};
    const char* const kinds[] = {"running"};
    const char* const labels[] = {"x", nullptr};
    const std::uint32_t kind[] = {0, 0};
    const std::int64_t begin[] = {-5, 10};
    const std::int64_t end[] = {0, 20};
    const std::uint64_t from[] = {0};
    const std::uint64_t to[] = {1};
    auto spans = made<bl_out_spans>();
    spans.lane_count = 2;
    spans.lane_name_kind = BL_NAME_THREAD;
    spans.id = "p";
    spans.title = "P";
    spans.help = "Who ran when.";
    spans.lanes = lanes;
    spans.kinds = kinds;
    spans.kind_count = 1;
    spans.lane = ids;
    spans.begin = begin;
    spans.end = end;
    spans.kind = kind;
    spans.labels = labels;
    spans.count = 2;
    spans.arrow_from = from;
    spans.arrow_to = to;
    spans.arrow_count = 1;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_OK);
    BOOST_CHECK((*sunk.section.get<Spans>("p") == Spans{"P",
                                                        "Who ran when.",
                                                        NameKind::kThread,
                                                        NameKind::kNone,
                                                        {"render", "audio"},
                                                        {"running"},
                                                        {1, 0},
                                                        {-5, 10},
                                                        {0, 20},
                                                        {0, 0},
                                                        {"x", ""},
                                                        {0},
                                                        {1}}));
    BOOST_TEST(sunk.warning() == "y: a number is not finite and counts as absent");
}

BOOST_AUTO_TEST_CASE(lanes_and_labels_with_lengths_need_no_end) {
    Sunk sunk;
    const std::string store = "renderaudiodraw";  // as texts lie in a trace, one behind the other
    const char* const lanes[] = {store.data(), store.data() + 6};
    const std::uint64_t lane_lengths[] = {6, 5};
    const char* const labels[] = {store.data() + 11, nullptr};
    const std::uint64_t label_lengths[] = {4, 0};
    const char* const kinds[] = {"running"};
    const std::uint32_t lane[] = {0, 1};
    const std::uint32_t kind[] = {0, 0};
    const std::int64_t times[] = {1, 2};
    auto spans = made<bl_out_spans>();
    spans.id = "p";
    spans.title = "P";
    spans.lane_count = 2;
    spans.lanes = lanes;
    spans.lane_lengths = lane_lengths;
    spans.kinds = kinds;
    spans.kind_count = 1;
    spans.lane = lane;
    spans.begin = times;
    spans.end = times;
    spans.kind = kind;
    spans.labels = labels;
    spans.label_lengths = label_lengths;
    spans.count = 2;
    BOOST_TEST(sunk.abi->spans(sunk.abi, &spans) == BL_OK);
    const Spans* got = sunk.section.get<Spans>("p");
    BOOST_REQUIRE(got);
    const std::vector<std::string> names = {"render", "audio"};
    const std::vector<std::string> texts = {"draw", ""};
    BOOST_TEST(got->lanes == names, boost::test_tools::per_element());
    BOOST_TEST(got->labels == texts, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(headings_and_findings_arrive_with_their_arguments) {
    Sunk sunk;
    auto number = made<bl_arg>();
    number.type = BL_VALUE_U64;
    number.unit = BL_UNIT_COUNT;
    number.u64 = 3;
    auto name = made<bl_arg>();
    name.type = BL_VALUE_TEXT;
    name.name_kind = BL_NAME_PROCESS;
    name.text = "game.exe";
    name.text_len = 8;
    const bl_arg* const args[] = {&number, &name};
    auto heading = made<bl_out_heading>();
    heading.id = "slow";
    heading.title = "{0} frames of {1}";
    heading.args = args;
    heading.arg_count = 2;
    BOOST_TEST(sunk.abi->heading(sunk.abi, &heading) == BL_OK);
    BOOST_REQUIRE(sunk.section.heading("slow"));
    BOOST_TEST(sunk.section.heading("slow")->args.size() == 2u);

    const char* const see[] = {"slow/17", "slow"};
    auto finding = made<bl_out_finding>();
    finding.severity = BL_FINDING_PROBLEM;
    finding.code = "explain.cpu-bound";
    finding.text = "{1} waits {0} times";
    finding.args = args;
    finding.arg_count = 2;
    finding.begin = 5;
    finding.end = 9;
    finding.share = 0.25;
    finding.see = see;
    finding.see_count = 2;
    BOOST_TEST(sunk.abi->finding(sunk.abi, &finding) == BL_OK);
    BOOST_CHECK((sunk.section.findings.at(0) ==
                 Finding{Severity::kProblem,
                         "explain.cpu-bound",
                         "{1} waits {0} times",
                         {{std::uint64_t{3}, Unit::kCount, NameKind::kNone},
                          {std::string("game.exe"), Unit::kNone, NameKind::kProcess}},
                         5,
                         9,
                         0.25,
                         {"slow/17", "slow"}}));
    BOOST_TEST(sunk.sink.warnings().empty());
}

BOOST_AUTO_TEST_CASE(a_second_element_of_an_id_is_an_error) {
    Sunk sunk;
    BOOST_TEST(sunk.value(whole("a/b", 1)) == BL_OK);
    BOOST_TEST(sunk.value(whole("a/b", 2)) == BL_E_INVALID);
    BOOST_TEST(sunk.value(whole("a/b", 3)) == BL_E_INVALID);
    BOOST_CHECK(sunk.section.get<Value>("a/b")->value == Scalar(std::uint64_t{1}));
    BOOST_TEST(sunk.section.elements.size() == 1u);
    BOOST_TEST(sunk.warning() == "a/b: the id is already taken (2 times)");
    auto heading = made<bl_out_heading>();
    heading.id = "a/b";
    heading.title = "A title for it";
    BOOST_TEST(sunk.abi->heading(sunk.abi, &heading) == BL_OK);
    BOOST_TEST(sunk.abi->heading(sunk.abi, &heading) == BL_E_INVALID);
}

BOOST_AUTO_TEST_CASE(an_element_cannot_lead_to_another_one) {
    Sunk sunk;
    BOOST_TEST(sunk.value(whole("a/b/c", 1)) == BL_OK);
    BOOST_TEST(sunk.value(whole("a/b", 1)) == BL_E_INVALID);
    BOOST_TEST(sunk.value(whole("a", 1)) == BL_E_INVALID);
    BOOST_TEST(sunk.value(whole("a/b/c/d", 1)) == BL_E_INVALID);
    BOOST_TEST(sunk.value(whole("a/b/c2", 1)) == BL_OK);
    BOOST_TEST(sunk.value(whole("a/bb", 1)) == BL_OK);
    BOOST_TEST(sunk.section.elements.size() == 3u);
    BOOST_TEST(sunk.sink.warnings().size() == 2u);
}

BOOST_AUTO_TEST_CASE(what_the_section_has_already_counts_as_taken) {
    Section section;
    section.elements.push_back({"a/b", Value{}});
    SectionSink sink(section);
    const bl_out_value same = whole("a/b", 1);
    const bl_out_value above = whole("a", 1);
    BOOST_TEST(sink.abi()->value(sink.abi(), &same) == BL_E_INVALID);
    BOOST_TEST(sink.abi()->value(sink.abi(), &above) == BL_E_INVALID);
}

BOOST_AUTO_TEST_CASE(only_declared_paths_are_ids) {
    Sunk sunk;
    for (const char* id : {"", "/", "a//b", "A", "a b", "_a", "a/", "../x", "<img>", "a:b"}) {
        BOOST_TEST(sunk.value(whole(id, 1)) == BL_E_INVALID, id);
    }
    BOOST_TEST(sunk.value(whole(nullptr, 1)) == BL_E_INVALID);
    BOOST_TEST(sunk.value(whole(std::string(100'000, 'a').c_str(), 1)) == BL_E_INVALID);
    std::string deep = "a";
    for (int i = 0; i < 40; ++i) deep += "/a";
    BOOST_TEST(sunk.value(whole(deep.c_str(), 1)) == BL_E_INVALID);
    BOOST_TEST(sunk.section.elements.empty());
}

BOOST_AUTO_TEST_CASE(faults_are_repaired_with_a_warning_each) {
    const auto repaired = [](bl_out_value value) {
        Sunk sunk;
        BOOST_TEST(sunk.value(value) == BL_OK);
        return sunk.warning();
    };
    BOOST_TEST(repaired(text("v", "bad \xFF byte")) ==
               "v: a text had invalid UTF-8, which was replaced");
    BOOST_TEST(repaired(text("v", "\x1b[31mred")) ==
               "v: a text has control characters, which are not shown");
    auto value = whole("v", 1);
    value.title = nullptr;
    BOOST_TEST(repaired(value) == "v: has no title");
    value = whole("v", 1);
    value.help = nullptr;
    BOOST_TEST(repaired(value) == "v: a figure has no help");
    value = whole("v", 1);
    value.unit = 77;
    BOOST_TEST(repaired(value) == "v: an unknown unit was left out");
    value = whole("v", 1);
    value.name_kind = 77;
    BOOST_TEST(repaired(value) == "v: an unknown kind of name was left out");
    value = whole("v", 1);
    value.low = 5;
    value.high = 4;
    BOOST_TEST(repaired(value) == "v: an interval that is none was left out");
    value.high = kNaN;
    BOOST_TEST(repaired(value) == "v: an interval that is none was left out");
    value = whole("v", 1);
    value.type = BL_VALUE_F64;
    value.f64 = std::numeric_limits<double>::infinity();
    BOOST_TEST(repaired(value) == "v: a number is not finite and counts as absent");
}

BOOST_AUTO_TEST_CASE(tabs_and_line_ends_are_no_control_characters) {
    Sunk sunk;
    BOOST_TEST(sunk.value(text("v", "a\tb\r\nc \xC3\xA9 \xC2\xA0")) == BL_OK);
    BOOST_TEST(sunk.sink.warnings().empty());
}

BOOST_AUTO_TEST_CASE(unknown_kinds_of_a_newer_plugin_are_left_out_without_an_error) {
    Sunk sunk;
    auto value = whole("v", 1);
    value.type = BL_VALUE_FLAG;
    BOOST_TEST(sunk.value(value) == BL_SKIPPED);
    const std::uint64_t data[] = {1};
    BOOST_TEST(sunk.table("t", {column(9, "c", data)}, 1) == BL_SKIPPED);
    auto series = made<bl_out_series>();
    series.chart = 5;
    series.id = "y";
    series.title = "Y";
    BOOST_TEST(sunk.abi->series(sunk.abi, &series) == BL_SKIPPED);
    BOOST_TEST(sunk.section.elements.empty());
    BOOST_TEST(sunk.sink.warnings().size() == 3u);
    // The id of what was left out is free.
    BOOST_TEST(sunk.value(whole("v", 1)) == BL_OK);
}

BOOST_AUTO_TEST_CASE(structs_of_impossible_size_are_refused) {
    Sunk sunk;
    auto value = whole("v", 1);
    for (const std::uint32_t size : {0u, 4u, std::uint32_t(sizeof(bl_out_value)) - 4,
                                     std::uint32_t(sizeof(bl_out_value)) + 2, 1u << 20}) {
        value.struct_size = size;
        BOOST_TEST(sunk.value(value) == BL_E_INVALID, size);
    }
    BOOST_TEST(sunk.abi->value(sunk.abi, nullptr) == BL_E_INVALID);
    BOOST_TEST(sunk.abi->value(nullptr, &value) == BL_E_INVALID);
    BOOST_TEST(sunk.sink.warnings().front() == "value: the struct: struct_size 0 is below the " +
                                                   std::to_string(sizeof(bl_out_value)) +
                                                   " of version 1.0");
    BOOST_TEST(sunk.section.elements.empty());
}

BOOST_AUTO_TEST_CASE(a_struct_of_a_newer_plugin_may_be_longer) {
    Sunk sunk;
    struct {
        bl_out_value value;
        std::uint64_t more[4];
    } longer{whole("v", 7), {1, 2, 3, 4}};
    longer.value.struct_size = sizeof longer;
    BOOST_TEST(sunk.value(longer.value) == BL_OK);
    BOOST_CHECK(sunk.section.get<Value>("v")->value == Scalar(std::uint64_t{7}));
}

BOOST_AUTO_TEST_CASE(bad_places_in_a_template_are_a_warning) {
    Sunk sunk;
    auto heading = made<bl_out_heading>();
    heading.id = "h";
    heading.title = "{0} and {{braces}}";
    BOOST_TEST(sunk.abi->heading(sunk.abi, &heading) == BL_OK);
    BOOST_TEST(sunk.warning() == "h: a place such as {0} in a text has no argument");
}

BOOST_AUTO_TEST_SUITE_END()
