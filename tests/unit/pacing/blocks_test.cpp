#include "pacing/blocks.hpp"

#include <boost/test/unit_test.hpp>

#include "unit/pacing/frame_times.hpp"

using namespace benchlab::pacing;

BOOST_AUTO_TEST_SUITE(blocks)

BOOST_AUTO_TEST_CASE(the_length_of_a_block_equals_that_of_numpy) {
    std::size_t compared = 0;
    for (const oracle::Row& row : oracle::read_rows("frame_oracle.csv")) {
        if (row[1] != "block") continue;
        BOOST_TEST_CONTEXT(row[0]) {
            BOOST_TEST(politis_white(oracle_frames(row[0])) == oracle::number(row[2]),
                       boost::test_tools::tolerance(1e-9));
        }
        ++compared;
    }
    BOOST_TEST(compared == 4U);
}

BOOST_AUTO_TEST_CASE(errors_equal_those_of_numpy) {
    // Of 1,000 resamples an error is good to 2.2 %, of NumPy's 20,000 to 0.5 %; four of these.
    // Logarithms of spikes that a resample has or has not are far from normal, where it is worse.
    std::size_t compared = 0;
    for (const oracle::Row& row : oracle::read_rows("frame_oracle.csv")) {
        const Spread spread = spread_of(oracle_frames(row[0]));
        for (const FigureInfo& info : figures()) {
            if (info.id != row[1]) continue;
            const auto& error = spread.error[static_cast<std::size_t>(info.figure)];
            BOOST_TEST_CONTEXT(row[0] << ' ' << row[1]) {
                BOOST_TEST(error.value() == oracle::number(row[3]),
                           boost::test_tools::tolerance(row[0] == "spiky" ? 0.2 : 0.09));
            }
            ++compared;
        }
    }
    BOOST_TEST(compared == 3U * 8 + 5);
}

BOOST_AUTO_TEST_CASE(blocks_are_longer_where_frames_resemble_each_other) {
    Drawn drawn(1);
    const double alone = block_length(drawn.frames(6000, 10e6, 1e6, 0)).frames;
    const BlockLength alike = block_length(drawn.frames(6000, 10e6, 1e6, 0.9));
    BOOST_TEST(alone < 10);
    // Best for the variance is (3/2 G^2 / g^2 n)^(1/3) with G = 180 and g = 19: 93 frames.
    BOOST_TEST(alike.frames > 93);
    BOOST_TEST(alike.frames < 4 * 93);
    BOOST_TEST(!alike.too_short_a_capture);
}

BOOST_AUTO_TEST_CASE(the_error_of_a_mean_is_what_the_series_has) {
    // 1 ms * sqrt(19 / 6000) by 10 ms.
    const double known = 0.1 * std::sqrt(19.0 / 6000);
    double sum = 0;
    constexpr int kSeries = 20;
    Drawn drawn(5);
    for (int i = 0; i < kSeries; ++i) sum += spread_of(drawn.frames(6000)).error[0].value();
    BOOST_TEST(sum / kSeries == known, boost::test_tools::tolerance(0.1));
}

BOOST_AUTO_TEST_CASE(a_slide_over_all_of_a_capture_is_no_sample_of_anything) {
    Drawn drawn(2);
    std::vector<double> lengths = drawn.frames(3000, 10e6, 1e5, 0);
    for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] += 1e3 * static_cast<double>(i);
    BOOST_TEST(block_length(lengths).too_short_a_capture);
}

BOOST_AUTO_TEST_CASE(a_rhythm_is_no_dependence_over_the_whole_capture) {
    // Each sixth frame is late, and the correlations never end; but a mean over blocks is steady.
    Drawn drawn(6);
    std::vector<double> lengths = drawn.frames(3000, 6e6, 1e5, 0);
    for (std::size_t i = 0; i < lengths.size(); i += 6) lengths[i] *= 4;
    const BlockLength found = block_length(lengths);
    BOOST_TEST(!found.too_short_a_capture);
}

BOOST_AUTO_TEST_CASE(equal_frames_and_few_frames_are_no_trouble) {
    const Spread same = spread_of(std::vector<double>(500, 8e6));
    BOOST_TEST(same.error[0].value() < 1e-12);
    BOOST_TEST(same.block.frames >= 1);
    BOOST_TEST(!spread_of(std::vector<double>(99, 8e6)).error[0]);
    BOOST_TEST(!spread_of(std::vector<double>{8e6}).error[0]);
    // None of 500 stutters: three of a thousand still might.
    BOOST_TEST(same.error[8].value() == 1.0 / 500);
}

BOOST_AUTO_TEST_CASE(the_same_frames_have_the_same_error) {
    Drawn drawn(4);
    const std::vector<double> lengths = drawn.frames(1000);
    BOOST_TEST((spread_of(lengths).error == spread_of(lengths).error));
}

BOOST_AUTO_TEST_SUITE_END()
