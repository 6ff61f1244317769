// Several threads, and where they run.
#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "measure/harness.hpp"
#include "platform/cpus.hpp"
#include "unit/measure/fake_work.hpp"

using namespace benchlab::measure;
using namespace fake;
using benchlab::platform::now_ns;
using benchlab::platform::sleep_ms;

namespace {

// Boost.Test's checks are not for several threads at once: the work only counts what it sees.
// How many CPUs the calling thread may use now; `otherwise` on systems that are not asked.
std::size_t cpus_of_this_thread([[maybe_unused]] std::size_t otherwise) {
#ifdef __linux__
    cpu_set_t mask;
    CPU_ZERO(&mask);
    sched_getaffinity(0, sizeof(mask), &mask);
    return static_cast<std::size_t>(CPU_COUNT(&mask));
#else
    BOOST_TEST_MESSAGE("skipped: which CPUs a thread may use is asked on Linux only");
    return otherwise;
#endif
}

Plan threaded_plan(std::uint64_t samples, std::uint32_t threads) {
    Plan plan = quick_plan(samples);
    plan.threads = threads;
    return plan;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(all_threads_run_the_same_iterations_at_the_same_time) {
    constexpr std::uint32_t kThreads = 3;
    std::atomic<int> alone{0};
    std::atomic<int> early{0};
    // One counter a batch would do; it may be passed only by all of them together.
    std::atomic<std::uint64_t> arrivals{0};
    std::atomic<std::uint64_t> prepares{0};
    const auto prepare = [&](std::uint32_t, std::uint64_t) {
        ++prepares;
        return Result<void>();
    };
    const auto run = [&](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        const std::uint64_t batch = arrivals.fetch_add(1) / kThreads;
        if (prepares.load() != (batch + 1) * kThreads) ++early;
        const std::uint64_t give_up = now_ns() + 10'000'000'000;
        while (arrivals.load() < (batch + 1) * kThreads) {
            if (now_ns() > give_up) {
                ++alone;
                break;
            }
            std::this_thread::yield();
        }
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(10'000);
        return Result<void>();
    };
    FakeWork work(run, prepare);
    const auto result = measure(work, threaded_plan(6, kThreads));
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(alone == 0);
    BOOST_TEST(early == 0);  // nobody runs while another one still prepares
    BOOST_TEST(result->samples.size() == 6u);

    BOOST_REQUIRE(work.calls.size() % kThreads == 0u);
    BOOST_TEST(work.prepares == static_cast<int>(work.calls.size()));
    std::set<std::thread::id> ids;
    for (std::size_t batch = 0; batch < work.calls.size(); batch += kThreads) {
        std::set<std::uint32_t> indexes;
        for (std::size_t i = 0; i < kThreads; ++i) {
            const auto& call = work.calls[batch + i];
            indexes.insert(call.thread);
            ids.insert(call.ran_on);
            BOOST_TEST(call.prepared);
            BOOST_TEST(call.iterations == work.calls[batch].iterations);
        }
        BOOST_TEST(indexes == (std::set<std::uint32_t>{0, 1, 2}));
    }
    BOOST_TEST(ids.size() == kThreads);
    BOOST_TEST(ids.count(std::this_thread::get_id()) == 0u);
}

BOOST_AUTO_TEST_CASE(the_time_lasts_until_the_slowest_thread_ended) {
    FakeWork work([](std::uint32_t thread, std::uint64_t iterations, RunOutcome&) {
        for (std::uint64_t i = 0; i < iterations; ++i) {
            if (thread == 1) spin_ns(20'000'000);
        }
        return Result<void>();
    });
    const auto result = measure(work, threaded_plan(3, 3));
    BOOST_REQUIRE(result.ok());
    for (const double ns : result->samples.ns) BOOST_TEST(ns >= 20e6);
}

BOOST_AUTO_TEST_CASE(metrics_add_up_or_are_averaged_over_threads) {
    FakeWork work([](std::uint32_t thread, std::uint64_t, RunOutcome& outcome) {
        spin_ns(300'000);
        outcome.metrics[0] = 1 << thread;
        outcome.metrics[1] = 1 << thread;
        if (thread != 2) outcome.metrics[2] = 10 * (thread + 1);
        if (thread == 0) outcome.metrics[3] = std::numeric_limits<double>::quiet_NaN();
        return Result<void>();
    });
    Plan plan = threaded_plan(2, 3);
    plan.metric_adds_up = {true, false, false, true};
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->metrics[0] == std::vector<double>(2, 7.0));
    BOOST_TEST(result->metrics[1] == std::vector<double>(2, 7.0 / 3));
    BOOST_TEST(result->metrics[2] == std::vector<double>(2, 15.0));  // of the two that gave one
    for (const double value : result->metrics[3]) BOOST_TEST(std::isnan(value));
}

BOOST_AUTO_TEST_CASE(manual_time_is_that_of_the_slowest_and_all_must_be_possible) {
    std::atomic<bool> one_is_silent{false};
    FakeWork work([&](std::uint32_t thread, std::uint64_t iterations, RunOutcome& outcome) {
        for (std::uint64_t i = 0; i < iterations; ++i) spin_ns(10'000);
        outcome.elapsed_ns = one_is_silent && thread == 2 ? 0 : iterations * (thread + 1) * 100;
        return Result<void>();
    });
    Plan plan = threaded_plan(3, 3);
    plan.manual_time = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.ns == std::vector<double>(3, 300.0));
    one_is_silent = true;
    BOOST_TEST((measure(work, plan).error().code == Code::kFailed));
}

BOOST_AUTO_TEST_CASE(an_error_of_one_thread_stops_all) {
    std::atomic<int> runs{0};
    FakeWork work([&](std::uint32_t thread, std::uint64_t, RunOutcome&) -> Result<void> {
        if (thread == 1 && runs.load() >= 9) return Error{Code::kFailed, "disk full"};
        ++runs;
        spin_ns(300'000);
        return {};
    });
    const auto result = measure(work, threaded_plan(50, 3));
    BOOST_REQUIRE(!result.ok());
    BOOST_TEST((result.error().code == Code::kFailed));
    BOOST_TEST(result.error().message == "thread 1: disk full");
    BOOST_TEST(work.calls.size() % 3 == 0u);
    BOOST_TEST(work.calls.size() <= 15u);  // the fourth or fifth batch was the last
}

BOOST_AUTO_TEST_CASE(an_exception_of_one_thread_stops_all_and_nobody_waits_for_it) {
    FakeWork work([](std::uint32_t thread, std::uint64_t, RunOutcome&) -> Result<void> {
        if (thread == 2) throw std::runtime_error("thread fault");
        spin_ns(300'000);
        return {};
    });
    const auto result = measure(work, threaded_plan(50, 3));
    BOOST_REQUIRE(!result.ok());
    BOOST_TEST((result.error().code == Code::kPlugin));
    BOOST_TEST(result.error().message ==
               "thread 2: the benchmark threw an exception: thread fault");
    BOOST_TEST(work.calls.size() == 3u);
}

BOOST_AUTO_TEST_CASE(when_one_cannot_prepare_nobody_runs) {
    FakeWork work(spinning(1'000), [](std::uint32_t thread, std::uint64_t) -> Result<void> {
        if (thread == 0) throw std::runtime_error("no input");
        return {};
    });
    const auto result = measure(work, threaded_plan(5, 3));
    BOOST_REQUIRE(!result.ok());
    BOOST_TEST(result.error().message == "thread 0: the benchmark threw an exception: no input");
    BOOST_TEST(work.calls.empty());
}

BOOST_AUTO_TEST_CASE(threads_can_be_stopped_between_batches) {
    FakeWork work(spinning(100'000));
    Plan plan = threaded_plan(50, 3);
    plan.between = [](std::uint64_t samples_done) { return samples_done < 2; };
    BOOST_TEST((measure(work, plan).error().code == Code::kCancelled));
}

BOOST_AUTO_TEST_CASE(each_thread_runs_on_its_cpu) {
    const auto usable = benchlab::platform::usable_cpus();
    Plan plan = threaded_plan(4, 3);
    for (std::size_t i = 0; i < 3; ++i) plan.thread_cpus.push_back(usable[i % usable.size()]);
    std::atomic<int> elsewhere{0};
    FakeWork work([&](std::uint32_t thread, std::uint64_t, RunOutcome&) {
        spin_ns(300'000);
        if (benchlab::platform::current_cpu() != plan.thread_cpus[thread]) ++elsewhere;
        return Result<void>();
    });
    const auto result = measure(work, plan);
    BOOST_REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error().message));
    BOOST_TEST(elsewhere == 0);
}

BOOST_AUTO_TEST_CASE(the_calling_thread_is_pinned_for_the_measurement_only) {
    const auto usable = benchlab::platform::usable_cpus();
    if (usable.size() < 2) {
        BOOST_TEST_MESSAGE("skipped: pinning to one of two CPUs needs two");
        return;
    }
    Plan plan = quick_plan(2);
    std::atomic<int> elsewhere{0};
    FakeWork work([&](std::uint32_t, std::uint64_t, RunOutcome&) {
        spin_ns(300'000);
        if (benchlab::platform::current_cpu() != plan.thread_cpus[0]) ++elsewhere;
        return Result<void>();
    });
    for (const unsigned cpu : {usable[0], usable[1]}) {
        plan.thread_cpus = {cpu};
        BOOST_REQUIRE(measure(work, plan).ok());
        BOOST_TEST(elsewhere == 0);
        BOOST_TEST(cpus_of_this_thread(usable.size()) == usable.size());
    }
}

BOOST_AUTO_TEST_CASE(threads_of_a_pinned_caller_do_not_share_its_cpu) {
    const auto usable = benchlab::platform::usable_cpus();
    std::atomic<int> confined{0};
    FakeWork work([&](std::uint32_t, std::uint64_t, RunOutcome&) {
        if (cpus_of_this_thread(usable.size()) != usable.size()) ++confined;
        spin_ns(300'000);
        return Result<void>();
    });
    BOOST_REQUIRE(benchlab::platform::pin_this_thread(usable.front()).ok());
    const auto result = measure(work, threaded_plan(2, 2));
    BOOST_TEST(cpus_of_this_thread(1) == 1u);  // the caller's own pinning is left as it was
    BOOST_REQUIRE(benchlab::platform::unpin_this_thread(usable).ok());
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(confined == 0);
}

BOOST_AUTO_TEST_CASE(a_cpu_for_each_thread_is_needed_and_must_exist) {
    FakeWork work(spinning(1'000));
    Plan plan = threaded_plan(2, 3);
    plan.thread_cpus = {benchlab::platform::usable_cpus().front()};
    const auto few = measure(work, plan);
    BOOST_REQUIRE(!few.ok());
    BOOST_TEST((few.error().code == Code::kInvalid));
    BOOST_TEST(few.error().message == "3 threads need as many CPUs to be pinned to, not 1");
    for (const std::uint32_t threads : {1u, 3u}) {
        plan.threads = threads;
        plan.thread_cpus.assign(threads, 987'654);
        const auto wrong = measure(work, plan);
        BOOST_REQUIRE(!wrong.ok());
        BOOST_TEST(wrong.error().message.find("987654") != std::string::npos,
                   wrong.error().message);
    }
    BOOST_TEST(work.calls.empty());
}

BOOST_AUTO_TEST_SUITE_END()
