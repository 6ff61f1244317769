#include "common/timeline.hpp"

#include <boost/test/unit_test.hpp>

#include "common/window.hpp"

using namespace benchlab;
using analyzers::Timeline;

namespace {

constexpr std::int64_t kMs = 1'000'000;

}  // namespace

BOOST_AUTO_TEST_SUITE(timeline)

BOOST_AUTO_TEST_CASE(pieces_are_a_millisecond_or_a_600th) {
    BOOST_TEST(Timeline({0, 10 * kMs}).size() == 10u);
    BOOST_TEST(Timeline({0, 10 * kMs + 1}).size() == 11u);
    BOOST_TEST(Timeline({0, 10 * kMs + 1}).length_ns(10) == 1);
    BOOST_TEST(Timeline({5, 5 + 6000 * kMs}).size() == 600u);
    BOOST_TEST(Timeline({5, 5 + 6000 * kMs}).begin_ns(1) == 5 + 10 * kMs);
    BOOST_TEST(Timeline({0, 1}).size() == 1u);
}

// Of a damaged trace a window may be as long as times go.  600 * 15372286728091293 ns are 7 less
// than INT64_MAX: the rest is a piece of its own.
BOOST_AUTO_TEST_CASE(no_window_is_too_long) {
    Timeline half({0, INT64_MAX});
    BOOST_TEST(half.size() == 601u);
    BOOST_TEST(half.begin_ns(1) == 15372286728091293);
    half.add_span(0, INT64_MAX);
    half.add(INT64_MAX - 1, 1);
    BOOST_TEST(half.sum(0) == 15372286728091293.0);
    BOOST_TEST(half.length_ns(600) == 7);
    BOOST_TEST(half.sum(600) == 8.0);
    // Twice as long, and begun as early as times go.
    Timeline whole({INT64_MIN, INT64_MAX});
    BOOST_TEST(whole.begin_ns(0) == INT64_MIN);
    whole.add_span(INT64_MIN, INT64_MAX);
    whole.add(0, 1);
    double sum = 0;
    for (std::size_t piece = 0; piece < whole.size(); ++piece) sum += whole.sum(piece);
    BOOST_TEST(sum == 18446744073709551615.0, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(Timeline({INT64_MAX - 1, INT64_MAX}).size() == 1u);
    BOOST_TEST(Timeline({5, 4}).size() == 0u);
}

BOOST_AUTO_TEST_CASE(spans_are_divided_among_pieces_and_cut_to_the_window) {
    Timeline line({kMs, 4 * kMs});
    line.add_span(0, kMs + 10);
    line.add_span(kMs + kMs / 2, 3 * kMs + 7);
    line.add_span(3 * kMs + 100, 9 * kMs);
    line.add_span(5 * kMs, 6 * kMs);
    BOOST_TEST(line.sum(0) == 10.0 + kMs / 2);
    BOOST_TEST(line.sum(1) == double(kMs));
    BOOST_TEST(line.sum(2) == 7.0 + kMs - 100);
}

BOOST_AUTO_TEST_CASE(moments_outside_do_not_count) {
    Timeline line({kMs, 3 * kMs});
    for (const std::int64_t time : {kMs - 1, kMs, 3 * kMs - 1, 3 * kMs}) line.add(time, 1);
    BOOST_TEST(line.sum(0) == 1.0);
    BOOST_TEST(line.sum(1) == 1.0);
}

BOOST_AUTO_TEST_CASE(points_stand_in_the_middle_of_their_piece) {
    Timeline line({0, kMs + 100});
    line.add_span(0, kMs / 2);
    line.add_span(kMs, kMs + 25);
    Series shares;
    line.fill(shares, 1, true);
    BOOST_TEST(shares.x == (std::vector<double>{kMs / 2.0, kMs + 50.0}));
    BOOST_TEST(shares.y == (std::vector<double>{0.5, 0.25}));
}

BOOST_AUTO_TEST_CASE(a_span_of_no_length_touches_where_it_stands) {
    BOOST_TEST(analyzers::touches({10, 20}, 10, 10));
    BOOST_TEST(analyzers::touches({10, 20}, 19, 19));
    BOOST_TEST(!analyzers::touches({10, 20}, 20, 20));
    BOOST_TEST(!analyzers::touches({10, 20}, 0, 10));
    BOOST_TEST(analyzers::touches({10, 20}, 0, 11));
}

BOOST_AUTO_TEST_SUITE_END()
