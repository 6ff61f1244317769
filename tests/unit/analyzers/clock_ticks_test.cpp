#include "common/clock_ticks.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab;

BOOST_AUTO_TEST_SUITE(timers)

BOOST_AUTO_TEST_CASE(moments_lie_on_the_clocks_ticks_or_do_not) {
    std::vector<std::int64_t> ticks, shaken, frames, milliseconds;
    for (std::int64_t i = 0; i < 40; ++i) {
        const std::int64_t tick = 3'000'000 + (i * 3 + i % 2) * 15'625'000;
        ticks.push_back(tick);
        shaken.push_back(tick + (i % 3 - 1) * 200'000);
        frames.push_back(i * 16'666'667);
        milliseconds.push_back(i * 16'000'000 + i % 5 * 1'000'000);
    }
    BOOST_TEST(analyzers::lie_on_ticks(ticks));
    BOOST_TEST(analyzers::lie_on_ticks(shaken));
    BOOST_TEST(!analyzers::lie_on_ticks(frames));
    BOOST_TEST(!analyzers::lie_on_ticks(milliseconds));
    // Of a few nothing can be told.
    BOOST_TEST(!analyzers::lie_on_ticks({ticks.begin(), ticks.begin() + 15}));
}

BOOST_AUTO_TEST_SUITE_END()
