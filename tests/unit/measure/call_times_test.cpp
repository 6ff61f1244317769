#include "measure/call_times.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "unit/measure/fake_work.hpp"

using namespace benchlab::measure;
using namespace fake;

BOOST_AUTO_TEST_SUITE(call_times)

BOOST_AUTO_TEST_CASE(percentiles_are_within_half_a_percent) {
    CallHistogram histogram;
    for (std::uint64_t i = 1; i <= 100'000; ++i) histogram.add(i * 10);
    const CallTimes times = histogram.times();
    BOOST_TEST(times.count() == 100'000u);
    BOOST_TEST(times.min_ns == 10);
    BOOST_TEST(times.max_ns == 1'000'000);
    // The p-th of 10, 20, ... 1,000,000 is p times 10,000.
    for (const double p : {1.0, 10.0, 50.0, 90.0, 99.0, 99.9, 99.99}) {
        BOOST_TEST(std::abs(times.percentile(p) / (p * 10'000) - 1) < 0.005);
    }
    BOOST_TEST(times.percentile(0) == 10);
    BOOST_TEST(std::abs(times.percentile(100) / 1e6 - 1) < 0.005);
}

BOOST_AUTO_TEST_CASE(a_rare_slow_call_is_in_the_tail_and_nowhere_else) {
    CallHistogram histogram;
    for (int i = 0; i < 9'990; ++i) histogram.add(2'000);
    for (int i = 0; i < 10; ++i) histogram.add(5'000'000);
    histogram.add_interruptions(10);
    const CallTimes times = histogram.times();
    BOOST_TEST(times.interruptions == 10u);
    BOOST_TEST(std::abs(times.percentile(99.9) / 2'000 - 1) < 0.005);
    BOOST_TEST(std::abs(times.percentile(99.91) / 5e6 - 1) < 0.005);
    BOOST_TEST(times.max_ns == 5'000'000);
    BOOST_TEST(times.supports(99.9));    // ten are slower
    BOOST_TEST(!times.supports(99.99));  // one is
}

BOOST_AUTO_TEST_CASE(what_is_out_of_range_is_kept) {
    CallHistogram histogram;
    histogram.add(0);
    histogram.add(3'600'000'000'000);  // an hour
    const CallTimes times = histogram.times();
    BOOST_TEST(times.count() == 2u);
    BOOST_TEST(times.min_ns == 0);
    BOOST_TEST(times.max_ns == 3.6e12);
    BOOST_TEST(CallHistogram().times().empty());
    BOOST_TEST(CallTimes().percentile(50) == 0);
}

BOOST_AUTO_TEST_CASE(those_of_processes_are_joined) {
    CallHistogram a, b, all;
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        (i % 3 == 0 ? a : b).add(1'000 + i * 7);
        all.add(1'000 + i * 7);
    }
    a.add_interruptions(2);
    b.add_interruptions(3);
    all.add_interruptions(5);
    CallTimes joined = a.times();
    joined.merge(b.times());
    BOOST_TEST((joined == all.times()));
    CallTimes from_nothing;
    from_nothing.merge(joined);
    BOOST_TEST((from_nothing == joined));
    joined.merge({});
    BOOST_TEST((from_nothing == joined));
}

BOOST_AUTO_TEST_CASE(single_calls_are_timed_where_that_was_asked_for) {
    FakeWork work(spinning(20'000));
    Plan plan = quick_plan(5);
    plan.method = Method::kSlices;
    plan.slice_time_ns = 250'000;
    BOOST_TEST(measure(work, plan)->calls.empty());
    plan.per_call = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->samples.size() == 5u);
    BOOST_TEST(result->calls.count() > 0u);
    BOOST_TEST(result->calls.min_ns >= 20'000);
    BOOST_TEST(result->calls.percentile(50) >= 20'000 * 0.995);
}

BOOST_AUTO_TEST_CASE(calls_too_short_to_be_timed_singly_are_refused_in_words) {
    FakeWork work([](std::uint32_t, std::uint64_t iterations, RunOutcome&) {
        spin_ns(iterations * 20);
        return Result<void>();
    });
    Plan plan = quick_plan(3);
    plan.per_call = true;
    const auto result = measure(work, plan);
    BOOST_REQUIRE(result.ok());
    BOOST_TEST(result->calls.empty());
    BOOST_REQUIRE(!result->warnings.empty());
    BOOST_TEST(result->warnings.back().find("too short to be timed singly") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
