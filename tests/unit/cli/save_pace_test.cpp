#include "cli/save_pace.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace benchlab::cli;

namespace {

constexpr std::uint64_t kMs = 1'000'000;

struct Saves {
    int count = 0;
    std::uint64_t spent_ns = 0;
    std::uint64_t longest_pause_ns = 0;
    std::uint64_t end_ns = 0;
};

// `benchmarks` of one length, where a save costs `each` for every result there is.
Saves saves_of(int benchmarks, std::uint64_t length_ns, std::uint64_t each_ns) {
    std::uint64_t now = 7'000'000 * kMs;  // clocks do not begin at 0
    const std::uint64_t begin = now;
    std::uint64_t last = now;
    SavePace pace(0.05, begin);
    Saves out;
    for (int i = 1; i <= benchmarks; ++i) {
        now += length_ns;
        out.longest_pause_ns = std::max(out.longest_pause_ns, now - last);
        if (!pace.due(now)) continue;
        const std::uint64_t cost = each_ns * std::uint64_t(i);
        pace.saved(cost);
        now += cost;
        last = now;
        ++out.count;
        out.spent_ns += cost;
    }
    out.end_ns = now - begin;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(save_pace)

BOOST_AUTO_TEST_CASE(a_run_of_some_benchmarks_is_saved_after_each) {
    // Even where they take no time at all: 1 + 2 + ... + 24 times 0.2 ms are 60 ms.
    BOOST_TEST(saves_of(24, 0, kMs / 5).count == 24);
    // 24 of a second each, a save of 48 ms at the end: 600 ms of 24 s.
    BOOST_TEST(saves_of(24, 1000 * kMs, 2 * kMs).count == 24);
}

BOOST_AUTO_TEST_CASE(the_first_is_saved_whatever_it_costs) {
    BOOST_TEST(saves_of(1, 0, 60'000 * kMs).count == 1);
}

BOOST_AUTO_TEST_CASE(of_many_the_saves_take_a_twentieth_of_the_time) {
    // Saved after each, 2000 would take 0.2 ms * 2000 * 2001 / 2 = 400 s; measuring takes 10 s.
    const Saves saves = saves_of(2000, 5 * kMs, kMs / 5);
    BOOST_TEST(saves.spent_ns <= SavePace::kFreeNs + saves.end_ns / 20);
    BOOST_TEST(saves.end_ns < 11'000 * kMs);
    BOOST_TEST(saves.count > 10);
    // The last save costs up to 400 ms, and twenty times that is the most that a crash can cost.
    BOOST_TEST(saves.longest_pause_ns <= 20 * 400 * kMs);
}

BOOST_AUTO_TEST_SUITE_END()
