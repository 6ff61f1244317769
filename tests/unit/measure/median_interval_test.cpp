#include "measure/median_interval.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "measure/correlation.hpp"
#include "measure/summary.hpp"
#include "unit/measure/oracle_files.hpp"
#include "unit/measure/streams.hpp"

using namespace benchlab::measure;

namespace {

// In how many of 400 runs the interval holds the long-run median: with a fixed seed, and with
// bounds that are three standard errors wider than the 93 to 97 % of tests/bench/coverage.sh.
void holds_the_median(const streams::Stream& stream, std::size_t samples) {
    constexpr int kRuns = 400;
    streams::Noise noise(7);
    int held = 0;
    for (int i = 0; i < kRuns; ++i) {
        const MedianInterval interval = median_interval(stream.draw(noise, samples));
        held += interval.low <= stream.median && stream.median <= interval.high;
    }
    BOOST_TEST(held >= 0.90 * kRuns, stream.name << " " << held << " of " << kRuns);
    BOOST_TEST(held <= 0.99 * kRuns, stream.name << " " << held << " of " << kRuns);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(intervals_of_medians)

BOOST_AUTO_TEST_CASE(the_interval_equals_that_of_scipy) {
    std::map<std::string, std::vector<double>> made;
    int rows = 0;
    int clipped = 0;
    for (const oracle::Row& row : oracle::read_rows("interval_oracle.csv")) {
        if (row[0] == "series") {
            for (std::size_t i = 2; i < row.size(); ++i) {
                made[row[1]].push_back(oracle::number(row[i]));
            }
            continue;
        }
        ++rows;
        const auto found = made.find(row[0]);
        const std::vector<double>& data =
            found == made.end() ? oracle::samples(row[0]) : found->second;
        const MedianInterval got = median_interval(data, oracle::number(row[1]));
        const Dependence depends = dependence(signs_about(data, percentile(data, 50)));
        const double values[] = {
            got.low,           got.high,        got.confidence,     got.effective_samples,
            depends.inflation, depends.freedom, depends.persistence};
        for (std::size_t i = 0; i < std::size(values); ++i) {
            BOOST_TEST(oracle::same(values[i], oracle::number(row[i + 2])),
                       row[0] << " " << row[1] << " column " << i + 2 << ": " << values[i]);
        }
        if (got.confidence < oracle::number(row[1])) ++clipped;
    }
    BOOST_TEST(rows == 87);
    BOOST_TEST(clipped > 0);
}

BOOST_AUTO_TEST_CASE(it_holds_the_median_of_independent_samples) {
    holds_the_median(streams::lognormal(0, 0.5), 50);
    holds_the_median(streams::humps(0), 200);
}

BOOST_AUTO_TEST_CASE(it_holds_the_median_of_samples_that_resemble_their_neighbours) {
    holds_the_median(streams::lognormal(0.5, 0.05), 50);
    holds_the_median(streams::lognormal(0.72, 0.5), 50);
    holds_the_median(streams::humps(0.72), 200);
    holds_the_median(streams::states(0.5), 50);
}

BOOST_AUTO_TEST_CASE(the_exact_interval_is_too_narrow_for_such_samples) {
    // What the other one is for: of 400 runs fewer than 80 % hold.
    const streams::Stream stream = streams::lognormal(0.72, 0.5);
    streams::Noise noise(7);
    int held = 0;
    for (int i = 0; i < 400; ++i) {
        const MedianInterval interval = exact_median_interval(stream.draw(noise, 50));
        held += interval.low <= stream.median && stream.median <= interval.high;
    }
    BOOST_TEST(held < 320);
}

BOOST_AUTO_TEST_CASE(equal_samples_have_an_interval_without_width) {
    const MedianInterval interval = median_interval(std::vector<double>(30, 4.0));
    BOOST_TEST(interval.low == 4.0);
    BOOST_TEST(interval.high == 4.0);
    BOOST_TEST(interval.confidence == 0.95);
    BOOST_TEST(interval.effective_samples == 30.0);
}

BOOST_AUTO_TEST_CASE(one_step_in_the_middle_is_worth_few_samples_and_reaches_the_range) {
    std::vector<double> data;
    for (int i = 0; i < 40; ++i) data.push_back(i < 20 ? 10 + i * 0.01 : 20 + i * 0.01);
    const MedianInterval interval = median_interval(data);
    BOOST_TEST(interval.low == 10.0);
    BOOST_TEST(interval.high == data.back());
    BOOST_TEST(interval.effective_samples < 4);
    BOOST_TEST(interval.confidence > 0.0);
    BOOST_TEST(interval.confidence < 0.95);
}

BOOST_AUTO_TEST_CASE(below_ten_samples_the_exact_interval_is_taken) {
    const std::vector<double> data{9, 1, 8, 2, 7, 3, 6, 4, 5};
    BOOST_TEST((median_interval(data) == exact_median_interval(data)));
    BOOST_TEST(median_interval(data).low == 2.0);
    BOOST_TEST(median_interval(data).high == 8.0);
    // 1 - 2 (1 + 9) / 512: both ends of the two smallest counts of nine coins.
    BOOST_TEST(oracle::same(median_interval(data).confidence, 1 - 20.0 / 512));
}

BOOST_AUTO_TEST_CASE(ranks_of_equal_values_are_shared) {
    const std::vector<double> data{3, 1, 3, 2};
    const std::vector<double> ranks{3.5, 1, 3.5, 2};
    BOOST_TEST(mid_ranks(data) == ranks, boost::test_tools::per_element());
    const std::vector<double> signs{1, -1, 1, 0};
    BOOST_TEST(signs_about(data, 2) == signs, boost::test_tools::per_element());
    BOOST_TEST(mid_ranks({}).empty());
}

BOOST_AUTO_TEST_CASE(many_samples_have_a_narrow_interval_that_64_waves_decide) {
    streams::Noise noise(2);
    const auto samples = streams::lognormal(0, 0.01).draw(noise, 100'000);
    const MedianInterval interval = median_interval(samples);
    // 2 * 1.998 (t with 64) * 1.2533 * 0.01 / sqrt(100,000) of independent ones, which vary by a
    // tenth (1 / sqrt(2 * 64)): four of those.
    BOOST_TEST(std::abs((interval.high - interval.low) / 1.584e-4 - 1) < 0.4);
    BOOST_TEST(dependence(signs_about(samples, 1)).freedom <= 64.0);
}

BOOST_AUTO_TEST_CASE(too_few_values_do_not_say_how_they_depend) {
    BOOST_TEST(dependence(std::vector<double>{1, 2, 3}).freedom == 0.0);
    BOOST_TEST(dependence(std::vector<double>{1, 2, 3}).inflation == 1.0);
    BOOST_TEST(dependence(std::vector<double>(12, 5.0)).inflation == 1.0);
}

BOOST_AUTO_TEST_CASE(the_exact_interval_equals_r) {
    int rows = 0;
    int without = 0;
    for (const oracle::Row& row : oracle::read_rows("rank_oracle.csv")) {
        if (row[0] != "median") continue;
        ++rows;
        const MedianInterval got =
            exact_median_interval(oracle::samples(row[1]), oracle::number(row[2]));
        if (row[3] == "NA") ++without;
        BOOST_TEST(oracle::same(got.low, oracle::number(row[3])), row[1] << " low " << got.low);
        BOOST_TEST(oracle::same(got.high, oracle::number(row[4])), row[1] << " high " << got.high);
        BOOST_TEST(oracle::same(got.confidence, oracle::number(row[5])),
                   row[1] << " " << row[2] << " reached " << got.confidence);
    }
    BOOST_TEST(rows == 3 * 37);
    BOOST_TEST(without > 0);
}

BOOST_AUTO_TEST_CASE(six_samples_are_the_fewest_for_an_interval_at_95_percent) {
    std::vector<double> data{5, 3, 1, 2, 4};
    BOOST_TEST(std::isnan(exact_median_interval(data).low));
    BOOST_TEST(exact_median_interval(data).confidence == 0.0);
    data.push_back(6);
    BOOST_TEST(exact_median_interval(data).low == 1.0);
    BOOST_TEST(exact_median_interval(data).high == 6.0);
    BOOST_TEST(oracle::same(exact_median_interval(data).confidence, 1 - 2.0 / 64));
    BOOST_TEST(std::isnan(exact_median_interval({}).low));
}

BOOST_AUTO_TEST_SUITE_END()
