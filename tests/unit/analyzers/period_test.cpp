#include "common/period.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <vector>

using benchlab::analyzers::period_of;

namespace {

using Times = std::vector<std::int64_t>;

}  // namespace

BOOST_AUTO_TEST_SUITE(period)

BOOST_AUTO_TEST_CASE(intervals_of_one_length_are_a_period) {
    const auto found = period_of({0, 2000, 4010, 5990, 8000, 10000}).value();
    BOOST_TEST(found.length_ns == 2000.0);  // of 1980, 2000, 2000, 2010, 2010
    BOOST_TEST(found.regular == 5u);
    BOOST_TEST(found.share() == 1.0);
    // Four are too few, and so are five of nine.
    BOOST_TEST(!period_of({0, 2000, 4010, 5990, 8000}).has_value());
    BOOST_TEST(
        !period_of({0, 2000, 4000, 6000, 8000, 10000, 10700, 11900, 14900, 24900}).has_value());
    BOOST_TEST(!period_of({}).has_value());
    BOOST_TEST(!period_of({7}).has_value());
}

// 8000 and 14000 did not show; something else came at 16500.
BOOST_AUTO_TEST_CASE(one_that_does_not_show_is_no_break) {
    const auto found =
        period_of({0, 2000, 4000, 6000, 10000, 12000, 16000, 16500, 18000, 20000}).value();
    BOOST_TEST(found.length_ns == 2000.0);
    BOOST_TEST(found.intervals == 9u);
    BOOST_TEST(found.regular == 7u);  // five, and two of twice the length
}

BOOST_AUTO_TEST_CASE(chance_has_no_period) {
    std::mt19937_64 random(1);
    int found = 0;
    for (int i = 0; i < 1000; ++i) {
        Times times;
        for (std::int64_t at = 0; times.size() < 7 + static_cast<std::size_t>(i) % 60;) {
            const double part = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
            at += static_cast<std::int64_t>(-std::log(part) * 1e9);
            times.push_back(at);
        }
        found += period_of(times) ? 1 : 0;
    }
    BOOST_TEST(found <= 10);
}

BOOST_AUTO_TEST_SUITE_END()
