// Frames that were generated, and flips that a driver holds back.
#include "etl/driver_flips.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "etl/reader.hpp"
#include "event_info.hpp"
#include "recording_builder.hpp"
#include "screen_script.hpp"
#include "trace_data.hpp"

using namespace etl_test;

namespace {

constexpr std::uint32_t kFlipThread = 4;
constexpr std::uint32_t kWaitsForVsync = 5, kComplete = 11;

// A present whose flip is handed to the driver at `flip`.
void flipped(Script& script, std::int64_t begin, std::int64_t flip, std::uint32_t sequence,
             std::uint32_t status) {
    script.call(begin, begin + 1);
    script.step(begin, StepKind::kToken, kRender, sequence, 0x51);
    script.step(begin, StepKind::kQueued, kRender, sequence, 0xC1);
    ScreenStep& step = script.step(flip, StepKind::kMmioFlipPlanes, kFlipThread, sequence);
    step.number = status;
}

void plan(Script& script, std::int64_t time, std::uint32_t token, std::int64_t planned) {
    ScreenStep& step = script.step(time, StepKind::kFlipRequest, kFlipThread, token, 0);
    step.bind = static_cast<std::uint64_t>(planned);
    step.flag = true;
}

void flip_id(Script& script, std::int64_t time, std::uint32_t sequence, std::uint64_t id) {
    script.step(time, StepKind::kFlipIds, kFlipThread, sequence, 0).bind = id;
}

void flip_type(Script& script, std::int64_t time, std::uint64_t id, std::uint32_t type) {
    ScreenStep& step = script.step(time, StepKind::kFlipType, 0, 0, 0);
    step.bind = id;
    step.number = type;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(driver_flips)

// What a library in the program says is of the thread's next present, and of that alone.
BOOST_AUTO_TEST_CASE(a_present_is_what_was_said_before_it) {
    Script script;
    script.step(9, StepKind::kPresentType, kRender).number = 50;
    flipped(script, 10, 12, 7, kComplete);
    script.step(19, StepKind::kPresentType, kRender).number = 1;
    flipped(script, 20, 22, 8, kComplete);
    flipped(script, 30, 32, 9, kComplete);
    const auto presents = script.followed();
    BOOST_TEST_REQUIRE(presents.size() == 3u);
    BOOST_TEST(presents[0].type == kXessGenerated);
    BOOST_TEST(presents[1].type == kApplication);
    BOOST_TEST(presents[2].type == kNotSaid);
    BOOST_TEST(name_of(presents[0].type) == std::string("Intel XeSS-FG"));
}

// The driver's times are those of the screen; the refresh is not one more.
BOOST_AUTO_TEST_CASE(a_present_comes_to_the_screen_as_often_as_its_driver_says) {
    Script script;
    flip_id(script, 12, 7, 0x99);
    flipped(script, 10, 12, 7, kWaitsForVsync);
    script.step(20, StepKind::kRefreshPlanes, 0, 7);
    flip_type(script, 21, 0x99, 1);
    flip_type(script, 29, 0x99, 100);
    flip_type(script, 37, 0x98, 100);  // of a flip that nobody knows
    const auto presents = script.followed();
    BOOST_TEST_REQUIRE(presents.size() == 1u);
    BOOST_TEST_REQUIRE(presents[0].flips.size() == 2u);
    BOOST_TEST(presents[0].flips[0].time == 21);
    BOOST_TEST(presents[0].flips[0].type == kApplication);
    BOOST_TEST(presents[0].flips[1].time == 29);
    BOOST_TEST(presents[0].flips[1].type == kAfmfGenerated);
}

BOOST_AUTO_TEST_CASE(a_driver_may_be_done_before_the_system_says_the_number) {
    Script script;
    flipped(script, 10, 14, 7, kWaitsForVsync);
    flip_type(script, 12, 0x99, 1);
    flip_id(script, 13, 7, 0x99);
    const auto presents = script.followed();
    BOOST_TEST(presents[0].outcome == kShown);
    BOOST_TEST_REQUIRE(presents[0].flips.size() == 1u);
    BOOST_TEST(presents[0].flips[0].time == 12);
}

BOOST_AUTO_TEST_CASE(a_flip_is_seen_when_the_driver_planned_it) {
    Script script;
    plan(script, 12, 1, 19);
    flipped(script, 10, 13, 7, kComplete);
    plan(script, 22, 2, 21);  // as soon as it can
    flipped(script, 20, 23, 8, kComplete);
    flipped(script, 30, 33, 9, kComplete);  // of which it says nothing
    const auto presents = script.followed();
    BOOST_TEST(presents[0].delay.value() == 7);
    BOOST_TEST(presents[0].screen == 20);  // 13 + 7
    BOOST_TEST(presents[1].delay.value() == 0);
    BOOST_TEST(presents[1].screen == 23);
    BOOST_TEST(!presents[2].delay.has_value());
}

BOOST_AUTO_TEST_CASE(plans_of_a_screen_keep_their_order_and_are_counted_once) {
    Script script;
    plan(script, 12, 1, 30);
    plan(script, 12, 1, 90);  // the same again
    flipped(script, 10, 12, 7, kComplete);
    plan(script, 14, 2, 25);  // not before the one that is planned for 30
    flipped(script, 13, 14, 8, kComplete);
    const auto presents = script.followed();
    BOOST_TEST(presents[0].screen == 30);
    BOOST_TEST(presents[1].delay.value() == 16);
    BOOST_TEST(presents[1].screen == 30);
}

// The first is held back until 40, the second is seen at 33: at 40 both are, or rather the second.
BOOST_AUTO_TEST_CASE(a_flip_that_is_held_back_beyond_the_next_collapses_with_it) {
    Script script;
    plan(script, 12, 1, 40);
    flipped(script, 10, 12, 7, kComplete);
    flipped(script, 30, 33, 8, kComplete);
    flipped(script, 50, 53, 9, kComplete);
    const auto presents = script.followed();
    BOOST_TEST(presents[0].screen == 40);
    BOOST_TEST(presents[1].screen == 40);
    BOOST_TEST(presents[1].delay.value() == 7);
    BOOST_TEST(presents[2].screen == 53);
    BOOST_TEST(!presents[2].delay.has_value());
}

// A frame that a library generated and presents, read out of a file that does not describe that;
// and NVIDIA's plans, where the file does.
BOOST_AUTO_TEST_CASE(types_and_plans_are_read) {
    const auto dxgi = guid("ca11c036-0102-4a2d-a6ad-f03cfed5d3c9"),
               dxgkrnl = guid("802ec45a-1e99-4b83-9920-87c98277ba9d"),
               intel = guid("ecaa4712-4644-442f-b94c-a32f6cf8a499"),
               nvidia = guid("ae4f8626-8265-40d1-a70b-11b64240e8e9");
    constexpr std::int64_t kZero = MadeTrace::kZero;
    const Packed start = Packed().u64(0x51).u32(0).u32(0), none;
    const Packed flip = Packed().u64(0).u32(0).u64(0).u32(0).u32(0).u32(1);
    const auto packet = [](std::uint32_t sequence) {
        return Packed().u64(0xC1).u32(3).u32(sequence).u64(0).u32(0).u32(0).u32(0).u64(0);
    };
    const auto planes = [&](std::uint32_t sequence, std::int64_t time, std::uint8_t version) {
        Packed fields;
        fields.u64(0).u32(0).u32(0).u64(std::uint64_t{sequence} << 32);
        fields.zeros(10 * 8).u32(kComplete);
        std::vector<std::uint8_t> event =
            MadeBuffer(0).provider(dxgkrnl, 259, time, 4, 8, fields).events();
        event[42] = version;  // where the header has it
        return event;
    };
    MadeTrace trace;
    trace.add(
        MadeBuffer(0)
            .provider(intel, 1, kZero + 90, 20, 40, Packed().u32(1).u8(50))
            .provider(dxgi, 42, kZero + 100, 20, 40, start)
            .provider(dxgkrnl, 168, kZero + 101, 20, 40, flip)
            .provider(dxgkrnl, 178, kZero + 102, 20, 40, packet(7))
            .provider(dxgi, 43, kZero + 110, 20, 40, Packed().u32(0))
            .provider(nvidia, 1, kZero + 120, 4, 8, Packed().u32(5).u64(0).u32(0).add(kZero + 150))
            .bytes(planes(7, kZero + 121, 2))
            .of_class(kEventMetadata, 32, 0, 0,
                      event_info(nvidia, 1, 0,
                                 {{u"token", kU32, 4},
                                  {u"alloc", kU64, 8},
                                  {u"vidPnSourceId", kU32, 4},
                                  {u"ts", kU64, 8}})));
    RecordingBuilder builder;
    const std::string path = write_bytes("driver-flips.etl", trace.bytes());
    BOOST_TEST_REQUIRE(builder.read(kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.problems.empty());
    const auto displays = builder.rows("display");
    BOOST_TEST_REQUIRE(displays.size() == 1u);
    BOOST_TEST(displays[0].text("type") == "Intel XeSS-FG");
    BOOST_TEST(displays[0].number("time") == kZero + 151);
    BOOST_TEST(displays[0].number("delay") == 3000);  // ns
}

// Where later versions have the status of the flip, those before the second have other things.
BOOST_AUTO_TEST_CASE(old_flips_of_planes_have_no_status) {
    const auto dxgkrnl = guid("802ec45a-1e99-4b83-9920-87c98277ba9d");
    constexpr std::int64_t kZero = MadeTrace::kZero;
    const Packed planes = Packed().u64(0).u32(0).u32(0).u64(std::uint64_t{7} << 32).u32(kComplete);
    MadeTrace trace;
    trace.add(MadeBuffer(0)
                  .provider(dxgkrnl, 252, kZero + 100, 20, 40, Packed().u32(0).u32(0))
                  .provider(dxgkrnl, 178, kZero + 101, 20, 40,
                            Packed().u64(0xC1).u32(3).u32(7).u64(0).u32(0).u32(0).u32(0).u64(0))
                  .provider(dxgkrnl, 259, kZero + 110, 4, 8, planes));
    RecordingBuilder builder;
    const std::string path = write_bytes("old-planes.etl", trace.bytes());
    BOOST_TEST_REQUIRE(builder.read(kReader.read, {path}) == BL_OK);
    BOOST_TEST(builder.rows("present").size() == 1u);
    BOOST_TEST(builder.rows("display").empty());
}

BOOST_AUTO_TEST_SUITE_END()
