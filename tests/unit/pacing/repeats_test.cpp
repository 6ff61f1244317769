#include "pacing/repeats.hpp"

#include <boost/test/unit_test.hpp>

#include "unit/pacing/frame_times.hpp"

using namespace benchlab::pacing;

namespace {

CapFinding judge(const std::vector<Cluster>& clusters) {
    return judge_cap(clusters);
}

// `share` of the frames at the period, the others 20 % and more above it.
std::vector<double> paced(double period_ns, double share, std::uint64_t seed) {
    Drawn drawn(seed);
    std::vector<double> out;
    for (int i = 0; i < 3000; ++i) {
        const bool on_time = drawn.uniform() < share;
        out.push_back(on_time ? period_ns * (1 + 0.003 * drawn.normal())
                              : period_ns * (1.2 + drawn.uniform()));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(repeats)

BOOST_AUTO_TEST_CASE(a_cluster_is_where_most_frames_are) {
    const std::vector<double> lengths = {10e6, 10.1e6, 10.2e6, 10.3e6, 30e6, 31e6, 7e6, 50e6};
    const Cluster found = cluster_of(lengths);
    BOOST_TEST(found.ns == 10.15e6);
    BOOST_TEST(found.share == 0.5);
    BOOST_TEST(cluster_of({}).share == 0);
    // At a display of 165 Hz with a late frame now and then.
    const Cluster paced_165 = cluster_of(paced(6.06e6, 0.78, 1));
    BOOST_TEST(paced_165.ns == 6.06e6, boost::test_tools::tolerance(0.002));
    BOOST_TEST(paced_165.share == 0.78, boost::test_tools::tolerance(0.03));
    BOOST_TEST(is_suspect(paced_165));
}

BOOST_AUTO_TEST_CASE(no_display_refreshes_above_250_hz) {
    BOOST_TEST(is_suspect({4e6, 0.72}));
    BOOST_TEST(!is_suspect({3.9e6, 0.99}));
    BOOST_TEST(!is_suspect({6e6, 0.71}));
}

BOOST_AUTO_TEST_CASE(two_captures_that_agree_within_a_percent_are_a_cap) {
    const CapFinding found = judge({{6.06e6, 0.78}, {6.062e6, 0.81}, {6.3e6, 0.5}});
    BOOST_TEST((found.cap == RefreshCap::kCapped));
    BOOST_TEST(found.period_ns == 6.061e6);
    BOOST_TEST((found.of_display == std::vector<bool>{true, true, false}));
}

BOOST_AUTO_TEST_CASE(a_steady_workload_is_no_cap) {
    // They agree within 0.9 %, but none is as steady as a display.
    const std::vector<Cluster> steady = {
        {20.824e6, 0.60}, {20.972e6, 0.64}, {20.975e6, 0.66}, {21.006e6, 0.68}};
    BOOST_TEST((judge(steady).cap == RefreshCap::kNotSuspected));
    // Steady enough, but each at a pace of its own.
    BOOST_TEST((judge({{20e6, 0.8}, {20.5e6, 0.8}, {21e6, 0.9}}).cap == RefreshCap::kWorkload));
}

BOOST_AUTO_TEST_CASE(a_lone_suspect_cannot_be_verified) {
    BOOST_TEST((judge({{6.06e6, 0.78}, {6.07e6, 0.7}}).cap == RefreshCap::kUnverifiable));
    BOOST_TEST((judge({{6.06e6, 0.78}}).cap == RefreshCap::kUnverifiable));
    BOOST_TEST((judge({}).cap == RefreshCap::kNotSuspected));
}

BOOST_AUTO_TEST_CASE(captures_outside_the_band_are_told) {
    const std::vector<double> means = {10.0, 10.1, 9.9, 12.0, 10.05};
    const std::vector<double> medians = {9.9, 9.9, 9.9, 9.9, 9.0};
    // The median of the means is 10.05: a bad capture does not drag the band over itself.
    BOOST_TEST(
        (within_band(means, medians, 0.05) == std::vector<bool>{true, true, true, false, false}));
    BOOST_TEST((within_band(means, medians, 0.5) == std::vector<bool>(5, true)));
    BOOST_TEST(within_band({}, {}, 0.05).empty());
}

BOOST_AUTO_TEST_CASE(means_in_order_are_a_drift) {
    BOOST_TEST(drifts(std::vector<double>{14, 13, 12, 11, 10}));
    BOOST_TEST(drifts(std::vector<double>{10, 11, 12, 13, 14}));
    BOOST_TEST(!drifts(std::vector<double>{10, 12, 11, 13, 14}));
    BOOST_TEST(!drifts(std::vector<double>{10, 11, 12, 13}));
}

BOOST_AUTO_TEST_SUITE_END()
