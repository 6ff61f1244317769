#include "pacing/judgement.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

using namespace benchlab::pacing;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-12);

std::vector<double> logs(std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return values;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(judgement)

// Expected values of this file are R 4.2.2's: p.adjust(p, "holm"), t.test(next, base), qt, pt,
// choose.

BOOST_AUTO_TEST_CASE(holm_corrects_as_r_does) {
    const std::vector<double> six = holm(std::vector<double>{0.001, 0.04, 0.03, 0.005, 0.5, 0.03});
    const std::vector<double> expected_six = {0.006, 0.12, 0.12, 0.025, 0.5, 0.12};
    for (std::size_t i = 0; i < six.size(); ++i) BOOST_TEST(six[i] == expected_six[i], kClose);
    const std::vector<double> four = holm(std::vector<double>{0.011, 0.02, 0.9, 1e-9});
    const std::vector<double> expected_four = {0.033, 0.04, 0.9, 4e-9};
    for (std::size_t i = 0; i < four.size(); ++i) BOOST_TEST(four[i] == expected_four[i], kClose);
    BOOST_TEST(holm({}).empty());
}

BOOST_AUTO_TEST_CASE(captures_are_compared_as_by_welch) {
    const Difference found = difference(logs({9.96, 9.98, 10.02, 9.96, 10.04}),
                                        logs({10.43, 10.47, 10.47, 10.53, 10.41}));
    BOOST_TEST(found.estimate / found.error == 18.0159250027107, kClose);
    BOOST_TEST(found.freedom == 7.72557549470538, kClose);
    BOOST_TEST(found.p == 1.37330147037746e-07, boost::test_tools::tolerance(1e-10));
    const double reach = t_quantile(0.975, found.freedom) * found.error;
    BOOST_TEST(found.estimate - reach == 0.0400427403578857, kClose);
    BOOST_TEST(found.estimate + reach == 0.0518820932875724, kClose);

    const Difference few =
        difference(std::vector<double>{1, 2, 4}, std::vector<double>{3.5, 9, 4, 8});
    BOOST_TEST(few.estimate / few.error == 2.3032439591641194, kClose);
    BOOST_TEST(few.freedom == 4.7473985680190935, kClose);
    BOOST_TEST(few.p == 0.0722775135275024, kClose);
}

BOOST_AUTO_TEST_CASE(figures_of_any_kind_are_judged_with_more_caution) {
    const std::vector<double> base = {1, 2, 4}, next = {3.5, 9, 4, 8};
    const Difference found = cautious_difference(base, next);
    // Half-way between 4.75 of Welch and the 2 of three captures; R: 2 *
    // pt(-2.3032439591641194, 3.37...)
    BOOST_TEST(found.freedom == (4.7473985680190935 + 2) / 2, kClose);
    BOOST_TEST(found.p == 0.0949205710744091, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(cautious_difference(std::vector<double>{1, 1}, std::vector<double>{2, 2}).p == 1);
}

BOOST_AUTO_TEST_CASE(a_single_capture_has_the_spread_of_the_others) {
    const std::vector<double> several = {10.1, 10.3, 9.9, 10.0, 10.2};
    const Difference found = difference(several, std::vector<double>{10.9});
    BOOST_TEST(found.estimate / found.error == 4.6188021535170103, kClose);
    BOOST_TEST(found.p == 0.0098899906638913, boost::test_tools::tolerance(1e-10));
    const Difference turned = difference(std::vector<double>{10.9}, several);
    BOOST_TEST(turned.p == found.p);
    BOOST_TEST(turned.estimate == -found.estimate);
}

BOOST_AUTO_TEST_CASE(without_a_spread_nothing_is_significant) {
    const std::vector<double> one = {10}, other = {20};
    BOOST_TEST(difference(one, other).p == 1);
    BOOST_TEST(difference(std::vector<double>{1, 1}, std::vector<double>{2, 2}).p == 1);
    BOOST_TEST(difference(Estimate{1, 0.1, 0}, Estimate{2, 0.1, 5}).p == 1);
    BOOST_TEST(difference({}, one).p == 1);
}

BOOST_AUTO_TEST_CASE(quantiles_of_t_are_those_of_r) {
    BOOST_TEST(t_quantile(0.975, 4.5) == 2.658912347204403, kClose);
    BOOST_TEST(t_quantile(0.8, 7) == 0.896029644313765, kClose);
    BOOST_TEST(t_quantile(0.999, 3) == 10.214531852407383, kClose);
    BOOST_TEST(std::isinf(t_quantile(0.975, 0)));
}

BOOST_AUTO_TEST_CASE(five_captures_and_five_fall_apart_by_chance_once_in_126) {
    BOOST_TEST(chance_of_separation(5, 5) == 0.00793650793650794, kClose);  // 2 / choose(10, 5)
    BOOST_TEST(chance_of_separation(1, 1) == 1);
    BOOST_TEST(chance_of_separation(2, 2) == 1.0 / 3, kClose);
}

BOOST_AUTO_TEST_SUITE_END()
