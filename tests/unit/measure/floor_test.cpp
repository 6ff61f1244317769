#include "measure/floor.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "benchlab/repeat.hpp"

using namespace benchlab::measure;

namespace {

// 3 GHz: a cycle of 0.32 ns, of which a quarter is 0.08 ns.
Floor known() {
    Floor floor;
    floor.ns = 0.020;
    floor.high_ns = 0.024;
    floor.cycles = 0.0625;
    floor.cycle_ns = 0.32;
    return floor;
}

const double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BOOST_AUTO_TEST_SUITE(floor_of_the_loop)

BOOST_AUTO_TEST_CASE(an_empty_body_is_measured) {
    const Floor seen = measure_floor([](std::uint64_t n) { benchlab::repeat(n, [] {}); });
    BOOST_TEST(seen.is_known());
    BOOST_TEST(seen.high_ns >= seen.ns);
#if defined(__x86_64__)
    // From 0.1 to 10 GHz.
    BOOST_TEST(seen.cycle_ns > 0.1);
    BOOST_TEST(seen.cycle_ns < 10);
    BOOST_TEST(seen.cycles > 0);
#endif
}

BOOST_AUTO_TEST_CASE(the_resolution_is_a_quarter_of_a_cycle) {
    BOOST_TEST(resolution_ns(known()) == 0.08);
    BOOST_TEST((resolve(known(), 0.081, 0.080) == Resolved::kYes));
    BOOST_TEST((resolve(known(), 0.08, 0.07) == Resolved::kNo));
    BOOST_TEST((resolve(known(), 0.04, 0.039) == Resolved::kNo));
}

BOOST_AUTO_TEST_CASE(or_what_an_empty_body_takes_where_that_is_more) {
    Floor slow = known();  // one iteration a turn
    slow.ns = 0.32;
    slow.high_ns = 0.33;
    BOOST_TEST(resolution_ns(slow) == 0.33);
    BOOST_TEST((resolve(slow, 0.325, 0.32) == Resolved::kLikeEmpty));
    Floor no_cycles = known();
    no_cycles.cycles = no_cycles.cycle_ns = 0;
    BOOST_TEST(resolution_ns(no_cycles) == 0.024);
    BOOST_TEST((resolve(no_cycles, 0.03, 0.03) == Resolved::kYes));
}

BOOST_AUTO_TEST_CASE(what_overlaps_the_empty_body_is_like_it) {
    BOOST_TEST((resolve(known(), 0.021, 0.019) == Resolved::kLikeEmpty));
    BOOST_TEST((resolve(known(), 0.026, 0.024) == Resolved::kLikeEmpty));
    BOOST_TEST((resolve(known(), 0.026, 0.025) == Resolved::kNo));
    BOOST_TEST((resolve(known(), 0.024, kNone) == Resolved::kLikeEmpty));
    BOOST_TEST((resolve(known(), 0.025, kNone) == Resolved::kNo));
    BOOST_TEST((resolve(known(), 0, 0) == Resolved::kLikeEmpty));
}

BOOST_AUTO_TEST_CASE(without_a_floor_nothing_is_judged) {
    BOOST_TEST((resolve(Floor{}, 0, 0) == Resolved::kYes));
    BOOST_TEST((resolve(known(), kNone, kNone) == Resolved::kYes));
    BOOST_TEST(resolution_ns(Floor{}) == 0);
}

BOOST_AUTO_TEST_CASE(it_is_said_in_words) {
    BOOST_TEST(resolution_text(known(), Resolved::kYes) == "");
    BOOST_TEST(resolution_text(known(), Resolved::kNo) == "below resolution (0.08 ns)");
    BOOST_TEST(resolution_text(known(), Resolved::kLikeEmpty) == "below resolution (0.08 ns)");
    BOOST_TEST(removed_warning(known(), Resolved::kYes, false) == "");
    BOOST_TEST(removed_warning(known(), Resolved::kNo, false) == "");
    const std::string like = removed_warning(known(), Resolved::kLikeEmpty, false);
    BOOST_TEST(like.find("no longer than an empty body (0.02 ns)") != std::string::npos, like);
    // The code is sure, whatever the time was.
    for (const Resolved time : {Resolved::kYes, Resolved::kNo, Resolved::kLikeEmpty}) {
        const std::string sure = removed_warning(known(), time, true);
        BOOST_TEST(sure.find("the compiler has removed the body") == 0u, sure);
    }
}

BOOST_AUTO_TEST_SUITE_END()
