// Times, codes, stacks, order and columns that the host adds.
#include <boost/test/unit_test.hpp>
#include <string>

#include "test_store.hpp"

namespace {

using namespace benchlab;
using namespace benchlab::test;

std::int64_t mark_at(std::uint64_t rate, std::int64_t zero, std::int64_t ticks) {
    store::Clock clock;
    clock.kind = BL_CLOCK_QPC;
    clock.ticks_per_second = rate;
    clock.zero = zero;
    TestRecording made(clock);
    made.row("mark", {{"time", Time(ticks)}});
    return made.freeze()->find("mark")->values<std::int64_t>("time")[0];
}

void vsync(TestRecording& made, std::int64_t time, std::int64_t sequence) {
    made.row("vsync", {{"time", Time(time)}, {"sequence", sequence}});
}

}  // namespace

BOOST_AUTO_TEST_CASE(ticks_become_ns_rounded_down_without_overflow) {
    BOOST_TEST(mark_at(10'000'000, 1000, 1001) == 100);
    // 2,109,960 Hz: one tick is 473.94 ns.
    BOOST_TEST(mark_at(2'109'960, 0, 1) == 473);
    // 100 days at 10 MHz: 864,000,000,000,000 ticks x 10^9 does not fit in 64 bits.
    BOOST_TEST(mark_at(10'000'000, 0, 86'400'000'000'000) == 8'640'000'000'000'000);
    // 3 GHz: floor(10 / 3).
    BOOST_TEST(mark_at(3'000'000'000, 5, 15) == 3);
}

BOOST_AUTO_TEST_CASE(what_lies_outside_the_recording_is_clamped_and_counted) {
    store::Clock clock;
    clock.kind = BL_CLOCK_QPC;
    clock.zero = 100;
    clock.end = 200;
    TestRecording made(clock);
    vsync(made, 50, 1);
    vsync(made, 150, 2);
    vsync(made, 1000, 3);
    const auto store = made.freeze();
    const auto times = store->find("vsync")->values<std::int64_t>("time");
    BOOST_TEST(times[0] == 0);
    BOOST_TEST(times[1] == 50);
    BOOST_TEST(times[2] == 100);
    BOOST_TEST(store->duration_ns() == 100);
    BOOST_TEST(store->find("problem")->values<std::uint64_t>("count")[0] == 2u);
}

BOOST_AUTO_TEST_CASE(what_joins_a_recording_and_came_before_its_start_is_left_out) {
    store::Clock clock;
    clock.kind = BL_CLOCK_MONOTONIC;
    clock.zero = 1000;
    clock.end = 2000;
    TestRecording made(clock);
    vsync(made, 1500, 1);
    clock.zero = 100;
    clock.end = 2500;
    made.recording(clock);
    vsync(made, 900, 2);
    vsync(made, 1000, 3);
    vsync(made, 2400, 4);
    made.row("phase", {{"begin", Time(200)}, {"end", Time(999)}, {"name", std::string("before")}});
    made.row("phase", {{"begin", Time(300)}, {"end", Time(1300)}, {"name", std::string("across")}});
    const auto store = made.freeze();
    const auto sequence = store->find("vsync")->values<std::uint64_t>("sequence");
    BOOST_TEST_REQUIRE(sequence.size() == 3u);
    BOOST_TEST(sequence[0] == 3u);
    BOOST_TEST(sequence[1] == 1u);
    BOOST_TEST(store->find("vsync")->values<std::int64_t>("time")[2] == 1400);
    BOOST_TEST(store->duration_ns() == 1500);
    BOOST_TEST_REQUIRE(store->find("phase")->rows() == 1u);
    BOOST_TEST(store->find("phase")->values<std::int64_t>("begin")[0] == 0);
    BOOST_TEST(store->find("phase")->values<std::int64_t>("end")[0] == 300);
    BOOST_TEST(store->find("problem") == nullptr);
}

BOOST_AUTO_TEST_CASE(rows_of_equal_time_stay_in_lane_order_then_order_of_coming) {
    TestRecording made;
    made.lane(20);
    vsync(made, 5, 3);
    vsync(made, 5, 4);
    made.lane(10);
    vsync(made, 5, 1);
    vsync(made, 4, 0);
    vsync(made, 5, 2);
    const auto store = made.freeze();
    const auto sequence = store->find("vsync")->values<std::uint64_t>("sequence");
    for (std::uint64_t i = 0; i < 5; ++i) BOOST_TEST(sequence[i] == i);
}

BOOST_AUTO_TEST_CASE(addresses_become_codes_of_the_image_that_was_there) {
    TestRecording made;
    made.process(0, 7, "a");
    made.thread(0, 70, 7);
    made.image(0, 0xFFFFFFFF, 0xFFFFF80000000000u, 0x10000, "\\SystemRoot\\ntoskrnl.exe");
    made.image(0, 7, 0x1000, 0x1000, "one.dll");
    made.image(100, 7, 0x1000, 0x1000, "", BL_LIFE_END);
    made.image(200, 7, 0x1000, 0x1000, "two.dll");
    const auto sample = [&](std::int64_t time, std::uint64_t address) {
        made.row("sample", {{"time", Time(time)},
                            {"thread", Tid(70)},
                            {"code", Address(address)},
                            {"stack", Frames{7, {address, 0x1800}}}});
    };
    sample(50, 0x1010);
    sample(250, 0x1010);
    sample(260, 0xFFFFF80000000123u);
    sample(270, 0x9999);
    const auto store = made.freeze();
    const auto codes = store->find("sample")->values<std::uint32_t>("code");
    const auto stacks = store->find("sample")->values<std::uint32_t>("stack");
    const auto& names = store->names();
    BOOST_TEST(store->function_name(codes[0]) == "one.dll+0x10");
    BOOST_TEST(store->function_name(codes[1]) == "two.dll+0x10");
    BOOST_TEST(store->function_name(codes[2]) == "ntoskrnl.exe+0x123");
    BOOST_TEST(store->function_name(codes[3]) == "unknown+0x9999");
    // One stack, at two times in two images: two stacks.
    BOOST_TEST(stacks[0] != stacks[1]);
    BOOST_TEST(names.stack_code[stacks[0]] == codes[0]);
    BOOST_TEST(store->function_name(names.stack_code[names.stack_parent[stacks[0]]]) ==
               "one.dll+0x800");
    BOOST_TEST(store->function_name(names.stack_code[names.stack_parent[stacks[1]]]) ==
               "two.dll+0x800");
    for (std::size_t i = 1; i < names.stack_parent.size(); ++i)
        BOOST_TEST(names.stack_parent[i] < i);
}

BOOST_AUTO_TEST_CASE(
    a_wake_up_without_a_waker_was_done_by_who_ran_there_unless_an_interrupt_did_it) {
    TestRecording made;
    made.process(0, 7, "a");
    for (const std::uint32_t tid : {70u, 71u, 72u}) made.thread(0, tid, 7);
    made.cswitch(100, 0, 71, 70);
    const auto ready = [&](std::int64_t time, int source) {
        made.row("ready", {{"time", Time(time)},
                           {"cpu", std::int64_t{0}},
                           {"thread", Tid(72)},
                           {"source", std::int64_t{source}}});
    };
    ready(50, BL_READY_SOURCE_THREAD);
    ready(100, BL_READY_SOURCE_THREAD);  // at the switch itself: still the old thread
    ready(150, BL_READY_SOURCE_THREAD);
    ready(160, BL_READY_SOURCE_DPC);
    const auto store = made.freeze();
    const auto tids = store->find("thread")->values<std::uint32_t>("tid");
    const auto wakers = store->find("ready")->values<std::uint32_t>("waker_thread");
    BOOST_TEST(tids[wakers[0]] == 71u);
    BOOST_TEST(tids[wakers[1]] == 71u);
    BOOST_TEST(tids[wakers[2]] == 70u);
    BOOST_TEST(wakers[3] == BL_NO_ROW);
}

BOOST_AUTO_TEST_CASE(an_interrupt_has_its_time_without_the_interrupts_within_it) {
    TestRecording made;
    made.process(0, 7, "a");
    made.thread(0, 70, 7);
    made.cswitch(5, 0, 0, 70);
    const auto dpc = [&](std::int64_t begin, std::int64_t end, int cpu) {
        made.row("dpc_isr", {{"begin", Time(begin)},
                             {"end", Time(end)},
                             {"cpu", std::int64_t{cpu}},
                             {"kind", std::int64_t{BL_DPC_ISR_KIND_DPC}}});
    };
    dpc(10, 100, 0);  // 90 less 20 and less 10
    dpc(20, 40, 0);   // 20 less 5
    dpc(30, 35, 0);
    dpc(50, 60, 0);
    dpc(20, 90, 1);
    const auto store = made.freeze();
    const auto self = store->find("dpc_isr")->values<std::int64_t>("self");
    const std::int64_t wanted[] = {60, 15, 70, 5, 10};  // by begin, the other CPU's at 20 second
    BOOST_TEST(self[0] == wanted[0]);
    BOOST_TEST(self[1] == wanted[1]);
    BOOST_TEST(self[2] == wanted[2]);
    BOOST_TEST(self[3] == wanted[3]);
    BOOST_TEST(self[4] == wanted[4]);
    const auto threads = store->find("dpc_isr")->values<std::uint32_t>("thread");
    BOOST_TEST(store->find("thread")->values<std::uint32_t>("tid")[threads[0]] == 70u);
    BOOST_TEST(threads[2] == BL_NO_ROW);
}

BOOST_AUTO_TEST_CASE(the_depth_of_a_disks_queue_counts_the_others_in_flight) {
    TestRecording made;
    const auto disk = [&](std::int64_t begin, std::int64_t end, int number) {
        made.row("disk_io",
                 {{"begin", Time(begin)}, {"end", Time(end)}, {"disk", std::int64_t{number}}});
    };
    disk(10, 50, 0);  // alone at 10; at 50 the one of 20 to 60 is in flight
    disk(20, 60, 0);  // one other at 20; nobody at 60
    disk(30, 40, 0);  // two others at 30, two at 40
    disk(30, 40, 1);
    const auto store = made.freeze();
    const auto begin = store->find("disk_io")->values<std::uint16_t>("depth_begin");
    const auto end = store->find("disk_io")->values<std::uint16_t>("depth_end");
    const int wanted[][2] = {{0, 1}, {1, 0}, {2, 2}, {0, 0}};
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(begin[i] == wanted[i][0]);
        BOOST_TEST(end[i] == wanted[i][1]);
    }
}

BOOST_AUTO_TEST_CASE(overlap_finds_the_span_that_began_before_the_window) {
    TestRecording made;
    const auto fault = [&](std::int64_t begin, std::int64_t end) {
        made.row("hard_fault", {{"begin", Time(begin)}, {"end", Time(end)}});
    };
    fault(10, 500);
    fault(20, 30);
    fault(40, 40);
    fault(600, 700);
    const auto store = made.freeze();
    const bl_store* const abi = store->abi();
    const bl_table* const table = abi->find_table(abi, "hard_fault");
    const auto range = [&](std::int64_t begin, std::int64_t end) {
        std::uint64_t first = 0, last = table->row_count;
        abi->overlap(abi, table, begin, end, &first, &last);
        return std::pair(first, last);
    };
    BOOST_TEST((range(100, 200) == std::pair<std::uint64_t, std::uint64_t>(0, 3)));
    BOOST_TEST((range(500, 601) == std::pair<std::uint64_t, std::uint64_t>(3, 4)));
    BOOST_TEST((range(700, 800) == std::pair<std::uint64_t, std::uint64_t>(4, 4)));
    BOOST_TEST((range(0, 10) == std::pair<std::uint64_t, std::uint64_t>(0, 0)));
}

BOOST_AUTO_TEST_CASE(a_column_asked_for_by_another_type_is_told) {
    TestRecording made;
    vsync(made, 1, 1);
    const auto store = made.freeze();
    const bl_store* const abi = store->abi();
    const bl_table* const table = abi->find_table(abi, "vsync");
    BOOST_TEST(abi->find_column(abi, table, "sequence", BL_COL_U32) == nullptr);
    const auto complaints = store->take_complaints();
    BOOST_TEST_REQUIRE(complaints.size() == 1u);
    BOOST_TEST(complaints[0] == "asked for vsync.sequence as u32; it is u64");
}
