// How often captures of one program are called different, and a slower program is found: over many
// pairs that are drawn, always the same.
#include <boost/test/unit_test.hpp>

#include "pacing/comparison.hpp"
#include "unit/pacing/frame_times.hpp"

using namespace benchlab::pacing;

namespace {

using Lengths = std::vector<std::vector<double>>;

constexpr std::size_t kFrames = 6000;  // 60 s at 100 fps
constexpr double kRho = 0.9;

bool called_different(const Comparison& found) {
    return found.count(Verdict::kRegressed) + found.count(Verdict::kImproved) > 0;
}

// Captures of a program differ from start to start by this share, as they do on a quiet machine.
constexpr double kBetween = 0.005;

Lengths captures(Drawn& drawn, std::size_t count, std::size_t frames, double factor) {
    Lengths out;
    for (std::size_t i = 0; i < count; ++i) {
        const double scale = count > 1 ? factor * (1 + kBetween * drawn.normal()) : factor;
        out.push_back(scaled(drawn.frames(frames, 10e6, 1e6, kRho), scale));
    }
    return out;
}

struct Counts {
    int different = 0, mean_regressed = 0;
};

Counts over(int pairs, std::size_t captures_a_side, std::size_t frames, double factor,
            std::uint64_t seed) {
    Drawn drawn(seed);
    Counts out;
    for (int i = 0; i < pairs; ++i) {
        const Lengths base = captures(drawn, captures_a_side, frames, 1);
        const Lengths next = captures(drawn, captures_a_side, frames, factor);
        const Comparison found = compare(base, next, {});
        out.different += called_different(found);
        out.mean_regressed += found.rows.front().verdict == Verdict::kRegressed;
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(captures_of_programs)

BOOST_AUTO_TEST_CASE(captures_of_one_program_are_seldom_called_different) {
    BOOST_TEST(over(100, 1, kFrames, 1, 1).different <= 11);
}

BOOST_AUTO_TEST_CASE(a_program_that_is_5_percent_slower_is_found) {
    BOOST_TEST(over(100, 1, kFrames, 1.05, 2).mean_regressed >= 95);
}

BOOST_AUTO_TEST_CASE(sets_of_one_program_are_seldom_called_different) {
    BOOST_TEST(over(100, 5, 2000, 1, 3).different <= 5);
}

BOOST_AUTO_TEST_CASE(a_set_that_is_5_percent_slower_is_found) {
    BOOST_TEST(over(100, 5, 2000, 1.05, 4).mean_regressed >= 95);
}

BOOST_AUTO_TEST_CASE(forty_metrics_of_identical_code_pass_the_gate) {
    // Each of 40 metrics has a level and a spread of its own, from 1 % to 20 %; 5 + 5 runs.
    Drawn drawn(5);
    int failed = 0;
    constexpr int kSets = 1000;
    for (int set = 0; set < kSets; ++set) {
        std::vector<double> p;
        for (int metric = 0; metric < 40; ++metric) {
            const double spread = 0.01 * std::pow(20, drawn.uniform());
            std::vector<double> base, next;
            for (int run = 0; run < 5; ++run) {
                base.push_back(100 * std::exp(spread * drawn.normal()));
                next.push_back(100 * std::exp(spread * drawn.normal()));
            }
            p.push_back(difference(base, next).p);
        }
        const std::vector<double> adjusted = holm(p);
        failed += std::any_of(adjusted.begin(), adjusted.end(), [](double q) { return q < 0.05; });
    }
    BOOST_TEST(failed <= kSets / 20);
    BOOST_TEST_MESSAGE(failed << " of " << kSets << " sets of 40 metrics have a false alarm");
}

BOOST_AUTO_TEST_SUITE_END()
