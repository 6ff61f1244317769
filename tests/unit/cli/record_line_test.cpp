#include "cli/record_line.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab;
using namespace benchlab::cli;

BOOST_AUTO_TEST_SUITE(record_lines)

BOOST_AUTO_TEST_CASE(rates_are_those_since_the_last_look) {
    // 1 MiB and 500 events in half a second.
    const plugin::RecordState before{2u << 20, 1000, 0, 100, false};
    const plugin::RecordState now{3u << 20, 1500, 0, 160, false};
    BOOST_TEST(record_line(now, before, 12'340'000'000, 500'000'000) ==
               "recording 12.3 s  3.00 MiB, 2.10 MB/s  1000 events/s  160 frames  nothing lost");
}

BOOST_AUTO_TEST_CASE(without_frames_none_are_named_and_losses_stand_out) {
    const plugin::RecordState state{1024, 10, 7, 0, false};
    BOOST_TEST(record_line(state, {}, 1'000'000'000, 0) ==
               "recording 1.0 s  1.00 KiB, 0 B/s  0 events/s  7 LOST");
    BOOST_TEST(record_summary(state, 1'000'000'000) ==
               "recorded 1.0 s: 1.00 KiB, 10 events, 7 LOST");
}

BOOST_AUTO_TEST_CASE(a_ring_that_shrinks_has_no_rate) {
    const plugin::RecordState before{4096, 1000, 0, 0, false}, now{1024, 900, 0, 0, false};
    BOOST_TEST(record_line(now, before, 2'000'000'000, 1'000'000'000) ==
               "recording 2.0 s  1.00 KiB, 0 B/s  0 events/s  nothing lost");
}

BOOST_AUTO_TEST_CASE(one_of_each_is_no_plural) {
    const plugin::RecordState state{10, 1, 0, 1, true};
    BOOST_TEST(record_summary(state, 200'000'000) ==
               "recorded 0.2 s: 10 B, 1 event, 1 frame, nothing lost");
}

BOOST_AUTO_TEST_SUITE_END()
