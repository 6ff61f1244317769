// Context switches that two events tell, and those that the tracepoint leaves out.
#include "made_switches.hpp"

using namespace perf_test;

BOOST_AUTO_TEST_SUITE(perf_switches)

// The same switch, told without a call chain for all and with one for the program of interest.
BOOST_AUTO_TEST_CASE(a_switch_that_two_events_tell_is_one) {
    MadePerf made({switch_event(), switch_event()});
    made.sample(0, {50, 50, 1000, 1}, 0, {}, switch_raw(50, 1, 60));
    made.sample(1, {50, 50, 1300, 1}, 0, {0x400010}, switch_raw(50, 1, 60));
    made.sample(0, {60, 60, 2000, 1}, 0, {}, switch_raw(60, 256, 50));
    made.sample(0, {50, 50, 3000, 1}, 0, {}, switch_raw(50, 2, 60));
    made.sample(1, {50, 50, 3300, 1}, 0, {0x400020}, switch_raw(50, 2, 60));
    const auto rows = rows_of(made, "twice.perf.data", "cswitch");
    BOOST_REQUIRE(rows.size() == 3u);
    BOOST_TEST(rows[0].number("time") == 1000);
    BOOST_TEST(rows[0].text("old_reason") == "S");
    BOOST_TEST(rows[0].number("old_state") == 3);
    BOOST_TEST(rows[0].stack("old_stack").size() == 1u);
    BOOST_TEST(rows[1].text("old_reason") == "R+");
    BOOST_TEST(rows[1].number("old_state") == 2);
    BOOST_TEST(rows[2].text("old_reason") == "D");
    BOOST_TEST(rows[2].stack("old_stack").at(0) == 0x400020u);
}

// Kernel 6.18 drops the tracepoint of some threads, of idle ones mostly, but not its own records.
BOOST_AUTO_TEST_CASE(a_switch_whose_tracepoint_is_missing_is_told_by_the_kernels_records) {
    MadePerf made({switch_event()});
    // 50 waits and the CPU idles; 60 comes without a tracepoint, is preempted by 70 without one,
    // and 70 leaves with one.
    made.sample(0, {50, 50, 1000, 1}, 0, {}, switch_raw(50, 1, 0));
    made.switched({50, 50, 1001, 1}, 0, true);
    made.switched({0, 0, 1002, 1}, 50, false);
    made.switched({0, 0, 2000, 1}, 60, true);
    made.switched({60, 60, 2001, 1}, 0, false);
    made.switched({60, 60, 3000, 1}, 70, true, true);
    made.switched({70, 70, 3001, 1}, 60, false);
    made.sample(0, {70, 70, 4000, 1}, 0, {}, switch_raw(70, 2, 50));
    made.switched({70, 70, 4001, 1}, 50, true);
    made.switched({50, 50, 4002, 1}, 70, false);
    const auto rows = rows_of(made, "filled.perf.data", "cswitch");
    BOOST_REQUIRE(rows.size() == 4u);
    const auto check = [&](std::size_t row, std::int64_t time, std::int64_t from, std::int64_t to,
                           std::int64_t state) {
        BOOST_TEST(rows[row].number("time") == time);
        BOOST_TEST(rows[row].number("old_thread") == from);
        BOOST_TEST(rows[row].number("new_thread") == to);
        BOOST_TEST(rows[row].number("old_state") == state);
    };
    check(0, 1000, 50, 0, 3);
    check(1, 2000, 0, 60, 1);
    check(2, 3000, 60, 70, 2);
    check(3, 4000, 70, 50, 3);
}

BOOST_AUTO_TEST_SUITE_END()
