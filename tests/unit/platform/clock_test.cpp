#include "platform/clock.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>

#include "platform/ticks.hpp"

using namespace benchlab::platform;

BOOST_AUTO_TEST_SUITE(clocks)

BOOST_AUTO_TEST_CASE(never_goes_back_and_does_move) {
    const std::uint64_t first = now_ns();
    std::uint64_t before = first;
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t now = now_ns();
        BOOST_REQUIRE_GE(now, before);
        before = now;
    }
    BOOST_TEST(before > first);
}

BOOST_AUTO_TEST_CASE(counts_nanoseconds_while_sleeping) {
    using Steady = std::chrono::steady_clock;
    const std::uint64_t first = now_ns();
    const Steady::time_point reference = Steady::now();
    sleep_ms(50);
    const double reference_ns =
        std::chrono::duration<double, std::nano>(Steady::now() - reference).count();
    const double elapsed_ns = static_cast<double>(now_ns() - first);
    // Sleeping may take longer on a busy machine, and the two clocks are read one after the other.
    BOOST_TEST(elapsed_ns >= 45e6);
    BOOST_TEST(reference_ns >= 45e6);
    BOOST_TEST(elapsed_ns >= reference_ns * 0.9);
}

BOOST_AUTO_TEST_CASE(unix_time_is_that_of_the_system_clock) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
                             std::chrono::system_clock::now().time_since_epoch())
                             .count();
    BOOST_TEST(unix_seconds() + 5 >= static_cast<std::uint64_t>(seconds));
    BOOST_TEST(unix_seconds() <= static_cast<std::uint64_t>(seconds) + 60);
}

BOOST_AUTO_TEST_CASE(ticks_of_a_century_do_not_overflow) {
    constexpr std::uint64_t kSeconds = 100ull * 366 * 86'400;
    for (const std::uint64_t frequency :
         {1'000'000'000ull, 10'000'000ull, 3'579'545ull, 2'900'000'000ull, 24'000'000ull}) {
        BOOST_TEST(ticks_to_ns(kSeconds * frequency, frequency) == kSeconds * 1'000'000'000);
        BOOST_TEST(ticks_to_ns(kSeconds * frequency + frequency / 2, frequency) ==
                   kSeconds * 1'000'000'000 + frequency / 2 * 1'000'000'000 / frequency);
    }
    BOOST_TEST(ticks_to_ns(1, 10'000'000) == 100u);
}

BOOST_AUTO_TEST_SUITE_END()
