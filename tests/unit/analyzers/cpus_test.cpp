#include <boost/test/unit_test.hpp>

#include "cpus/compute.hpp"
#include "test_run.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::cpus::compute;

BOOST_AUTO_TEST_SUITE(cpus)

BOOST_AUTO_TEST_CASE(busy_idle_and_unknown_are_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const TestRun run({0, 1000}, {process_row(*store, 100)});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.cpus.size() == 2u);
    const auto& first = result.cpus[0];
    // Busy 100 to 600 and 850 to 900, idle 600 to 850 and from 900 on, unknown before 100.
    BOOST_TEST(first.busy_ns.value() == 550);
    BOOST_TEST(first.idle_ns.value() == 350);
    BOOST_TEST(first.unknown_ns.value() == 100);
    BOOST_TEST(first.focus_ns.value() == 450);
    BOOST_TEST(first.switches.value() == 6u);
    BOOST_TEST(!first.interrupt_ns.has_value());
    const auto& second = result.cpus[1];
    BOOST_TEST(second.busy_ns.value() == 500);
    BOOST_TEST(second.idle_ns.value() == 300);
    BOOST_TEST(second.unknown_ns.value() == 200);
    BOOST_TEST(second.focus_ns.value() == 500);
    BOOST_TEST(second.switches.value() == 2u);
}

BOOST_AUTO_TEST_CASE(a_part_of_the_trace_is_cut) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_interrupt(made, 150, 250, 0, BL_DPC_ISR_KIND_DPC);
    tell_interrupt(made, 240, 245, 0, BL_DPC_ISR_KIND_INTERRUPT);
    const auto store = made.freeze();
    const TestRun run({200, 650});
    const auto result = compute(Store(store->abi()), run.run());
    // Idle from 600; the DPC from 200 to 250.
    BOOST_TEST(result.cpus[0].busy_ns.value() == 400);
    BOOST_TEST(result.cpus[0].idle_ns.value() == 50);
    BOOST_TEST(result.cpus[0].unknown_ns.value() == 0);
    BOOST_TEST(result.cpus[0].interrupt_ns.value() == 50);
    BOOST_TEST(result.cpus[0].switches.value() == 3u);
    BOOST_TEST(!result.cpus[0].focus_ns.has_value());
    BOOST_TEST(result.cpus[1].busy_ns.value() == 450);
    // The window is shorter than one piece of 1 ms, so that is all of both CPUs.
    BOOST_TEST_REQUIRE(result.busy.size() == 1u);
    BOOST_TEST(result.busy.sum(0) == 850);
}

BOOST_AUTO_TEST_CASE(samples_tell_of_idle_cpus) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    tell_sample(made, 100, 1, 101);
    tell_sample(made, 200, 1, 0);
    tell_sample(made, 300, 1, 0, BL_SAMPLE_FLAG_INTERRUPT);
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.cpus.size() == 2u);
    BOOST_TEST(result.cpus[0].samples.value() == 0u);
    BOOST_TEST(result.cpus[1].samples.value() == 3u);
    BOOST_TEST(result.cpus[1].idle_samples.value() == 1u);
    BOOST_TEST(!result.cpus[1].busy_ns.has_value());
    BOOST_TEST(!result.cpus[1].switches.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
