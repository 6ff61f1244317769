#include "measure/rank_test.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "unit/measure/oracle_files.hpp"

using namespace benchlab::measure;

BOOST_AUTO_TEST_SUITE(rank_test)

BOOST_AUTO_TEST_CASE(the_normal_approximation_equals_scipy) {
    const auto rows = oracle::read_rows("scipy_oracle.csv");
    BOOST_REQUIRE_EQUAL(rows.size(), 5u);
    for (const oracle::Row& row : rows) {
        const RankTest test =
            mann_whitney_asymptotic(oracle::samples(row[0]), oracle::samples(row[1]));
        BOOST_TEST(test.u == oracle::number(row[2]), row[0] << " U " << test.u);
        BOOST_TEST(oracle::same_p(test.p, oracle::number(row[3])), row[0] << " p " << test.p);
        BOOST_TEST(!test.exact);
    }
}

BOOST_AUTO_TEST_CASE(both_tests_equal_those_of_r) {
    int exact_ones = 0;
    int normal_ones = 0;
    for (const oracle::Row& row : oracle::read_rows("rank_oracle.csv")) {
        if (row[0] != "test") continue;
        const bool exact = row[3] == "exact";
        (exact ? exact_ones : normal_ones)++;
        const auto& x = oracle::samples(row[1]);
        const auto& y = oracle::samples(row[2]);
        const RankTest test = exact ? mann_whitney(x, y) : mann_whitney_asymptotic(x, y);
        BOOST_TEST(test.exact == exact, row[1] << " " << row[3]);
        BOOST_TEST(test.u == oracle::number(row[4]), row[1] << " " << row[3] << " " << test.u);
        BOOST_TEST(oracle::same_p(test.p, oracle::number(row[5])),
                   row[1] << " " << row[3] << " " << test.p << " not " << row[5]);
    }
    BOOST_TEST(exact_ones == 10);
    BOOST_TEST(normal_ones == 20);
}

BOOST_AUTO_TEST_CASE(complete_separation_of_five_is_significant_at_one_percent) {
    // 2 of the 252 orders; the normal approximation says 0.0122.
    const RankTest test =
        mann_whitney(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{6, 7, 8, 9, 10});
    BOOST_TEST(oracle::same_p(test.p, 2.0 / 252));
    BOOST_TEST(test.u == 0.0);
    BOOST_TEST(test.z == 0.0);
}

BOOST_AUTO_TEST_CASE(fifty_a_side_or_one_tie_anywhere_is_not_exact) {
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i < 49; ++i) {
        x.push_back(2 * i);
        y.push_back(2 * i + 1);
    }
    BOOST_TEST(mann_whitney(x, y).exact);
    x.push_back(1000);
    BOOST_TEST(!mann_whitney(x, y).exact);
    BOOST_TEST(!mann_whitney(y, x).exact);
    x.pop_back();
    x[1] = x[0];  // within one side
    BOOST_TEST(!mann_whitney(x, y).exact);
}

BOOST_AUTO_TEST_CASE(the_sides_mirror_each_other) {
    const auto& x = oracle::samples("exact_7_12_x");
    const auto& y = oracle::samples("exact_7_12_y");
    const RankTest forth = mann_whitney(x, y);
    const RankTest back = mann_whitney(y, x);
    BOOST_TEST(forth.p == back.p);
    BOOST_TEST(forth.u + back.u == 84.0);
    BOOST_TEST(mann_whitney_asymptotic(x, y).z == -mann_whitney_asymptotic(y, x).z);
}

BOOST_AUTO_TEST_CASE(equal_samples_give_no_evidence) {
    const std::vector<double> same(30, 4.0);
    const RankTest test = mann_whitney(same, same);
    BOOST_TEST(test.p == 1.0);
    BOOST_TEST(test.z == 0.0);
    BOOST_TEST(test.u == 450.0);
}

BOOST_AUTO_TEST_CASE(one_value_a_side_has_a_p_of_one) {
    BOOST_TEST(mann_whitney(std::vector<double>{1}, std::vector<double>{2}).p == 1.0);
    BOOST_TEST(mann_whitney_asymptotic(std::vector<double>{3}, std::vector<double>{3}).p == 1.0);
}

BOOST_AUTO_TEST_CASE(far_apart_samples_give_a_tiny_p_and_the_sign) {
    std::vector<double> low;
    std::vector<double> high;
    for (int i = 0; i < 300; ++i) {
        low.push_back(i);
        high.push_back(1000 + i);
    }
    const RankTest test = mann_whitney(low, high);
    BOOST_TEST(test.u == 0.0);
    BOOST_TEST(test.z < -20);
    BOOST_TEST(test.p > 0);
    BOOST_TEST(test.p < 1e-90);
}

BOOST_AUTO_TEST_SUITE_END()
