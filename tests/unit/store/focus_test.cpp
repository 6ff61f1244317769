// Which process a report is about, of small recordings whose times were added up by hand.
#include "store/focus.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "test_store.hpp"

using namespace benchlab;
using test::Pid;
using test::TestRecording;
using test::Tid;
using test::Time;

namespace {

constexpr std::int64_t kAlways = 1'000'000'000;

std::uint32_t focus_pid(const store::Store& store, const std::string& wanted = "",
                        std::int64_t begin = 0, std::int64_t end = kAlways) {
    const store::Focus focus = store::choose_focus(store, wanted, begin, end);
    if (focus.process == BL_NO_ROW) return 0;
    return store.find("process")->values<std::uint32_t>("pid")[focus.process];
}

// Two processes with a thread each: 50 with 51, 60 with 61.
void two_programs(TestRecording& made, const std::string& first, const std::string& second) {
    made.process(0, 50, first, BL_LIFE_THERE);
    made.process(0, 60, second, BL_LIFE_THERE);
    made.thread(0, 51, 50, "", BL_LIFE_THERE);
    made.thread(0, 61, 60, "", BL_LIFE_THERE);
}

void add_sample(TestRecording& made, std::int64_t time, std::uint32_t tid) {
    made.row("sample", {{"time", Time(time)},
                        {"cpu", std::int64_t{0}},
                        {"thread", Tid(tid)},
                        {"code", test::Address(0x1000)}});
}

void add_present(TestRecording& made, std::int64_t begin, std::int64_t end, std::uint32_t tid) {
    made.row("present", {{"begin", Time(begin)}, {"end", Time(end)}, {"thread", Tid(tid)}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(focus)

// 50 runs on CPU 1 from 0 until the end of the trace at 1000, 60 for 1 ns.
BOOST_AUTO_TEST_CASE(who_runs_until_the_end_has_run_that_long) {
    TestRecording made;
    two_programs(made, "hog.exe", "tiny.exe");
    made.cswitch(0, 1, 0, 51);
    made.cswitch(10, 0, 0, 61);
    made.cswitch(11, 0, 61, 0);
    add_sample(made, 1000, 0);
    const auto store = made.freeze();
    BOOST_TEST(focus_pid(*store) == 50u);
}

// 50 runs from 0 to 10, 60 from 10 until the end at 100.
BOOST_AUTO_TEST_CASE(of_two_with_one_name_the_busier_is_meant) {
    TestRecording made;
    two_programs(made, "game.exe", "game.exe");
    made.cswitch(0, 0, 0, 51);
    made.cswitch(10, 0, 51, 61);
    add_sample(made, 100, 61);
    const auto store = made.freeze();
    BOOST_TEST(focus_pid(*store, "game") == 60u);
    BOOST_TEST(focus_pid(*store, "50") == 50u);
}

// Samples say who ran only where context switches do not.
BOOST_AUTO_TEST_CASE(samples_count_where_no_switch_tells) {
    TestRecording made;
    two_programs(made, "long.exe", "sampled.exe");
    add_sample(made, 1, 61);
    add_sample(made, 2, 61);
    add_sample(made, 3, 51);
    BOOST_TEST(focus_pid(*made.freeze()) == 60u);
    TestRecording switched;
    two_programs(switched, "long.exe", "sampled.exe");
    add_sample(switched, 1, 61);
    switched.cswitch(2, 0, 0, 51);
    add_sample(switched, 100, 61);
    BOOST_TEST(focus_pid(*switched.freeze()) == 50u);
}

// 50 has two frames before 100, 60 one behind it.
BOOST_AUTO_TEST_CASE(frames_count_within_the_window) {
    TestRecording made;
    two_programs(made, "early.exe", "late.exe");
    for (const std::int64_t begin : {10, 20, 30}) add_present(made, begin, begin + 1, 51);
    for (const std::int64_t begin : {150, 160}) add_present(made, begin, begin + 1, 61);
    const auto store = made.freeze();
    BOOST_TEST(focus_pid(*store) == 50u);
    BOOST_TEST(focus_pid(*store, "", 100, 200) == 60u);
    BOOST_TEST(focus_pid(*store, "", 15, 25) == 50u);
}

// 50 marks two frames, and each is presented, too: those are not four, and not more than three
// of 60.
BOOST_AUTO_TEST_CASE(a_frame_that_is_marked_and_presented_counts_once) {
    TestRecording made;
    two_programs(made, "marked.exe", "presenting.exe");
    for (const std::int64_t begin : {10, 20}) {
        made.row("mark", {{"time", Time(begin)}, {"thread", Tid(51)}, {"name", "frame"}});
        add_present(made, begin + 1, begin + 2, 51);
    }
    for (const std::int64_t begin : {10, 20, 30}) add_present(made, begin, begin + 1, 61);
    BOOST_TEST(focus_pid(*made.freeze()) == 60u);
    // With as many marks as presents of others it is the one with the most, however they are told.
    TestRecording more;
    two_programs(more, "marked.exe", "presenting.exe");
    for (const std::int64_t time : {10, 20, 30, 40})
        more.row("mark", {{"time", Time(time)}, {"thread", Tid(51)}, {"name", "frame"}});
    for (const std::int64_t begin : {10, 20, 30}) add_present(more, begin, begin + 1, 61);
    BOOST_TEST(focus_pid(*more.freeze()) == 50u);
}

// A long frame of 50 makes the search by time hand over all rows behind it, 60's short ones too,
// which ended before the window.
BOOST_AUTO_TEST_CASE(frames_that_ended_before_the_window_do_not_count) {
    TestRecording made;
    two_programs(made, "long.exe", "short.exe");
    for (const std::int64_t begin : {0, 500}) add_present(made, begin, begin + 1, 51);
    for (const std::int64_t begin : {10, 20, 30}) add_present(made, begin, begin + 1, 61);
    const auto store = made.freeze();
    BOOST_TEST(focus_pid(*store, "", 100, 200) == 50u);
}

BOOST_AUTO_TEST_SUITE_END()
