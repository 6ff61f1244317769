#include "common/distribution.hpp"

#include <boost/test/unit_test.hpp>

using namespace benchlab;
using analyzers::distribution_of;
using analyzers::percentile;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-12);

}  // namespace

BOOST_AUTO_TEST_SUITE(distribution)

BOOST_AUTO_TEST_CASE(percentiles_lie_between_neighbours) {
    const std::vector<std::int64_t> four = {1, 2, 3, 4};
    BOOST_TEST(percentile(four, 0) == 1.0, kClose);
    BOOST_TEST(percentile(four, 25) == 1.75, kClose);  // rank 0.25 * 3 = 0.75
    BOOST_TEST(percentile(four, 50) == 2.5, kClose);
    BOOST_TEST(percentile(four, 100) == 4.0, kClose);
    BOOST_TEST(percentile({7}, 99) == 7.0, kClose);
}

BOOST_AUTO_TEST_CASE(lengths_of_1_to_100_are_spread_so) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t i = 100; i > 0; --i) lengths.push_back(i);
    const auto of = distribution_of(lengths);
    BOOST_TEST(of.count == 100u);
    BOOST_TEST(of.total_ns == 5050);
    BOOST_TEST(of.min_ns == 1);
    BOOST_TEST(of.max_ns == 100);
    BOOST_TEST(of.mean_ns == 50.5, kClose);
    BOOST_TEST(of.p50_ns == 50.5, kClose);     // rank 49.5: between 50 and 51
    BOOST_TEST(of.p90_ns == 90.1, kClose);     // rank 89.1
    BOOST_TEST(of.p99_ns == 99.01, kClose);    // rank 98.01
    BOOST_TEST(of.p999_ns == 99.901, kClose);  // rank 98.901
}

BOOST_AUTO_TEST_CASE(a_sum_beyond_its_type_stays_at_the_greatest_number) {
    const std::int64_t years = 470'000'000'000'000'000;  // 15
    const auto of = distribution_of(std::vector<std::int64_t>(25, years));
    BOOST_TEST(of.total_ns == INT64_MAX);
    BOOST_TEST(of.mean_ns == static_cast<double>(years), kClose);
    BOOST_TEST(of.max_ns == years);
}

BOOST_AUTO_TEST_CASE(nothing_is_all_zero) {
    const auto of = distribution_of({});
    BOOST_TEST(of.count == 0u);
    BOOST_TEST(of.mean_ns == 0.0);
    BOOST_TEST(of.p999_ns == 0.0);
}

BOOST_AUTO_TEST_CASE(lists_keep_the_greatest_and_tell_how_many_went) {
    const auto list =
        analyzers::greatest(std::vector<int>{3, 1, 4, 1, 5}, 2, [](int value) { return value; });
    BOOST_TEST(list.rows == (std::vector<int>{5, 4}));
    BOOST_TEST(list.omitted == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
