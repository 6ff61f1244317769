#include <boost/test/unit_test.hpp>

#include "processes/compute.hpp"
#include "test_run.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::processes::compute;

BOOST_AUTO_TEST_SUITE(processes)

BOOST_AUTO_TEST_CASE(times_of_threads_add_up_by_process) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const TestRun run({0, 1000}, {process_row(*store, 100)});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.machine_ns == 2000);
    BOOST_TEST_REQUIRE(result.processes.size() == 2u);
    const auto& game = result.processes[0];
    BOOST_TEST(game.name == "game.exe");
    BOOST_TEST(game.pid.value() == 100u);
    BOOST_TEST(game.focus);
    BOOST_TEST(game.threads == 2u);
    // 101: 200 + 200 + 50, 102: 500.
    BOOST_TEST(game.running_ns.value() == 950);
    // 101: 100 + 50.
    BOOST_TEST(game.runnable_ns.value() == 150);
    // 100 and 200, before the first switches.
    BOOST_TEST(game.unknown_ns.value() == 300);
    BOOST_TEST(game.switch_ins.value() == 4u);
    BOOST_TEST(!game.samples.has_value());
    const auto& other = result.processes[1];
    BOOST_TEST(other.name == "other.exe");
    BOOST_TEST(!other.focus);
    BOOST_TEST(other.running_ns.value() == 100);
    BOOST_TEST(other.switch_ins.value() == 1u);
}

BOOST_AUTO_TEST_CASE(a_run_of_no_length_is_a_switch_in) {
    TestRecording made(ends_at_1000());
    made.process(0, 50, "a.exe");
    made.thread(0, 500, 50);
    made.thread(0, 501, 50);
    made.cswitch(100, 0, 0, 500);
    made.cswitch(100, 0, 500, 501);
    made.cswitch(200, 0, 501, 500);
    made.cswitch(300, 0, 500, 0);
    const auto store = made.freeze();
    const TestRun run({0, 1000}), before({0, 200});
    BOOST_TEST(compute(Store(store->abi()), run.run()).processes.at(0).switch_ins.value() == 3u);
    BOOST_TEST(compute(Store(store->abi()), before.run()).processes.at(0).switch_ins.value() == 2u);
}

BOOST_AUTO_TEST_CASE(times_are_cut_to_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const TestRun run({350, 550});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.processes.size() == 2u);
    // 101: ready 350 to 400, runs 400 to 550; 102 runs throughout.
    BOOST_TEST(result.processes[0].running_ns.value() == 350);
    BOOST_TEST(result.processes[0].runnable_ns.value() == 50);
    BOOST_TEST(result.processes[0].switch_ins.value() == 1u);
    BOOST_TEST(result.processes[1].running_ns.value() == 50);
    BOOST_TEST(result.processes[1].switch_ins.value() == 0u);
}

BOOST_AUTO_TEST_CASE(
    an_interrupt_within_an_interrupt_is_counted_once_and_samples_in_it_are_nobodys) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_interrupt(made, 150, 250, 0, BL_DPC_ISR_KIND_DPC);        // 101
    tell_interrupt(made, 180, 200, 0, BL_DPC_ISR_KIND_INTERRUPT);  // within it
    tell_interrupt(made, 650, 680, 1, BL_DPC_ISR_KIND_INTERRUPT);  // 102
    tell_interrupt(made, 860, 880, 0, BL_DPC_ISR_KIND_THREADED_DPC);
    tell_sample(made, 110, 0, 101);
    tell_sample(made, 160, 0, 101, BL_SAMPLE_FLAG_DPC);
    tell_sample(made, 210, 1, 102);
    tell_sample(made, 320, 0, 201);
    tell_sample(made, 650, 0, 0);
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.processes.size() == 2u);
    // 100 of the DPC and 30 on the other CPU.
    BOOST_TEST(result.processes[0].interrupted_ns.value() == 130);
    BOOST_TEST(result.processes[0].samples.value() == 2u);
    BOOST_TEST(result.processes[1].interrupted_ns.value() == 0);
    BOOST_TEST(result.processes[1].samples.value() == 1u);
    const TestRun later({190, 1000});
    const auto part = compute(Store(store->abi()), later.run());
    // 190 to 250, and 30.
    BOOST_TEST(part.processes[0].interrupted_ns.value() == 90);
}

BOOST_AUTO_TEST_CASE(faults_and_disk_requests_count_that_touch_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto io = [&](std::int64_t begin, std::int64_t end, std::uint32_t tid, int bytes) {
        made.row("disk_io", {{"begin", Time(begin)},
                             {"end", Time(end)},
                             {"thread", Tid(tid)},
                             {"bytes", std::int64_t{bytes}}});
    };
    io(120, 140, 101, 4096);
    io(190, 260, 101, 100);  // begins before the window
    io(500, 550, 0xFFFFFFFF, 512);
    io(510, 2000, 201, 8);  // ends after it
    made.row("hard_fault", {{"begin", Time(520)}, {"end", Time(530)}, {"thread", Tid(101)}});
    made.row("hard_fault", {{"begin", Time(20)}, {"end", Time(530)}, {"thread", Tid(101)}});
    const auto store = made.freeze();
    const TestRun run({200, 900});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.processes.size() == 2u);
    BOOST_TEST(result.processes[0].disk_bytes.value() == 100u);
    BOOST_TEST(result.processes[0].hard_faults.value() == 2u);
    BOOST_TEST(result.processes[1].disk_bytes.value() == 8u);
    BOOST_TEST(result.nobodys_disk_bytes == 512u);
    BOOST_TEST(result.nobodys_faults == 0u);
}

BOOST_AUTO_TEST_CASE(without_context_switches_the_order_is_by_samples) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    made.process(0, 50, "busy.exe");
    made.thread(0, 51, 50);
    tell_sample(made, 10, 0, 101);
    tell_sample(made, 20, 0, 51);
    tell_sample(made, 30, 0, 51);
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.processes.size() == 2u);
    BOOST_TEST(result.processes[0].name == "busy.exe");
    BOOST_TEST(result.processes[0].samples.value() == 2u);
    BOOST_TEST(!result.processes[0].running_ns.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
