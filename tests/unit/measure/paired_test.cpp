#include "measure/paired.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <random>

using namespace benchlab::measure;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-12);

// A machine whose processes are off by what `noise` says, one after the other.
using Random = std::mt19937_64;
using Noise = std::function<std::vector<double>(Random&, std::size_t)>;

double normal(Random& random) {
    return std::normal_distribution<double>()(random);
}

bool happens(Random& random, double chance) {
    return std::uniform_real_distribution<double>()(random) < chance;
}

std::vector<double> each(std::size_t count, const std::function<double()>& next) {
    std::vector<double> out(count);
    for (double& value : out) value = next();
    return out;
}

std::vector<double> plain(Random& random, std::size_t count) {
    return each(count, [&] { return normal(random); });
}

// One process of ten is much slower.
std::vector<double> disturbed(Random& random, std::size_t count) {
    return each(count, [&] {
        return normal(random) + (happens(random, 0.1) ? 10 * std::abs(normal(random)) : 0);
    });
}

// Two memory layouts, almost without other noise: few quads agree exactly by chance.
Noise two_layouts(double share) {
    return [share](Random& random, std::size_t count) {
        return each(count,
                    [&] { return 0.01 * normal(random) + (happens(random, share) ? 2 : 0); });
    };
}

// Each process resembles the one before.
std::vector<double> dependent(Random& random, std::size_t count) {
    double state = normal(random);
    return each(count, [&] {
        state = 0.8 * state + 0.6 * normal(random);
        return state + 0.3 * normal(random);
    });
}

std::vector<double> drifting(Random& random, std::size_t count) {
    double state = 0;
    return each(count, [&] { return normal(random) + (state += 0.3); });
}

// The clock speed changes now and then.
std::vector<double> in_regimes(Random& random, std::size_t count) {
    double state = 0;
    return each(count, [&] {
        if (happens(random, 0.1)) state = 3 * normal(random);
        return state + 0.5 * normal(random);
    });
}

// A process is off by its place in the quad, too, and that changes slowly.
std::vector<double> by_place(Random& random, std::size_t count) {
    std::vector<double> place = plain(random, 4), out;
    for (std::size_t i = 0; i < count; ++i) {
        double& own = place[i % 4];
        own += 0.1 * normal(random);
        out.push_back(4 * own + normal(random));
    }
    return out;
}

constexpr std::size_t kQuads = 16;

std::vector<Quad> quads_of(Random& random, const Noise& noise, double unit, double log_ratio) {
    const std::vector<double> off = noise(random, 4 * kQuads);
    std::vector<Quad> out;
    for (std::size_t i = 0; i < kQuads; ++i) {
        Quad quad;
        quad.new_first = i % 2 == 0 ? happens(random, 0.5) : !out.back().new_first;
        for (std::size_t k = 0; k < 4; ++k) {
            const bool is_new = (k == 1 || k == 2) != quad.new_first;
            quad.log_time[k] = unit * off[4 * i + k] + (is_new ? log_ratio : 0);
        }
        out.push_back(quad);
    }
    return out;
}

Verdict sequential(const std::vector<Quad>& quads, double alpha, double threshold) {
    LookPlan looks;
    for (std::size_t n = 1; n <= quads.size(); ++n) {
        const auto share = looks.look(double(n) / double(quads.size()), n, alpha);
        if (!share) continue;
        const PairedEstimate estimate = paired_estimate(std::span(quads).first(n));
        const PairedVerdict found = judge_pair(estimate, alpha * *share, threshold, looks.last());
        if (found.settled) return found.verdict;
    }
    return Verdict::kInconclusive;
}

// Of 100.
double share_of(Verdict verdict, const Noise& noise, double unit, double log_ratio, double alpha,
                double threshold, int rounds) {
    Random random(20240229);
    int found = 0;
    for (int i = 0; i < rounds; ++i) {
        found += sequential(quads_of(random, noise, unit, log_ratio), alpha, threshold) == verdict;
    }
    return 100.0 * found / rounds;
}

double false_alarms(const Noise& noise, double alpha, int rounds) {
    // Without a threshold, so that the test alone is asked.
    return share_of(Verdict::kRegressed, noise, 0.01, 0, alpha, 0, rounds) +
           share_of(Verdict::kImproved, noise, 0.01, 0, alpha, 0, rounds);
}

Quad quad(bool new_first, double a, double b, double c, double d) {
    return {new_first, {a, b, c, d}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(paired)

BOOST_AUTO_TEST_CASE(a_process_counts_with_the_median_of_its_turns_fast_ends) {
    const double none = std::nan("");
    // The fastest of three turns of two are 1, 5 and 3.
    const std::vector<double> samples = {99, 1, 2, 6, 5, 3, 4};
    BOOST_TEST(time_of_turns(samples, 2) == 3);
    BOOST_TEST(time_of_turns(std::span(samples).first(6), 2) == (1 + 5) / 2.0);
    BOOST_TEST(time_of_turns(std::vector<double>{99, 1, none, none, none, 3, 4}, 2) == 2);
    // The fastest two of ten, and of eight (to the nearest).
    const std::vector<double> ten = {99, 9, 8, 7, 6, 5, 4, 3, 2.5, 2, 10};
    BOOST_TEST(time_of_turns(ten, 10) == 2.25);
    BOOST_TEST(time_of_turns(std::span(ten).first(9), 8) == 2.75);
    BOOST_TEST(time_of_turns(std::vector<double>{99, 7}, 2) == 7);  // cut short
    BOOST_TEST(std::isnan(time_of_turns(std::vector<double>{99}, 2)));
    BOOST_TEST(std::isnan(time_of_turns({}, 2)));
}

BOOST_AUTO_TEST_CASE(the_ratio_is_of_new_to_old_whichever_came_first) {
    const std::vector<Quad> quads = {quad(false, 1, 3, 3, 1), quad(true, 3, 1, 1, 3),
                                     quad(false, 1, 3, 3, 1)};
    const PairedEstimate found = paired_estimate(quads);
    BOOST_TEST(found.log_ratio == 2, kClose);
    BOOST_TEST(found.error == 0);
    BOOST_TEST(found.quads == 3u);
}

BOOST_AUTO_TEST_CASE(an_even_drift_is_no_change) {
    std::vector<Quad> quads;
    for (int i = 0; i < 5; ++i) {
        const double at = 4 * i;
        quads.push_back(quad(i % 2 == 0, at, at + 1, at + 2, at + 3));
    }
    BOOST_TEST(std::abs(paired_estimate(quads).log_ratio) < 1e-12);
}

// Differences of neighbours 0.9, 1, 1.1 and 1.8, each twice, and processes of one build that do not
// differ.  By hand: the 16 residuals are eight of 0, 0.05 four times, 0.15 and 0.75 twice each;
// their 75th percentile (rank 11.25) is 0.075, and twice that over 1.15 the border.  0.9 and 1.8
// are cut, each to the border on its side, so the centre lies between 1 and 1.1; 12 of 16 are not
// cut.
BOOST_AUTO_TEST_CASE(a_quad_far_from_the_others_counts_up_to_the_border) {
    const std::vector<Quad> quads = {quad(false, 0, 0.9, 0.9, 0), quad(false, 0, 1, 1, 0),
                                     quad(false, 0, 1.1, 1.1, 0), quad(false, 0, 1.8, 1.8, 0)};
    const PairedEstimate found = paired_estimate(quads);
    BOOST_TEST(found.log_ratio == 1.05, kClose);
    const double border = 2 * 0.075 / 1.1503493804;
    const double squares = 4 * border * border + 4 * 0.05 * 0.05;
    BOOST_TEST(found.error == std::sqrt(squares / 7 / 8) / (12.0 / 16),
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST(found.freedom == 11 * 12.0 / 16, kClose);
}

BOOST_AUTO_TEST_CASE(what_processes_of_one_build_differ_by_counts_as_noise) {
    // In the middle of each quad the difference is 1, but the old build's processes are 0.4 apart.
    const std::vector<Quad> quads = {quad(false, 0, 1.2, 1.2, 0.4), quad(false, 0, 1.2, 1.2, 0.4),
                                     quad(false, 0.4, 1.2, 1.2, 0), quad(false, 0, 1.2, 1.2, 0.4)};
    const PairedEstimate found = paired_estimate(quads);
    BOOST_TEST(found.log_ratio == 1, kClose);
    // Eight differences that are 0.2 off, four contrasts of 0.4 and four of 0; nothing is cut.
    const double squares = 8 * 0.2 * 0.2 + 4 * 0.4 * 0.4;
    BOOST_TEST(found.error == std::sqrt(squares / 15 / 8), boost::test_tools::tolerance(1e-9));
    BOOST_TEST(found.freedom == 11, kClose);
    BOOST_TEST(spread_within_builds(quads) == (0.4 / std::sqrt(2.0) / 2) / 0.6744897502, kClose);
}

BOOST_AUTO_TEST_CASE(what_places_differ_by_is_told_from_the_builds) {
    // Places are off by 10, 20, 40 and 80, quads by 5, new by 2.
    const std::vector<Quad> quads = {quad(false, 10, 22, 42, 80), quad(true, 17, 25, 45, 87),
                                     quad(true, 12, 20, 40, 82), quad(false, 15, 27, 47, 85)};
    const PairedEstimate found = paired_estimate(quads);
    BOOST_TEST(found.log_ratio == 2, kClose);
    BOOST_TEST(found.error < 1e-12);
    BOOST_TEST(found.freedom == 8);  // 4 times 3, less the build and three places
    // Of three quads, too, which are not in balance.
    BOOST_TEST(paired_estimate(std::span(quads).first(3)).log_ratio == 2, kClose);
}

// The second place is 5 off, and so is the third; the build 2, and each difference is 0.1 off that.
BOOST_AUTO_TEST_CASE(the_error_is_of_what_the_places_leave) {
    const std::vector<Quad> quads = {quad(false, 0, 7.1, 7.1, 0), quad(true, 0, 3.1, 3.1, 0),
                                     quad(false, 0, 6.9, 6.9, 0), quad(true, 0, 2.9, 2.9, 0)};
    const PairedEstimate found = paired_estimate(quads);
    BOOST_TEST(found.log_ratio == 2, kClose);
    // Eight of them, from which one build and two pairs of places were found; nothing is cut.
    BOOST_TEST(found.error == std::sqrt(8 * 0.01 / 5 / 8), boost::test_tools::tolerance(1e-9));
    BOOST_TEST(found.freedom == 8);
}

BOOST_AUTO_TEST_CASE(two_quads_are_nothing_to_go_by) {
    const std::vector<Quad> quads = {quad(false, 0, 1, 1, 0), quad(false, 0, 1, 1, 0)};
    const PairedEstimate found = paired_estimate(quads);
    BOOST_TEST(found.freedom == 0);
    BOOST_TEST(std::isinf(reach(found, 0.01)));
    BOOST_TEST((judge_pair(found, 0.01, 0.01, true).verdict == Verdict::kInconclusive));
    BOOST_TEST(paired_estimate({}).quads == 0u);
    BOOST_TEST(spread_within_builds({}) == 0);
}

BOOST_AUTO_TEST_CASE(the_looks_spend_the_square_of_the_time) {
    LookPlan looks;
    BOOST_TEST(!looks.look(0.2, 99, 0.01).has_value());
    BOOST_TEST(looks.look(0.26, 99, 0.01).value() == 0.0625, kClose);
    BOOST_TEST(!looks.look(0.3, 99, 0.01).has_value());
    BOOST_TEST(looks.look(0.4, 99, 0.01).value() == 0.16 - 0.0625, kClose);
    BOOST_TEST(!looks.last());
    BOOST_TEST(looks.look(1, 99, 0.01).value() == 1 - 0.16, kClose);  // over that at 0.6
    BOOST_TEST(looks.last());
    BOOST_TEST(!looks.look(1, 99, 0.01).has_value());
}

// 3^-6 is 0.00137, and 3^-7 is 0.00046; a quarter of the time spends 0.000625.
BOOST_AUTO_TEST_CASE(with_too_few_quads_a_look_waits_and_loses_nothing) {
    BOOST_TEST(fewest_quads(0.000625) == 7u);
    BOOST_TEST(fewest_quads(0.00024) == 8u);
    BOOST_TEST(fewest_quads(0.5) == 3u);
    LookPlan looks;
    BOOST_TEST(!looks.look(0.25, 6, 0.01).has_value());
    BOOST_TEST(looks.look(0.3, 7, 0.01).value() == 0.0625, kClose);
    BOOST_TEST(looks.look(1, 7, 0.01).value() == 1 - 0.0625, kClose);  // the last one takes place
    BOOST_TEST(std::isinf(reach({0, 0.01, 14, 6}, 0.000625)));
    BOOST_TEST(std::isfinite(reach({0, 0.01, 14, 7}, 0.000625)));
}

BOOST_AUTO_TEST_CASE(verdicts_are_of_the_whole_interval_until_the_last_look) {
    // t of 0.995 and 10 degrees is 3.169: the interval is +-0.0317.
    PairedEstimate found{0, 0.01, 10, 8};
    const auto verdict = [&](double log_ratio, double threshold, bool last) {
        found.log_ratio = log_ratio;
        return judge_pair(found, 0.01, threshold, last);
    };
    BOOST_TEST((verdict(0.05, 0.01, false).verdict == Verdict::kRegressed));
    BOOST_TEST((verdict(-0.05, 0.01, false).verdict == Verdict::kImproved));
    // From 0.003 on: beyond zero, not beyond the threshold.
    BOOST_TEST(!verdict(0.035, 0.01, false).settled);
    BOOST_TEST((verdict(0.035, 0.01, true).verdict == Verdict::kRegressed));
    BOOST_TEST((verdict(-0.035, 0.01, true).verdict == Verdict::kImproved));
    // Beyond zero, but the estimate is within the threshold.
    BOOST_TEST((verdict(0.035, 0.04, true).verdict == Verdict::kInconclusive));
    BOOST_TEST((verdict(0.005, 0.04, false).verdict == Verdict::kUnchanged));
    BOOST_TEST((verdict(0.035, 0.08, false).verdict == Verdict::kUnchanged));
    BOOST_TEST((verdict(0.02, 0.01, true).verdict == Verdict::kInconclusive));
    BOOST_TEST(verdict(0.02, 0.01, true).settled);
}

// R: exp((qt(.995, 10) + qt(.8, 10)) * 0.01) - 1
BOOST_AUTO_TEST_CASE(what_could_have_been_seen_has_four_of_five_on_its_side) {
    const PairedEstimate found{0, 0.01, 10, 8};
    BOOST_TEST(smallest_visible(found, 0.01, 0.01) == 0.0413139248,
               boost::test_tools::tolerance(1e-8));
    BOOST_TEST(smallest_visible(found, 0.01, 0.05) == 0.05);
    BOOST_TEST(std::isinf(smallest_visible({}, 0.01, 0.05)));
}

// Alpha is 1 % over all looks.  Of 4,000 the standard error of 1 % is 0.16 %; the seed is fixed.
BOOST_AUTO_TEST_CASE(unchanged_builds_are_called_changed_at_most_as_often_as_alpha_says) {
    BOOST_TEST(false_alarms(plain, 0.01, 4000) < 1.3);
    BOOST_TEST(false_alarms(plain, 0.01, 4000) > 0.2);  // it is not blind either
    BOOST_TEST(false_alarms(disturbed, 0.01, 4000) < 1.3);
    BOOST_TEST(false_alarms(dependent, 0.01, 4000) < 1.3);
    BOOST_TEST(false_alarms(drifting, 0.01, 4000) < 1.3);
    BOOST_TEST(false_alarms(in_regimes, 0.01, 4000) < 1.3);
    BOOST_TEST(false_alarms(by_place, 0.01, 4000) < 1.3);
    for (const double share : {0.05, 0.1, 0.25, 0.35, 0.5}) {
        BOOST_TEST(false_alarms(two_layouts(share), 0.01, 4000) < 1.5, share);
    }
}

BOOST_AUTO_TEST_CASE(so_it_is_for_one_of_24_benchmarks) {
    // 0.0417 % of 8,000 are 3.3; ten or more of Poisson's would be 1 of 300.
    BOOST_TEST(false_alarms(plain, 0.01 / 24, 8000) < 10 / 80.0);
    BOOST_TEST(false_alarms(two_layouts(0.5), 0.01 / 24, 8000) < 10 / 80.0);
}

// +3 % at the default threshold of 1 %, in processes that are off by 1 or 1.5 % each.
BOOST_AUTO_TEST_CASE(three_percent_are_found) {
    const double slower = std::log(1.03);
    const auto found = [&](const Noise& noise, double unit) {
        return share_of(Verdict::kRegressed, noise, unit, slower, 0.01, 0.01, 500);
    };
    BOOST_TEST(found(plain, 0.01) > 99);
    BOOST_TEST(found(plain, 0.02) > 95);
    BOOST_TEST(found(disturbed, 0.01) > 88);
    BOOST_TEST(found(dependent, 0.02) > 99);
    BOOST_TEST(found(drifting, 0.02) > 95);
    BOOST_TEST(found(two_layouts(0.5), 0.01) > 99);
    BOOST_TEST(found(by_place, 0.01) > 95);  // places differ by 4 %
}

BOOST_AUTO_TEST_CASE(what_is_the_same_is_shown_to_be) {
    const auto unchanged = [&](double log_ratio, double unit) {
        return share_of(Verdict::kUnchanged, plain, unit, log_ratio, 0.01, 0.01, 500);
    };
    BOOST_TEST(unchanged(0, 0.003) > 99);
    // And a change beyond the threshold is not.
    BOOST_TEST(unchanged(std::log(1.012), 0.003) < 1);
    BOOST_TEST(unchanged(std::log(1.03), 0.02) < 1);
}

BOOST_AUTO_TEST_SUITE_END()
