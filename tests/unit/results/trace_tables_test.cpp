#include "results/trace_tables.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "pacing/random.hpp"
#include "results/document_build.hpp"

using namespace benchlab;
using namespace benchlab::results;

namespace {

using base::Unit;
constexpr auto kLess = report::kOutLessIsBetter;
constexpr auto kMore = report::kOutMoreIsBetter;

report::Document document_of(report::Section section) {
    report::Document out;
    out.kind = "analyze";
    out.sections.push_back(std::move(section));
    return out;
}

// A section that nobody here knows: who, how often, how fast, and a column that says nothing of
// better.
report::Document stranger(const std::vector<std::string>& who, const std::vector<double>& times,
                          const std::vector<double>& rates, std::uint64_t omitted = 0) {
    SectionBuilder section("org.example.section", "A stranger's");
    report::Table& table = section.table("calls", "Calls");
    table.columns.push_back(column("who", "Who", "", Unit::kNone, who, report::kOutKey));
    table.columns.push_back(column("time_ns", "Time", "", Unit::kNanoseconds, times, kLess));
    table.columns.push_back(sparse_column("rate", "Rate", "", Unit::kFps, rates, kMore));
    table.columns.push_back(column("size", "Size", "", Unit::kBytes, times));
    table.rows_omitted = omitted;
    report::Value& total = section.value("total", "Total", "", std::uint64_t{who.size()});
    total.flags = kLess;
    return document_of(section.section());
}

std::vector<JoinedSection> join(const std::vector<report::Document>& base,
                                const std::vector<report::Document>& next) {
    std::vector<const report::Document*> a, b;
    for (const auto& each : base) a.push_back(&each);
    for (const auto& each : next) b.push_back(&each);
    return join_sections(a, b);
}

const JoinedFigure& figure(const JoinedSection& section, const std::string& row,
                           const std::string& id) {
    const auto at =
        std::find_if(section.figures.begin(), section.figures.end(),
                     [&](const JoinedFigure& each) { return each.row == row && each.id == id; });
    BOOST_REQUIRE_MESSAGE(at != section.figures.end(), row << ' ' << id << " is not there");
    return *at;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(trace_tables)

BOOST_AUTO_TEST_CASE(a_section_that_nobody_knows_is_joined_by_its_keys_and_flags) {
    const auto joined = join({stranger({"a", "b"}, {100, 50}, {60, 30})},
                             {stranger({"b", "a"}, {50, 130}, {30, 48})});
    BOOST_REQUIRE(joined.size() == 1U);
    // Two rows with a time and a rate, and the total; the size has no direction.
    BOOST_TEST(joined[0].figures.size() == 5U);
    const JoinedFigure& time = figure(joined[0], "a", "time_ns");
    BOOST_TEST(time.base_value == 100);
    BOOST_TEST(time.next_value == 130);
    BOOST_TEST(time.change.value() == 0.3, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(time.is_worse());
    BOOST_TEST(time.table_title == "Calls");
    BOOST_TEST(figure(joined[0], "a", "rate").is_worse());
    BOOST_TEST(!figure(joined[0], "b", "time_ns").differs(0));
    BOOST_TEST(figure(joined[0], "", "total").change.value() == 0);
    BOOST_TEST(!time.p);  // one capture a side has no spread
}

BOOST_AUTO_TEST_CASE(a_row_of_one_side_is_told_unless_the_other_was_cut) {
    const report::Document one = stranger({"a"}, {1}, {1});
    const report::Document two = stranger({"a", "b"}, {1, 2}, {1, 2});
    const auto joined = join({one}, {two});
    BOOST_REQUIRE(joined[0].lonely.size() == 1U);
    BOOST_TEST(joined[0].lonely[0].row == "b");
    BOOST_TEST(!joined[0].lonely[0].in_base);
    BOOST_TEST(joined[0].lonely[0].figures[0].next_value == 2);
    BOOST_TEST(join({stranger({"a"}, {1}, {1}, 5)}, {two})[0].lonely.empty());
    BOOST_TEST(join({two}, {one})[0].lonely[0].in_base);
}

BOOST_AUTO_TEST_CASE(from_zero_to_something_is_a_change_without_a_share) {
    const auto joined = join({stranger({"a"}, {0}, {NAN})}, {stranger({"a"}, {5}, {1})});
    const JoinedFigure& time = figure(joined[0], "a", "time_ns");
    BOOST_TEST(!time.change);
    BOOST_TEST(time.differs(10));
    // A figure that one side has not is not compared.
    BOOST_TEST(std::none_of(joined[0].figures.begin(), joined[0].figures.end(),
                            [](const JoinedFigure& each) { return each.id == "rate"; }));
}

BOOST_AUTO_TEST_CASE(moments_have_no_twin_in_another_capture) {
    SectionBuilder section("explain", "Explain");
    report::Table& slow = section.table("slow", "Slow frames");
    slow.columns.push_back(
        column("frame", "Frame", "", Unit::kNone, std::vector<std::uint64_t>{17}, report::kOutKey));
    slow.columns.push_back(
        column("begin_ns", "At", "", Unit::kTraceTime, std::vector<std::uint64_t>{5}));
    slow.columns.push_back(
        column("length_ns", "Length", "", Unit::kNanoseconds, std::vector<double>{9}, kLess));
    report::Table& parts = section.table("parts", "Parts");
    parts.columns.push_back(
        column("frame", "Frame", "", Unit::kNone, std::vector<std::uint64_t>{17}, report::kOutKey));
    parts.columns.push_back(column("thread", "Thread", "", Unit::kNone,
                                   std::vector<std::string>{"t"}, report::kOutKey));
    parts.columns.push_back(
        column("time_ns", "Time", "", Unit::kNanoseconds, std::vector<double>{9}, kLess));
    report::Table& calls = section.table("calls", "Calls");
    calls.columns.push_back(column("begin_ns", "At", "", Unit::kTraceTime,
                                   std::vector<std::uint64_t>{5}, report::kOutKey));
    calls.columns.push_back(
        column("time_ns", "Time", "", Unit::kNanoseconds, std::vector<double>{9}, kLess));
    report::Table& causes = section.table("causes", "Causes");
    causes.columns.push_back(column("thread", "Thread", "", Unit::kNone,
                                    std::vector<std::string>{"t"}, report::kOutKey));
    causes.columns.push_back(
        column("frames", "Frames", "", Unit::kCount, std::vector<std::uint64_t>{9}, kLess));
    const report::Document document = document_of(section.section());
    const auto joined = join({document}, {document});
    BOOST_REQUIRE(joined[0].figures.size() == 1U);
    BOOST_TEST(joined[0].figures[0].table == "causes");
}

BOOST_AUTO_TEST_CASE(several_captures_are_tested_against_their_spread) {
    std::vector<report::Document> base, next;
    for (const double off : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        base.push_back(stranger({"a", "b"}, {100 + off, 100 + 30 * off}, {60, 60}));
        next.push_back(stranger({"a", "b"}, {115 + off, 115 + 30 * off}, {60, 60}));
    }
    const auto joined = join(base, next);
    const JoinedFigure& steady = figure(joined[0], "a", "time_ns");
    BOOST_TEST(steady.base_value == 100);
    BOOST_TEST(steady.adjusted.value() < 0.05);
    // The same difference, where captures differ by more.
    BOOST_TEST(figure(joined[0], "b", "time_ns").adjusted.value() > 0.05);
    BOOST_TEST(figure(joined[0], "a", "rate").adjusted.value() == 1);
}

BOOST_AUTO_TEST_CASE(forty_metrics_of_identical_code_have_few_false_alarms) {
    pacing::Random random(1);
    const auto metrics = [&](std::vector<double>& out) {
        for (int i = 0; i < 20; ++i) {
            // Uniform, with a spread of its own from 2 % to 40 % for each.
            out.push_back(100 * (1 + 0.02 * (i + 1) * (random.uniform() - 0.5)));
        }
    };
    std::vector<std::string> names;
    for (int i = 0; i < 20; ++i) names.push_back("row" + std::to_string(i));
    int alarms = 0;
    for (int seed = 0; seed < 100; ++seed) {
        std::vector<report::Document> base, next;
        for (auto* side : {&base, &next}) {
            for (int run = 0; run < 5; ++run) {
                std::vector<double> times, rates;
                metrics(times);
                metrics(rates);
                side->push_back(stranger(names, times, rates));
            }
        }
        const auto joined = join(base, next);
        BOOST_REQUIRE(joined[0].figures.size() == 41U);
        alarms += std::any_of(joined[0].figures.begin(), joined[0].figures.end(),
                              [](const JoinedFigure& each) { return *each.adjusted < 0.05; });
    }
    BOOST_TEST(alarms <= 5);
}

BOOST_AUTO_TEST_CASE(sections_of_one_side_alone_are_not_compared) {
    SectionBuilder other("other", "Other");
    other.value("x", "X", "", 1.0).flags = kLess;
    BOOST_TEST(join({stranger({"a"}, {1}, {1})}, {document_of(other.section())}).empty());
    report::Document skipped = stranger({"a"}, {1}, {1});
    skipped.sections[0].status = "not in this trace: needs cswitch";
    BOOST_TEST(join({stranger({"a"}, {1}, {1})}, {skipped}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
