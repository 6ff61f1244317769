#include "measure/precision.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "unit/measure/streams.hpp"

using namespace benchlab::measure;

BOOST_AUTO_TEST_SUITE(precision)

BOOST_AUTO_TEST_CASE(looks_are_a_quarter_apart_and_begin_with_ten) {
    std::vector<int> looks;
    for (int samples = 0; samples <= 60; ++samples) {
        if (is_look(static_cast<std::uint64_t>(samples))) looks.push_back(samples);
    }
    // 10 + 3, 13 + 4, 17 + 5, 22 + 6, 28 + 7, 35 + 9, 44 + 11.
    const std::vector<int> wanted{10, 13, 17, 22, 28, 35, 44, 55};
    BOOST_TEST(looks == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(quiet_samples_are_enough_at_ten_and_not_before) {
    std::vector<double> samples;
    for (int i = 0; i < 9; ++i) samples.push_back(100 + 0.01 * (i % 3));
    BOOST_TEST(!precision_of(samples, 0.01).reached);
    samples.push_back(100);
    BOOST_TEST(precision_of(samples, 0.01).reached);
    BOOST_TEST(!precision_of(samples, 1e-6).reached);
    BOOST_TEST(precision_of(samples, 0.01).interval.confidence == 0.95);
}

BOOST_AUTO_TEST_CASE(a_median_of_zero_and_no_samples_are_never_precise) {
    const std::vector<double> around_zero{-1, 0, 1, -1, 0, 1, -1, 0, 1, 0, 0};
    BOOST_TEST(!precision_of(around_zero, 0.5).reached);
    BOOST_TEST(std::isnan(precision_of(around_zero, 0.5).half_width));
    BOOST_TEST(precision_of(around_zero, 0.5).samples_needed == 0.0);
    BOOST_TEST(!precision_of({}, 0.5).reached);
    BOOST_TEST(std::isnan(precision_of(std::vector<double>{1, 2}, 0.5).half_width));
}

BOOST_AUTO_TEST_CASE(twice_the_precision_takes_four_times_the_samples) {
    streams::Noise noise(4);
    const auto samples = streams::lognormal(0, 0.05).draw(noise, 100);
    const double half_width = precision_of(samples, 0.01).half_width;
    BOOST_TEST(precision_of(samples, half_width).samples_needed == 100.0);
    BOOST_TEST(precision_of(samples, half_width / 2).samples_needed == 400.0);
}

BOOST_AUTO_TEST_CASE(after_stopping_the_interval_still_holds_the_median) {
    // 95 % wanted; three standard errors of 200 runs below that, and 0.90 is the least in the docs.
    constexpr int kRuns = 200;
    for (const double persistence : {0.0, 0.5}) {
        const streams::Stream stream = streams::lognormal(persistence, 0.01);
        streams::Noise noise(12);
        int held = 0;
        int stopped = 0;
        for (int run = 0; run < kRuns; ++run) {
            const std::vector<double> all = stream.draw(noise, 300);
            Precision now;
            for (std::size_t n = kFirstLook; n <= all.size() && !now.reached; ++n) {
                if (is_look(n)) now = precision_of(std::span(all).first(n), 0.01);
            }
            stopped += now.reached;
            held += now.interval.low <= 1 && 1 <= now.interval.high;
        }
        BOOST_TEST(stopped == kRuns);
        BOOST_TEST(held >= 0.90 * kRuns, persistence << ": " << held << " of " << kRuns);
    }
}

BOOST_AUTO_TEST_SUITE_END()
