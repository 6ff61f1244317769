#include "measure/findings.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "measure/correlation.hpp"
#include "measure/regression.hpp"
#include "unit/measure/oracle_files.hpp"
#include "unit/measure/streams.hpp"

using namespace benchlab::measure;

namespace {

std::vector<double> seconds(std::size_t count) {
    std::vector<double> out(count);
    std::iota(out.begin(), out.end(), 0.0);
    return out;
}

std::vector<double> noisy(double level, std::size_t count, std::uint64_t seed) {
    streams::Noise noise(seed);
    std::vector<double> out(count);
    for (double& value : out) value = level * (1 + 0.002 * noise.normal());
    return out;
}

struct Batches {
    std::vector<std::uint64_t> iterations;
    std::vector<double> elapsed_ns;
};

// Each batch costs 500 ns beside its iterations, of which each takes `each_ns` of their number.
Batches batches(const std::function<double(double)>& each_ns, int count = 120) {
    Batches out;
    streams::Noise noise(8);
    for (std::uint64_t size = 0; count > 0; --count) {
        out.iterations.push_back(size = *next_batch(size));
        const auto n = static_cast<double>(size);
        out.elapsed_ns.push_back(500 + n * each_ns(n) * (1 + 0.001 * noise.normal()));
    }
    return out;
}

// Findings in 300 streams of 50 samples: at most 1 % is promised; 9 is two standard errors above.
void stays_quiet(const streams::Stream& stream) {
    streams::Noise noise(21);
    int drifts = 0, humps = 0, early = 0;
    for (int i = 0; i < 300; ++i) {
        const auto samples = stream.draw(noise, 50);
        drifts += trend_along(seconds(50), samples).found;
        humps += two_humps(samples).found;
        early += early_bias(samples).found;
    }
    BOOST_TEST(drifts <= 9, stream.name << " drifts in " << drifts);
    BOOST_TEST(humps <= 9, stream.name << " has two humps in " << humps);
    BOOST_TEST(early <= 9, stream.name << " begins otherwise in " << early);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(findings)

BOOST_AUTO_TEST_CASE(the_slowest_wave_equals_that_of_scipy) {
    int rows = 0;
    for (const oracle::Row& row : oracle::read_rows("wave_oracle.csv")) {
        const SlowestWave wave = slowest_wave(oracle::samples(row[0]));
        BOOST_TEST(oracle::same(wave.amplitude, oracle::number(row[1])), row[0]);
        BOOST_TEST(oracle::same(wave.noise, oracle::number(row[2])), row[0]);
        BOOST_TEST(oracle::same(wave.freedom, oracle::number(row[3])), row[0]);
        ++rows;
    }
    BOOST_TEST(rows > 20);
}

BOOST_AUTO_TEST_CASE(quiet_streams_have_no_finding) {
    stays_quiet(streams::lognormal(0, 0.05));
    stays_quiet(streams::lognormal(0.72, 0.05));
    stays_quiet(streams::lognormal(0.72, 0.5));
}

BOOST_AUTO_TEST_CASE(a_drift_has_its_size_and_an_interval_around_it) {
    std::vector<double> samples = noisy(100, 50, 1);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] += 3.0 * static_cast<double>(i) / 49;
    const Trend up = trend_along(seconds(50), samples);
    BOOST_TEST(up.found);
    BOOST_TEST(std::abs(up.change - 3 / 101.5) < 0.004);
    BOOST_TEST(up.low < 3 / 101.5);
    BOOST_TEST(up.high > 3 / 101.5);
    BOOST_TEST(up.low > 0);
    std::reverse(samples.begin(), samples.end());
    const Trend down = trend_along(seconds(50), samples);
    BOOST_TEST(down.found);
    BOOST_TEST(oracle::same(down.change, -up.change));
}

BOOST_AUTO_TEST_CASE(a_straight_line_drifts_for_certain_and_a_small_one_does_not_matter) {
    std::vector<double> line;
    for (int i = 0; i < 40; ++i) line.push_back(100 + 0.1 * i);
    const Trend steep = trend_along(seconds(40), line);
    BOOST_TEST(steep.found);
    // 3.9 over a median of 101.95.
    BOOST_TEST(oracle::same(steep.change, 3.9 / 101.95));
    for (double& value : line) value = 100 + (value - 100) / 5;
    BOOST_TEST(!trend_along(seconds(40), line).found);
}

BOOST_AUTO_TEST_CASE(what_has_no_trend_is_said_to_have_none) {
    BOOST_TEST(!trend_along(seconds(9), std::vector<double>(9, 5.0)).found);
    BOOST_TEST(trend_along(seconds(20), std::vector<double>(20, 5.0)).change == 0.0);
    BOOST_TEST(trend_along(seconds(20), std::vector<double>(20, 5.0)).p == 1.0);
    BOOST_TEST(!trend_along(seconds(20), std::vector<double>(20, 0.0)).found);
    BOOST_TEST(!trend_along(std::vector<double>(20, 1.0), seconds(20)).found);
    BOOST_TEST(!trend_along(seconds(3), seconds(20)).found);
}

BOOST_AUTO_TEST_CASE(two_humps_have_centres_and_a_share) {
    std::vector<double> samples = noisy(100, 35, 2);
    const std::vector<double> slow = noisy(110, 15, 3);
    samples.insert(samples.end(), slow.begin(), slow.end());
    const Humps humps = two_humps(samples);
    BOOST_TEST(humps.found);
    BOOST_TEST(std::abs(humps.low_centre - 100) < 0.2);
    BOOST_TEST(std::abs(humps.high_centre - 110) < 0.2);
    BOOST_TEST(humps.high_share == 0.3);
}

BOOST_AUTO_TEST_CASE(ticks_equal_samples_and_near_humps_are_no_two_humps) {
    std::vector<double> ticks;
    for (int i = 0; i < 50; ++i) ticks.push_back(100 + i % 3);
    BOOST_TEST(!two_humps(ticks).found);
    BOOST_TEST(!two_humps(std::vector<double>(50, 7.0)).found);
    BOOST_TEST(!two_humps(std::vector<double>{1, 1, 1, 5, 5, 5}).found);
    std::vector<double> near = noisy(1e6, 25, 4);
    for (double& value : near) value = 1e6 + (value - 1e6) / 1000;
    const std::size_t count = near.size();
    for (std::size_t i = 0; i < count; ++i) near.push_back(near[i] + 5000);
    const Humps humps = two_humps(near);  // 0.5 % apart
    BOOST_TEST(humps.contrast > 10);
    BOOST_TEST(!humps.found);
}

BOOST_AUTO_TEST_CASE(a_step_of_the_clock_is_found_where_it_was) {
    std::vector<double> clock = noisy(0.32, 30, 5);
    const std::vector<double> slower = noisy(0.33, 20, 6);
    clock.insert(clock.end(), slower.begin(), slower.end());
    const ClockChange change = clock_change(clock);
    BOOST_TEST(change.found);
    BOOST_TEST(change.at == 30u);
    BOOST_TEST(std::abs(change.before - 0.32) < 0.0005);
    BOOST_TEST(std::abs(change.after - 0.33) < 0.0005);
    BOOST_TEST(change.range > 0.025);
}

BOOST_AUTO_TEST_CASE(a_steady_clock_and_single_spikes_are_no_change) {
    std::vector<double> clock = noisy(0.32, 50, 7);
    clock[10] *= 2;
    clock[30] *= 1.5;
    BOOST_TEST(!clock_change(clock).found);
    BOOST_TEST(!clock_change(std::vector<double>{1, 2, 3}).found);
    BOOST_TEST(!clock_change(std::vector<double>(20, 0.0)).found);
}

BOOST_AUTO_TEST_CASE(a_slow_beginning_is_told_with_its_size) {
    std::vector<double> samples = noisy(100, 100, 8);
    for (std::size_t i = 0; i < 10; ++i) samples[i] *= 1.04;
    const EarlyBias bias = early_bias(samples);
    BOOST_TEST(bias.found);
    BOOST_TEST(std::abs(bias.size - 0.04) < 0.004);
    BOOST_TEST(bias.low > 0.03);
    BOOST_TEST(bias.high < 0.05);
    BOOST_TEST(!early_bias(noisy(100, 100, 8)).found);
    BOOST_TEST(!early_bias(std::vector<double>(19, 1.0)).found);
    BOOST_TEST(std::isnan(early_bias(std::vector<double>(19, 1.0)).low));
}

BOOST_AUTO_TEST_CASE(iterations_that_are_slower_in_long_batches_are_a_bias_and_a_constant_is_none) {
    const Batches same = batches([](double) { return 20.0; });
    BOOST_TEST(!duration_bias(same.iterations, same.elapsed_ns).found);
    BOOST_TEST(std::abs(duration_bias(same.iterations, same.elapsed_ns).change) < 0.01);
    // One percent slower for each factor of e.
    const Batches slower = batches([](double n) { return 20 * (1 + 0.01 * std::log(n)); });
    const Trend bias = duration_bias(slower.iterations, slower.elapsed_ns);
    BOOST_TEST(bias.found);
    BOOST_TEST(bias.low > 0);
    const Batches few = batches([](double) { return 20.0; }, 5);
    BOOST_TEST(!duration_bias(few.iterations, few.elapsed_ns).found);
    BOOST_TEST(std::isnan(duration_bias(few.iterations, few.elapsed_ns).low));
}

BOOST_AUTO_TEST_CASE(what_keeps_an_interval_wide_is_named) {
    streams::Noise noise(9);
    std::vector<double> spread(60);
    for (double& value : spread) value = 100 + 5 * noise.normal();
    const std::vector<double> time = seconds(60);
    BOOST_TEST((why_unreached(spread, time, {}).obstacle == Obstacle::kSpread));
    BOOST_TEST(why_unreached(spread, time, {}).without ==
               why_unreached(spread, time, {}).half_width);

    std::vector<double> drifting = noisy(100, 60, 10);
    for (std::size_t i = 0; i < 60; ++i) drifting[i] += 0.3 * static_cast<double>(i);
    const Unreached drift = why_unreached(drifting, time, {});
    BOOST_TEST((drift.obstacle == Obstacle::kDrift));
    BOOST_TEST(drift.without < drift.half_width / 3);

    std::vector<double> two = noisy(100, 60, 11);
    for (double& value : two) value += noise.uniform() < 0.5 ? 10 : 0;
    BOOST_TEST((why_unreached(two, time, {}).obstacle == Obstacle::kTwoHumps));

    // A clock that slows down: as a drift of the samples, but the clock is the cause.
    std::vector<double> clock = noisy(0.32, 60, 12);
    std::vector<double> slowed = noisy(100, 60, 13);
    for (std::size_t i = 0; i < 60; ++i) {
        const double factor = 1 + 0.002 * static_cast<double>(i);
        clock[i] *= factor;
        slowed[i] *= factor;
    }
    BOOST_TEST((why_unreached(slowed, time, clock).obstacle == Obstacle::kClock));
    BOOST_TEST((why_unreached(slowed, time, {}).obstacle == Obstacle::kDrift));
}

BOOST_AUTO_TEST_SUITE_END()
