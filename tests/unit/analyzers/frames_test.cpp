#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "frames/compute.hpp"
#include "store/test_store.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers::frames;

namespace {

constexpr std::int64_t kMs = 1'000'000;
const auto kClose = boost::test_tools::tolerance(1e-9);

// Frames of these lengths, one after the other from 0.
std::unique_ptr<store::Store> store_of(const std::vector<std::int64_t>& lengths_ms,
                                       std::int64_t sync_interval = 0) {
    TestRecording made;
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100, "render");
    std::int64_t at = 0;
    const auto present = [&] {
        made.row("present", {{"begin", Time(at)},
                             {"end", Time(at + kMs / 10)},
                             {"thread", Tid(101)},
                             {"sync_interval", n(sync_interval)},
                             {"swap_chain", n(1)}});
    };
    present();
    for (const std::int64_t length : lengths_ms) {
        at += length * kMs;
        present();
    }
    return made.freeze();
}

Loop loop_of(const std::vector<std::int64_t>& lengths_ms, const Options& options = {}) {
    const auto store = store_of(lengths_ms);
    const auto found = compute(Store(store->abi()), {0, INT64_MAX}, {}, options);
    BOOST_TEST_REQUIRE(found.loops.size() == 1u);
    return found.loops[0];
}

std::vector<std::int64_t> times(std::size_t count, std::int64_t length_ms) {
    return std::vector<std::int64_t>(count, length_ms);
}
std::vector<std::int64_t> joined(std::initializer_list<std::vector<std::int64_t>> parts) {
    std::vector<std::int64_t> out;
    for (const auto& part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frames)

// Case A1: 999 frames of 8 ms and one of 200 ms.
BOOST_AUTO_TEST_CASE(three_lows_of_one_run_are_far_apart) {
    const Loop loop = loop_of(joined({times(500, 8), {200}, times(499, 8)}));
    BOOST_TEST(loop.rates.low_1.percentile_fps.value() == 125.0, kClose);
    BOOST_TEST(loop.rates.low_1.average_fps.value() == 1000 / 27.2, kClose);
    BOOST_TEST(loop.rates.low_1.integral_fps.value() == 5.0, kClose);
    BOOST_TEST(loop.stutters == 1u);
    BOOST_TEST(loop.rates.minimum_fps == 5.0, kClose);
}

// A window with the slow frame alone: those beside it tell.
BOOST_AUTO_TEST_CASE(a_stutter_is_one_also_at_the_windows_ends) {
    const auto store = store_of(joined({times(30, 10), {50}, times(30, 10)}));
    const auto found = compute(Store(store->abi()), {300 * kMs, 350 * kMs}, {}, {});
    BOOST_TEST_REQUIRE(found.loops.size() == 1u);
    BOOST_TEST_REQUIRE(found.loops[0].frames.size() == 1u);
    BOOST_TEST(found.loops[0].stutters == 1u);
    BOOST_TEST(found.loops[0].frames[0].around_ns == 10e6, kClose);
}

// Case A2: frames of 1 ms and 4 ms in turn make 400 frames a second.
BOOST_AUTO_TEST_CASE(the_average_is_of_frames_by_their_time) {
    std::vector<std::int64_t> lengths;
    for (int i = 0; i < 50; ++i) lengths.insert(lengths.end(), {1, 4});
    BOOST_TEST(loop_of(lengths).rates.average_fps == 400.0, kClose);
}

BOOST_AUTO_TEST_CASE(few_frames_have_no_low) {
    const Loop loop = loop_of(times(99, 10));
    BOOST_TEST(!loop.rates.low_1.average_fps.has_value());
    BOOST_TEST(loop_of(times(100, 10)).rates.low_1.average_fps.has_value());
}

// Case A8: 600 frames of 5 ms in a menu, 3,000 of 18 ms, 300 of 5 ms.  Three times the median of
// the menu, and no stutter; against the median of all, 18 ms, there is none either.
BOOST_AUTO_TEST_CASE(a_slower_scene_is_no_stutter) {
    const Loop loop = loop_of(joined({times(600, 5), times(3000, 18), times(300, 5)}));
    BOOST_TEST(loop.stutters == 0u);
    BOOST_TEST(loop.above_fixed == 0u);
    BOOST_TEST_REQUIRE(loop.regimes.size() == 3u);
    BOOST_TEST(loop.regimes[1].frames.first == 600u);
    BOOST_TEST(loop.regimes[1].frames.last == 3600u);
    BOOST_TEST(loop.regimes[0].rates.average_fps == 200.0, kClose);
    BOOST_TEST(loop.regimes[1].rates.average_fps == 1000 / 18.0, kClose);
    BOOST_TEST(loop.regimes[2].rates.total_ns == 1.5e9, kClose);
    // 400 frames of 5 ms are the first 2 s.
    BOOST_TEST_REQUIRE(loop.warm_up.has_value());
    BOOST_TEST(loop.warm_up->first.frames == 400u);
    BOOST_TEST(loop.warm_up->rest.median_ns == 18e6, kClose);
}

// Case A9: the same without its end.
BOOST_AUTO_TEST_CASE(a_warm_up_differs_from_the_rest) {
    const Loop loop = loop_of(joined({times(600, 5), times(3000, 18)}));
    BOOST_TEST_REQUIRE(loop.regimes.size() == 2u);
    BOOST_TEST(loop.regimes[1].frames.first == 600u);
    BOOST_TEST(loop.warm_up.has_value());
    // Nothing to compare with: the rest is shorter than what it would be compared with.
    BOOST_TEST(!loop_of(joined({times(400, 5), times(99, 20)})).warm_up.has_value());
    BOOST_TEST(!loop_of(times(1000, 10)).warm_up.has_value());
}

// A hitch of 13 ms in a menu of 5 ms is one, though the level takes 18 ms.
BOOST_AUTO_TEST_CASE(a_stutter_is_against_the_frames_around_it) {
    const Loop loop = loop_of(joined({times(300, 5), {13}, times(299, 5), times(3000, 18)}));
    BOOST_TEST(loop.stutters == 1u);
    BOOST_TEST(loop.above_fixed == 0u);
    BOOST_TEST_REQUIRE(loop.incidents.size() == 1u);
    BOOST_TEST(loop.incidents[0].begin == 1500 * kMs);
    BOOST_TEST(loop.incidents[0].end == 1513 * kMs);
    BOOST_TEST(loop.incidents[0].around_ns == 5e6, kClose);
}

BOOST_AUTO_TEST_CASE(stutters_less_than_a_second_apart_are_one_incident) {
    // At 400, 900 and, 1.99 s behind the end of that, a third.
    const Loop loop = loop_of(
        joined({times(40, 10), {100}, times(40, 10), {100}, times(199, 10), {100}, times(40, 10)}));
    BOOST_TEST(loop.stutters == 3u);
    BOOST_TEST_REQUIRE(loop.incidents.size() == 2u);
    BOOST_TEST(loop.incidents[0].stutters == 2u);
    BOOST_TEST(loop.incidents[0].begin == 400 * kMs);
    BOOST_TEST(loop.incidents[0].end == 1000 * kMs);
    BOOST_TEST(loop.incidents[1].begin == 2990 * kMs);
}

// Frames of 17 ms are within 5 % of 60 a second, those of 18 ms are not.
BOOST_AUTO_TEST_CASE(slow_frames_are_counted_by_number_and_by_time) {
    const Loop loop = loop_of(joined({times(30, 17), times(10, 18)}));
    BOOST_TEST(loop.below == 10u);
    BOOST_TEST(loop.below_ns == 180e6, kClose);
    BOOST_TEST(loop.rates.total_ns == 690e6, kClose);
}

BOOST_AUTO_TEST_CASE(a_frame_that_the_window_cuts_is_none) {
    const auto store = store_of(times(10, 10));
    const auto found = compute(Store(store->abi()), {5 * kMs, 60 * kMs}, {}, {});
    BOOST_TEST(found.loops[0].frames.size() == 5u);  // 10 to 60
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {5 * kMs, 15 * kMs}, {}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_CASE(presents_are_measured_from_call_to_return) {
    const Loop loop = loop_of(times(10, 10));
    BOOST_TEST(loop.in_present.value().count == 10u);
    BOOST_TEST(loop.in_present.value().max_ns == kMs / 10);
}

// 400 of the 500 frames of the level are within 5 % of 10 ms; the menu is another regime.
BOOST_AUTO_TEST_CASE(the_pace_is_that_of_the_regime_with_most_frames) {
    auto lengths = joined({times(300, 5), times(300, 10)});
    for (int i = 0; i < 50; ++i) lengths.insert(lengths.end(), {10, 12, 10, 8});
    for (const std::int64_t interval : {0, 1}) {
        const auto store = store_of(lengths, interval);
        const Loop loop = compute(Store(store->abi()), {0, INT64_MAX}, {}, {}).loops[0];
        BOOST_TEST_REQUIRE(loop.pace.has_value());
        BOOST_TEST(loop.pace->frames == 500u);
        BOOST_TEST(loop.pace->cluster.period_ns == 10e6, kClose);
        BOOST_TEST(loop.pace->cluster.share == 0.8, kClose);
        BOOST_TEST(loop.pace->waits == (interval == 1));
    }
    BOOST_TEST(!loop_of(times(49, 10)).pace.has_value());
}

// 199 frames of 10 ms and one of 50 ms: one every 2.04 s; the second of two in a row is the same.
BOOST_AUTO_TEST_CASE(stutters_that_come_regularly_have_a_period) {
    std::vector<std::int64_t> lengths = times(100, 10);
    for (int i = 0; i < 7; ++i) lengths = joined({lengths, {50}, times(199, 10)});
    lengths[302] = 40;
    const Loop loop = loop_of(lengths);
    BOOST_TEST(loop.stutters == 8u);
    BOOST_TEST_REQUIRE(loop.period.has_value());
    BOOST_TEST(loop.period->length_ns == 2.04e9, kClose);
    BOOST_TEST(loop.period->regular == 6u);
    BOOST_TEST(loop.period->intervals == 6u);
}

// The driver hands a second frame in 1 ms behind each.
BOOST_AUTO_TEST_CASE(generated_frames_are_handed_in_but_not_drawn) {
    std::vector<std::int64_t> lengths;
    for (int i = 0; i < 50; ++i) lengths.insert(lengths.end(), {19, 1});
    const Loop loop = loop_of(lengths);
    BOOST_TEST(loop.presents == 100u);
    BOOST_TEST(loop.generated == 50u);
    BOOST_TEST(loop.presented_fps == 100.0, kClose);
    // 19 ms, then 49 of 20 ms; the last generated one belongs to a frame that is not there.
    BOOST_TEST(loop.rates.frames == 50u);
    BOOST_TEST(loop.rates.total_ns == 999e6, kClose);
    BOOST_TEST(loop.rates.median_ns == 20e6, kClose);
    BOOST_TEST(loop.stutters == 0u);
}

// Eleven presents every 10 ms, each other of which comes on screen 5 ms later: 6 in 100 ms.
BOOST_AUTO_TEST_CASE(frames_on_screen_are_counted_apart) {
    TestRecording made;
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100, "render");
    for (std::int64_t i = 0; i <= 11; ++i) {
        made.row("present", {{"begin", Time(10 * i * kMs)},
                             {"end", Time(10 * i * kMs + 1)},
                             {"key", n(i + 1)},
                             {"thread", Tid(101)},
                             {"swap_chain", n(1)}});
        if (i % 2 == 1)
            made.row("display", {{"time", Time((10 * i + 5) * kMs)}, {"present", Key(i + 1)}});
    }
    const auto store = made.freeze();
    const Loop loop = compute(Store(store->abi()), {0, INT64_MAX}, {}, {}).loops[0];
    BOOST_TEST(loop.presented_fps == 100.0, kClose);
    BOOST_TEST_REQUIRE(loop.displayed.has_value());
    BOOST_TEST(loop.displayed->fps.value() == 50.0, kClose);
    BOOST_TEST(loop.displayed->not_shown.value() == 5u);  // of the eleven that end a frame
}

// Case F9: the program cuts its frame time at 100 ms.
BOOST_AUTO_TEST_CASE(a_counter_that_cuts_frame_times_is_told) {
    const std::vector<double> lengths = {589.35, 569.58, 645.16, 127.23, 704.91, 252.46};
    for (const bool next_frame : {false, true}) {
        TestRecording made;
        made.process(0, 100, "game.exe");
        made.thread(0, 101, 100, "render");
        double at = 1;
        const auto mark = [&] {
            made.row(
                "mark",
                {{"time", Time(std::llround(at * 1e6))}, {"thread", Tid(101)}, {"name", "frame"}});
        };
        mark();
        for (const double length : lengths) {
            at += length;
            mark();
            made.row("counter", {{"time", Time(std::llround((next_frame ? at + 0.1 : at) * 1e6))},
                                 {"process", Pid(100)},
                                 {"name", "frame time"},
                                 {"value", 100.0}});
        }
        at += 50;
        mark();
        const auto store = made.freeze();
        const Loop loop = compute(Store(store->abi()), {0, INT64_MAX}, {}, {}).loops[0];
        BOOST_TEST_REQUIRE(loop.counters.size() == 1u);
        BOOST_TEST(loop.counters[0].limit_ns == 100e6, kClose);
        BOOST_TEST(loop.counters[0].longer == 6u);
        BOOST_TEST(loop.counters[0].at_limit == 6u);
        BOOST_TEST(loop.counters[0].longest_ns == 704.91e6, kClose);
    }
}

BOOST_AUTO_TEST_SUITE_END()
