#include "plugin/trace_damage.hpp"

#include <boost/test/unit_test.hpp>

#include "test_store.hpp"

using namespace benchlab;
using namespace benchlab::test;
using plugin::damage_findings;

namespace {

// Of 1000 ns.
struct Recorded : TestRecording {
    Recorded()
        : TestRecording([] {
              store::Clock clock;
              clock.end = 1000;
              return clock;
          }()) {}

    void lose(std::int64_t begin, std::int64_t end, int kind, int count) {
        row("lost", {{"begin", Time(begin)},
                     {"end", Time(end)},
                     {"kind", std::int64_t{kind}},
                     {"count", std::int64_t{count}}});
    }
    // It is not told how much.
    void lose(std::int64_t begin, std::int64_t end, int kind) {
        row("lost", {{"begin", Time(begin)}, {"end", Time(end)}, {"kind", std::int64_t{kind}}});
    }
};

std::string text_of(const report::Finding& finding) {
    return report::fill_template(finding.text, finding.args);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(trace_damage)

BOOST_AUTO_TEST_CASE(a_trace_that_lost_nothing_has_no_finding) {
    Recorded made;
    BOOST_TEST(damage_findings(*made.freeze(), 0, 1000).empty());
}

BOOST_AUTO_TEST_CASE(losses_are_one_finding_for_each_kind) {
    Recorded made;
    made.lose(0, 1000, BL_LOST_KIND_EVENTS, 2);
    made.lose(600, 700, BL_LOST_KIND_EVENTS, 1);
    made.lose(1000, 1000, BL_LOST_KIND_EVENTS);
    made.lose(800, 900, BL_LOST_KIND_BUFFERS, 4);
    made.lose(300, 300, BL_LOST_KIND_THROTTLED);
    made.lose(400, 400, BL_LOST_KIND_THROTTLED);
    const auto findings = damage_findings(*made.freeze(), 0, 1000);
    BOOST_TEST_REQUIRE(findings.size() == 3u);
    BOOST_TEST(findings[0].code == "trace.lost-events");
    BOOST_TEST(text_of(findings[0]) == "3 events were lost: counts and times are too low");
    BOOST_TEST((findings[0].begin == 0 && findings[0].end == 0));  // at no moment
    BOOST_TEST(findings[1].code == "trace.lost-buffers");
    BOOST_TEST(text_of(findings[1]) ==
               "4 buffers were lost, and all events in them: counts and times are too low");
    BOOST_TEST((findings[1].begin == 800 && findings[1].end == 900));
    BOOST_TEST(text_of(findings[2]) ==
               "2 times the system slowed the sampling down: there are too few samples");
}

BOOST_AUTO_TEST_CASE(what_was_lost_at_some_time_is_not_told_in_full_for_a_window) {
    Recorded made;
    made.lose(0, 1000, BL_LOST_KIND_EVENTS, 2);
    made.lose(600, 700, BL_LOST_KIND_EVENTS, 1);
    made.lose(100, 200, BL_LOST_KIND_EVENTS, 8);  // outside
    made.lose(0, 400, BL_LOST_KIND_BUFFERS, 4);
    const auto store = made.freeze();
    const auto findings = damage_findings(*store, 500, 750);
    BOOST_TEST_REQUIRE(findings.size() == 1u);
    BOOST_TEST(
        text_of(findings[0]) ==
        "Up to 3 events were lost; whether 2 of them were in the window the trace does not tell");
    BOOST_TEST(damage_findings(*store, 400, 500).size() == 1u);  // the buffers before
    BOOST_TEST(damage_findings(*store, 399, 500).size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_loss_of_unknown_size_is_told) {
    Recorded made;
    made.lose(600, 700, BL_LOST_KIND_EVENTS);
    const auto findings = damage_findings(*made.freeze(), 0, 1000);
    BOOST_TEST_REQUIRE(findings.size() == 1u);
    BOOST_TEST(text_of(findings[0]) ==
               "Events were lost, the trace does not tell how many: counts and times are too low");
}

BOOST_AUTO_TEST_CASE(problems_of_files_have_their_count_and_place) {
    Recorded made;
    made.row("problem", {{"code", std::string("etl.cut-buffer")},
                         {"text", std::string("A buffer is cut.")},
                         {"count", std::int64_t{3}},
                         {"offset", std::int64_t{4096}}});
    made.row("problem", {{"code", std::string("etl.odd")}, {"text", std::string()}});
    const auto findings = damage_findings(*made.freeze(), 500, 750);
    BOOST_TEST_REQUIRE(findings.size() == 2u);
    BOOST_TEST(findings[0].code == "trace.file-problem");
    BOOST_TEST(text_of(findings[0]) == "A buffer is cut: 3 times, first at byte 4096 of the file");
    BOOST_TEST(text_of(findings[1]) == "etl.odd");
}

BOOST_AUTO_TEST_SUITE_END()
