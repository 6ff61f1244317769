#include "measure/harness.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "measure/regression.hpp"
#include "measure/summary.hpp"
#include "unit/measure/fake_work.hpp"

using namespace benchlab::measure;
using namespace fake;
using benchlab::platform::now_ns;
using benchlab::platform::sleep_ms;

namespace {

// A busy machine may add a warning of its own (changed iterations), so tests look for theirs.
bool warns(const Measured& measured, std::string_view of) {
    return std::any_of(measured.warnings.begin(), measured.warnings.end(),
                       [&](const std::string& w) { return w.find(of) != std::string::npos; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(harness)

BOOST_AUTO_TEST_CASE(every_run_is_prepared_for_as_many_iterations_also_while_calibrating) {
    FakeWork work(spinning(1'000));
    const auto result = measure(work, quick_plan(5));
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(work.calls.size() > 5u + 2);  // the calibration too
    BOOST_TEST(work.prepares == static_cast<int>(work.calls.size()));
    for (const auto& call : work.calls) {
        BOOST_TEST(call.prepared);
        BOOST_TEST(call.iterations >= 1u);
        BOOST_TEST((call.ran_on == std::this_thread::get_id()));
    }
}

BOOST_AUTO_TEST_CASE(a_spin_of_100_us_is_measured_as_100_us) {
    // The spin waits for the clock, so less than 100 us is wrong for certain.  More is what other
    // programs take on a shared machine: hence the factor of two, several tries, and samples of
    // 1 ms, most of which fit between two interruptions by the scheduler (those of 5 ms do not).
    double median = 0;
    std::uint64_t iterations = 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
        FakeWork work(spinning(100'000));
        Plan plan;
        plan.samples = 25;
        plan.sample_time_ns = 1'000'000;
        plan.warmup_ns = 20'000'000;
        const auto result = measure(work, plan);
        BOOST_REQUIRE(result.ok());
        BOOST_TEST(result->samples.size() == 25u);
        median = percentile(result->samples.ns, 50);
        iterations = result->iterations_per_sample;
        if (median <= 200'000 && iterations >= 5) break;
        BOOST_TEST_MESSAGE("busy machine: median " << median << " ns, " << iterations);
    }
    BOOST_TEST(median >= 100'000);
    BOOST_TEST(median <= 200'000);
    BOOST_TEST(iterations >= 5u);
    BOOST_TEST(iterations <= 12u);
}

BOOST_AUTO_TEST_CASE(samples_are_parallel_arrays_in_order_of_time) {
    FakeWork work(spinning(10'000));
    const auto result = measure(work, quick_plan(8));
    BOOST_REQUIRE(result.ok());
    const Samples& s = result->samples;
    BOOST_REQUIRE(s.size() == 8u);
    BOOST_REQUIRE(s.iterations.size() == 8u);
    BOOST_REQUIRE(s.process == std::vector<std::uint64_t>(8, 0));
    BOOST_REQUIRE(s.start_ns.size() == 8u);
    BOOST_TEST(s.start_ns[0] == 0.0);
    for (std::size_t i = 1; i < s.size(); ++i) {
        const double before = s.ns[i - 1] * static_cast<double>(s.iterations[i - 1]);
        // The batch before had ended (1 ns for rounding).
        BOOST_TEST(s.start_ns[i] >= s.start_ns[i - 1] + before - 1);
        BOOST_TEST(s.ns[i] >= 10'000);
    }
}

BOOST_AUTO_TEST_CASE(without_a_warm_up_a_cold_first_call_does_not_decide) {
    bool cold = true;
    FakeWork work([&](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        if (std::exchange(cold, false)) sleep_ms(30);
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(2'000);
        return Result<void>();
    });
    const auto result = measure(work, quick_plan(3));
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.size() == 3u);
    // 500 fit; a call that lasts 30 ms would have made it 1.  Wide, as the machine is shared.
    BOOST_TEST(result->iterations_per_sample >= 10u);
    BOOST_TEST(result->iterations_per_sample <= 600u);
}

BOOST_AUTO_TEST_CASE(the_time_limit_ends_the_sampling) {
    FakeWork work([](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        for (std::uint64_t i = 0; i < iterations; ++i) sleep_ms(15);
        return Result<void>();
    });
    Plan plan;
    plan.max_time_ns = 250'000'000;
    const std::uint64_t start = now_ns();
    const auto result = measure(work, plan);
    const std::uint64_t spent = now_ns() - start;
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.size() >= 1u);
    BOOST_TEST(result->samples.size() <= 17u);  // 250 / 15, calibration not even counted
    BOOST_TEST(spent < 2'000'000'000u);
    BOOST_TEST(
        warns(*result, "after " + std::to_string(result->samples.size()) + " of 50 samples"));
}

BOOST_AUTO_TEST_CASE(a_call_beyond_the_limit_is_made_once_and_is_the_sample) {
    FakeWork work([](std::uint32_t, std::uint64_t, RunOutcome& outcome) {
        sleep_ms(60);
        outcome.metrics[0] = 7;
        return Result<void>();
    });
    Plan plan;
    plan.max_time_ns = 30'000'000;
    plan.metric_adds_up = {false};
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(work.calls.size() == 1u);
    BOOST_REQUIRE(result->samples.size() == 1u);
    BOOST_TEST(result->samples.ns[0] >= 59e6);  // the sleep may end a little early
    BOOST_TEST(result->samples.start_ns[0] == 0.0);
    BOOST_TEST(result->metrics[0] == std::vector<double>{7});
    BOOST_TEST(warns(*result, "after 1 of 50 samples"));
}

BOOST_AUTO_TEST_CASE(a_call_that_takes_a_third_of_the_limit_is_not_calibrated_twice) {
    FakeWork work([](std::uint32_t, std::uint64_t, RunOutcome&) {
        sleep_ms(70);
        return Result<void>();
    });
    Plan plan = quick_plan(2);
    plan.max_time_ns = 200'000'000;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(work.calls.size() <= result->samples.size() + 1);
}

BOOST_AUTO_TEST_CASE(a_limit_of_zero_still_gives_one_sample) {
    FakeWork work(spinning(100));
    Plan plan;
    plan.max_time_ns = 0;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.size() == 1u);
    BOOST_TEST(work.calls.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_long_sample_time_does_not_pass_the_limit) {
    FakeWork work(spinning(50'000));
    Plan plan;
    plan.sample_time_ns = 60'000'000'000;  // a minute
    plan.max_time_ns = 100'000'000;
    const std::uint64_t start = now_ns();
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(now_ns() - start < 5'000'000'000u);
    BOOST_TEST(result->samples.size() >= 1u);
    BOOST_TEST(result->iterations_per_sample <= 200u);  // a tenth of the limit
}

BOOST_AUTO_TEST_CASE(no_samples_asked_for_means_one) {
    FakeWork work(spinning(1'000));
    const auto result = measure(work, quick_plan(0));
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.size() == 1u);
    BOOST_TEST(!warns(*result, "limit"));
}

BOOST_AUTO_TEST_CASE(the_most_iterations_of_a_benchmark_are_respected) {
    FakeWork work(spinning(1'000));
    Plan plan = quick_plan(4);
    plan.max_iterations = 7;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    for (const auto& call : work.calls) BOOST_TEST(call.iterations <= 7u);
    BOOST_TEST(result->samples.iterations == std::vector<std::uint64_t>(4, 7));
}

BOOST_AUTO_TEST_CASE(work_that_becomes_faster_gets_larger_samples) {
    std::uint64_t runs = 0;
    FakeWork work([&](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        const std::uint64_t call_ns = ++runs < 15 ? 250'000 : 1'000;
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(call_ns);
        return Result<void>();
    });
    const auto result = measure(work, quick_plan(30));
    BOOST_REQUIRE(result.ok());
    const Samples& s = result->samples;
    BOOST_TEST(s.iterations.front() <= 8u);
    BOOST_TEST(s.iterations.back() >= 50u);
    BOOST_TEST(s.iterations.back() == result->iterations_per_sample);
    // Each is divided by its own count: the fast calls never look faster than they are.
    for (std::size_t i = 0; i < s.size(); ++i) BOOST_TEST(s.ns[i] >= 1'000);
    BOOST_TEST(warns(*result, "factor of two"));
}

// A batch that costs a microsecond once and 38 ns an iteration: the slope is 38 ns, though the means
// of small batches are not.
BOOST_AUTO_TEST_CASE(growing_batches_tell_the_slope_whatever_a_batch_costs_once) {
    FakeWork work([](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        outcome.elapsed_ns = 1'000 + 38 * iterations;
        spin_ns(outcome.elapsed_ns);
        return Result<void>();
    });
    Plan plan = quick_plan(20);
    plan.method = Method::kRegression;
    plan.manual_time = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    const Samples& s = result->samples;
    BOOST_TEST(s.size() >= 20u);
    BOOST_TEST(s.iterations.front() == 1u);
    std::vector<double> elapsed;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (i > 0) BOOST_TEST(s.iterations[i] > s.iterations[i - 1]);
        elapsed.push_back(s.ns[i] * static_cast<double>(s.iterations[i]));
    }
    BOOST_TEST(s.ns.front() == 1'038);
    const auto regression = regress(s.iterations, elapsed);
    BOOST_REQUIRE(regression.ok());
    BOOST_TEST(regression->line.slope == 38, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(regression->line.intercept == 1'000, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(!warns(*result, "limit"));
}

BOOST_AUTO_TEST_CASE(with_a_precision_sampling_stops_when_the_median_is_known) {
    std::uint64_t runs = 0, spread = 0;
    FakeWork work([&](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        // Now this, now that much above 1000 ns: the median is between them.
        outcome.elapsed_ns = (1'000 + (++runs % 2) * spread) * iterations;
        spin_ns(outcome.elapsed_ns);
        return Result<void>();
    });
    Plan plan = quick_plan(40);
    plan.manual_time = true;
    plan.precision = 0.01;
    const auto steady = measure(work, plan);
    BOOST_REQUIRE(steady.ok());
    BOOST_TEST(steady->samples.size() == 10u);
    BOOST_TEST(steady->precision->reached);
    BOOST_TEST(!warns(*steady, "and not to 1.0 %"));

    spread = 1'000;
    const auto restless = measure(work, plan);
    BOOST_REQUIRE(restless.ok());
    BOOST_TEST(restless->samples.size() == 40u);  // and no more
    BOOST_TEST(!restless->precision->reached);
    BOOST_TEST(warns(*restless, "and not to 1.0 %"));

    plan.precision = 0;
    BOOST_TEST(measure(work, plan)->samples.size() == 40u);
    BOOST_TEST(!measure(work, plan)->precision.has_value());
}

BOOST_AUTO_TEST_CASE(manual_time_is_what_counts) {
    FakeWork work([](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(1'000);
        outcome.elapsed_ns = 250 * iterations;
        return Result<void>();
    });
    Plan plan = quick_plan(6);
    plan.manual_time = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.ns == std::vector<double>(6, 250.0));
    plan.manual_time = false;  // then it is ignored
    const auto host = measure(work, plan);
    BOOST_REQUIRE(host.ok());
    BOOST_TEST(host->samples.ns[0] >= 1'000);
}

BOOST_AUTO_TEST_CASE(impossible_manual_times_are_dropped_and_counted) {
    int runs = 0;
    FakeWork work([&](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(1'000);
        ++runs;
        const std::uint64_t hour = 3'600'000'000'000;
        outcome.elapsed_ns = runs % 3 == 0 ? 0 : runs % 3 == 1 ? hour : iterations;
        return Result<void>();
    });
    Plan plan = quick_plan(9);
    plan.manual_time = true;
    plan.metric_adds_up = {false};
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.ns == std::vector<double>(3, 1.0));
    BOOST_TEST(result->metrics[0].size() == 3u);
    BOOST_TEST(result->samples.start_ns[0] == 0.0);
    BOOST_TEST(warns(*result, "6 of 9 samples were dropped"));
}

BOOST_AUTO_TEST_CASE(time_counts_from_the_first_sample_that_was_kept) {
    int runs = 0;
    FakeWork work([&](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(100'000);
        outcome.elapsed_ns = ++runs <= 40 ? 0 : iterations;  // well beyond the calibration
        return Result<void>();
    });
    Plan plan = quick_plan(60);
    plan.manual_time = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.size() < 60u);
    BOOST_TEST(result->samples.start_ns[0] == 0.0);
    BOOST_TEST(result->samples.start_ns[1] > 0.0);
    BOOST_TEST(result->samples.start_ns[1] < 60e9);
}

BOOST_AUTO_TEST_CASE(only_impossible_manual_times_are_an_error) {
    FakeWork work(spinning(1'000));
    Plan plan = quick_plan(4);
    plan.manual_time = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(!result.ok());
    BOOST_TEST((result.error().code == Code::kFailed));
    BOOST_TEST(result.error().message.find("in all 4 the benchmark reported a time of zero") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(metrics_that_are_no_numbers_stay_unmeasured) {
    FakeWork work([](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(1'000);
        BOOST_REQUIRE(outcome.metrics.size() == 3u);
        for (const double metric : outcome.metrics) BOOST_REQUIRE(std::isnan(metric));
        outcome.metrics[0] = 1.5;
        outcome.metrics[1] = std::numeric_limits<double>::infinity();
        return Result<void>();
    });
    Plan plan = quick_plan(3);
    plan.metric_adds_up = {true, true, false};
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_REQUIRE(result->metrics.size() == 3u);
    BOOST_TEST(result->metrics[0] == std::vector<double>(3, 1.5));
    for (const std::size_t i : {1u, 2u}) {
        BOOST_REQUIRE(result->metrics[i].size() == 3u);
        for (const double value : result->metrics[i]) BOOST_TEST(std::isnan(value));
    }
}

BOOST_AUTO_TEST_CASE(different_check_values_are_a_note_and_no_warning) {
    std::uint64_t total = 0;
    bool carries = true;
    FakeWork work([&](std::uint32_t, std::uint64_t iterations, RunOutcome& outcome) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(1'000);
        outcome.check = carries ? ++total : iterations;
        return Result<void>();
    });
    Plan plan = quick_plan(10);
    plan.max_iterations = 50;  // so that all samples have as many
    const auto differing = measure(work, plan);
    BOOST_REQUIRE(differing.ok());
    BOOST_TEST(!warns(*differing, "check"));
    BOOST_REQUIRE(differing->notes.size() == 1u);
    BOOST_TEST(differing->notes[0].find("two samples of 50 iterations") == 0u);
    BOOST_TEST(differing->check == total);

    carries = false;
    BOOST_TEST(measure(work, plan)->notes.empty());
    carries = true;
    plan.deterministic_check = false;
    BOOST_TEST(measure(work, plan)->notes.empty());
}

BOOST_AUTO_TEST_CASE(between_batches_the_caller_can_stop_it) {
    FakeWork work(spinning(1'000));
    Plan plan = quick_plan(50);
    std::vector<std::uint64_t> seen;
    plan.between = [&](std::uint64_t samples_done) {
        seen.push_back(samples_done);
        return samples_done < 3;
    };
    const auto result = measure(work, plan);
    BOOST_REQUIRE(!result.ok());
    BOOST_TEST((result.error().code == Code::kCancelled));
    BOOST_TEST(seen.front() == 0u);
    BOOST_TEST(seen.back() == 3u);
    BOOST_TEST(seen.size() == work.calls.size() + 1);  // before every batch
}

BOOST_AUTO_TEST_CASE(it_can_be_stopped_before_the_first_call) {
    FakeWork work(spinning(1'000));
    Plan plan;
    plan.between = [](std::uint64_t) { return false; };
    BOOST_TEST((measure(work, plan).error().code == Code::kCancelled));
    BOOST_TEST(work.calls.empty());
}

BOOST_AUTO_TEST_CASE(what_prepare_or_run_return_is_returned) {
    FakeWork failing_run([](std::uint32_t, std::uint64_t, RunOutcome&) -> Result<void> {
        return Error{Code::kUnsupported, "no such instruction"};
    });
    const auto run = measure(failing_run, quick_plan(5));
    BOOST_REQUIRE(!run.ok());
    BOOST_TEST((run.error().code == Code::kUnsupported));
    BOOST_TEST(run.error().message == "no such instruction");
    BOOST_TEST(failing_run.calls.size() == 1u);

    FakeWork failing_prepare(spinning(1), [](std::uint32_t, std::uint64_t) -> Result<void> {
        return Error{Code::kMemory, "too large"};
    });
    const auto prepare = measure(failing_prepare, quick_plan(5));
    BOOST_REQUIRE(!prepare.ok());
    BOOST_TEST((prepare.error().code == Code::kMemory));
    BOOST_TEST(failing_prepare.calls.empty());
}

BOOST_AUTO_TEST_CASE(exceptions_of_the_work_become_errors) {
    FakeWork throwing([](std::uint32_t, std::uint64_t, RunOutcome&) -> Result<void> {
        throw std::runtime_error("lost my input");
    });
    const auto thrown = measure(throwing, quick_plan(5));
    BOOST_REQUIRE(!thrown.ok());
    BOOST_TEST((thrown.error().code == Code::kPlugin));
    BOOST_TEST(thrown.error().message == "the benchmark threw an exception: lost my input");

    FakeWork odd([](std::uint32_t, std::uint64_t, RunOutcome&) -> Result<void> { throw 42; });
    BOOST_TEST((measure(odd, quick_plan(5)).error().code == Code::kPlugin));

    FakeWork greedy(spinning(1),
                    [](std::uint32_t, std::uint64_t) -> Result<void> { throw std::bad_alloc(); });
    BOOST_TEST((measure(greedy, quick_plan(5)).error().code == Code::kMemory));
}

BOOST_AUTO_TEST_SUITE_END()
