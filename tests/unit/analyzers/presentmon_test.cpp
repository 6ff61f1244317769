#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "presentmon/compute.hpp"
#include "store/test_store.hpp"
#include "test_run.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::presentmon::compute;
using analyzers::presentmon::Result;
using analyzers::presentmon::Spread;
using analyzers::presentmon::Stream;

namespace {

using Cells = std::vector<std::pair<const char*, Cell>>;

constexpr std::int64_t kMs = 1'000'000;

void tell_frame(TestRecording& made, std::int64_t time_ms, Cells cells) {
    cells.emplace_back("time", Time(time_ms * kMs));
    made.row("frame_log", std::move(cells));
}

Cell ms(double value) {
    return value * kMs;
}

// One stream without a process, with these times between Present calls.
void tell_presents(TestRecording& made, const std::vector<double>& times_ms) {
    std::int64_t at = 0;
    for (const double each : times_ms) {
        tell_frame(made, ++at, {{"application", "game"}, {"between_presents", ms(each)}});
    }
}

Result whole(TestRecording& made) {
    const auto store = made.freeze();
    return compute(Store(store->abi()), TestRun({0, store->duration_ns()}).run());
}

Stream only_stream(TestRecording& made) {
    Result result = whole(made);
    BOOST_REQUIRE(result.streams.size() == 1u);
    return result.streams[0];
}

std::optional<Spread> spread_of(const Stream& stream, std::string_view column) {
    for (const auto& each : stream.metrics) {
        if (each.metric->column == column) return each.spread;
    }
    return std::nullopt;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(presentmon, *boost::unit_test::tolerance(1e-9))

BOOST_AUTO_TEST_CASE(three_lows_of_one_run_differ_and_all_are_told) {
    TestRecording made;
    std::vector<double> times(1000, 8);
    times[500] = 200;
    tell_presents(made, times);
    const Stream stream = only_stream(made);
    // 999 * 8 + 200 = 8192 ms.
    BOOST_TEST(stream.total_ns == 8192.0 * kMs);
    BOOST_TEST(stream.average_fps.value() == 1000 * 1000 / 8192.0);
    BOOST_TEST(stream.minimum_fps.value() == 5.0);
    // Rank 0.99 * 999 = 989.01 lies among the frames of 8 ms.
    BOOST_TEST(stream.low_1.percentile_fps.value() == 125.0);
    // The slowest ten: (200 + 9 * 8) / 10 = 27.2 ms.
    BOOST_TEST(stream.low_1.average_fps.value() == 1000 / 27.2);
    // 1 % of the time is 81.92 ms, which the first of the slowest fills.
    BOOST_TEST(stream.low_1.integral_fps.value() == 5.0);
    // Rank 0.999 * 999 = 998.001, between 8 and 200 ms: 8 + 0.001 * 192 = 8.192 ms.
    BOOST_TEST(stream.low_01.percentile_fps.value() == 1000 / 8.192);
    BOOST_TEST(stream.low_01.average_fps.value() == 5.0);
    BOOST_TEST(stream.low_01.integral_fps.value() == 5.0);
}

BOOST_AUTO_TEST_CASE(the_integral_low_takes_frames_until_they_fill_the_share) {
    TestRecording made;
    // 5,910 + 40 + 30 + 20 = 6,000 ms, of which 1 % is 60 ms: 40 is not enough, 40 + 30 is.
    std::vector<double> times(5910, 1);
    for (const double each : {20.0, 40.0, 30.0}) times.push_back(each);
    tell_presents(made, times);
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.low_1.integral_fps.value() == 1000 / 30.0);
    // 0.1 % is 6 ms, which the first fills.
    BOOST_TEST(stream.low_01.integral_fps.value() == 1000 / 40.0);
}

BOOST_AUTO_TEST_CASE(average_fps_is_frames_by_time_and_not_the_mean_of_rates) {
    TestRecording made;
    tell_presents(made, {1, 4, 1, 4, 1, 4});
    // 6 frames in 15 ms; the mean of 1000 and 250 would be 625.
    BOOST_TEST(only_stream(made).average_fps.value() == 400.0);
}

BOOST_AUTO_TEST_CASE(percentiles_lie_between_neighbours) {
    TestRecording made;
    std::vector<double> times;
    for (int i = 100; i >= 1; --i) times.push_back(i);
    tell_presents(made, times);
    const Stream stream = only_stream(made);
    const Spread spread = spread_of(stream, "between_presents").value();
    BOOST_TEST(spread.count == 100u);
    BOOST_TEST(spread.mean == 50.5 * kMs);
    BOOST_TEST(spread.min == 1.0 * kMs);
    // Ranks 0.5 * 99 = 49.5, 89.1, 98.01 and 98.901; the value at rank r is r + 1 ms.
    BOOST_TEST(spread.p50 == 50.5 * kMs);
    BOOST_TEST(spread.p90 == 90.1 * kMs);
    BOOST_TEST(spread.p99 == 99.01 * kMs);
    BOOST_TEST(spread.p999 == 99.901 * kMs);
    BOOST_TEST(spread.max == 100.0 * kMs);
    BOOST_TEST(stream.low_1.percentile_fps.value() == 1000 / 99.01);
    BOOST_TEST(stream.low_1.average_fps.value() == 10.0);
    BOOST_TEST(!stream.low_01.percentile_fps.has_value());
    BOOST_TEST(!stream.low_01.average_fps.has_value());
    BOOST_TEST(!stream.low_01.integral_fps.has_value());
}

BOOST_AUTO_TEST_CASE(too_few_frames_have_no_low) {
    TestRecording made;
    // 99 with a frame time.
    std::vector<double> times(99, 10);
    times.push_back(0);
    tell_presents(made, times);
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.count == 100u);
    BOOST_TEST(stream.average_fps.value() == 100.0);
    BOOST_TEST(!stream.low_1.percentile_fps.has_value());
    BOOST_TEST(!stream.low_1.average_fps.has_value());
    BOOST_TEST(!stream.low_1.integral_fps.has_value());
}

BOOST_AUTO_TEST_CASE(a_share_that_is_no_whole_number_of_frames_is_rounded_up) {
    TestRecording made;
    std::vector<double> times(101, 10);
    times[3] = 40;
    tell_presents(made, times);
    // Two frames of 101: (40 + 10) / 2 = 25 ms.
    BOOST_TEST(only_stream(made).low_1.average_fps.value() == 40.0);
}

BOOST_AUTO_TEST_CASE(generated_frames_of_no_time_give_no_infinite_rate) {
    TestRecording made;
    std::int64_t at = 0;
    for (const double each : {19.4536, 0.0, 19.5659, 0.0}) {
        tell_frame(made, ++at, {{"app_time", ms(each)}, {"display_change", ms(9.75)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.application == "unknown");
    BOOST_TEST(stream.count == 4u);
    BOOST_TEST(stream.frames.size() == 2u);
    BOOST_TEST(stream.frame_time->column == std::string_view("app_time"));
    // 2 frames in 39.0195 ms, 4 on screen in 39 ms.
    BOOST_TEST(stream.average_fps.value() == 2000 / 39.0195);
    BOOST_TEST(stream.displayed.fps.value() == 4000 / 39.0);
    BOOST_TEST(spread_of(stream, "app_time")->min == 19.4536 * kMs);
}

BOOST_AUTO_TEST_CASE(the_time_between_presents_is_the_frame_time_where_it_is_logged) {
    TestRecording made;
    tell_frame(made, 1, {{"between_presents", ms(10)}, {"app_time", ms(12)}});
    tell_frame(made, 2, {{"app_time", ms(12)}});
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.frame_time->column == std::string_view("between_presents"));
    BOOST_TEST_REQUIRE(stream.frames.size() == 1u);
    BOOST_TEST(stream.frames[0].time == 1 * kMs);
    BOOST_TEST(stream.average_fps.value() == 100.0);
    BOOST_TEST(spread_of(stream, "app_time")->count == 2u);
}

BOOST_AUTO_TEST_CASE(a_stream_of_which_no_frame_has_a_time_is_kept) {
    TestRecording made;
    tell_presents(made, {0, 0});
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.count == 2u);
    BOOST_TEST(stream.frames.empty());
    BOOST_TEST((stream.frame_time == nullptr));
    BOOST_TEST(!stream.average_fps.has_value());
    BOOST_TEST(!stream.minimum_fps.has_value());
    BOOST_TEST(stream.metrics.empty());
}

BOOST_AUTO_TEST_CASE(frames_that_were_not_shown_are_in_no_figure_of_the_screen) {
    TestRecording made;
    // Video of 59.94 fps; each third frame was dropped, with 0, or a value that means nothing.
    for (int i = 0; i < 60; ++i) {
        const bool dropped = i % 3 == 2;
        tell_frame(made, i,
                   {{"between_presents", ms(16.683)},
                    {"shown", std::int64_t{dropped ? 0 : 1}},
                    {"display_change", ms(!dropped     ? 16.683
                                          : i % 2 == 0 ? 0
                                                       : 500)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.displayed.not_shown.value() == 20u);
    BOOST_TEST(stream.frames.size() == 60u);
    BOOST_TEST(stream.displayed.fps.value() == 1000 / 16.683);
    BOOST_TEST(spread_of(stream, "display_change")->count == 40u);
    BOOST_TEST(spread_of(stream, "display_change")->max == 16.683 * kMs);
}

BOOST_AUTO_TEST_CASE(a_log_that_does_not_tell_what_was_shown_has_no_count_of_it) {
    TestRecording made;
    tell_presents(made, {10});
    BOOST_TEST(!only_stream(made).displayed.not_shown.has_value());
}

BOOST_AUTO_TEST_CASE(time_on_screen_gives_the_rate_where_changes_are_not_logged) {
    TestRecording made;
    tell_frame(made, 1, {{"app_time", ms(10)}, {"displayed_time", ms(20)}});
    tell_frame(made, 2, {{"app_time", ms(10)}, {"displayed_time", ms(30)}});
    BOOST_TEST(only_stream(made).displayed.fps.value() == 40.0);
}

BOOST_AUTO_TEST_CASE(swap_chains_and_processes_are_streams_of_their_own) {
    TestRecording made;
    made.process(0, 7, "game.exe");
    made.process(0, 8, "game.exe");
    // Of process 7 two chains, one frame after the other; of process 8 the same address.
    for (int i = 0; i < 6; ++i) {
        const bool first = i % 2 == 0;
        tell_frame(made, 10 * i,
                   {{"process", Pid(7)},
                    {"application", "game.exe"},
                    {"swap_chain", std::int64_t{first ? 0x10 : 0x20}},
                    {"between_presents", ms(first ? 20 : 5)}});
    }
    tell_frame(made, 35, {{"process", Pid(7)}, {"swap_chain", std::int64_t{0x20}}});
    for (int i = 0; i < 2; ++i) {
        tell_frame(made, 41 + i,
                   {{"process", Pid(8)},
                    {"swap_chain", std::int64_t{0x10}},
                    {"between_presents", ms(50)}});
    }
    const Result result = whole(made);
    BOOST_TEST_REQUIRE(result.streams.size() == 3u);
    const Stream &most = result.streams[0], &second = result.streams[1], &third = result.streams[2];
    BOOST_TEST(most.count == 4u);
    BOOST_TEST(most.swap_chain.value() == 0x20u);
    BOOST_TEST(most.average_fps.value() == 200.0);
    BOOST_TEST(most.span_ns == 40 * kMs);  // from 10 to 50
    BOOST_TEST(second.count == 3u);
    BOOST_TEST(second.pid.value() == 7u);
    BOOST_TEST(second.average_fps.value() == 50.0);
    // No name in these rows, but the process has one.
    BOOST_TEST(third.application == "game.exe");
    BOOST_TEST(third.pid.value() == 8u);
    BOOST_TEST(third.average_fps.value() == 20.0);
    BOOST_TEST(third.number == 3u);
}

BOOST_AUTO_TEST_CASE(without_a_process_programs_are_told_by_name) {
    TestRecording made;
    for (int i = 0; i < 4; ++i) {
        tell_frame(made, i,
                   {{"application", i == 1 ? "other" : "game"}, {"between_presents", ms(10)}});
    }
    const Result result = whole(made);
    BOOST_TEST_REQUIRE(result.streams.size() == 2u);
    BOOST_TEST(result.streams[0].application == "game");
    BOOST_TEST(result.streams[0].count == 3u);
    BOOST_TEST(!result.streams[0].pid.has_value());
    BOOST_TEST(!result.streams[0].swap_chain.has_value());
    BOOST_TEST(result.streams[1].application == "other");
    BOOST_TEST(result.streams[1].count == 1u);
    BOOST_TEST(result.streams[1].number == 1u);
}

BOOST_AUTO_TEST_CASE(zeros_of_the_gpu_in_each_row_mean_that_it_was_not_measured) {
    TestRecording made;
    const auto tell = [&](int chain, double busy, double video) {
        tell_frame(made, chain,
                   {{"swap_chain", std::int64_t{chain}},
                    {"between_presents", ms(10)},
                    {"gpu_busy", ms(busy)},
                    {"gpu_wait", ms(0)},
                    {"video_busy", ms(video)}});
    };
    tell(1, 0, 0);
    tell(1, 0, 0);
    tell(1, 0, 1);
    tell(2, 0, 0);
    tell(2, 4, 0);
    const Result result = whole(made);
    BOOST_TEST_REQUIRE(result.streams.size() == 2u);
    const Stream &without = result.streams[0], &with = result.streams[1];
    BOOST_TEST(without.gpu_not_measured);
    BOOST_TEST(!spread_of(without, "gpu_busy").has_value());
    BOOST_TEST(!spread_of(without, "gpu_wait").has_value());
    BOOST_TEST(spread_of(without, "video_busy")->count == 3u);
    BOOST_TEST(!with.gpu_not_measured);
    // 0 is a value here: (0 + 4) / 2.
    BOOST_TEST(spread_of(with, "gpu_busy")->mean == 2.0 * kMs);
    BOOST_TEST(spread_of(with, "gpu_wait")->count == 2u);
    BOOST_TEST(!spread_of(with, "video_busy").has_value());
}

BOOST_AUTO_TEST_CASE(values_below_zero_count_where_they_mean_something) {
    TestRecording made;
    for (const double each : {-4.0, 1.0}) {
        tell_frame(made, 1, {{"between_presents", ms(10)}, {"animation_error", ms(each)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST(spread_of(stream, "animation_error")->mean == -1.5 * kMs);
    BOOST_TEST(spread_of(stream, "animation_error")->min == -4.0 * kMs);
}

BOOST_AUTO_TEST_CASE(only_the_window_counts_and_the_focus_comes_first) {
    TestRecording made;
    made.process(0, 7, "game.exe");
    made.process(0, 8, "other.exe");
    for (int i = 1; i <= 4; ++i) {
        tell_frame(made, 10 * i, {{"process", Pid(7)}, {"between_presents", ms(i)}});
        tell_frame(made, 10 * i, {{"process", Pid(8)}, {"between_presents", ms(i)}});
        tell_frame(made, 10 * i + 5, {{"process", Pid(8)}, {"between_presents", ms(i)}});
    }
    tell_frame(made, 20, {{"application", "logged"}, {"between_presents", ms(1)}});
    const auto store = made.freeze();
    const Store view(store->abi());
    const auto pid = view.table("process").u32("pid");
    const Row game = pid[0] == 7 ? 0 : 1;
    const TestRun run({20 * kMs, 40 * kMs}, {game});
    const Result result = compute(view, run.run());
    BOOST_TEST_REQUIRE(result.streams.size() == 3u);
    BOOST_TEST(result.streams[0].pid.value() == 7u);
    BOOST_TEST(result.streams[0].total_ns == 5.0 * kMs);  // 2 + 3
    BOOST_TEST(result.streams[1].pid.value() == 8u);
    BOOST_TEST(result.streams[1].count == 4u);
    BOOST_TEST(result.streams[2].application == "logged");
    const TestRun none({50 * kMs, 60 * kMs});
    BOOST_CHECK_EXCEPTION(compute(view, none.run()), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_CASE(streams_are_numbered_by_their_frames_whatever_the_focus) {
    TestRecording made;
    made.process(0, 7, "game.exe");
    made.process(0, 8, "game.exe");
    tell_frame(made, 10, {{"process", Pid(7)}, {"between_presents", ms(1)}});
    tell_frame(made, 20, {{"process", Pid(8)}, {"between_presents", ms(1)}});
    tell_frame(made, 30, {{"process", Pid(8)}, {"between_presents", ms(1)}});
    const auto store = made.freeze();
    const Store view(store->abi());
    const Row few = view.table("process").u32("pid")[0] == 7 ? 0 : 1;
    const TestRun run({0, 40 * kMs}, {few});
    const Result result = compute(view, run.run());
    BOOST_TEST_REQUIRE(result.streams.size() == 2u);
    BOOST_TEST(result.streams[0].pid.value() == 7u);
    BOOST_TEST(result.streams[0].number == 2u);
    BOOST_TEST(result.streams[1].number == 1u);
}

// Of two programs that present, a log is about one: its frames are those of the log, the other's
// are worked out of the trace.
BOOST_AUTO_TEST_CASE(a_log_comes_before_what_the_trace_itself_tells) {
    TestRecording made;
    for (const std::uint32_t pid : {100u, 200u}) {
        made.process(0, pid, pid == 100 ? "game.exe" : "other.exe");
        made.thread(0, pid + 1, pid, "main");
        for (std::int64_t i = 0; i < 4; ++i) {
            made.row("present", {{"begin", Time(i * 10 * kMs + 1)},
                                 {"end", Time(i * 10 * kMs + kMs)},
                                 {"thread", Tid(pid + 1)},
                                 {"process", Pid(pid)},
                                 {"swap_chain", n(1)}});
        }
    }
    tell_frame(made, 3, {{"process", Pid(100)}, {"between_presents", ms(7)}});
    const Result result = whole(made);
    BOOST_TEST_REQUIRE(result.streams.size() == 2u);
    BOOST_TEST(result.streams[0].application == "other.exe");
    BOOST_TEST(!result.streams[0].is_logged);
    BOOST_TEST(result.streams[0].count == 3u);
    BOOST_TEST(spread_of(result.streams[0], "between_presents")->mean == 10.0 * kMs);
    BOOST_TEST(result.streams[1].is_logged);
    BOOST_TEST(spread_of(result.streams[1], "between_presents")->mean == 7.0 * kMs);
}

// Case B2: without times of the screen, all four rows are taken to have been on it.
BOOST_AUTO_TEST_CASE(generated_frames_are_told_from_those_of_the_program) {
    TestRecording made;
    std::int64_t at = 0;
    for (const double each : {19.4536, 0.0, 19.5659, 0.0}) {
        tell_frame(made, at += 10, {{"app_time", ms(each)}, {"gpu_busy", ms(each == 0 ? 0 : 14)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.generated == 2u);
    BOOST_TEST(spread_of(stream, "gpu_busy")->mean == 14.0 * kMs);
    BOOST_TEST(stream.average_fps.value() == 2000 / 39.0195);    // 51.3, one in 19.51 ms
    BOOST_TEST(stream.displayed.fps.value() == 4000 / 39.0195);  // 102.5
}

// Presents of 21, 0.4 and 0.1 ms in turn are frames of 21 and then, with the two before, 21.5 ms.
BOOST_AUTO_TEST_CASE(the_time_of_generated_frames_is_in_the_next_of_the_program) {
    TestRecording made;
    std::vector<double> times;
    for (int i = 0; i < 50; ++i) times.insert(times.end(), {21, 0.4, 0.1});
    tell_presents(made, times);
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.generated == 100u);
    BOOST_TEST(stream.frames.size() == 50u);
    BOOST_TEST(stream.frames[0].frame_time_ns == 21.0 * kMs);
    BOOST_TEST(stream.minimum_fps.value() == 1000 / 21.5);
    BOOST_TEST(stream.average_fps.value() == 50000 / (21 + 49 * 21.5));
}

BOOST_AUTO_TEST_CASE(frames_that_the_log_calls_generated_are_so) {
    TestRecording made;
    for (int i = 0; i < 20; ++i) {
        tell_frame(
            made, i,
            {{"type", i % 2 == 0 ? "Application" : "Intel XeSS-FG"}, {"between_presents", ms(8)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.generated == 10u);
    BOOST_TEST(stream.average_fps.value() == 10000.0 / (8 + 9 * 16));
}

BOOST_AUTO_TEST_CASE(dropped_frames_without_time_are_not_generated) {
    TestRecording made;
    for (int i = 0; i < 30; ++i) {
        tell_frame(made, i,
                   {{"between_presents", ms(i % 2 == 0 ? 16.683 : 0)},
                    {"shown", std::int64_t{i % 2 == 0}},
                    {"display_change", ms(i % 2 == 0 ? 16.683 : 0)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST(stream.generated == 0u);
    BOOST_TEST(stream.displayed.not_shown.value() == 15u);
    BOOST_TEST(stream.displayed.fps.value() == 1000 / 16.683);  // case B4: 59.94
}

// Case B7.
BOOST_AUTO_TEST_CASE(present_modes_are_apart_and_composed_ones_go_in_steps) {
    TestRecording made;
    for (int i = 0; i < 600; ++i) {
        const double change = i < 300 ? 7 : i % 3 == 0 ? 33.34 : 16.67;
        tell_frame(made, i,
                   {{"mode", i < 300 ? "Hardware: Independent Flip" : "Composed: Flip"},
                    {"between_presents", ms(i < 300 ? 7 : 22.227)},
                    {"display_change", ms(change)}});
    }
    const Stream stream = only_stream(made);
    BOOST_TEST_REQUIRE(stream.modes.size() == 2u);
    const auto& composed = stream.modes[stream.modes[0].step_ns ? 0 : 1];
    const auto& flip = stream.modes[stream.modes[0].step_ns ? 1 : 0];
    BOOST_TEST(composed.name == "Composed: Flip");
    BOOST_TEST(composed.step_ns.value() == 16.67 * kMs);
    BOOST_TEST(composed.median_ns == 22.227 * kMs);
    BOOST_TEST(flip.frames == 300u);
    BOOST_TEST(flip.average_fps == 1000 / 7.0);
    BOOST_TEST(flip.change_ns.value() == 7.0 * kMs);
    BOOST_TEST(!flip.step_ns.has_value());
}

// Case B8: the same frame time, once with all of it before Present, once with half.
BOOST_AUTO_TEST_CASE(what_the_program_is_busy_with_is_not_called_work) {
    for (const double busy : {19.9, 10.0}) {
        TestRecording made;
        for (int i = 0; i < 50; ++i) {
            tell_frame(made, 20 * i,
                       {{"app_time", ms(20)}, {"cpu_busy", ms(busy)}, {"cpu_wait", ms(20 - busy)}});
        }
        const Stream stream = only_stream(made);
        BOOST_TEST(stream.busy_share.value() == busy / 20);
    }
}

// Case B13: at a cap of 60, of 80, and without one; the GPU would wait at 60 and at 80.
BOOST_AUTO_TEST_CASE(a_gpu_that_is_busy_for_all_of_each_frame_is_not_credible) {
    using analyzers::presentmon::not_credible;
    const auto told = [&](double busy_at_60) {
        TestRecording made;
        std::int64_t at = 0;
        for (const double length : {16.667, 12.5, 9.3}) {
            for (int i = 0; i < 300; ++i) {
                tell_frame(made, ++at,
                           {{"between_presents", ms(length)},
                            {"gpu_busy", ms(length > 16 ? busy_at_60 : length * 1.005)}});
            }
        }
        return only_stream(made).gpu;
    };
    BOOST_TEST(not_credible(told(16.667)));
    BOOST_TEST(!not_credible(told(12.2)));
    BOOST_TEST(told(12.2).capped.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
