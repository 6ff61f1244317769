#include "measure/regression.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "unit/measure/oracle_files.hpp"
#include "unit/measure/streams.hpp"

using namespace benchlab::measure;

namespace {

struct Batches {
    std::vector<std::uint64_t> iterations;
    std::vector<double> elapsed_ns;
};

// Growing batches of `count` sizes: each costs `constant`, and each iteration `each`.
Batches batches(int count, double constant, double each) {
    Batches out;
    std::uint64_t size = 0;
    for (int i = 0; i < count; ++i) {
        size = next_batch(size).value();
        out.iterations.push_back(size);
        out.elapsed_ns.push_back(constant + each * static_cast<double>(size));
    }
    return out;
}

Regression regress_well(const Batches& of) {
    const auto result = regress(of.iterations, of.elapsed_ns);
    BOOST_REQUIRE(result.ok());
    return *result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(regression)

BOOST_AUTO_TEST_CASE(lines_and_robust_slopes_equal_those_of_scipy) {
    std::map<std::string, std::vector<double>> x;
    std::map<std::string, std::vector<double>> y;
    int lines = 0;
    for (const oracle::Row& row : oracle::read_rows("regression_oracle.csv")) {
        std::vector<double> values;
        for (std::size_t i = 2; i < row.size(); ++i) values.push_back(oracle::number(row[i]));
        if (row[0] == "x") x[row[1]] = values;
        if (row[0] == "y") y[row[1]] = values;
        if (row[0] != "line") continue;
        ++lines;
        const auto line = least_squares(x[row[1]], y[row[1]]);
        const auto robust = theil_sen(x[row[1]], y[row[1]]);
        BOOST_REQUIRE(line.ok());
        BOOST_REQUIRE(robust.ok());
        const double got[] = {line->slope,       line->intercept,   line->r_squared,
                              line->slope_error, line->slope_low,   line->slope_high,
                              robust->slope,     robust->intercept, robust->slope_low,
                              robust->slope_high};
        for (std::size_t i = 0; i < std::size(got); ++i) {
            BOOST_TEST(oracle::same(got[i], values[i]),
                       row[1] << " column " << i << ": " << got[i] << " not " << values[i]);
        }
    }
    BOOST_TEST(lines == 8);
}

BOOST_AUTO_TEST_CASE(a_constant_cost_of_every_batch_is_not_in_the_slope) {
    const Regression with = regress_well(batches(100, 1000, 12.5));
    BOOST_TEST(oracle::same(with.line.slope, 12.5));
    BOOST_TEST(oracle::same(with.robust.slope, 12.5));
    BOOST_TEST(std::abs(with.line.intercept - 1000) < 1e-6);
    BOOST_TEST(!with.slopes_disagree);
    BOOST_TEST(!with.r_squared_low);
    BOOST_TEST(!with.few_samples);
}

BOOST_AUTO_TEST_CASE(one_disturbed_large_batch_makes_the_slopes_disagree) {
    Batches disturbed = batches(60, 0, 10);
    disturbed.elapsed_ns.back() *= 1.5;
    const Regression found = regress_well(disturbed);
    BOOST_TEST(oracle::same(found.robust.slope, 10));
    BOOST_TEST(found.disagreement > 0.02);
    BOOST_TEST(found.slopes_disagree);
}

BOOST_AUTO_TEST_CASE(what_r_squared_is_low_depends_on_the_number_of_samples) {
    // 1 / (1 + (n - 2) / 10,000), and never below easybench's 0.99.
    BOOST_TEST(oracle::same(wanted_r_squared(3), 1 / 1.0001));
    BOOST_TEST(oracle::same(wanted_r_squared(12), 1 / 1.001));
    BOOST_TEST(oracle::same(wanted_r_squared(52), 1 / 1.005));
    BOOST_TEST(wanted_r_squared(500) == 0.99);
    Batches of_many = batches(100, 0, 10);
    Batches of_few = batches(9, 0, 10);
    for (Batches* noisy : {&of_many, &of_few}) {
        double sign = 1;
        for (double& elapsed : noisy->elapsed_ns) elapsed *= 1 + (sign = -sign) * 0.02;
    }
    // The same two percent of noise: enough points show the slope all the same, nine do not.
    BOOST_TEST(!regress_well(of_many).r_squared_low);
    BOOST_TEST(regress_well(of_few).r_squared_low);
    BOOST_TEST(regress_well(of_few).few_samples);
}

BOOST_AUTO_TEST_CASE(thousands_of_points_take_a_part_of_the_pairs_and_find_the_slope) {
    streams::Noise noise(3);
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i < 20'000; ++i) {
        x.push_back(i);
        y.push_back(7 * i + 100 * noise.normal() + (noise.uniform() < 0.1 ? 1e6 : 0));
    }
    const auto robust = theil_sen(x, y);
    BOOST_REQUIRE(robust.ok());
    BOOST_TEST(std::abs(robust->slope - 7) < 0.07);
    BOOST_TEST(std::isnan(robust->slope_low));
}

BOOST_AUTO_TEST_CASE(what_gives_no_slope_is_refused) {
    const std::vector<std::uint64_t> two{1, 2};
    const std::vector<std::uint64_t> same{4, 4, 4};
    const auto few = regress(two, std::vector<double>{10, 20});
    BOOST_REQUIRE(!few.ok());
    BOOST_TEST(few.error().message == "a slope needs 3 batches, and there are 2: allow more time");
    const auto alike = regress(same, std::vector<double>{10, 20, 30});
    BOOST_REQUIRE(!alike.ok());
    BOOST_TEST(alike.error().message == "no line through these points: all are at the same x");
    BOOST_TEST(!least_squares(std::vector<double>{1, 2}, std::vector<double>{1}).ok());
    BOOST_TEST(!least_squares(std::vector<double>{1}, std::vector<double>{1}).ok());
    const double infinite = std::numeric_limits<double>::infinity();
    const auto bad = theil_sen(std::vector<double>{1, 2}, std::vector<double>{1, infinite});
    BOOST_REQUIRE(!bad.ok());
    BOOST_TEST(bad.error().message == "no line through these points: number 2 of 2 is not finite");
    BOOST_TEST(std::isnan(
        least_squares(std::vector<double>{1, 2}, std::vector<double>{1, 2})->slope_error));
}

BOOST_AUTO_TEST_CASE(batches_grow_by_a_tenth_and_never_repeat) {
    std::vector<std::uint64_t> first;
    for (std::uint64_t size = 0; first.size() < 24;) first.push_back(size = *next_batch(size));
    const std::vector<std::uint64_t> wanted{1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                            13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26, 28};
    BOOST_TEST(first == wanted, boost::test_tools::per_element());
    BOOST_TEST(next_batch(20, 22).value() == 22u);
    BOOST_TEST(!next_batch(20, 21).has_value());
    BOOST_TEST(!next_batch(std::numeric_limits<std::uint64_t>::max() - 5).has_value());
}

BOOST_AUTO_TEST_CASE(batches_end_before_the_limit_but_three_are_always_taken) {
    // 10 ns an iteration, 100 us in all.
    GrowingBatches so_far;
    while (const auto next = next_batch(so_far, 100'000)) {
        so_far.last_iterations = *next;
        so_far.last_ns = 10.0 * static_cast<double>(*next);
        so_far.total_ns += so_far.last_ns;
        ++so_far.taken;
    }
    BOOST_TEST(so_far.total_ns <= 100'000);
    BOOST_TEST(so_far.total_ns > 80'000);
    BOOST_TEST(so_far.taken > 40u);
    BOOST_TEST(next_batch(GrowingBatches{2, 2, 1e9, 2e9}, 1000).value() == 3u);
    BOOST_TEST(!next_batch(GrowingBatches{3, 3, 1e9, 3e9}, 1000).has_value());
    BOOST_TEST(!next_batch(GrowingBatches{1, 1, 1e9, 1e9}, 1000, 1).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
