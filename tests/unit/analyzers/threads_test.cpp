#include <boost/test/unit_test.hpp>

#include "test_run.hpp"
#include "threads/compute.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::threads::compute;
using analyzers::threads::Division;

namespace {

std::int64_t sum(const Division& of) {
    return of.running_ns + of.runnable_ns + of.waiting_ns + of.unknown_ns;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(a_life_is_divided_without_a_rest) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const TestRun run({0, 1000}, {process_row(*store, 100)});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.one_process);
    BOOST_TEST_REQUIRE(result.threads.size() == 2u);
    BOOST_TEST(result.threads[0].name == "worker");  // 500 ns, more than 450
    const auto& render = result.threads[1];
    BOOST_TEST(render.tid.value() == 101u);
    BOOST_TEST(render.process == "game.exe");
    BOOST_TEST(render.life_ns == 1000);
    const Division& division = render.division.value();
    BOOST_TEST(division.running_ns == 450);
    BOOST_TEST(division.runnable_ns == 150);
    BOOST_TEST(division.waiting_ns == 300);
    BOOST_TEST(division.unknown_ns == 100);
    BOOST_TEST(division.switch_ins == 3u);
    // Ready for 50 and 100: rank 0.99 of 0 to 1, so 50 + 0.99 * 50.
    BOOST_TEST(division.ready_p99_ns == 99.5, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(division.most_waited == "Lock");
    BOOST_TEST(division.most_waited_ns == 300);
}

BOOST_AUTO_TEST_CASE(a_run_of_no_length_is_a_switch_in) {
    TestRecording made(ends_at_1000());
    made.process(0, 50, "a.exe");
    made.thread(0, 500, 50);
    made.cswitch(100, 0, 0, 500);
    made.cswitch(100, 0, 500, 0);
    made.cswitch(200, 0, 0, 500);
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.threads.at(0).division.value().switch_ins == 2u);
}

BOOST_AUTO_TEST_CASE(every_window_divides_each_life_exactly) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    for (std::int64_t begin = 0; begin < 1000; begin += 70) {
        for (std::int64_t end = begin + 1; end <= 1000; end += 130) {
            const TestRun run({begin, end});
            const auto result = compute(Store(store->abi()), run.run());
            BOOST_TEST(result.threads.size() == 3u);
            for (const auto& thread : result.threads) {
                BOOST_TEST(sum(thread.division.value()) == end - begin);
                BOOST_TEST(thread.life_ns == end - begin);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(threads_that_live_in_a_part_of_the_window_have_that_part) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    made.thread(250, 103, 100, "late");
    made.thread(450, 103, 100, "late", BL_LIFE_END);
    const auto store = made.freeze();
    const TestRun run({300, 1000}, {process_row(*store, 100)});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.threads.size() == 3u);
    const auto& late = result.threads[2];
    BOOST_TEST(late.name == "late");
    BOOST_TEST(late.life_ns == 150);
    BOOST_TEST(late.division->unknown_ns == 150);
    const TestRun after({450, 1000}, {process_row(*store, 100)});
    BOOST_TEST(compute(Store(store->abi()), after.run()).threads.size() == 2u);
}

BOOST_AUTO_TEST_CASE(idle_threads_and_other_processes_are_left_out) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const TestRun all({0, 1000});
    const auto result = compute(Store(store->abi()), all.run());
    BOOST_TEST(!result.one_process);
    BOOST_TEST_REQUIRE(result.threads.size() == 3u);
    BOOST_TEST(result.threads[2].tid.value() == 201u);
    BOOST_TEST(result.threads[2].division->most_waited == "Sleep");
    BOOST_TEST(result.threads[2].division->most_waited_ns == 600);
}

BOOST_AUTO_TEST_CASE(samples_and_interrupts_are_of_who_ran) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_interrupt(made, 150, 250, 0, BL_DPC_ISR_KIND_DPC);
    tell_sample(made, 110, 0, 101);
    tell_sample(made, 160, 0, 101, BL_SAMPLE_FLAG_DPC);
    const auto store = made.freeze();
    const TestRun run({0, 1000}, {process_row(*store, 100)});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.threads[1].samples.value() == 1u);
    BOOST_TEST(result.threads[1].interrupted_ns.value() == 100);
    BOOST_TEST(result.threads[0].samples.value() == 0u);
    BOOST_TEST(result.threads[0].interrupted_ns.value() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
