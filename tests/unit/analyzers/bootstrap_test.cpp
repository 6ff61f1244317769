#include "common/bootstrap.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noise.hpp"

using namespace benchlab::analyzers;
using benchlab::test::noisy;

namespace {

constexpr double kMean = 16e6, kSpread = 0.1;

Intervals of(const std::vector<double>& lengths) {
    return intervals_of(lengths, {{0, lengths.size()}}).value();
}

// What the figures of endless normal noise are, by Python: the mean and the median; for the slowest
// 1 % the quantile 2.3263, the mean behind it, pdf(2.3263) / 0.01 = 2.6652, and where the part of
// the time begins that they fill, (1 - cdf(z)) + 0.1 pdf(z) = 0.01: 2.4160.
const std::map<std::string, double> kTrue = {
    {"average", 1e9 / kMean},
    {"median", kMean},
    {"p99", kMean*(1 + kSpread * 2.3263)},
    {"percentile low", 1e9 / (kMean * (1 + kSpread * 2.3263))},
    {"average low", 1e9 / (kMean * (1 + kSpread * 2.6652))},
    {"integral low", 1e9 / (kMean * (1 + kSpread * 2.4160))},
};

std::map<std::string, std::optional<Interval>> named(const Intervals& in) {
    return {{"average", in.average_fps},
            {"median", in.median_ns},
            {"p99", in.p99_ns},
            {"percentile low", in.low_1.percentile_fps},
            {"average low", in.low_1.average_fps},
            {"integral low", in.low_1.integral_fps}};
}

// In how many of the captures that have an interval the true figure is in it.
std::map<std::string, double> coverage(std::size_t count, double memory, std::uint64_t captures) {
    std::map<std::string, double> in, all, out;
    for (std::uint64_t seed = 1; seed <= captures; ++seed) {
        for (const auto& [name, interval] : named(of(noisy(count, kMean, kSpread, memory, seed)))) {
            if (!interval) continue;
            const double truth = kTrue.at(name);
            all[name] += 1;
            in[name] += interval->first <= truth && truth <= interval->second ? 1 : 0;
        }
    }
    for (const auto& [name, of] : all) {
        BOOST_TEST_MESSAGE(count << " frames, memory " << memory << ", " << name << ": "
                                 << in[name] / of << " of " << of);
        out[name] = in[name] / of;
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bootstrap)

BOOST_AUTO_TEST_CASE(intervals_have_the_true_figure_as_often_as_they_say) {
    for (const auto& [count, memory] : {std::pair{1000u, 0.0}, {1000u, 0.5}, {3000u, 0.9}}) {
        for (const auto& [name, share] : coverage(count, memory, 100)) {
            BOOST_TEST_INFO_SCOPE(count << " frames, memory " << memory << ", " << name);
            BOOST_TEST(share >= 0.88);
        }
    }
}

// The mean of 3,000 values without memory has the standard error 0.1 / sqrt(3000) of it; with 0.9
// of the one before sqrt(19) times as much.
BOOST_AUTO_TEST_CASE(an_interval_is_as_wide_as_the_mean_is_uncertain) {
    for (const double memory : {0.0, 0.9}) {
        const double error = 0.1 * std::sqrt((1 + memory) / (1 - memory) / 3000);
        double width = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Interval found = of(noisy(3000, kMean, kSpread, memory, seed)).average_fps;
            width += (found.second - found.first) / 20;
        }
        BOOST_TEST(width == 2 * 1.96 * error * 1e9 / kMean, boost::test_tools::tolerance(0.15));
    }
}

BOOST_AUTO_TEST_CASE(what_too_few_slow_frames_tell_has_no_interval) {
    const Intervals found = of(noisy(400, kMean, kSpread, 0, 1));
    BOOST_TEST(!found.p99_ns.has_value());  // the four slowest
    BOOST_TEST(!found.low_1.average_fps.has_value());
    BOOST_TEST(!of(noisy(3000, kMean, kSpread, 0, 1)).low_01.average_fps.has_value());
    BOOST_TEST(of(noisy(8000, kMean, kSpread, 0, 1)).low_01.average_fps.has_value());
    BOOST_TEST(!intervals_of(std::vector<double>(99, kMean), {{0, 99}}).has_value());
}

// Each regime keeps its frames, so that 600 of 5 ms and 3,000 of 18 ms vary by nothing at all.
BOOST_AUTO_TEST_CASE(regimes_keep_their_frames) {
    std::vector<double> lengths(600, 5e6);
    lengths.resize(3600, 18e6);
    const Intervals found = intervals_of(lengths, {{0, 600}, {600, 3600}}).value();
    const double average = 3600e9 / (600 * 5e6 + 3000 * 18e6);
    BOOST_TEST(found.average_fps.first == average, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(found.average_fps.second == average, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(found.median_ns.first == 18e6);
    BOOST_TEST(found.block == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_drawn_is_the_same_each_time) {
    const auto lengths = noisy(1000, kMean, kSpread, 0.5, 1);
    BOOST_TEST((of(lengths).median_ns == of(lengths).median_ns));
    BOOST_TEST(block_length(noisy(3000, 1, 0.1, 0, 1)) < 5);
    // Memory 0.9: (2 (2 * 0.9 / (1 - 0.81))^2 / (4/3) * 3000)^(1/3) = 73.9.
    BOOST_TEST(block_length(noisy(3000, 1, 0.1, 0.9, 1)) == 73.9,
               boost::test_tools::tolerance(0.35));
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_frames_take_little_time) {
    const auto lengths = noisy(100000, kMean, kSpread, 0.9, 1);
    const auto begin = std::chrono::steady_clock::now();
    const Intervals found = of(lengths);
    const auto took = std::chrono::steady_clock::now() - begin;
    BOOST_TEST_MESSAGE("100,000 frames: " << took / std::chrono::milliseconds(1) << " ms, block "
                                          << found.block);
    BOOST_TEST((took < std::chrono::seconds(5)));  // some 100 ms on a machine of its own
}

BOOST_AUTO_TEST_SUITE_END()
