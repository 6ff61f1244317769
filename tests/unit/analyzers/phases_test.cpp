#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "phases/compute.hpp"
#include "phases/sweep.hpp"
#include "store/test_store.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers::phases;

namespace {

constexpr std::int64_t kMs = 1'000'000;
const auto kClose = boost::test_tools::tolerance(1e-9);

// A program whose thread 101 marks the ends of its frames.
class Marked : public TestRecording {
  public:
    Marked() {
        process(0, 100, "game.exe");
        thread(0, 101, 100, "main");
        thread(0, 102, 100, "worker");
    }
    void frame(std::int64_t at_ms) {
        row("mark", {{"time", Time(at_ms * kMs)}, {"thread", Tid(101)}, {"name", "frame"}});
    }
    void phase(const std::string& name, std::int64_t begin_ms, std::int64_t end_ms,
               std::uint32_t tid = 101) {
        row("phase", {{"begin", Time(begin_ms * kMs)},
                      {"end", Time(end_ms * kMs)},
                      {"process", Pid(100)},
                      {"thread", Tid(tid)},
                      {"kind", n(BL_PHASE_KIND_WORK)},
                      {"name", name}});
    }
    void state(const std::string& name, std::int64_t begin_ms, std::int64_t end_ms) {
        row("phase", {{"begin", Time(begin_ms * kMs)},
                      {"end", Time(end_ms * kMs)},
                      {"process", Pid(100)},
                      {"kind", n(BL_PHASE_KIND_STATE)},
                      {"name", name}});
    }
    void counter(const std::string& name, std::int64_t at_ms, double value) {
        row("counter",
            {{"time", Time(at_ms * kMs)}, {"process", Pid(100)}, {"name", name}, {"value", value}});
    }
};

// What was found, with the store that its names are in.
struct Found {
    std::unique_ptr<store::Store> store;
    Program program;

    explicit Found(Marked& made) : store(made.freeze()) {
        auto all = compute(Store(store->abi()), {0, INT64_MAX}, {});
        BOOST_REQUIRE(all.programs.size() == 1u);
        program = std::move(all.programs[0]);
    }
    const Phase& phase(std::string_view name) const {
        for (const Phase& each : program.phases) {
            if (Store(store->abi()).text(each.name) == name) return each;
        }
        BOOST_FAIL("no phase " << name);
        return program.phases.front();
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(phases)

//  main    |u  p    u r  |      |     u: update 1 to 7, p: physics 2 to 5 in it, r: render 7 to 9
//  worker        j     j j      |     jobs 5 to 15
//  ms      0            10     20
BOOST_AUTO_TEST_CASE(time_in_a_phase_within_another_is_not_its_own) {
    Marked made;
    for (const std::int64_t at : {0, 10, 20}) made.frame(at);
    made.phase("update", 1, 7);
    made.phase("physics", 2, 5);
    made.phase("render", 7, 9);
    made.phase("jobs", 5, 15, 102);
    const Found found(made);
    BOOST_TEST(found.program.total_ns == 20e6, kClose);
    BOOST_TEST(found.phase("update").total_ns == 6e6, kClose);
    BOOST_TEST(found.phase("update").own_ns == 3e6, kClose);
    BOOST_TEST(found.phase("update").count == 1u);
    BOOST_TEST(found.phase("physics").own_ns == 3e6, kClose);
    BOOST_TEST(found.phase("render").own_ns == 2e6, kClose);
    BOOST_TEST(found.phase("jobs").own_ns == 10e6, kClose);
    BOOST_TEST(found.phase("jobs").longest_ns == 5e6, kClose);
    BOOST_TEST_REQUIRE(found.phase("jobs").by_frame.size() == 2u);
    BOOST_TEST(found.phase("jobs").by_frame[1].own_ns == 5e6, kClose);
    // 10 - 8 of the first frame, all of the second; the worker's phases are not the main thread's.
    BOOST_TEST(found.phase("").own_ns == 12e6, kClose);
    BOOST_TEST(found.phase("").longest_ns == 10e6, kClose);
}

// 40 frames of 10 ms with 2 ms of physics and 5 of render, one of 30 ms with 20 and 6.
BOOST_AUTO_TEST_CASE(what_slow_frames_have_more_of_is_compared) {
    Marked made;
    std::int64_t at = 0;
    made.frame(0);
    for (int i = 0; i <= 40; ++i) {
        const bool slow = i == 20;
        made.phase("physics", at, at + (slow ? 20 : 2));
        made.phase("render", at + 21, at + (slow ? 27 : 21));
        if (!slow) made.phase("render", at + 2, at + 7);
        made.counter("draw calls", at + 1, 1);
        made.counter("draw calls", at + 2, slow ? 500 : 100);
        at += slow ? 30 : 10;
        made.frame(at);
    }
    const Found found(made);
    BOOST_TEST(found.program.slow == 1u);
    BOOST_TEST(found.program.normal == 40u);
    BOOST_TEST(found.program.length.more() == 20e6, kClose);
    BOOST_TEST(found.phase("physics").own.slow == 20e6, kClose);
    BOOST_TEST(found.phase("physics").own.normal == 2e6, kClose);
    BOOST_TEST(found.phase("render").own.more() == 1e6, kClose);
    BOOST_TEST(found.phase("").own.more() == 1e6, kClose);  // 30 - 26 and 10 - 7
    BOOST_TEST_REQUIRE(found.program.counters.size() == 1u);
    const Counter& calls = found.program.counters[0];
    BOOST_TEST(calls.frames == 41u);  // the last value of each
    BOOST_TEST(calls.mean == 4500 / 41.0, kClose);
    BOOST_TEST(calls.least == 100.0);
    BOOST_TEST(calls.greatest == 500.0);
    BOOST_TEST(calls.compared.value().more() == 400.0, kClose);
}

// Frames of 10 ms; the capture begins within the fourth and ends with the eighth.
BOOST_AUTO_TEST_CASE(only_the_capture_counts_where_a_program_names_it) {
    Marked made;
    for (std::int64_t at = 0; at <= 100; at += 10) {
        made.frame(at);
        made.phase("simulate", at, at + 4);
    }
    made.state("warm-up", 0, 35);
    made.state("capture", 35, 80);
    made.state("ended", 80, 100);
    const Found found(made);
    BOOST_TEST(found.program.frames.has_capture);
    BOOST_TEST(found.program.frames.frames.size() == 10u);
    BOOST_TEST(found.program.frames.counted == 4u);
    BOOST_TEST(found.program.total_ns == 40e6, kClose);
    BOOST_TEST(found.phase("simulate").count == 4u);
    BOOST_TEST(found.phase("simulate").own_ns == 16e6, kClose);
    BOOST_TEST_REQUIRE(found.program.frames.states.size() == 3u);
    BOOST_TEST(found.program.frames.states[0].frames == 3u);
    BOOST_TEST(found.program.frames.states[1].frames == 4u);
    BOOST_TEST(found.program.frames.states[1].begin == 35 * kMs);
    BOOST_TEST(found.program.frames.states[2].frames == 2u);
    BOOST_TEST(found.program.frames.states[2].median_ns == 10e6, kClose);
}

// Two passes of 100 frames of 10 ms through the same; each twelfth of the passes in `slow_in` takes
// 20 ms: eight a pass.
MarkedFrames two_passes(std::initializer_list<int> slow_in) {
    Marked made;
    std::int64_t at = 0;
    made.frame(at);
    for (const int pass : {1, 2}) {
        const std::int64_t begin = at;
        const bool slow = std::find(slow_in.begin(), slow_in.end(), pass) != slow_in.end();
        for (int i = 1; i <= 100; ++i) made.frame(at += slow && i % 12 == 0 ? 20 : 10);
        made.state("lap", begin, at);
    }
    const Found found(made);
    return found.program.frames;
}

BOOST_AUTO_TEST_CASE(what_is_slow_the_first_time_only_is_told) {
    const auto found = slow_first_passes(two_passes({1}).states);
    BOOST_TEST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found[0].slow == 8u);
    BOOST_TEST(found[0].frames == 100u);
    BOOST_TEST(found[0].later_slow == 0u);
    BOOST_TEST(found[0].later_frames == 100u);
    // Slow in both, in the second alone, or in neither.
    BOOST_TEST(slow_first_passes(two_passes({1, 2}).states).empty());
    BOOST_TEST(slow_first_passes(two_passes({2}).states).empty());
    BOOST_TEST(slow_first_passes(two_passes({}).states).empty());
}

BOOST_AUTO_TEST_CASE(without_a_capture_all_frames_count) {
    Marked made;
    for (std::int64_t at = 0; at <= 50; at += 10) made.frame(at);
    made.state("warm-up", 0, 25);
    const Found found(made);
    BOOST_TEST(!found.program.frames.has_capture);
    BOOST_TEST(found.program.frames.counted == 5u);
    BOOST_TEST(found.program.phases.empty());
}

BOOST_AUTO_TEST_CASE(frames_without_phases_are_skipped) {
    Marked made;
    for (std::int64_t at = 0; at <= 50; at += 10) made.frame(at);
    made.row("phase", {{"begin", Time(0)}, {"end", Time(5)}, {"name", "of nobody"}});
    const auto store = made.freeze();
    BOOST_CHECK_EXCEPTION(compute(Store(store->abi()), {0, INT64_MAX}, {}), Error,
                          [](const Error& error) { return error.status() == BL_SKIPPED; });
}

BOOST_AUTO_TEST_CASE(a_phase_within_one_of_its_name_is_a_part_of_it) {
    const StringId a{1}, b{2};
    // a 0 to 10, in it a 2 to 4 and b 6 to 12, which ends with the one around it; b 20 to 21.
    const Swept found = sweep({{0, 10, a}, {2, 4, a}, {6, 12, b}, {20, 21, b}});
    std::int64_t own_a = 0, own_b = 0, whole_a = 0, whole_b = 0;
    for (const Span& each : found.own) (each.name == a ? own_a : own_b) += each.end - each.begin;
    for (const Span& each : found.whole) {
        (each.name == a ? whole_a : whole_b) += each.end - each.begin;
    }
    BOOST_TEST(own_a == 6);
    BOOST_TEST(own_b == 5);
    BOOST_TEST(whole_a == 10);
    BOOST_TEST(whole_b == 5);
    BOOST_TEST_REQUIRE(found.outer.size() == 2u);
    BOOST_TEST(found.outer[1].begin == 20);
}

BOOST_AUTO_TEST_SUITE_END()
