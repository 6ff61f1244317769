#include "measure/cpu_times.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab::measure;

BOOST_AUTO_TEST_SUITE(cpu_times)

BOOST_AUTO_TEST_CASE(steal_is_the_eighth_field_and_guests_count_once) {
    const auto before = parse_cpu_times("cpu  10 1 9 70 2 3 1 4 5 6\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    const auto after = parse_cpu_times("cpu  60 1 9 115 2 3 1 9 55 6\n");
    BOOST_REQUIRE(before.has_value());
    BOOST_REQUIRE(after.has_value());
    BOOST_TEST(before->all == 100);
    BOOST_TEST(before->steal == 4);
    BOOST_TEST(after->all == 200);
    BOOST_TEST(steal_share(*before, *after) == 0.05);
    BOOST_TEST(steal_share(*before, *before) == 0);
}

BOOST_AUTO_TEST_CASE(another_form_tells_nothing) {
    BOOST_TEST(!parse_cpu_times("").has_value());
    BOOST_TEST(!parse_cpu_times("cpu  1 2 3 4 5 6 7\n").has_value());  // before steal was counted
    BOOST_TEST(!parse_cpu_times("cpu0 1 2 3 4 5 6 7 8\n").has_value());
    BOOST_TEST(!read_cpu_times("/no/such/folder").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
