#include "common/cluster.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <vector>

using namespace benchlab::analyzers;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-9);

// 1,000 frames, `around` of them within 2 % of the period, the others 10 % and more away on both
// sides.
Cluster capture(double period_ms, int around) {
    std::vector<double> out;
    for (int i = 0; i < 1000; ++i) {
        const double part = static_cast<double>(i % 101) / 50 - 1;  // -1 to 1
        const double away = i < around ? 0.02 * part : part < 0 ? -0.1 + 0.3 * part : 0.1 + part;
        out.push_back(period_ms * 1e6 * (1 + away));
    }
    std::sort(out.begin(), out.end());
    return cluster_of(out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cluster)

// Case E3: four captures of one steady workload, and a display of 165 Hz.
BOOST_AUTO_TEST_CASE(a_steady_workload_is_no_cap) {
    for (const double period : {20.824, 20.972, 20.975, 21.006}) {
        const Cluster found = capture(period, 640);
        BOOST_TEST(found.period_ns == period * 1e6, boost::test_tools::tolerance(0.005));
        BOOST_TEST(found.share == 0.64, kClose);
        BOOST_TEST(!found.like_a_cap());
    }
    const Cluster capped = capture(1000.0 / 165, 780);
    BOOST_TEST(capped.share == 0.78, kClose);
    BOOST_TEST(capped.period_ns == 6.0606e6, boost::test_tools::tolerance(0.005));
    BOOST_TEST(capped.like_a_cap());
    BOOST_TEST(!capture(3.9, 1000).like_a_cap());
    BOOST_TEST(capture(4.1, 720).like_a_cap());
}

// Around 10.5 are 10 to 11: 10 / 10.5 and 11 / 10.5 are within 5 %.
BOOST_AUTO_TEST_CASE(the_cluster_has_most_frames) {
    const Cluster found = cluster_of({1, 1.01, 5, 10, 10.5, 11, 30});
    BOOST_TEST(found.period_ns == 10.5, kClose);
    BOOST_TEST(found.share == 3 / 7.0, kClose);
    BOOST_TEST(cluster_of({}).share == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
