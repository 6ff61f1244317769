#include "measure/calibration.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>

using benchlab::measure::Calibration;

namespace {

constexpr std::uint64_t kTarget = 10'000'000;

// Warms up on calls of this length until settled; the number of batches.
int warm_up(Calibration& calibration, double call_ns) {
    int batches = 0;
    do {
        const double elapsed = call_ns * static_cast<double>(calibration.iterations());
        calibration.add_warm_up(static_cast<std::uint64_t>(elapsed));
        ++batches;
    } while (!calibration.settled() && batches < 100);
    return batches;
}

std::uint64_t batch_of(const Calibration& calibration, double call_ns) {
    return static_cast<std::uint64_t>(call_ns * static_cast<double>(calibration.iterations()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(calibration)

BOOST_AUTO_TEST_CASE(a_batch_lasts_as_long_as_wanted_whatever_a_call_takes) {
    for (const double call_ns : {0.25, 1.0, 37.0, 900.0, 5e4, 1e6, 4e6}) {
        Calibration calibration(kTarget, 0);
        const int batches = warm_up(calibration, call_ns);
        const double length = call_ns * static_cast<double>(calibration.iterations());
        BOOST_TEST(length > 0.7 * kTarget, call_ns << " ns: " << length);
        BOOST_TEST(length < 1.3 * kTarget, call_ns << " ns: " << length);
        BOOST_TEST(batches < 15, call_ns << " ns: " << batches);
    }
}

BOOST_AUTO_TEST_CASE(no_batch_of_the_warm_up_is_much_longer_than_wanted) {
    Calibration calibration(kTarget, 0);
    for (int i = 0; i < 20; ++i) {
        BOOST_TEST(batch_of(calibration, 3) <= kTarget + 3);
        calibration.add_warm_up(batch_of(calibration, 3));
    }
}

BOOST_AUTO_TEST_CASE(what_a_batch_costs_by_itself_is_not_taken_for_the_time_of_calls) {
    // 20 us a batch, 1 ns a call: short batches would say 20 us.
    Calibration calibration(kTarget, 0);
    while (!calibration.settled()) calibration.add_warm_up(20'000 + batch_of(calibration, 1));
    BOOST_TEST(calibration.iterations() > 9'900'000u);
    BOOST_TEST(calibration.iterations() <= 10'000'000u);
}

BOOST_AUTO_TEST_CASE(two_calls_that_last_a_sample_settle_it) {
    Calibration calibration(kTarget, 0);
    BOOST_TEST(warm_up(calibration, 15e6) == 2);
    BOOST_TEST(calibration.iterations() == 1u);
}

BOOST_AUTO_TEST_CASE(one_interrupted_batch_changes_nothing) {
    for (int interrupted = 0; interrupted < 12; ++interrupted) {
        Calibration calibration(kTarget, 0);
        int batches = 0;
        do {
            std::uint64_t elapsed = batch_of(calibration, 100);
            if (batches == interrupted) elapsed += 80'000'000;
            calibration.add_warm_up(elapsed);
            ++batches;
        } while (!calibration.settled() || batches <= interrupted);
        BOOST_TEST(calibration.iterations() > 90'000u, "in batch " << interrupted);
        BOOST_TEST(calibration.iterations() < 110'000u, "in batch " << interrupted);
    }
}

BOOST_AUTO_TEST_CASE(it_goes_on_until_three_batches_agree) {
    Calibration calibration(kTarget, 0);
    // Two interrupted while they were small: 40 ms in place of 100 ns, and 20 ms of 800 ns.
    calibration.add_warm_up(40'000'000);
    calibration.add_warm_up(batch_of(calibration, 100));
    calibration.add_warm_up(20'000'000);
    BOOST_TEST(!calibration.settled());
    const int more = warm_up(calibration, 100);
    BOOST_TEST(more < 20);
    BOOST_TEST(calibration.iterations() == 100'000u);
}

BOOST_AUTO_TEST_CASE(work_that_never_agrees_is_given_up_on) {
    Calibration calibration(kTarget, 0);
    int batches = 0;
    while (!calibration.settled() && batches < 100) {
        const double call_ns = batches % 2 == 0 ? 100 : 1000;
        calibration.add_warm_up(batch_of(calibration, call_ns));
        ++batches;
    }
    BOOST_TEST(batches < 40);
    BOOST_TEST(calibration.iterations() >= 10'000u);
    BOOST_TEST(calibration.iterations() <= 100'000u);
}

BOOST_AUTO_TEST_CASE(a_cold_first_call_is_not_taken_for_the_typical_one) {
    Calibration calibration(kTarget, 0);
    calibration.add_warm_up(30'000'000);  // page faults, lazy tables
    BOOST_TEST(!calibration.settled());
    warm_up(calibration, 50);
    BOOST_TEST(calibration.iterations() > 150'000u);
}

BOOST_AUTO_TEST_CASE(the_limit_of_the_benchmark_is_never_passed) {
    Calibration calibration(kTarget, 100);
    for (int i = 0; i < 20; ++i) {
        BOOST_TEST(calibration.iterations() <= 100u);
        calibration.add_warm_up(batch_of(calibration, 10));
    }
    BOOST_TEST(calibration.settled());
    BOOST_TEST(calibration.iterations() == 100u);
    BOOST_TEST(!calibration.add_sample(1000));  // short, but there is nothing to adjust
}

BOOST_AUTO_TEST_CASE(work_that_takes_no_time_ends_at_a_finite_number) {
    Calibration calibration(kTarget, 0);
    BOOST_TEST(warm_up(calibration, 0) < 30);
    BOOST_TEST(calibration.iterations() == 1ull << 40);
}

BOOST_AUTO_TEST_CASE(while_sampling_a_lasting_change_is_followed_and_a_single_one_not) {
    Calibration calibration(kTarget, 0);
    warm_up(calibration, 100);
    const std::uint64_t before = calibration.iterations();
    BOOST_TEST(!calibration.add_sample(batch_of(calibration, 100)));
    BOOST_TEST(!calibration.add_sample(batch_of(calibration, 1000)));  // interrupted
    BOOST_TEST(!calibration.add_sample(batch_of(calibration, 100)));
    BOOST_TEST(!calibration.add_sample(batch_of(calibration, 100)));
    BOOST_TEST(calibration.iterations() == before);

    BOOST_TEST(!calibration.add_sample(batch_of(calibration, 10)));
    BOOST_TEST(calibration.add_sample(batch_of(calibration, 10)));
    BOOST_TEST(calibration.iterations() > 9 * before);
}

BOOST_AUTO_TEST_CASE(a_drift_within_a_factor_of_two_is_left_alone) {
    Calibration calibration(kTarget, 0);
    warm_up(calibration, 100);
    for (int i = 0; i < 10; ++i) BOOST_TEST(!calibration.add_sample(kTarget * 19 / 10));
    for (int i = 0; i < 10; ++i) BOOST_TEST(!calibration.add_sample(kTarget * 6 / 10));
}

BOOST_AUTO_TEST_CASE(a_single_call_beyond_the_target_cannot_be_made_shorter) {
    Calibration calibration(kTarget, 0);
    warm_up(calibration, 50e6);
    for (int i = 0; i < 5; ++i) BOOST_TEST(!calibration.add_sample(50'000'000));
    BOOST_TEST(calibration.iterations() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
