#include "pacing/figures.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "unit/pacing/frame_times.hpp"

using namespace benchlab::pacing;

namespace {

double of(const Figures& figures, Figure figure) {
    return figures[static_cast<std::size_t>(figure)].value();
}

double fps(double ns) {
    return 1e9 / ns;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figures_of_frames)

BOOST_AUTO_TEST_CASE(three_lows_of_one_long_frame_are_told_apart) {
    // Cleanmeter#61: 999 frames of 8 ms and one of 200 ms.  The slowest 1 % are 10 frames, 27.2 ms
    // on average; 1 % of the time, 81.92 ms, is within the longest.
    std::vector<double> lengths(1000, 8e6);
    lengths[500] = 200e6;
    const Figures found = figures_of(lengths);
    BOOST_TEST(fps(of(found, Figure::kLow1)) == 1000 / 27.2, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(fps(of(found, Figure::kLow1Time)) == 5.0);
    // Rank 0.99 * 999 is 989.01, of frames of 8 ms.
    BOOST_TEST(fps(of(found, Figure::kP99)) == 125.0);
    // Rank 998.001: a thousandth of the way from 8 to 200 ms.
    BOOST_TEST(of(found, Figure::kP999) == 8e6 + 0.001 * 192e6, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(of(found, Figure::kLow01) == 200e6);
    BOOST_TEST(of(found, Figure::kStutters) == 0.001);
}

BOOST_AUTO_TEST_CASE(average_fps_is_by_the_mean_time) {
    std::vector<double> lengths;
    for (int i = 0; i < 100; ++i) lengths.push_back(i % 2 == 0 ? 1e6 : 4e6);
    BOOST_TEST(fps(of(figures_of(lengths), Figure::kMean)) == 400.0);
}

BOOST_AUTO_TEST_CASE(percentiles_are_between_two_ranks) {
    std::vector<double> lengths(100);
    std::iota(lengths.begin(), lengths.end(), 1.0);
    const Figures found = figures_of(lengths);
    BOOST_TEST(of(found, Figure::kP99) == 99.01, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(of(found, Figure::kMedian) == 50.5);
}

BOOST_AUTO_TEST_CASE(few_frames_have_no_lows) {
    std::vector<double> lengths(999, 8e6);
    BOOST_TEST(!figures_of(lengths)[static_cast<std::size_t>(Figure::kLow01)]);
    BOOST_TEST(of(figures_of(lengths), Figure::kLow1) == 8e6);
    lengths.resize(99);
    BOOST_TEST(!figures_of(lengths)[static_cast<std::size_t>(Figure::kP99)]);
    BOOST_TEST(of(figures_of(lengths), Figure::kMean) == 8e6);
    BOOST_TEST(!figures_of(std::vector<double>())[0]);
}

BOOST_AUTO_TEST_CASE(a_stutter_is_out_of_step_with_its_neighbours) {
    std::vector<double> lengths(600, 5e6);
    std::fill(lengths.begin() + 300, lengths.end(), 18e6);  // another scene is no stutter
    lengths[100] = 10e6;                                    // twice is not more than twice
    lengths[200] = 10.1e6;
    lengths[400] = 40e6;
    const std::vector<std::uint8_t> found = stutters(lengths);
    BOOST_TEST(std::accumulate(found.begin(), found.end(), 0) == 2);
    BOOST_TEST(found[200] == 1);
    BOOST_TEST(found[400] == 1);
    BOOST_TEST(found[100] == 0);
}

BOOST_AUTO_TEST_CASE(figures_equal_those_of_numpy) {
    std::size_t compared = 0;
    for (const oracle::Row& row : oracle::read_rows("frame_oracle.csv")) {
        const Figures found = figures_of(oracle_frames(row[0]));
        for (const FigureInfo& info : figures()) {
            if (info.id != row[1]) continue;
            BOOST_TEST_CONTEXT(row[0] << ' ' << row[1]) {
                BOOST_TEST(of(found, info.figure) == oracle::number(row[2]),
                           boost::test_tools::tolerance(1e-12));
            }
            ++compared;
        }
    }
    BOOST_TEST(compared == 3 * 8 + 5);
}

BOOST_AUTO_TEST_CASE(counts_stand_for_that_many_frames) {
    Drawn drawn(3);
    std::vector<double> sorted, all;
    std::vector<std::uint32_t> counts;
    for (int i = 0; i < 700; ++i) {
        sorted.push_back(1e6 + 1e4 * i);
        counts.push_back(static_cast<std::uint32_t>(4 * drawn.uniform()));
        all.insert(all.end(), counts.back(), sorted.back());
    }
    const double time = std::accumulate(all.begin(), all.end(), 0.0);
    const Figures counted = figures_of(Counted{sorted, counts, all.size(), time});
    Figures one_by_one = figures_of(all);
    one_by_one[static_cast<std::size_t>(Figure::kStutters)].reset();
    BOOST_TEST((counted == one_by_one));
}

BOOST_AUTO_TEST_SUITE_END()
