#include <boost/test/unit_test.hpp>

#include "overview/compute.hpp"
#include "test_run.hpp"
#include "two_cpus.hpp"

using namespace benchlab;
using namespace benchlab::test;
using analyzers::overview::compute;

namespace {

void tell_loss(TestRecording& made, std::int64_t begin, std::int64_t end, int kind, int count) {
    made.row("lost", {{"begin", Time(begin)},
                      {"end", Time(end)},
                      {"kind", std::int64_t{kind}},
                      {"count", std::int64_t{count}}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(overview)

BOOST_AUTO_TEST_CASE(rows_are_counted_that_touch_the_window) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);
    tell_interrupt(made, 150, 250, 0, BL_DPC_ISR_KIND_DPC);
    tell_interrupt(made, 300, 400, 0, BL_DPC_ISR_KIND_DPC);
    tell_sample(made, 110, 0, 101);
    tell_sample(made, 390, 0, 101);
    made.thread(450, 103, 100, "late");
    const auto store = made.freeze();
    const TestRun run({350, 450}, {process_row(*store, 200)});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.duration_ns == 1000);
    BOOST_TEST(result.cpus == 2u);
    BOOST_TEST_REQUIRE(result.focus.size() == 1u);
    BOOST_TEST(result.focus[0] == "other.exe (200)");
    BOOST_TEST(result.counts.switches.value() == 1u);  // at 400
    BOOST_TEST(result.counts.dpc_isr.value() == 1u);
    BOOST_TEST(result.counts.samples.value() == 1u);
    BOOST_TEST(result.counts.readies.value() == 0u);  // one, at 800
    BOOST_TEST(!result.counts.presents.has_value());
    BOOST_TEST(result.counts.processes.value() == 2u);
    // Three and two idle ones; the late one begins where the window ends.
    BOOST_TEST(result.counts.threads.value() == 5u);
    BOOST_TEST(result.sample_interval_ns.value() == 1000u);
    BOOST_TEST(!result.samples_with_stacks.has_value());
}

BOOST_AUTO_TEST_CASE(the_share_of_lost_events_is_of_the_whole_trace) {
    TestRecording made(ends_at_1000());
    tell_two_cpus(made);  // 8 switches and 1 ready
    tell_loss(made, 0, 1000, BL_LOST_KIND_EVENTS, 2);
    tell_loss(made, 600, 700, BL_LOST_KIND_EVENTS, 1);
    tell_loss(made, 800, 900, BL_LOST_KIND_BUFFERS, 4);
    const auto store = made.freeze();
    const TestRun run({500, 550});
    // 3 events of 3 + 9.
    BOOST_TEST(compute(Store(store->abi()), run.run()).lost_at_most == 0.25);
}

BOOST_AUTO_TEST_CASE(marks_phases_and_counters_are_events_that_were_read) {
    TestRecording made(ends_at_1000());
    made.row("mark", {{"time", Time(100)}, {"name", std::string("frame")}});
    made.row("phase", {{"begin", Time(100)}, {"end", Time(200)}, {"name", std::string("work")}});
    made.row("counter", {{"time", Time(150)}, {"name", std::string("calls")}, {"value", 1.0}});
    tell_loss(made, 0, 50, BL_LOST_KIND_EVENTS, 1);
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    // 1 of 1 + 3.
    BOOST_TEST(compute(Store(store->abi()), run.run()).lost_at_most == 0.25);
}

BOOST_AUTO_TEST_CASE(stacks_are_counted_where_they_were_read) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    for (const std::uint32_t pid : {100u, 0u, 0u, 0u}) {
        made.row("sample", {{"time", Time(10)},
                            {"thread", Tid(101)},
                            {"stack", Frames{100, pid == 0 ? std::vector<std::uint64_t>{}
                                                           : std::vector<std::uint64_t>{0x10}}}});
    }
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.samples_with_stacks.value() == 0.25);
    // No weight says how long a sample stands for.
    BOOST_TEST(!result.sample_interval_ns.has_value());
}

BOOST_AUTO_TEST_CASE(stacks_that_were_not_read_have_no_share) {
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100);
    made.row("sample", {{"time", Time(10)}, {"thread", Tid(101)}, {"stack", Frames{100, {}}}});
    made.row("cswitch", {{"time", Time(20)},
                         {"cpu", std::int64_t{0}},
                         {"old_thread", Tid(101)},
                         {"new_thread", Tid(0)},
                         {"old_state", std::int64_t{BL_STATE_WAITING}},
                         {"old_stack", Frames{100, {}}}});
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST(result.counts.switches.value() == 1u);
    BOOST_TEST(!result.samples_with_stacks.has_value());
    BOOST_TEST(!result.switches_with_stacks.has_value());
}

BOOST_AUTO_TEST_CASE(facts_about_persons_and_places_are_left_out) {
    TestRecording made(ends_at_1000());
    const auto fact = [&](const char* name, const char* text) {
        made.row("fact", {{"name", std::string(name)}, {"text", std::string(text)}});
    };
    fact("format", "ETL");
    fact("path", "C:\\Users\\ada\\trace.etl");
    fact("framelog.GameName", "game");
    fact("framelog.Processor", "fast");
    fact("framelog.Comment", "mine");
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.facts.size() == 3u);
    for (const auto& each : result.facts) {
        const std::uint32_t kind = each.text == "game" ? BL_NAME_PROCESS : BL_NAME_NONE;
        BOOST_TEST(each.name_kind == kind);
        BOOST_TEST((each.text == "game" || each.text == "ETL" || each.text == "fast"));
    }
}

BOOST_AUTO_TEST_CASE(problems_of_the_file_have_their_count_and_place) {
    TestRecording made(ends_at_1000());
    made.row("problem", {{"code", std::string("etl.cut-buffer")},
                         {"text", std::string("A buffer is cut.")},
                         {"count", std::int64_t{3}},
                         {"offset", std::int64_t{4096}}});
    const auto store = made.freeze();
    const TestRun run({0, 1000});
    const auto result = compute(Store(store->abi()), run.run());
    BOOST_TEST_REQUIRE(result.problems.size() == 1u);
    BOOST_TEST(result.problems[0].code == "etl.cut-buffer");
    BOOST_TEST(result.problems[0].count == 3u);
    BOOST_TEST(result.problems[0].offset.value() == 4096u);
}

BOOST_AUTO_TEST_SUITE_END()
