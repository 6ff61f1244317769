#include "measure/comparison.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

using namespace benchlab::measure;

namespace {

std::vector<double> around(double middle, int count) {
    std::vector<double> out;
    for (int i = 0; i < count; ++i) out.push_back(middle + 0.01 * (i - count / 2));
    return out;
}

Change of(double base, double next, bool less_is_better = true, CompareOptions options = {}) {
    return compare(around(base, 21), around(next, 21), base, next, options, less_is_better);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(comparison)

BOOST_AUTO_TEST_CASE(a_clear_change_beyond_the_threshold_has_a_direction) {
    BOOST_TEST((of(100, 110).verdict == Verdict::kRegressed));
    BOOST_TEST((of(100, 90).verdict == Verdict::kImproved));
    BOOST_TEST((of(100, 110, false).verdict == Verdict::kImproved));
    BOOST_TEST((of(100, 90, false).verdict == Verdict::kRegressed));
}

BOOST_AUTO_TEST_CASE(a_significant_change_within_the_threshold_is_unchanged) {
    const Change change = of(100, 103);
    BOOST_TEST((change.verdict == Verdict::kUnchanged));
    BOOST_TEST(change.test.p < 1e-9);
    BOOST_TEST(std::abs(change.change - 0.03) < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_threshold_itself_is_within) {
    CompareOptions options;
    options.threshold = 0.25;
    BOOST_TEST((of(100, 125, true, options).verdict == Verdict::kUnchanged));
    BOOST_TEST((of(100, 125.5, true, options).verdict == Verdict::kRegressed));
    options.threshold = 0;
    BOOST_TEST((of(100, 100, true, options).verdict == Verdict::kUnchanged));
}

BOOST_AUTO_TEST_CASE(without_significance_a_large_change_is_inconclusive) {
    const std::vector<double> base{1, 3, 5, 7, 9, 11};
    const std::vector<double> next{2, 4, 6, 8, 10, 12};
    const Change change = compare(base, next, 6, 7, {});
    BOOST_TEST((change.verdict == Verdict::kInconclusive));
    BOOST_TEST(change.test.exact);
}

BOOST_AUTO_TEST_CASE(significant_is_a_p_below_alpha) {
    // Three against three, separated: p is 0.1.
    CompareOptions options;
    options.alpha = 0.1;
    const std::vector<double> base{1, 2, 3};
    const std::vector<double> next{11, 12, 13};
    BOOST_TEST(std::abs(compare(base, next, 2, 12, options).test.p - 0.1) < 1e-15);
    options.alpha = 0.0999;
    BOOST_TEST((compare(base, next, 2, 12, options).verdict == Verdict::kInconclusive));
    options.alpha = 0.1001;
    BOOST_TEST((compare(base, next, 2, 12, options).verdict == Verdict::kRegressed));
}

BOOST_AUTO_TEST_CASE(test_and_shift_are_of_new_against_base_and_of_raw_samples) {
    // The medians given are those after trimming; they need not be the samples'.
    const Change change = compare(around(100, 21), around(110, 21), 50, 60, {});
    BOOST_TEST(change.base == 50.0);
    BOOST_TEST(change.next == 60.0);
    BOOST_TEST(std::abs(change.change - 0.2) < 1e-12);
    BOOST_TEST(std::abs(change.shift.estimate - 10) < 1e-9);
    BOOST_TEST(change.test.u == 21.0 * 21.0);  // every new one is above every old one
}

BOOST_AUTO_TEST_CASE(a_metric_that_leaves_zero_has_changed_though_by_no_share) {
    // Errors in each sample: none before, some now.
    const std::vector<double> none(21, 0.0);
    const Change worse = compare(none, around(30, 21), 0, 30, {});
    BOOST_TEST(std::isnan(worse.change));
    BOOST_TEST((worse.verdict == Verdict::kRegressed));
    BOOST_TEST((compare(none, around(30, 21), 0, 30, {}, false).verdict == Verdict::kImproved));
    const Change same = compare(none, none, 0, 0, {});
    BOOST_TEST(same.change == 0.0);
    BOOST_TEST((same.verdict == Verdict::kUnchanged));
    // Too little evidence is none, whatever the share.
    const std::vector<double> few(2, 0.0);
    BOOST_TEST((compare(few, around(30, 2), 0, 30, {}).verdict == Verdict::kInconclusive));
}

BOOST_AUTO_TEST_CASE(a_negative_base_counts_by_its_amount) {
    BOOST_TEST(std::abs(of(-100, -90).change - 0.1) < 1e-12);
    BOOST_TEST((of(-100, -90).verdict == Verdict::kRegressed));
    BOOST_TEST((of(-100, -110).verdict == Verdict::kImproved));
    BOOST_TEST((of(-100, -97).verdict == Verdict::kUnchanged));
}

BOOST_AUTO_TEST_CASE(no_samples_are_no_evidence) {
    const std::vector<double> none;
    const Change change = compare(none, around(5, 9), 1, 5, {});
    BOOST_TEST(change.test.p == 1.0);
    BOOST_TEST((change.verdict == Verdict::kInconclusive));
    BOOST_TEST(std::isnan(change.shift.estimate));
}

BOOST_AUTO_TEST_CASE(only_a_regression_is_spelled_in_capitals) {
    BOOST_TEST(verdict_text(Verdict::kRegressed) == "REGRESSED");
    BOOST_TEST(verdict_id(Verdict::kRegressed) == "regressed");
    for (const auto verdict : {Verdict::kUnchanged, Verdict::kInconclusive, Verdict::kImproved}) {
        BOOST_TEST(verdict_text(verdict) == verdict_id(verdict));
    }
    BOOST_TEST(verdict_id(Verdict::kUnchanged) == "unchanged");
    BOOST_TEST(verdict_id(Verdict::kInconclusive) == "inconclusive");
    BOOST_TEST(verdict_id(Verdict::kImproved) == "improved");
}

BOOST_AUTO_TEST_SUITE_END()
