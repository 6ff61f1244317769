// Presents on their way to the screen: what the events of real captures do that no story tells.
#include <boost/test/unit_test.hpp>

#include "screen_script.hpp"

using namespace etl_test;
using namespace benchlab::etl;

BOOST_AUTO_TEST_SUITE(screen_paths)

// The driver's thread presents when the program is already on its next frame: each of its flips is
// of the oldest call that has none.
BOOST_AUTO_TEST_CASE(a_drivers_thread_presents_the_oldest_call) {
    Script script;
    script.call(10, 11);
    script.call(20, 21);
    script.step(25, StepKind::kFlip, kDriver).flag = true;
    script.step(26, StepKind::kQueued, kDriver, 7, 0xC1);
    script.step(27, StepKind::kFlip, kDriver).flag = true;
    script.step(28, StepKind::kQueued, kDriver, 8, 0xC1);
    script.step(40, StepKind::kRefresh, 0, 7);
    script.step(50, StepKind::kRefresh, 0, 8);
    const auto presents = script.followed();
    BOOST_TEST_REQUIRE(presents.size() == 2u);
    BOOST_TEST(presents[0].screen == 40);
    BOOST_TEST(presents[1].screen == 50);
    BOOST_TEST(script.calls.size() == 2u);
}

// Vulkan and OpenGL tell of no call: the first event of the kernel begins the present.
BOOST_AUTO_TEST_CASE(what_no_runtime_told_of_begins_in_the_kernel) {
    Script script;
    for (std::uint32_t i = 0; i < 3; ++i) {
        script.step(10 + i * 10, StepKind::kFlipPlanes, kRender, 0, 0x100000000);
        script.step(11 + i * 10, StepKind::kQueued, kRender, 7 + i, 0xC1);
        script.step(15 + i * 10, StepKind::kRefreshPlanes, 0, 7 + i);
    }
    const auto presents = script.followed();
    BOOST_TEST_REQUIRE(presents.size() == 3u);
    BOOST_TEST_REQUIRE(script.calls.size() == 3u);
    BOOST_TEST(presents[2].screen == 35);
    BOOST_TEST(script.calls[2].start.time == 30);
    BOOST_TEST(script.calls[2].end == 30);
    BOOST_TEST(script.calls[2].start.swap_chain == 0x100000000u);
    BOOST_TEST((script.calls[2].start.runtime == Runtime::kOther));
}

BOOST_AUTO_TEST_CASE(of_two_queues_with_the_same_number_the_oldest_present_is_meant) {
    Script script;
    script.call(10, 11);
    script.step(10, StepKind::kFlip, kRender).flag = true;
    script.step(10, StepKind::kQueued, kRender, 7, 0xC1);
    script.call(20, 21);
    script.step(20, StepKind::kFlip, kRender).flag = true;
    script.step(20, StepKind::kQueued, kRender, 7, 0xC2);
    script.step(30, StepKind::kMmioFlip, 0, 7).flag = true;
    script.step(40, StepKind::kMmioFlip, 0, 7).flag = true;
    const auto presents = script.followed();
    BOOST_TEST(presents[0].screen == 30);
    BOOST_TEST(presents[1].screen == 40);
    BOOST_TEST(presents[0].tears.value());
}

BOOST_AUTO_TEST_CASE(a_flip_without_a_register_is_done_with_its_packet) {
    Script script;
    script.call(10, 11);
    script.step(10, StepKind::kFlip, kRender);
    script.step(10, StepKind::kQueued, kRender, 7, 0xC1);
    script.step(33, StepKind::kLeft, 0, 7, 0xC1);
    BOOST_TEST(script.followed()[0].screen == 33);
}

BOOST_AUTO_TEST_CASE(a_present_that_fails_or_is_hidden_is_told_by_its_result) {
    Script script;
    script.call(10, 11, 0x887A0005);  // the device was removed
    script.call(20, 21, 0x087A0001);  // the window is hidden
    script.call(30, 31);
    const auto presents = script.followed();
    BOOST_TEST(presents[0].outcome == kFailed);
    BOOST_TEST(presents[1].outcome == kDiscarded);
    BOOST_TEST(presents[2].outcome == kNoOutcome);
}

// Discarded before the compositor had it: never seen.  Behind that it is only bookkeeping.
BOOST_AUTO_TEST_CASE(a_surface_is_discarded_only_before_it_is_in_the_frame) {
    Script script;
    constexpr std::uint32_t kInFrame = 3, kDiscard = 6;
    for (std::uint32_t i = 0; i < 2; ++i) {
        script.call(10 + i * 10, 12 + i * 10);
        script.step(11 + i * 10, StepKind::kToken, kRender, i + 1, 0x5F);
        script.step(11 + i * 10, StepKind::kQueued, kRender, 7 + i, 0xC1);
    }
    script.step(30, StepKind::kTokenState, 0, 1, 0x5F).number = kDiscard;
    script.step(31, StepKind::kTokenState, 0, 2, 0x5F).number = kInFrame;
    script.step(32, StepKind::kDwmSurface, 0, 2, 0x5F);
    script.step(33, StepKind::kTokenState, 0, 2, 0x5F).number = kDiscard;
    script.step(40, StepKind::kDwmPresent, kCompositor);
    script.step(41, StepKind::kFlip, kCompositor).flag = true;
    script.step(41, StepKind::kQueued, kCompositor, 99, 0xD1);
    script.step(50, StepKind::kRefresh, 0, 99);
    const auto presents = script.followed();
    BOOST_TEST_REQUIRE(presents.size() == 3u);  // and the compositor's own
    BOOST_TEST(presents[0].outcome == kDiscarded);
    BOOST_TEST(presents[1].outcome == kShown);
    BOOST_TEST(presents[1].screen == 50);
    BOOST_TEST(presents[2].screen == 50);
}

// Without what the window manager tells, a token that is done is what the compositor takes.
BOOST_AUTO_TEST_CASE(tokens_alone_lead_to_the_compositor) {
    Script script;
    for (std::uint32_t i = 0; i < 2; ++i) {
        script.call(10 + i * 10, 12 + i * 10);
        script.step(11 + i * 10, StepKind::kHistory, kRender, 0, 0x70 + i).number = 3;
        script.step(13 + i * 10, StepKind::kHistoryDone, 0, 0, 0x70 + i);
    }
    script.step(40, StepKind::kDwmPresent, kCompositor);
    script.step(41, StepKind::kFlip, kCompositor).flag = true;
    script.step(41, StepKind::kQueued, kCompositor, 99, 0xD1);
    script.step(50, StepKind::kRefresh, 0, 99);
    const auto presents = script.followed();
    BOOST_TEST(presents[0].outcome == kDiscarded);  // of two of one window the newest is seen
    BOOST_TEST(presents[1].screen == 50);
    BOOST_TEST((presents[1].mode == PresentMode::kComposedFlip));
}

BOOST_AUTO_TEST_CASE(a_copy_that_is_taken_back_is_discarded) {
    Script script;
    script.call(10, 20);
    script.step(11, StepKind::kBlit, kRender, 0, 0x10010);
    script.step(12, StepKind::kBlitCancel, kRender);
    BOOST_TEST(script.followed()[0].outcome == kDiscarded);
}

// Two programs' chains may draw into one window; the screen has the newer picture alone.
BOOST_AUTO_TEST_CASE(of_one_window_the_compositor_shows_the_newest_copy) {
    Script script;
    for (const std::int64_t begin : {10, 20}) {
        script.call(begin, begin + 2);
        script.calls.back().start.swap_chain = static_cast<std::uint64_t>(begin);
        ScreenStep& blit = script.step(begin, StepKind::kBlit, kRender, 0, 0x10010);
        blit.flag = true;
        ScreenStep& token = script.step(begin + 1, StepKind::kHistory, kRender, 0, 0xA0 + begin);
        token.number = 3;
        token.bind = 0x1700000000 + static_cast<std::uint64_t>(begin);
    }
    script.step(30, StepKind::kDwmPresent, kCompositor);
    script.step(31, StepKind::kDwmChain, kCompositor, 0, 0x170000000A);
    script.step(32, StepKind::kDwmChain, kCompositor, 0, 0x1700000014);
    script.step(33, StepKind::kDwmChain, kCompositor, 0, 0x1700000014);  // complete, after pending
    script.step(40, StepKind::kFlip, kCompositor).flag = true;
    script.step(40, StepKind::kQueued, kCompositor, 9, 0xC1);
    script.step(50, StepKind::kRefresh, 0, 9);
    const auto presents = script.followed();
    BOOST_TEST_REQUIRE(presents.size() == 3u);
    BOOST_TEST((presents[0].mode == PresentMode::kComposedCopyCpu));
    BOOST_TEST(presents[0].outcome == kDiscarded);
    BOOST_TEST(presents[1].outcome == kShown);
    BOOST_TEST(presents[1].screen == 50);
}

BOOST_AUTO_TEST_CASE(a_packet_that_presents_is_found_by_queue_number_and_time) {
    Script script;
    script.call(10, 12);
    script.step(10, StepKind::kFlip, kRender).flag = true;
    script.step(11, StepKind::kQueued, kRender, 7, 0xC1);
    PresentTracker tracker(script.calls);
    std::stable_sort(script.steps.begin(), script.steps.end(),
                     [](const ScreenStep& a, const ScreenStep& b) { return a.time < b.time; });
    follow_presents(script.steps, tracker);
    BOOST_TEST(tracker.call_of(0xC1, 7, 11).value() == 0u);
    BOOST_TEST(!tracker.call_of(0xC1, 7, 12).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
