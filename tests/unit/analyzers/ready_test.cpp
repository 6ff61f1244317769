#include <boost/test/unit_test.hpp>
#include <map>

#include "ready/compute.hpp"
#include "ready/instead.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers::ready;

namespace {

const auto kClose = boost::test_tools::tolerance(1e-12);

std::uint32_t thread_row(const store::Store& store, std::uint32_t tid) {
    const auto tids = store.find("thread")->values<std::uint32_t>("tid");
    for (std::uint32_t row = 0; row < tids.size(); ++row) {
        if (tids[row] == tid) return row;
    }
    return BL_NO_ROW;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ready)

BOOST_AUTO_TEST_CASE(the_lives_of_all_threads_add_up) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {}, {});
    BOOST_TEST(found.running_ns == 450 + 500 + 100);
    BOOST_TEST(found.ready_ns == 100 + 50);
    BOOST_TEST(found.waiting_ns == 300 + 300 + 600);
    BOOST_TEST(found.unknown_ns == 100 + 200 + 300);
    BOOST_TEST(found.switches == 8u);
    BOOST_TEST(found.ready_events == 1u);
    BOOST_TEST(found.has_ready_events);
    BOOST_TEST_REQUIRE(found.over_time.size() == 1u);
    BOOST_TEST(found.over_time.sum(0) == 150.0);
}

BOOST_AUTO_TEST_CASE(a_process_lacked_a_cpu_for_a_share_of_the_time_that_it_wanted_one) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const std::uint32_t game = process_row(*store, 100);
    const auto found = compute(Store(store->abi()), {0, 1000}, {game}, {});
    BOOST_TEST_REQUIRE(found.processes.rows.size() == 1u);
    const Lack& lack = found.processes.rows[0];
    BOOST_TEST(lack.row == game);
    BOOST_TEST(lack.running_ns == 950);
    BOOST_TEST(lack.ready.count == 2u);
    BOOST_TEST(lack.ready.total_ns == 150);
    BOOST_TEST(lack.ready.p50_ns == 75.0, kClose);
    BOOST_TEST(lack.ready.max_ns == 100);
    BOOST_TEST(lack.share() == 150.0 / 1100, kClose);
    BOOST_TEST_REQUIRE(found.threads.rows.size() == 1u);
    BOOST_TEST(found.threads.rows[0].running_ns == 450);
    BOOST_TEST(found.threads.rows[0].share() == 0.25, kClose);
    BOOST_TEST(found.focus.value().share() == lack.share(), kClose);
}

BOOST_AUTO_TEST_CASE(who_ran_instead_adds_up_to_the_ready_time) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {}, {});
    BOOST_TEST_REQUIRE(found.processes_instead.rows.size() == 2u);
    const Instead& other = found.processes_instead.rows[0];
    BOOST_TEST(other.row == process_row(*store, 200));
    BOOST_TEST(other.waited_ns == 100);
    const Instead& idle = found.processes_instead.rows[1];
    BOOST_TEST(idle.idle);
    BOOST_TEST(idle.waited_ns == 50);
    BOOST_TEST_REQUIRE(found.threads_instead.rows.size() == 2u);
    BOOST_TEST(found.threads_instead.rows[0].row == thread_row(*store, 201));
    BOOST_TEST_REQUIRE(found.preemptions.rows.size() == 1u);
    BOOST_TEST(found.preemptions.rows[0].process == process_row(*store, 200));
    BOOST_TEST(found.preemptions.rows[0].count == 1u);
    BOOST_TEST(found.preemptions.rows[0].ready_ns == 100);
}

BOOST_AUTO_TEST_CASE(the_longest_case_comes_first_with_who_ran) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {}, {});
    BOOST_TEST_REQUIRE(found.longest.size() == 2u);
    BOOST_TEST(found.longest[0].begin == 300);
    BOOST_TEST(found.longest[0].length_ns == 100);
    BOOST_TEST(found.longest[0].cpu.value() == 0u);
    BOOST_TEST(found.longest[0].preempted_by == thread_row(*store, 201));
    BOOST_TEST(found.longest[0].ran == thread_row(*store, 201));
    BOOST_TEST(found.longest[0].ran_ns == 100);
    BOOST_TEST(found.longest[1].begin == 800);
    BOOST_TEST(found.longest[1].preempted_by == BL_NO_ROW);
    BOOST_TEST(found.longest[1].ran_ns == 50);
}

BOOST_AUTO_TEST_CASE(cases_are_cut_to_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {350, 820}, {}, {});
    // 350 to 400 behind 201, 800 to 820 behind nobody.
    BOOST_TEST(found.ready_ns == 70);
    BOOST_TEST(found.running_ns + found.ready_ns + found.waiting_ns + found.unknown_ns == 3 * 470);
    BOOST_TEST_REQUIRE(found.processes_instead.rows.size() == 2u);
    BOOST_TEST(found.processes_instead.rows[0].waited_ns == 50);
    BOOST_TEST(found.processes_instead.rows[1].waited_ns == 20);
    BOOST_TEST(found.longest[0].begin == 350);
}

BOOST_AUTO_TEST_CASE(another_focus_leaves_the_processes_but_not_the_threads) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {process_row(*store, 200)}, {});
    BOOST_TEST(found.ready_ns == 0);
    BOOST_TEST(found.processes.rows.size() == 1u);
    BOOST_TEST(found.threads.rows.empty());
    BOOST_TEST(found.processes_instead.rows.empty());
    BOOST_TEST(found.focus.value().ready.count == 0u);
    BOOST_TEST(found.focus.value().share() == 0.0);
}

BOOST_AUTO_TEST_CASE(ready_time_on_a_cpu_that_nothing_is_known_of_is_unknown) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    made.ready(10, 0, 101);
    made.cswitch(100, 0, 0, 101);
    const auto store = made.freeze();
    const auto found = compute(Store(store->abi()), {0, 1000}, {}, {});
    BOOST_TEST(found.ready_ns == 90);
    BOOST_TEST_REQUIRE(found.processes_instead.rows.size() == 1u);
    BOOST_TEST(!found.processes_instead.rows[0].idle);
    BOOST_TEST(found.processes_instead.rows[0].row == BL_NO_ROW);
    BOOST_TEST(found.processes_instead.rows[0].waited_ns == 90);
    BOOST_TEST(found.longest[0].ran == BL_NO_ROW);
}

BOOST_AUTO_TEST_CASE(a_window_before_all_threads_has_nothing_to_say) {
    TestRecording made(ends_at_1000());
    made.process(500, 100, "game.exe");
    made.thread(500, 101, 100);
    made.cswitch(600, 0, 0, 101);
    const auto store = made.freeze();
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {0, 400}, {}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

// Against the plain sum over all pairs, on stretches drawn at random.
BOOST_AUTO_TEST_CASE(waiting_is_shared_out_as_the_plain_sum_does) {
    std::uint32_t seed = 12345;
    const auto draw = [&](std::uint32_t below) {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<std::int64_t>((seed >> 8) % below);
    };
    std::vector<Stretch> running, waiting;
    for (std::uint16_t cpu = 0; cpu < 3; ++cpu) {
        std::int64_t time = draw(50);
        for (int i = 0; i < 40; ++i) {
            const std::int64_t end = time + 1 + draw(30);
            running.push_back({cpu, static_cast<Row>(draw(5)), time, end});
            time = end + draw(3) * draw(20);
        }
    }
    for (int i = 0; i < 200; ++i) {
        const std::int64_t begin = draw(1000);
        waiting.push_back({static_cast<std::uint16_t>(draw(4)), 9, begin, begin + 1 + draw(100)});
    }
    const Ran ran(running);
    const std::vector<std::int64_t> waited = ran.waited(waiting);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < ran.stretches().size(); ++i) {
        const Stretch& one = ran.stretches()[i];
        std::int64_t expected = 0;
        for (const Stretch& each : waiting) {
            if (each.cpu != one.cpu) continue;
            expected += Window{one.begin, one.end}.overlap(each.begin, each.end);
        }
        BOOST_TEST(waited[i] == expected);
        total += expected;
    }
    BOOST_TEST(total > 0);
    for (const Stretch& each : waiting) {
        std::map<Row, std::int64_t> by_thread;
        std::int64_t most = 0;
        for (const Stretch& one : running) {
            if (one.cpu != each.cpu) continue;
            std::int64_t& sum = by_thread[one.thread];
            sum += Window{one.begin, one.end}.overlap(each.begin, each.end);
            most = std::max(most, sum);
        }
        BOOST_TEST(ran.longest_during(each).second == most);
    }
}

BOOST_AUTO_TEST_SUITE_END()
