#include "common/regimes.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include "common/distribution.hpp"
#include "common/frame_loops.hpp"
#include "noise.hpp"

using namespace benchlab::analyzers;
using benchlab::test::noisy;

namespace {

using Lengths = std::vector<double>;

Lengths ms(std::size_t count, double length) {
    return Lengths(count, length * 1e6);
}
Lengths joined(std::initializer_list<Lengths> parts) {
    Lengths out;
    for (const Lengths& part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
}
std::vector<std::size_t> borders(const Lengths& lengths) {
    std::vector<std::size_t> out;
    for (const Stretch& each : regimes_of(lengths)) out.push_back(each.first);
    return out;
}
using Borders = std::vector<std::size_t>;

}  // namespace

BOOST_AUTO_TEST_SUITE(regimes)

BOOST_AUTO_TEST_CASE(borders_are_exact) {
    BOOST_TEST(borders(joined({ms(600, 5), ms(3000, 18), ms(300, 5)})) == (Borders{0, 600, 3600}),
               boost::test_tools::per_element());
    // 12 to 16 ms are a third more, 12 to 14 a sixth.
    BOOST_TEST(borders(joined({ms(211, 12), ms(300, 16)})) == (Borders{0, 211}),
               boost::test_tools::per_element());
    BOOST_TEST(regimes_of(joined({ms(500, 12), ms(500, 14)})).size() == 1u);
    BOOST_TEST(regimes_of(ms(30, 12)).size() == 1u);
    BOOST_TEST(regimes_of({}).empty());
}

// 1,000 fps for half a second, and 40 frames that take 4 s.
BOOST_AUTO_TEST_CASE(a_regime_has_a_second_and_fifty_frames) {
    BOOST_TEST(regimes_of(joined({ms(500, 10), ms(500, 1), ms(500, 10)})).size() == 1u);
    BOOST_TEST(regimes_of(joined({ms(500, 10), ms(1100, 1), ms(500, 10)})).size() == 3u);
    BOOST_TEST(regimes_of(joined({ms(500, 10), ms(40, 100), ms(500, 10)})).size() == 1u);
}

BOOST_AUTO_TEST_CASE(noise_does_not_hide_a_border_nor_make_one) {
    const Lengths scene = noisy(4000, 18e6, 0.15, 0, 1), menu = noisy(700, 8e6, 0.3, 0.5, 2);
    const auto found = borders(joined({menu, scene}));
    BOOST_TEST_REQUIRE(found.size() == 2u);
    BOOST_TEST(std::abs(static_cast<double>(found[1]) - 700) <= 2);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        BOOST_TEST_INFO_SCOPE("seed " << seed);
        BOOST_TEST(regimes_of(noisy(10000, 16e6, 0.1, 0.9, seed)).size() == 1u);
        BOOST_TEST(regimes_of(noisy(10000, 16e6, 0.25, 0.9, seed)).size() == 1u);
        BOOST_TEST(regimes_of(noisy(10000, 16e6, 0.4, 0, seed)).size() == 1u);
    }
}

// Frames of one and two refreshes in any order: the median of fifty is now this, now that.
BOOST_AUTO_TEST_CASE(frames_of_one_and_two_refreshes_are_one_regime) {
    std::mt19937_64 random(1);
    Lengths lengths(10000);
    for (double& each : lengths) each = random() % 2 == 0 ? 16.67e6 : 33.33e6;
    BOOST_TEST(regimes_of(lengths).size() == 1u);
}

// From 10 to 20 ms within 2,000 frames, and a wave of 30 % up and down every 1,500.
BOOST_AUTO_TEST_CASE(a_slow_drift_has_no_border) {
    Lengths ramp = noisy(2000, 1, 0.05, 0, 3), wave = noisy(9000, 1, 0.05, 0.5, 4);
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] *= 10e6 + 5e3 * static_cast<double>(i);
    for (std::size_t i = 0; i < wave.size(); ++i) {
        wave[i] *= 16e6 * (1 + 0.3 * std::sin(static_cast<double>(i) * 6.28318 / 1500));
    }
    BOOST_TEST(regimes_of(ramp).size() == 1u);
    BOOST_TEST(regimes_of(wave).size() == 1u);
}

BOOST_AUTO_TEST_CASE(local_medians_are_those_of_sorted_neighbours) {
    Lengths values = noisy(300, 16e6, 0.3, 0, 5);
    values[7] = values[8] = values[9];
    const Lengths found = local_medians(values, 20);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t first = i < 20 ? 0 : i - 20, last = std::min(values.size(), i + 21);
        Lengths around(values.begin() + static_cast<std::ptrdiff_t>(first),
                       values.begin() + static_cast<std::ptrdiff_t>(last));
        std::sort(around.begin(), around.end());
        BOOST_TEST(found[i] == percentile(std::span<const double>(around), 50));
    }
    BOOST_TEST(local_medians({5.0}, 20)[0] == 5.0);
}

BOOST_AUTO_TEST_CASE(many_frames_take_little_time) {
    const Lengths lengths = noisy(100000, 16e6, 0.25, 0.9, 6);
    const auto timed = [&](const char* what, auto&& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const auto took = std::chrono::steady_clock::now() - begin;
        BOOST_TEST_MESSAGE(what << ": " << took / std::chrono::microseconds(1) << " us");
        BOOST_TEST((took < std::chrono::seconds(2)));  // some 10 ms on a machine of its own
    };
    timed("local medians", [&] { (void)local_medians(lengths, 20); });
    timed("regimes", [&] { (void)regimes_of(lengths); });
}

BOOST_AUTO_TEST_SUITE_END()
