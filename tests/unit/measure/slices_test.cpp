#include "measure/slices.hpp"

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "measure/clock_cycles.hpp"
#include "measure/collected_samples.hpp"
#include "measure/summary.hpp"
#include "platform/cpus.hpp"
#include "platform/thread_usage.hpp"
#include "unit/measure/fake_work.hpp"

using namespace benchlab::measure;
using namespace fake;
namespace platform = benchlab::platform;

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// 1000 iterations in 250 us.
Batch calm_slice() {
    Batch out;
    out.iterations = 1000;
    out.elapsed_ns = 250'000;
    out.cycle_ns = 0.25;
    return out;
}

Batch preempted_slice() {
    Batch out = calm_slice();
    out.elapsed_ns = 3'250'000;
    out.preempted = 1;
    out.lost_ns = 3'000'000;
    return out;
}

Batch faulting_slice() {
    Batch out = calm_slice();
    out.elapsed_ns = 350'000;
    out.faults = 2;
    return out;
}

SampleParts sample_of(const std::vector<Batch>& slices, std::size_t metrics = 0) {
    SampleParts out(metrics);
    for (const Batch& slice : slices) out.add(slice, slice.elapsed_ns);
    return out;
}

Measured finished(const std::vector<std::vector<Batch>>& samples) {
    CollectedSamples collected(0);
    for (const std::vector<Batch>& slices : samples) {
        for (const Batch& slice : slices) collected.mark(slice, slice.elapsed_ns, 0);
        collected.add(sample_of(slices));
    }
    Measured out;
    collected.finish(out);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(slices)

BOOST_AUTO_TEST_CASE(what_happened_in_a_slice_is_named) {
    BOOST_TEST(disturbances_of(calm_slice()) == 0);
    BOOST_TEST(disturbances_of(preempted_slice()) == kPreempted);  // not lost as well
    BOOST_TEST(disturbances_of(faulting_slice()) == kFaulted);

    Batch lost = calm_slice();
    lost.lost_ns = 4'900;  // an interrupt or two
    BOOST_TEST(disturbances_of(lost) == 0);
    lost.lost_ns = 5'100;
    BOOST_TEST(disturbances_of(lost) == kLost);
    lost.elapsed_ns = 20'000'000;  // of which it is a quarter of a thousandth
    BOOST_TEST(disturbances_of(lost) == 0);
    lost.lost_ns = 250'000;
    BOOST_TEST(disturbances_of(lost) == kLost);

    for (int set = 0; set < 16; ++set) {
        const auto disturbances = static_cast<std::uint8_t>(set);
        BOOST_TEST(parse_disturbances(disturbance_text(disturbances)) == disturbances);
    }
    BOOST_TEST(disturbance_text(kPreempted | kFaulted) == "preempted, page fault");
}

BOOST_AUTO_TEST_CASE(a_sample_is_the_mean_of_the_slices_that_count) {
    const SampleParts sample =
        sample_of({calm_slice(), preempted_slice(), calm_slice(), faulting_slice()});
    BOOST_TEST(sample.slices() == 4u);
    BOOST_TEST(sample.slices_with(kPreempted) == 1u);
    BOOST_TEST(sample.slices_with(kPreempted | kFaulted) == 2u);

    const auto calm = sample.kept(kPreempted | kFaulted);
    BOOST_TEST(calm.sum.ns == 500'000);
    BOOST_TEST(calm.sum.iterations == 2000u);
    BOOST_TEST(calm.left_out == 2u);
    BOOST_TEST(!calm.all_marked);
    const auto all = sample.kept(0);
    BOOST_TEST(all.sum.ns == 250'000 * 2 + 3'250'000 + 350'000);
    BOOST_TEST(all.sum.iterations == 4000u);
    BOOST_TEST(all.left_out == 0u);
}

BOOST_AUTO_TEST_CASE(without_a_calm_slice_all_count) {
    const auto kept = sample_of({preempted_slice(), preempted_slice()}).kept(kPreempted);
    BOOST_TEST(kept.all_marked);
    BOOST_TEST(kept.sum.ns == 6'500'000);
    BOOST_TEST(kept.left_out == 0u);
}

BOOST_AUTO_TEST_CASE(a_metric_is_the_mean_by_iterations_of_the_slices_that_have_it) {
    std::vector<Batch> slices(3, calm_slice());
    slices[0].metrics = {2, 1.1};
    slices[1].metrics = {kUnknown, 1.1};
    slices[2].metrics = {8, 1.1};
    slices[2].iterations = 3000;
    const auto kept = sample_of(slices, 2).kept(0);
    BOOST_TEST(kept.sum.metric_means[0] == (2 * 1000 + 8 * 3000) / 4000.0);
    BOOST_TEST(kept.sum.metric_weights[0] == 4000u);
    BOOST_TEST(kept.sum.metric_means[1] == 1.1);  // exactly
}

BOOST_AUTO_TEST_CASE(the_clock_of_a_sample_is_the_median_of_its_slices) {
    std::vector<Batch> slices(5, calm_slice());
    slices[0].cycle_ns = 7;  // interrupted
    slices[1].cycle_ns = kUnknown;
    slices[2].cycle_ns = 0.26;
    SampleParts sample = sample_of(slices);
    sample.close();
    BOOST_TEST(sample.cycle_ns == 0.255);  // of 0.25, 0.25, 0.26 and 7
    SampleParts unknown = sample_of({slices[1]});
    unknown.close();
    BOOST_TEST(std::isnan(unknown.cycle_ns));
}

BOOST_AUTO_TEST_CASE(interrupted_slices_are_left_out_and_listed) {
    const Measured out =
        finished({{calm_slice(), preempted_slice()}, {calm_slice(), calm_slice()}});
    BOOST_TEST(out.samples.ns == (std::vector<double>{250, 250}));
    BOOST_TEST(out.samples.iterations == (std::vector<std::uint64_t>{1000, 2000}));
    BOOST_TEST(out.samples.slices == (std::vector<std::uint64_t>{2, 2}));
    BOOST_TEST(out.samples.left_out == (std::vector<std::uint64_t>{1, 0}));
    BOOST_TEST(out.samples.preempted == (std::vector<std::uint64_t>{1, 0}));
    BOOST_TEST(out.samples.lost_ns == (std::vector<double>{3e6, 0}));
    BOOST_TEST(out.samples.cycles() == (std::vector<double>{1000, 1000}));
    BOOST_REQUIRE(out.left_out.size() == 1u);
    BOOST_TEST(out.left_out[0].sample == 0u);
    BOOST_TEST(out.left_out[0].ns == 3250);
    BOOST_TEST(out.left_out[0].disturbances == kPreempted);
    BOOST_TEST(out.warnings.empty());  // a quarter is what a busy machine has
}

BOOST_AUTO_TEST_CASE(rare_page_faults_are_left_out_and_frequent_ones_are_the_benchmarks_own) {
    std::vector<Batch> slices(100, calm_slice());
    std::fill_n(slices.begin(), 3, faulting_slice());  // 1.05 of 25.3 ms
    const Measured rare = finished({slices});
    BOOST_TEST(rare.samples.ns == std::vector<double>{250});
    BOOST_TEST(rare.samples.left_out == std::vector<std::uint64_t>{3});
    BOOST_REQUIRE(rare.notes.size() == 1u);
    BOOST_TEST(rare.notes[0] ==
               "slices with page faults took 4.2 % of its time: they are left out");

    std::fill_n(slices.begin(), 4, faulting_slice());  // 1.4 of 25.4 ms
    const Measured frequent = finished({slices});
    BOOST_TEST(frequent.samples.ns[0] == (96 * 250 + 4 * 350) / 100.0);
    BOOST_TEST(frequent.left_out.empty());
    BOOST_REQUIRE(frequent.notes.size() == 1u);
    BOOST_TEST(
        frequent.notes[0] ==
        "slices with page faults took 5.5 % of its time: they are its own and stay in its time");
}

BOOST_AUTO_TEST_CASE(much_that_is_left_out_is_told) {
    const Measured much = finished({{calm_slice(), preempted_slice(), preempted_slice()}});
    BOOST_REQUIRE(much.warnings.size() == 1u);
    BOOST_TEST(much.warnings[0].find("66.7 % of its slices were interrupted") == 0u);
    const Measured all = finished({{calm_slice()}, {preempted_slice()}});
    BOOST_TEST(all.samples.ns == (std::vector<double>{250, 3250}));
    BOOST_TEST(all.warnings.back().find("in 1 of 2 samples every slice was interrupted") == 0u);
}

BOOST_AUTO_TEST_CASE(a_sliced_sample_is_timed_in_many_batches) {
    FakeWork work(spinning(1'000));
    Plan plan = quick_plan(4);
    plan.sample_time_ns = 5'000'000;
    plan.method = Method::kSlices;
    plan.slice_time_ns = 100'000;
    std::vector<std::uint64_t> asked;
    plan.between = [&](std::uint64_t done) {
        asked.push_back(done);
        return true;
    };
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    const Samples& s = result->samples;
    BOOST_REQUIRE(s.size() == 4u);
    for (std::size_t i = 0; i < s.size(); ++i) {
        BOOST_TEST(s.slices[i] >= 1u);
        BOOST_TEST(s.left_out[i] < s.slices[i]);
        BOOST_TEST(s.ns[i] >= 1'000);
    }
    for (const auto& call : work.calls) BOOST_TEST(call.prepared);
    const std::uint64_t slices = std::accumulate(s.slices.begin(), s.slices.end(), 0ull);
    BOOST_TEST(slices > s.size());
    BOOST_TEST(work.calls.size() > slices);  // with the calibration
    BOOST_TEST(asked.size() < work.calls.size());
    BOOST_TEST(std::count(asked.begin(), asked.end(), 3u) == 1);
}

BOOST_AUTO_TEST_CASE(work_that_waits_keeps_its_waiting) {
    FakeWork work([](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        for (std::uint64_t i = 0; i < iterations; ++i) platform::sleep_ms(1);
        return Result<void>();
    });
    Plan plan = quick_plan(5);
    plan.method = Method::kSlices;
    plan.slice_time_ns = 250'000;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    for (const double ns : result->samples.ns) BOOST_TEST(ns >= 1e6);
    if (!platform::this_thread_usage().counts_known) return;
    for (const std::uint64_t waited : result->samples.waited) BOOST_TEST(waited >= 1u);
}

// Two threads that want one CPU take turns, so some slices must be interrupted, and be told.
BOOST_AUTO_TEST_CASE(a_second_thread_on_the_same_cpu_is_seen) {
    if (!platform::this_thread_usage().counts_known) {
        BOOST_TEST_MESSAGE("skipped: this system does not count switches by thread");
        return;
    }
    const std::vector<unsigned> before = platform::this_thread_cpus();
    BOOST_REQUIRE(platform::pin_this_thread(before.front()).ok());
    std::atomic<bool> stop{false};
    std::thread other([&] {  // inherits the one CPU
        while (!stop) {
        }
    });
    FakeWork work(spinning(1'000));
    Plan plan = quick_plan(30);
    plan.sample_time_ns = 10'000'000;
    plan.method = Method::kSlices;
    plan.slice_time_ns = 250'000;
    const auto result = measure(work, plan);
    stop = true;
    other.join();
    (void)platform::unpin_this_thread(before);
    BOOST_REQUIRE(result.ok());
    const Samples& s = result->samples;
    BOOST_TEST(std::accumulate(s.preempted.begin(), s.preempted.end(), 0ull) > 0u);
    BOOST_TEST(std::accumulate(s.left_out.begin(), s.left_out.end(), 0ull) > 0u);
    BOOST_TEST(!result->left_out.empty());
}

BOOST_AUTO_TEST_CASE(a_clock_cycle_takes_as_long_as_on_any_machine_there_is) {
    const double ns = cycle_ns(100'000);
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
    BOOST_TEST(ns > 0.1);  // 10 GHz
    BOOST_TEST(ns < 20);   // 50 MHz, under an emulator
#else
    BOOST_TEST(std::isnan(ns));
#endif
    FakeWork work(spinning(1'000));
    Plan plan = quick_plan(2);
    plan.count_cycles = false;
    const auto uncounted = measure(work, plan);
    BOOST_REQUIRE(uncounted->samples.cycle_ns.size() == 2u);
    for (const double none : uncounted->samples.cycle_ns) BOOST_TEST(std::isnan(none));
}

BOOST_AUTO_TEST_SUITE_END()
