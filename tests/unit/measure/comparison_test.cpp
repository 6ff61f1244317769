#include "measure/comparison.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace benchlab::measure;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-9);

// Samples of processes whose medians are these: three of each.
struct Run {
    std::vector<double> samples;
    std::vector<std::uint64_t> process;
    explicit Run(const std::vector<double>& medians) {
        for (std::size_t i = 0; i < medians.size(); ++i) {
            for (const double off : {-0.001, 0.0, 0.001}) {
                samples.push_back(medians[i] + off);
                process.push_back(i);
            }
        }
    }
    RunSide side() const { return {samples, process}; }
};

Change judged(Change change, const CompareOptions& options) {
    Change* const all[] = {&change};
    judge(all, options);
    return change;
}

Change of(const std::vector<double>& base, const std::vector<double>& next,
          const CompareOptions& options = {}, bool less_is_better = true) {
    const Run old_run(base);
    const Run new_run(next);
    return judged(compare(old_run.side(), new_run.side(), 1, 2, options, less_is_better), options);
}

std::vector<double> times(std::vector<double> values, double factor) {
    for (double& value : values) value *= factor;
    return values;
}

const std::vector<double> kBase = {99, 100, 101, 100.5, 99.5};
const std::vector<double> kNext = {109, 110, 112, 110.5, 111};

}  // namespace

BOOST_AUTO_TEST_SUITE(comparison)

// R 4.2.2: t.test(log(next), log(base), conf.level = .99).
BOOST_AUTO_TEST_CASE(processes_are_compared_as_by_welch_on_logarithms) {
    const Change change = of(kBase, kNext);
    BOOST_TEST(change.change == 0.104982373647026, kClose);
    BOOST_TEST(change.p == 2.28391839788512e-07, kClose);
    BOOST_TEST(change.corrected_p == change.p);
    BOOST_TEST(change.low == 0.0835345168974852, kClose);
    BOOST_TEST(change.high == 0.1268547766864868, kClose);
    BOOST_TEST((change.verdict == Verdict::kRegressed));
    CompareOptions narrow;
    narrow.threshold = 0.001;
    // exp((qt(.995, df) + qt(.8, df)) * error) - 1
    BOOST_TEST(of(kBase, kNext, narrow).visible == 0.025030429261993, kClose);
    BOOST_TEST(of(kBase, kNext).visible == 0.05);  // never below the threshold
}

BOOST_AUTO_TEST_CASE(what_is_not_above_zero_is_compared_by_its_amount) {
    const Change change = of(times(kBase, -1), times(kNext, -1));
    BOOST_TEST(change.change == -0.105, kClose);
    BOOST_TEST(change.p == 4.21564871261194e-07, kClose);
    BOOST_TEST(change.low == -0.1262285995737062, kClose);
    BOOST_TEST((change.verdict == Verdict::kImproved));
}

BOOST_AUTO_TEST_CASE(the_direction_is_that_of_the_figure) {
    BOOST_TEST((of(kNext, kBase).verdict == Verdict::kImproved));
    BOOST_TEST((of(kBase, kNext, {}, false).verdict == Verdict::kImproved));
    BOOST_TEST((of(kNext, kBase, {}, false).verdict == Verdict::kRegressed));
}

BOOST_AUTO_TEST_CASE(unchanged_has_to_be_shown) {
    BOOST_TEST((of(kBase, kBase).verdict == Verdict::kUnchanged));
    // Significant, but wholly within the threshold: from 0.7 to 4.3 %.
    const Change small = of(kBase, times(kBase, 1.025));
    BOOST_TEST(small.p < 0.01);
    BOOST_TEST((small.verdict == Verdict::kUnchanged));
    // 10.5 % is within 11 %, the interval is not.
    CompareOptions wide;
    wide.threshold = 0.11;
    BOOST_TEST((of(kBase, kNext, wide).verdict == Verdict::kInconclusive));
    wide.threshold = 0.13;
    BOOST_TEST((of(kBase, kNext, wide).verdict == Verdict::kUnchanged));
    // The medians are close, and the processes too far apart to say more.
    const Change noisy = of({80, 90, 95, 105, 110, 120}, {82, 97, 107, 113, 124, 127});
    BOOST_TEST(noisy.p == 0.405541554150983, kClose);
    BOOST_TEST((noisy.verdict == Verdict::kInconclusive));
}

BOOST_AUTO_TEST_CASE(with_fewer_than_five_processes_nothing_is_told) {
    const std::vector<double> four = {99, 100, 101, 100.5};
    const Change change = of(four, times(kBase, 3));
    BOOST_TEST(!change.tested());
    BOOST_TEST((change.verdict == Verdict::kInconclusive));
    BOOST_TEST(change.change == 1.0);  // of the medians that were given
    BOOST_TEST(std::isnan(change.low));
    BOOST_TEST(std::isnan(change.visible));
    BOOST_TEST((of(times(kBase, 3), four).verdict == Verdict::kInconclusive));
    // However many samples they have, those that tell no process are of one.
    const std::vector<double> many(100, 5.0);
    const Change plain = judged(compare({many, {}}, {many, {}}, 5, 5, {}), {});
    BOOST_TEST(plain.base_processes == 1u);
    BOOST_TEST((plain.verdict == Verdict::kInconclusive));
}

BOOST_AUTO_TEST_CASE(a_process_counts_once_with_its_median_or_another_percentile) {
    const std::vector<double> samples = {5, 1, 9, 7, 30};
    const std::vector<std::uint64_t> process = {4, 4, 4, 2, 2};
    BOOST_TEST(process_values({samples, process}) == (std::vector<double>{18.5, 5}),
               boost::test_tools::per_element());
    const std::vector<double> holes = {std::nan(""), 1, 3};
    BOOST_TEST(process_values({holes, {}}) == std::vector<double>{2},
               boost::test_tools::per_element());
    BOOST_TEST(process_values({{}, {}}).empty());
    // Linear between the ranks, as NumPy's default: numpy.percentile([1, 5, 9], 10), ([7, 30], 10).
    BOOST_TEST(process_values({samples, process, 10}) == (std::vector<double>{9.3, 1.8}),
               kClose << boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_no_process_differs_from_another_only_counting_is_left) {
    const std::vector<double> ten(5, 10.0), twelve(5, 12.0);
    const Run old_run(ten), new_run(twelve);
    const Change change = judged(compare(old_run.side(), new_run.side(), 10, 12, {}), {});
    BOOST_TEST(change.p == 2.0 / 252, kClose);  // 2 / C(10, 5)
    BOOST_TEST((change.verdict == Verdict::kRegressed));
    BOOST_TEST((of(ten, ten).verdict == Verdict::kUnchanged));
    const std::vector<double> none(5, 0.0);
    const std::vector<std::uint64_t> each = {0, 1, 2, 3, 4};
    const auto counts = [&](const std::vector<double>& base, const std::vector<double>& next,
                            bool less_is_better) {
        return judged(compare({base, each}, {next, each}, base[0], next[0], {}, less_is_better),
                      {});
    };
    // Errors in each sample: none before, some now.
    BOOST_TEST(std::isnan(counts(none, ten, true).change));
    BOOST_TEST((counts(none, ten, true).verdict == Verdict::kRegressed));
    BOOST_TEST((counts(none, ten, false).verdict == Verdict::kImproved));
    BOOST_TEST((counts(none, none, true).verdict == Verdict::kUnchanged));
}

BOOST_AUTO_TEST_CASE(all_figures_together_are_corrected) {
    const Run old_run(kBase), new_run(kNext);
    Change changed = compare(old_run.side(), new_run.side(), 1, 2, {});
    Change other = compare(old_run.side(), old_run.side(), 1, 1, {});
    Change untested = compare({kBase, {}}, {kNext, {}}, 1, 2, {});
    Change* const all[] = {&other, &untested, &changed};
    judge(all, {});
    BOOST_TEST(changed.corrected_p == 2 * 2.28391839788512e-07, kClose);
    BOOST_TEST((changed.verdict == Verdict::kRegressed));
    BOOST_TEST((other.verdict == Verdict::kUnchanged));
    BOOST_TEST((untested.verdict == Verdict::kInconclusive));
    BOOST_TEST(untested.corrected_p == 1.0);
}

BOOST_AUTO_TEST_CASE(the_spread_within_sides_does_not_see_which_side_is_which) {
    const Run old_run(kBase), new_run(times(kBase, 7));
    const double spread = spread_within_sides(old_run.side(), new_run.side());
    BOOST_TEST(spread == spread_within_sides(old_run.side(), old_run.side()), kClose);
    BOOST_TEST(spread == 0.0079059, boost::test_tools::tolerance(1e-4));  // R: sd(log(base))
    BOOST_TEST(std::isnan(spread_within_sides({kBase, {}}, new_run.side())));
}

// Processes that are off by 1 % each, samples that resemble their process.  Of 2,000 pairs.
BOOST_AUTO_TEST_CASE(two_runs_of_one_build_are_seldom_called_changed) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    CompareOptions options;
    options.threshold = 0;  // the test alone
    int flagged = 0, by_samples = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<double> sides[2];
        for (auto& side : sides) {
            for (int k = 0; k < 5; ++k) side.push_back(100 * std::exp(0.01 * normal(random)));
        }
        const Change change = of(sides[0], sides[1], options);
        flagged += change.verdict != Verdict::kInconclusive;
        by_samples += change.samples.p < 0.01;
    }
    BOOST_TEST(flagged < 2000 * 0.017);
    BOOST_TEST(flagged > 2000 * 0.004);
    BOOST_TEST(by_samples > 2000 * 0.1);  // each sample for itself: one pair of ten and more
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
