#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "measure/rank_test.hpp"
#include "unit/measure/oracle_files.hpp"

using namespace benchlab::measure;

namespace {

// The definition, with all differences made.
double median_of_all_differences(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> all;
    for (const double a : x) {
        for (const double b : y) all.push_back(a - b);
    }
    std::sort(all.begin(), all.end());
    const std::size_t half = all.size() / 2;
    return all.size() % 2 == 1 ? all[half] : all[half - 1] + (all[half] - all[half - 1]) / 2;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shift)

BOOST_AUTO_TEST_CASE(estimate_and_interval_equal_r) {
    int exact_ones = 0;
    int normal_ones = 0;
    int without = 0;
    for (const oracle::Row& row : oracle::read_rows("rank_oracle.csv")) {
        if (row[0] != "shift") continue;
        BOOST_TEST_CONTEXT(row[1] << " " << row[3] << " at " << row[4]) {
            (row[3] == "exact" ? exact_ones : normal_ones)++;
            if (row[6] == "NA") ++without;
            const Shift got = hodges_lehmann(oracle::samples(row[1]), oracle::samples(row[2]),
                                             oracle::number(row[4]));
            BOOST_TEST(oracle::same(got.estimate, oracle::number(row[5])), got.estimate);
            BOOST_TEST(oracle::same(got.low, oracle::number(row[6])), got.low);
            BOOST_TEST(oracle::same(got.high, oracle::number(row[7])), got.high);
            BOOST_TEST(oracle::same(got.confidence, oracle::number(row[8])), got.confidence);
        }
    }
    BOOST_TEST(exact_ones == 30);
    BOOST_TEST(normal_ones == 30);
    BOOST_TEST(without == 6);
}

BOOST_AUTO_TEST_CASE(for_many_samples_the_interval_is_close_to_the_one_that_r_searches) {
    // wilcox.test stops its search within 1e-4, and lands beside the difference at which the test
    // jumps; the order statistic is that difference.
    int rows = 0;
    for (const oracle::Row& row : oracle::read_rows("rank_oracle.csv")) {
        if (row[0] != "shift" || row[3] != "normal") continue;
        ++rows;
        const Shift got = hodges_lehmann(oracle::samples(row[1]), oracle::samples(row[2]),
                                         oracle::number(row[4]));
        BOOST_TEST(std::abs(got.low - oracle::number(row[9])) < 2e-4, row[1] << " " << got.low);
        BOOST_TEST(std::abs(got.high - oracle::number(row[10])) < 2e-4, row[1] << " " << got.high);
    }
    BOOST_TEST(rows == 30);
}

BOOST_AUTO_TEST_CASE(the_search_finds_the_median_of_all_differences) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 40; ++round) {
        std::vector<double> x(1 + random() % 40);
        std::vector<double> y(1 + random() % 40);
        const double scale = std::pow(10.0, static_cast<double>(random() % 13) - 6);
        // Some rounds with few distinct values, of both signs.
        const std::uint64_t distinct = round % 3 == 0 ? 5 : 1'000'000'007;
        for (double& v : x) v = (static_cast<double>(random() % distinct) - 2) * scale;
        for (double& v : y) v = (static_cast<double>(random() % distinct) - 3) * scale;
        BOOST_TEST(hodges_lehmann(x, y).estimate == median_of_all_differences(x, y));
    }
}

BOOST_AUTO_TEST_CASE(equal_samples_are_shifted_by_a_positive_zero) {
    const std::vector<double> same(12, 3.25);
    const Shift got = hodges_lehmann(same, same);
    BOOST_TEST(got.estimate == 0.0);
    BOOST_TEST(!std::signbit(got.estimate));
    BOOST_TEST(got.low == 0.0);
    BOOST_TEST(got.high == 0.0);
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_samples_a_side_need_no_table_of_differences) {
    // All differences would be 80 GB.
    std::mt19937_64 random(6);
    std::vector<double> x(100'000);
    std::vector<double> y(100'000);
    for (double& v : x) v = 1007 + static_cast<double>(random() % 1'000'000) / 1e4;
    for (double& v : y) v = 1000 + static_cast<double>(random() % 1'000'000) / 1e4;
    const Shift got = hodges_lehmann(x, y);
    // The standard error of the shift of two such uniform sets is 0.13.
    BOOST_TEST(std::abs(got.estimate - 7) < 1);
    BOOST_TEST(got.low < got.estimate);
    BOOST_TEST(got.estimate < got.high);
    BOOST_TEST(got.high - got.low < 1);
}

BOOST_AUTO_TEST_CASE(without_samples_nothing_is_known) {
    const std::vector<double> some{1, 2, 3};
    BOOST_TEST(std::isnan(hodges_lehmann({}, some).estimate));
    BOOST_TEST(std::isnan(hodges_lehmann(some, {}).low));
    // Three a side bound the shift at 90 % and not at 95 %.
    const std::vector<double> others{10, 20, 30};
    BOOST_TEST(hodges_lehmann(others, some, 0.9).low == 7.0);
    BOOST_TEST(hodges_lehmann(others, some, 0.9).high == 29.0);
    BOOST_TEST(std::isnan(hodges_lehmann(others, some, 0.95).low));
    BOOST_TEST(hodges_lehmann(others, some, 0.95).confidence == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
