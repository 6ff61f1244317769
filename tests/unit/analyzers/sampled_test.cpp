#include <boost/test/unit_test.hpp>
#include <vector>

#include "sampled/compute.hpp"
#include "test_run.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::Doing;
using analyzers::sampled::compute;
using analyzers::sampled::Options;
using analyzers::sampled::Places;

namespace {

constexpr std::uint32_t kKernel = 0xFFFFFFFF;

void tell(TestRecording& made, std::uint32_t tid, std::uint64_t code, Frames stack, int flags = 0,
          const char* event = "timer", int weight = 1000) {
    made.row("sample", {{"time", Time(100)},
                        {"cpu", std::int64_t{0}},
                        {"thread", Tid(tid)},
                        {"code", Address(code)},
                        {"stack", std::move(stack)},
                        {"event", std::string(event)},
                        {"weight", std::int64_t{weight}},
                        {"flags", std::int64_t{flags}}});
}

// The game is at 0x1000, the other program at 0x5000, the kernel at 0x100000.
void tell_programs(TestRecording& made) {
    made.process(0, 100, "game.exe");
    made.process(0, 200, "other.exe");
    made.thread(0, 101, 100);
    made.thread(0, 201, 200);
    made.image(0, 100, 0x1000, 0x1000, "C:\\game\\game.exe");
    made.image(0, 200, 0x5000, 0x1000, "C:\\other.exe");
    made.image(0, kKernel, 0x100000, 0x1000, "\\SystemRoot\\nt.exe");
}

void tell_samples(TestRecording& made) {
    tell(made, 101, 0x1010, {100, {0x1010, 0x1800}});
    tell(made, 101, 0x1010, {100, {0x1010, 0x1010, 0x1800}});  // calls itself
    tell(made, 101, 0x100020, {100, {0x100020, 0x1010, 0x1800}});
    tell(made, 101, 0x1020, {100, {}});
    tell(made, 201, 0x100020, {200, {0x100020}});
    tell(made, 101, 0x100030, {100, {}}, BL_SAMPLE_FLAG_DPC | BL_SAMPLE_FLAG_KERNEL);
    tell(made, 0, 0x100040, {100, {}}, BL_SAMPLE_FLAG_KERNEL);
}

struct Expected {
    const char *process, *place;
    std::uint64_t count;
};

void check(const Places& places, const std::vector<Expected>& expected) {
    BOOST_TEST_REQUIRE(places.rows.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        BOOST_TEST_CONTEXT("row " << i) {
            BOOST_TEST(places.rows[i].process == expected[i].process);
            BOOST_TEST(places.rows[i].place == expected[i].place);
            BOOST_TEST(places.rows[i].totals.count == expected[i].count);
            BOOST_TEST(places.rows[i].totals.weight == expected[i].count * 1000);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sampled)

BOOST_AUTO_TEST_CASE(samples_go_to_modules_functions_and_callers) {
    TestRecording made(ends_at_1000());
    tell_programs(made);
    tell_samples(made);
    const auto store = made.freeze();
    const TestRun run({0, 1000}, {process_row(*store, 100)});
    const auto result = compute(Store(store->abi()), run.run(), {});
    BOOST_TEST_REQUIRE(result.events.size() == 1u);
    const auto& timer = result.events[0];
    BOOST_TEST(timer.event == "timer");
    BOOST_TEST(timer.in_ns);
    BOOST_TEST(timer.all.count == 7u);
    BOOST_TEST(timer.threads.count == 5u);
    BOOST_TEST(timer.focus.count == 4u);
    check(timer.places,
          {{"game.exe", "game.exe", 3}, {"game.exe", "nt.exe", 1}, {"other.exe", "nt.exe", 1}});
    BOOST_TEST(timer.places.sum.count == 5u);
    // Of equal ones the lower code first; the kernel's come before all programs'.
    check(timer.exclusive, {{"game.exe", "game.exe+0x10", 2},
                            {"game.exe", "nt.exe+0x20", 1},
                            {"game.exe", "game.exe+0x20", 1}});
    // Three samples have a stack; 0x1010 is on all of them, twice on one.
    check(timer.inclusive, {{"game.exe", "game.exe+0x10", 3},
                            {"game.exe", "game.exe+0x800", 3},
                            {"game.exe", "nt.exe+0x20", 1}});
    BOOST_TEST(timer.inclusive.sum.count == 3u);
    BOOST_TEST_REQUIRE(timer.outside.size() == 2u);
    for (const auto& row : timer.outside) {
        BOOST_TEST((row.doing == Doing::kDpc || row.doing == Doing::kIdle));
        BOOST_TEST(row.place == (row.doing == Doing::kDpc ? "nt.exe" : ""));
        BOOST_TEST(row.totals.weight == 1000u);
    }
    std::uint64_t flame = 0;
    for (const auto& each : timer.flame) flame += each.weight;
    BOOST_TEST(timer.flame.size() == 3u);
    BOOST_TEST(flame == 3000u);
    BOOST_TEST(timer.broken.count == 0u);
}

BOOST_AUTO_TEST_CASE(functions_can_stand_for_modules_and_rows_can_be_few) {
    TestRecording made(ends_at_1000());
    tell_programs(made);
    tell_samples(made);
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run(), Options{2, true});
    const auto& timer = result.events[0];
    check(timer.places, {{"game.exe", "game.exe+0x10", 2}, {"game.exe", "nt.exe+0x20", 1}});
    // Left out: 0x1020 of the game and the other program.
    BOOST_TEST(timer.places.omitted == 2u);
    BOOST_TEST(timer.places.sum.count == 5u);
    // Without a focus everything is in it.
    BOOST_TEST(timer.focus.count == 5u);
    BOOST_TEST(timer.inclusive.sum.count == 4u);
    BOOST_TEST(timer.outside.size() == 2u);
}

BOOST_AUTO_TEST_CASE(events_of_different_kinds_are_not_added_up) {
    TestRecording made(ends_at_1000());
    tell_programs(made);
    tell(made, 101, 0x1010, {100, {}}, 0, "cycles", 5000);
    tell(made, 101, 0x1010, {100, {}}, 0, "cycles", 7000);
    tell(made, 101, 0x1020, {100, {}});
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run(), {});
    BOOST_TEST_REQUIRE(result.events.size() == 2u);
    BOOST_TEST(result.events[0].event == "timer");
    BOOST_TEST(result.events[0].all.weight == 1000u);
    BOOST_TEST(result.events[1].event == "cycles");
    BOOST_TEST(!result.events[1].in_ns);
    BOOST_TEST(result.events[1].all.count == 2u);
    BOOST_TEST(result.events[1].all.weight == 12000u);
}

BOOST_AUTO_TEST_CASE(stacks_that_end_early_are_broken) {
    TestRecording made(ends_at_1000());
    tell_programs(made);
    made.row("thread", {{"time", Time(0)},
                        {"kind", std::int64_t{BL_LIFE_THERE}},
                        {"tid", std::int64_t{101}},
                        {"process", Pid(100)},
                        {"code", Address(0x1100)}});
    made.row("thread", {{"time", Time(0)},
                        {"kind", std::int64_t{BL_LIFE_THERE}},
                        {"tid", std::int64_t{201}},
                        {"process", Pid(200)},
                        {"code", Address(0x100100)}});
    tell(made, 101, 0x100020, {100, {0x100020, 0x1010}});    // whole
    tell(made, 101, 0x100020, {100, {0x100020, 0x100100}});  // stays in the kernel
    tell(made, 101, 0x1010, {100, {0x1010, 0x7777777}});     // ends in no module
    tell(made, 201, 0x100020, {200, {0x100020, 0x100100}});  // a thread of the kernel
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run(), {});
    BOOST_TEST(result.events[0].inclusive.sum.count == 4u);
    BOOST_TEST(result.events[0].broken.count == 2u);
}

BOOST_AUTO_TEST_CASE(only_samples_in_the_window_count) {
    TestRecording made(ends_at_1000());
    tell_programs(made);
    tell_samples(made);  // all at 100
    const auto store = made.freeze();
    const TestRun after({101, 1000}), before({0, 100}), at({100, 101});
    BOOST_TEST(compute(Store(store->abi()), after.run(), {}).events.empty());
    BOOST_TEST(compute(Store(store->abi()), before.run(), {}).events.empty());
    BOOST_TEST(compute(Store(store->abi()), at.run(), {}).events[0].all.count == 7u);
}

BOOST_AUTO_TEST_SUITE_END()
