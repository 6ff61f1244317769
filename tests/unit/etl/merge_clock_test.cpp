// Files whose times cannot be compared are not merged.
#include <boost/test/unit_test.hpp>
#include <functional>

#include "merging.hpp"

using namespace etl_test;

namespace {

constexpr std::int64_t kSecond = 10'000'000;  // FILETIME, and ticks of a made trace
// 133 000 000 000 000 000: 13 300 000 000 s from 1601, less 11 644 473 600 s to 1970, is
// 1 655 526 400 s, 2022-06-18 04:26:40.
constexpr std::int64_t kStart = 133'000'000'000'000'000;

std::string refusal(const std::function<void(MadeTrace& a, MadeTrace& b)>& change) {
    MadeTrace a, b;
    MadeBuffer buffer(0);
    buffer.kernel(0x0524, 4, MadeTrace::kZero + 5, cswitch(1, 2));
    a.add(buffer);
    b.add(buffer);
    change(a, b);
    const Merged merged = merge(std::vector{a, b});
    if (merged.status == BL_OK) return {};
    BOOST_TEST(merged.status == BL_E_INVALID);
    BOOST_TEST(merged.bytes.empty());
    BOOST_TEST(merged.error.find("part0.etl") != std::string::npos);
    BOOST_TEST(merged.error.find("part1.etl") != std::string::npos);
    return merged.error;
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_merge_clock)

BOOST_AUTO_TEST_CASE(equal_clocks_are_good) {
    BOOST_TEST(refusal([](MadeTrace&, MadeTrace&) {}) == "");
    // The second session began 20 s later, and its counter says so; 3 s of correction are none.
    BOOST_TEST(refusal([](MadeTrace&, MadeTrace& b) {
                   b.zero += 20 * kSecond;
                   b.start_filetime += 23 * kSecond;
               }) == "");
    BOOST_TEST(refusal([](MadeTrace& a, MadeTrace& b) {
                   a.boot_filetime = kStart - 100 * kSecond;
                   b.boot_filetime = kStart - 99 * kSecond;
               }) == "");
    // Of the system time it does not matter when it was read.
    BOOST_TEST(refusal([](MadeTrace& a, MadeTrace& b) {
                   a.clock_type = b.clock_type = 2;
                   a.zero = a.start_filetime;
                   b.zero = b.start_filetime = a.start_filetime + 500 * kSecond;
               }) == "");
}

BOOST_AUTO_TEST_CASE(another_type_or_frequency_is_told) {
    const std::string type = refusal([](MadeTrace&, MadeTrace& b) { b.clock_type = 2; });
    BOOST_TEST(holds(type, "the clock differs: performance counter in "), type);
    BOOST_TEST(holds(type, "system time in "), type);
    const std::string frequency =
        refusal([](MadeTrace&, MadeTrace& b) { b.frequency = 3'579'545; });
    BOOST_TEST(
        holds(frequency, "the frequency of the clock differs: 10000000 ticks per second in "),
        frequency);
    BOOST_TEST(holds(frequency, "3579545 ticks per second in "), frequency);
    const std::string cycles = refusal([](MadeTrace& a, MadeTrace& b) {
        a.clock_type = b.clock_type = 3;
        b.cpu_mhz = 2000;
    });
    BOOST_TEST(holds(cycles, "3000000000 ticks per second in "), cycles);
    const std::string counter = refusal([](MadeTrace& a, MadeTrace& b) {
        a.clock_type = b.clock_type = 3;
        b.frequency = 1'000'000;
    });
    BOOST_TEST(holds(counter, "the frequency of the performance counter differs"), counter);
}

BOOST_AUTO_TEST_CASE(another_start_of_the_machine_is_told) {
    const std::string boot = refusal([](MadeTrace& a, MadeTrace& b) {
        a.boot_filetime = kStart - 86'400 * kSecond;
        b.boot_filetime = kStart - 3'600 * kSecond;
    });
    BOOST_TEST(holds(boot, "the start of the machine differs: 2022-06-17 04:26:40 UTC in "), boot);
    BOOST_TEST(holds(boot, "2022-06-18 03:26:40 UTC in "), boot);
    // The same count of the counter an hour later: the counter began anew.
    const std::string zero =
        refusal([](MadeTrace&, MadeTrace& b) { b.start_filetime += 3'600 * kSecond; });
    BOOST_TEST(holds(zero, "the moment at which the clock was 0 differs"), zero);
    BOOST_TEST(holds(zero, "2022-06-18 05:26:39 UTC in "), zero);
}

BOOST_AUTO_TEST_SUITE_END()
