#include <boost/test/unit_test.hpp>

#include "two_cpus.hpp"
#include "waits/compute.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers;
using namespace benchlab::analyzers::waits;

namespace {

constexpr std::int64_t kMs = 1'000'000;

store::Clock ends_at_ms(std::int64_t end) {
    store::Clock clock;
    clock.end = end * kMs;
    return clock;
}

// Thread 100 "main" holds a lock for a second for which 101 "worker" waits from 10 to 1010 ms; main
// sleeps from 5 to 1005 ms.
void tell_lock(TestRecording& made, bool with_ready) {
    made.process(0, 50, "lock.exe");
    made.thread(0, 100, 50, "main");
    made.thread(0, 101, 50, "worker");
    made.cswitch(0, 0, 0, 100);
    made.cswitch(5 * kMs, 0, 100, 0, BL_STATE_WAITING, "DelayExecution");
    made.cswitch(6 * kMs, 1, 0, 101);
    made.cswitch(10 * kMs, 1, 101, 0, BL_STATE_WAITING, "WrAlertByThreadId");
    if (with_ready) {
        made.row("ready", {{"time", Time(1005 * kMs)},
                           {"cpu", std::int64_t{0}},
                           {"thread", Tid(100)},
                           {"source", std::int64_t{BL_READY_SOURCE_DPC}}});
        made.row("ready", {{"time", Time(1010 * kMs)},
                           {"cpu", std::int64_t{0}},
                           {"thread", Tid(101)},
                           {"source", std::int64_t{BL_READY_SOURCE_THREAD}},
                           {"waker_thread", Tid(100)}});
    }
    made.cswitch(1005 * kMs, 0, 0, 100);
    made.cswitch(1010 * kMs + kMs / 10, 1, 0, 101);
    made.cswitch(1015 * kMs, 0, 100, 0, BL_STATE_WAITING, "UserRequest");
    made.cswitch(1020 * kMs, 1, 101, 0, BL_STATE_WAITING, "UserRequest");
}

// A switch away from 101 on CPU 0 that says where it waits, and back.
void tell_wait(TestRecording& made, std::int64_t from, std::int64_t to, const char* reason,
               std::vector<std::uint64_t> frames) {
    made.row("cswitch", {{"time", Time(from)},
                         {"cpu", std::int64_t{0}},
                         {"old_thread", Tid(101)},
                         {"new_thread", Tid(0)},
                         {"old_state", std::int64_t{BL_STATE_WAITING}},
                         {"old_reason", std::string(reason)},
                         {"old_stack", Frames{100, std::move(frames)}}});
    made.cswitch(to, 0, 0, 101);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(waits)

BOOST_AUTO_TEST_CASE(a_lock_that_is_held_for_a_second_names_who_let_go) {
    TestRecording made(ends_at_ms(1100));
    tell_lock(made, true);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1100 * kMs}, {}, {});
    BOOST_TEST(found.ended.count == 2u);
    BOOST_TEST(found.ended.total_ns == 2000 * kMs);
    BOOST_TEST(found.known_enders == 2u);
    BOOST_TEST(found.open.count == 2u);
    BOOST_TEST(found.open.total_ns == (1100 - 1015 + 1100 - 1020) * kMs);
    BOOST_TEST_REQUIRE(found.longest.size() == 2u);
    const auto tids = store->find("thread")->values<std::uint32_t>("tid");
    const Wait& main = found.longest[0];  // as long as the other, and earlier
    BOOST_TEST(tids[main.thread] == 100u);
    BOOST_TEST((main.by == EndedBy::kDpc));
    const Wait& worker = found.longest[1];
    BOOST_TEST(tids[worker.thread] == 101u);
    BOOST_TEST(worker.length_ns == 1000 * kMs);
    BOOST_TEST((worker.by == EndedBy::kThread));
    BOOST_TEST(tids[worker.by_thread] == 100u);
}

// A timer that was set long before, for others too.
BOOST_AUTO_TEST_CASE(a_sleep_is_late_by_its_own_length_at_most) {
    TestRecording made(ends_at_ms(100));
    made.process(0, 50, "game.exe");
    made.thread(0, 101, 50, "main");
    made.cswitch(0, 0, 0, 101);
    made.cswitch(10 * kMs, 0, 101, 0, BL_STATE_WAITING, "S");
    made.row("timer", {{"begin", Time(12 * kMs)},
                       {"end", Time(13 * kMs)},
                       {"cpu", std::int64_t{0}},
                       {"late", std::int64_t{8 * kMs}}});
    made.row("ready", {{"time", Time(12 * kMs)},
                       {"cpu", std::int64_t{0}},
                       {"thread", Tid(101)},
                       {"source", std::int64_t{BL_READY_SOURCE_INTERRUPT}}});
    made.cswitch(12 * kMs + kMs / 10, 0, 0, 101);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 100 * kMs}, {}, {});
    BOOST_TEST(found.timers.waits.count == 1u);
    BOOST_TEST(found.timers.waits.total_ns == 2 * kMs);
    BOOST_TEST(found.timers.late.count == 1u);
    BOOST_TEST(found.timers.late.total_ns == 2 * kMs);
}

BOOST_AUTO_TEST_CASE(without_ready_events_nobody_is_blamed) {
    TestRecording made(ends_at_ms(1100));
    tell_lock(made, false);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1100 * kMs}, {}, {});
    BOOST_TEST(found.switches == 8u);
    BOOST_TEST(found.ready_events == 0u);
    BOOST_TEST(!found.has_ready_events);
    BOOST_TEST(found.ended.count == 2u);
    BOOST_TEST(found.known_enders == 0u);
    // The worker's wait lasts until it runs, as nothing tells waiting from ready.
    BOOST_TEST(found.ended.longest_ns == 1000 * kMs + kMs / 10);
    BOOST_TEST((found.longest[0].by == EndedBy::kUnknown));
}

BOOST_AUTO_TEST_CASE(waits_that_do_not_end_are_told_apart) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {}, {});
    BOOST_TEST(found.ended.count == 1u);
    BOOST_TEST(found.ended.total_ns == 200);
    // 900, 700 and 400 to the end.
    BOOST_TEST(found.open.count == 3u);
    BOOST_TEST(found.open.total_ns == 100 + 300 + 600);
    // CPU 1 idled when 101 was woken on it.
    BOOST_TEST((found.longest[0].by == EndedBy::kIdle));
    BOOST_TEST_REQUIRE(found.reasons.rows.size() == 1u);
    BOOST_TEST(Store(store->abi()).text(found.reasons.rows[0].reason) == "Lock");
}

BOOST_AUTO_TEST_CASE(waits_are_cut_to_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {650, 900}, {process_row(*store, 100)}, {});
    BOOST_TEST(found.ended.total_ns == 150);
    BOOST_TEST(found.longest[0].begin == 650);
    // 102 from 700 on; 201 is not of the focus.
    BOOST_TEST(found.open.total_ns == 200);
    // A wait through all of the window is none that ended in it.
    const auto inside = compute(Store(store->abi()), {610, 790}, {process_row(*store, 100)}, {});
    BOOST_TEST(inside.ended.count == 0u);
    BOOST_TEST(inside.open.total_ns == 180 + 90);
}

BOOST_AUTO_TEST_CASE(a_wait_has_ended_when_its_end_lies_in_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto waits = [&](Window window) {
        return compute(Store(store->abi()), window, {process_row(*store, 100)}, {});
    };
    // That of 101 from 600 to 800.
    BOOST_TEST(waits({500, 700}).ended.count == 0u);
    BOOST_TEST(waits({500, 700}).open.total_ns == 100);
    BOOST_TEST(waits({610, 800}).ended.count == 0u);
    BOOST_TEST(waits({610, 801}).ended.total_ns == 190);
    BOOST_TEST(waits({500, 801}).ended.total_ns == 200);
    // The trace tells who ended waits, though it was not in this window.
    BOOST_TEST(waits({610, 700}).ready_events == 0u);
    BOOST_TEST(waits({610, 700}).has_ready_events);
}

BOOST_AUTO_TEST_CASE(places_are_weighed_by_time_and_lie_outside_the_system) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    made.image(0, 100, 0x1000, 0x1000, "C:\\game\\game.exe");
    made.image(0, 100, 0x5000, 0x1000, "C:\\Windows\\System32\\ntdll.dll");
    made.cswitch(0, 0, 0, 101);
    for (std::int64_t begin : {100, 120, 140}) {
        tell_wait(made, begin, begin + 10, "Often", {0x5010, 0x1010, 0x1500});
    }
    tell_wait(made, 200, 300, "Long", {0x5010, 0x5020, 0x1020});
    tell_wait(made, 400, 420, "System", {0x5010, 0x5020});
    tell_wait(made, 500, 515, "Made", {0x5010, 0x9000});
    made.cswitch(600, 0, 101, 0, BL_STATE_WAITING, "Bare");
    made.cswitch(605, 0, 0, 101);
    const auto store = made.freeze();
    const Store read(store->abi());
    const auto found = compute(read, {0, 1000}, {}, {});
    BOOST_TEST(found.with_stack == 6u);
    BOOST_TEST_REQUIRE(found.sites.rows.size() == 5u);
    const auto& rows = found.sites.rows;
    BOOST_TEST(rows[0].waits.total_ns == 100);
    BOOST_TEST((rows[0].site.kind == SiteKind::kFunction));
    BOOST_TEST(read.address(rows[0].site.code) == 0x1020u);
    BOOST_TEST(rows[1].waits.total_ns == 30);
    BOOST_TEST(rows[1].waits.count == 3u);
    BOOST_TEST(rows[1].waits.longest_ns == 10);
    BOOST_TEST(read.address(rows[1].site.code) == 0x1010u);
    BOOST_TEST((rows[2].site.kind == SiteKind::kSystemOnly));
    BOOST_TEST((rows[3].site.kind == SiteKind::kNoImage));
    BOOST_TEST((rows[4].site.kind == SiteKind::kNoStack));
}

BOOST_AUTO_TEST_CASE(preemption_is_no_wait) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    made.cswitch(0, 0, 0, 101);
    made.cswitch(100, 0, 101, 0, BL_STATE_RUNNABLE);
    made.cswitch(200, 0, 0, 101);
    const auto store = made.freeze();
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {0, 1000}, {}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_CASE(system_modules_are_known_in_any_case) {
    BOOST_TEST(is_system_module("NTDLL.DLL"));
    BOOST_TEST(is_system_module("wow64cpu.dll"));
    BOOST_TEST(is_system_module("[kernel.kallsyms]"));
    BOOST_TEST(is_system_module("ld-linux-x86-64.so.2"));
    BOOST_TEST(is_system_module("libc.so.6"));
    BOOST_TEST(!is_system_module("libcurl.so.4"));
    BOOST_TEST(!is_system_module("nvlddmkm.sys"));
    BOOST_TEST(!is_system_module(""));
}

BOOST_AUTO_TEST_SUITE_END()
