// What is found on curves that were made by hand.
#include "cache/edges.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

using benchlab::plugins::Edges;
using benchlab::plugins::edges_of;
using benchlab::plugins::quartile_of;
using benchlab::plugins::two_humped;

namespace {

constexpr std::uint64_t kKib = 1024;

// Sizes of 4 KiB to `most`, four from a power of two to the next, as cache/sizes has them.
std::vector<std::uint64_t> quarter_steps(std::uint64_t most) {
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t power = 4 * kKib; power <= most; power *= 2) {
        for (std::uint64_t quarter = 4; quarter < 8; ++quarter) {
            if (power * quarter / 4 <= most) sizes.push_back(power * quarter / 4);
        }
    }
    return sizes;
}

struct Level {
    std::uint64_t bytes;
    double latency;
};

// Each size has the latency of the level that it fits into, the last for all beyond.
std::vector<double> curve_of(const std::vector<std::uint64_t>& sizes, std::vector<Level> levels,
                             double memory) {
    std::vector<double> out;
    for (const std::uint64_t size : sizes) {
        double latency = memory;
        for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
            if (size <= level->bytes) latency = level->latency;
        }
        out.push_back(latency);
    }
    return out;
}

std::vector<std::uint64_t> found(const std::vector<std::uint64_t>& sizes,
                                 const std::vector<double>& curve) {
    const Edges edges = edges_of(sizes, curve);
    return {edges.at, edges.at + edges.count};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cache_edges)

BOOST_AUTO_TEST_CASE(levels_that_end_at_once_are_found_exactly) {
    const auto sizes = quarter_steps(64 * 1024 * kKib);
    const std::vector<std::vector<std::uint64_t>> machines = {
        {32 * kKib, 512 * kKib, 32 * 1024 * kKib},
        {48 * kKib, 1280 * kKib, 24 * 1024 * kKib},
        {64 * kKib, 1024 * kKib, 8 * 1024 * kKib}};
    for (const auto& levels : machines) {
        const auto curve =
            curve_of(sizes, {{levels[0], 1.1}, {levels[1], 4}, {levels[2], 14}}, 110);
        const auto edges = found(sizes, curve);
        BOOST_CHECK_EQUAL_COLLECTIONS(edges.begin(), edges.end(), levels.begin(), levels.end());
    }
}

// At its own size some lines of a cache are in use otherwise: 32 KiB, 4 of 10 loads from the next
// level.
BOOST_AUTO_TEST_CASE(a_level_that_is_nearly_full_still_holds_its_size) {
    const auto sizes = quarter_steps(1024 * kKib);
    auto curve = curve_of(sizes, {{32 * kKib, 1.4}}, 4.4);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] == 32 * kKib) curve[i] = 1.4 + 0.4 * 3;
        if (sizes[i] == 40 * kKib) curve[i] = 1.4 + 0.8 * 3;
    }
    const auto edges = found(sizes, curve);
    BOOST_REQUIRE_EQUAL(edges.size(), 1u);
    BOOST_CHECK_EQUAL(edges[0], 32 * kKib);
}

BOOST_AUTO_TEST_CASE(noise_of_a_few_percent_is_no_level) {
    const auto sizes = quarter_steps(64 * 1024 * kKib);
    auto curve = curve_of(sizes, {{32 * kKib, 1.0}, {1024 * kKib, 4}}, 80);
    for (std::size_t i = 0; i < curve.size(); ++i) {
        curve[i] *= 1 + 0.05 * (double(i * 7 % 5) - 2.0) / 2;
    }
    const std::vector<std::uint64_t> expected = {32 * kKib, 1024 * kKib};
    const auto edges = found(sizes, curve);
    BOOST_CHECK_EQUAL_COLLECTIONS(edges.begin(), edges.end(), expected.begin(), expected.end());
}

BOOST_AUTO_TEST_CASE(a_flat_curve_one_point_and_none_have_no_levels) {
    const auto sizes = quarter_steps(1024 * kKib);
    BOOST_CHECK(found(sizes, std::vector<double>(sizes.size(), 2.0)).empty());
    BOOST_CHECK(found({4096}, {1.0}).empty());
    BOOST_CHECK(found({}, {}).empty());
    std::vector<double> falling(sizes.size());
    for (std::size_t i = 0; i < falling.size(); ++i) falling[i] = 100.0 - double(i);
    BOOST_CHECK(found(sizes, falling).empty());
}

BOOST_AUTO_TEST_CASE(two_humps_are_told_from_one_wide_one) {
    double low = 0, high = 0;
    // 19 ns or 190 ns, as a last level that others take away has them.
    std::vector<double> both = {19, 190, 20, 185, 19.5, 18.8, 200, 195, 19, 192};
    BOOST_CHECK(two_humped(both, low, high));
    BOOST_CHECK_CLOSE(low, 19.0, 3.0);
    BOOST_CHECK_CLOSE(high, 192.0, 3.0);
    std::vector<double> one = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21};
    BOOST_CHECK(!two_humped(one, low, high));
    std::vector<double> few_high = {19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 190, 190};
    BOOST_CHECK(!two_humped(few_high, low, high));  // two of twelve are outliers
    std::vector<double> near = {19, 19, 19, 19, 19, 22, 22, 22, 22, 22};
    BOOST_CHECK(!two_humped(near, low, high));
    std::vector<double> short_one = {19, 190, 19, 190};
    BOOST_CHECK(!two_humped(short_one, low, high));
    std::vector<double> none;
    BOOST_CHECK(!two_humped(none, low, high));
}

BOOST_AUTO_TEST_CASE(the_lower_quartile_is_a_value_that_was_seen) {
    std::vector<double> values = {4, 1, 3, 2};
    BOOST_CHECK_EQUAL(quartile_of(values), 2.0);
    std::vector<double> one = {7};
    BOOST_CHECK_EQUAL(quartile_of(one), 7.0);
    BOOST_CHECK(std::isnan(quartile_of({})));
}

BOOST_AUTO_TEST_SUITE_END()
