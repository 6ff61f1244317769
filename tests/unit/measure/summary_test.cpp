#include "measure/summary.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "unit/measure/oracle_files.hpp"

using namespace benchlab::measure;

BOOST_AUTO_TEST_SUITE(summary)

BOOST_AUTO_TEST_CASE(every_figure_equals_numpy_on_the_reference_sets) {
    const auto rows = oracle::read_rows("numpy_oracle.csv");
    BOOST_REQUIRE_EQUAL(rows.size(), 9u);
    for (const oracle::Row& row : rows) {
        BOOST_TEST_CONTEXT(row[0]) {
            const auto result = summarise(oracle::samples(row[0]), OutlierPolicy::kKeep);
            BOOST_REQUIRE(result.ok());
            const Summary& s = *result;
            const double got[] = {s.mean, s.stddev, s.mad, s.p1,  s.p5,
                                  s.p25,  s.median, s.p75, s.p95, s.p99};
            for (std::size_t i = 0; i < std::size(got); ++i) {
                BOOST_TEST(oracle::same(got[i], oracle::number(row[i + 1])),
                           "column " << i + 1 << ": " << got[i] << " not " << row[i + 1]);
            }
            BOOST_TEST(s.outliers.low_severe == std::stoull(row[11]));
            BOOST_TEST(s.outliers.low_mild == std::stoull(row[12]));
            BOOST_TEST(s.outliers.high_mild == std::stoull(row[13]));
            BOOST_TEST(s.outliers.high_severe == std::stoull(row[14]));
            BOOST_TEST(oracle::same(s.iqr, oracle::number(row[8]) - oracle::number(row[6])));
            BOOST_TEST(oracle::same(s.cv, oracle::number(row[2]) / oracle::number(row[1])));
            BOOST_TEST(s.n == oracle::samples(row[0]).size());
            BOOST_TEST(s.trimmed == 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(percentiles_are_linear_between_ranks_and_clamped) {
    const std::vector<double> data{4, 1, 3, 2};
    BOOST_TEST(percentile(data, 0) == 1.0);
    BOOST_TEST(percentile(data, 25) == 1.75);
    BOOST_TEST(percentile(data, 50) == 2.5);
    BOOST_TEST(percentile(data, 100) == 4.0);
    BOOST_TEST(percentile(data, -5) == 1.0);
    BOOST_TEST(percentile(data, 1000) == 4.0);
    BOOST_TEST(percentile(std::vector<double>{7}, 99) == 7.0);
}

BOOST_AUTO_TEST_CASE(values_on_a_fence_are_no_outliers) {
    // Quartiles 10 and 20: mild fences at -5 and 35, severe ones at -20 and 50.
    const std::vector<double> inside{-5, 10, 10, 10, 15, 20, 20, 20, 35};
    BOOST_TEST(percentile(inside, 25) == 10.0);
    BOOST_TEST(percentile(inside, 75) == 20.0);
    BOOST_TEST(count_outliers(inside).total() == 0u);
    const std::vector<double> mild{-20, 10, 10, 10, 15, 20, 20, 20, 50};
    BOOST_TEST((count_outliers(mild) == OutlierCounts{0, 1, 1, 0}));
    const std::vector<double> severe{-20.5, 10, 10, 10, 15, 20, 20, 20, 50.5};
    BOOST_TEST((count_outliers(severe) == OutlierCounts{1, 0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(trimming_keeps_the_order_and_counts_what_went) {
    std::vector<double> data;
    for (int i = 0; i < 50; ++i) data.push_back(100 + i % 5);
    data.insert(data.begin() + 10, 500);
    const std::vector<double> kept = keep(data, OutlierPolicy::kTrim);
    BOOST_TEST(kept.size() == 50u);
    BOOST_TEST(kept[10] == 100.0);  // what followed the one that went
    const auto summary = summarise(data, OutlierPolicy::kTrim);
    BOOST_REQUIRE(summary.ok());
    BOOST_TEST(summary->n == 50u);
    BOOST_TEST(summary->trimmed == 1u);
    BOOST_TEST(summary->max == 104.0);
    BOOST_TEST(summary->outliers.high_severe == 1u);  // of all samples
}

BOOST_AUTO_TEST_CASE(trim_severe_leaves_mild_outliers) {
    const std::vector<double> data{-20, 10, 10, 10, 15, 20, 20, 20, 51};
    BOOST_TEST(keep(data, OutlierPolicy::kKeep).size() == 9u);
    BOOST_TEST(keep(data, OutlierPolicy::kTrim).size() == 7u);
    BOOST_TEST(keep(data, OutlierPolicy::kTrimSevere).size() == 8u);
}

BOOST_AUTO_TEST_CASE(three_samples_are_never_trimmed) {
    const std::vector<double> data{1, 1, 1000};
    BOOST_TEST(keep(data, OutlierPolicy::kTrim).size() == 3u);
}

BOOST_AUTO_TEST_CASE(one_sample_has_no_spread_and_no_interval) {
    const auto result = summarise(std::vector<double>{5}, OutlierPolicy::kTrim);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->stddev == 0.0);
    BOOST_TEST(result->median == 5.0);
    BOOST_TEST(result->p99 == 5.0);
    BOOST_TEST(std::isnan(result->median_low));
}

BOOST_AUTO_TEST_CASE(a_mean_of_zero_gives_no_cv) {
    const auto result = summarise(std::vector<double>{-1, 1}, OutlierPolicy::kKeep);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->cv == 0.0);
}

BOOST_AUTO_TEST_CASE(no_samples_or_one_that_is_not_finite_is_an_error) {
    const auto none = summarise({}, OutlierPolicy::kKeep);
    BOOST_REQUIRE(!none.ok());
    BOOST_TEST((none.error().code == benchlab::base::Code::kInvalid));
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        const auto result = summarise(std::vector<double>{1, bad, 3}, OutlierPolicy::kKeep);
        BOOST_REQUIRE(!result.ok());
        BOOST_TEST(result.error().message == "sample 2 of 3 is not a finite number");
    }
}

BOOST_AUTO_TEST_CASE(policies_have_one_spelling) {
    for (const auto policy :
         {OutlierPolicy::kKeep, OutlierPolicy::kTrim, OutlierPolicy::kTrimSevere}) {
        const auto parsed = parse_outlier_policy(outlier_policy_id(policy));
        BOOST_REQUIRE(parsed.ok());
        BOOST_TEST((*parsed == policy));
    }
    const auto bad = parse_outlier_policy("Trim");
    BOOST_REQUIRE(!bad.ok());
    BOOST_TEST(bad.error().message == "'Trim' is no outlier policy: use keep, trim or trim-severe");
}

BOOST_AUTO_TEST_SUITE_END()
