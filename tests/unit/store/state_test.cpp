// The table `state`, worked out by hand.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "test_store.hpp"

namespace {

using namespace benchlab;
using namespace benchlab::test;

// "0-10 unknown, 10-40 running@0": the life of one thread.
std::string life(const store::Store& store, std::uint32_t tid) {
    static const char* const kNames[] = {"unknown", "running", "runnable", "waiting", "ended"};
    const store::StoredTable& state = *store.find("state");
    const store::StoredTable& thread = *store.find("thread");
    const auto tids = thread.values<std::uint32_t>("tid");
    std::string out;
    for (std::size_t row = 0; row < state.rows(); ++row) {
        if (tids[state.values<std::uint32_t>("thread")[row]] != tid) continue;
        if (!out.empty()) out += ", ";
        out += std::to_string(state.values<std::int64_t>("begin")[row]) + "-" +
               std::to_string(state.values<std::int64_t>("end")[row]) + " " +
               kNames[state.values<std::uint8_t>("state")[row]];
        if (state.find("cpu")->has(row)) {
            out += "@" + std::to_string(state.values<std::uint16_t>("cpu")[row]);
        }
    }
    return out;
}

struct TwoThreads : TestRecording {
    static store::Clock until(std::int64_t end) {
        store::Clock clock;
        clock.end = end;
        return clock;
    }
    explicit TwoThreads(std::int64_t end = 100) : TestRecording(until(end)) {
        process(0, 0, "Idle", BL_LIFE_THERE);
        process(0, 7, "a", BL_LIFE_THERE);
        thread(0, 70, 7, "", BL_LIFE_THERE);
        thread(0, 71, 7, "", BL_LIFE_THERE);
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(running_waiting_runnable_running_divide_the_life) {
    TwoThreads made;
    made.cswitch(10, 0, 0, 70, BL_STATE_RUNNABLE);
    made.cswitch(40, 0, 70, 0, BL_STATE_WAITING, "UserRequest");
    made.ready(60, 0, 70);
    made.cswitch(65, 0, 0, 70, BL_STATE_RUNNABLE);
    const auto store = made.freeze();
    BOOST_TEST(
        life(*store, 70) ==
        "0-10 unknown, 10-40 running@0, 40-60 waiting@0, 60-65 runnable@0, 65-100 running@0");
    BOOST_TEST(life(*store, 0) ==
               "0-10 unknown, 10-40 waiting@0, 40-65 running@0, 65-100 waiting@0");
    BOOST_TEST(life(*store, 71) == "0-100 unknown");
}

BOOST_AUTO_TEST_CASE(a_preempted_thread_is_runnable_and_knows_who_took_the_cpu) {
    TwoThreads made;
    made.cswitch(10, 1, 0, 70);
    made.cswitch(30, 1, 70, 71, BL_STATE_RUNNABLE, "Preempted");
    made.cswitch(50, 1, 71, 70);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) ==
               "0-10 unknown, 10-30 running@1, 30-50 runnable@1, 50-100 running@1");
    const store::StoredTable& state = *store->find("state");
    for (std::size_t row = 0; row < state.rows(); ++row) {
        if (state.values<std::int64_t>("begin")[row] != 30 ||
            state.values<std::uint8_t>("state")[row] != BL_STATE_RUNNABLE) {
            continue;
        }
        const std::uint32_t by = state.values<std::uint32_t>("by_thread")[row];
        BOOST_TEST(store->find("thread")->values<std::uint32_t>("tid")[by] == 71u);
        BOOST_TEST(store->text(state.values<std::uint32_t>("reason")[row]) == "Preempted");
        BOOST_TEST(state.values<std::uint32_t>("cswitch")[row] == 1u);
    }
}

BOOST_AUTO_TEST_CASE(a_wait_that_no_ready_ended_lasts_to_the_switch_in) {
    TwoThreads made;
    made.cswitch(10, 0, 70, 71);
    made.cswitch(50, 0, 71, 70);
    const auto store = made.freeze();
    // Before its first event a thread is unknown, though it was on the CPU.
    BOOST_TEST(life(*store, 70) == "0-10 unknown, 10-50 waiting@0, 50-100 running@0");
}

BOOST_AUTO_TEST_CASE(the_last_state_lasts_to_the_end_of_the_life) {
    TwoThreads made;
    made.cswitch(10, 0, 0, 70);
    made.cswitch(20, 0, 70, 0, BL_STATE_ENDED);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) == "0-10 unknown, 10-20 running@0");
    const auto tids = store->find("thread")->values<std::uint32_t>("tid");
    for (std::size_t row = 0; row < tids.size(); ++row) {
        if (tids[row] == 70)
            BOOST_TEST(store->find("thread")->values<std::int64_t>("end")[row] == 20);
    }
}

BOOST_AUTO_TEST_CASE(from_a_loss_on_its_cpu_to_its_next_event_a_thread_is_unknown) {
    TwoThreads made;
    made.cswitch(10, 0, 0, 70);
    made.row("lost", {{"begin", Time(30)},
                      {"end", Time(35)},
                      {"cpu", std::int64_t{0}},
                      {"kind", std::int64_t{BL_LOST_KIND_EVENTS}},
                      {"count", std::int64_t{3}}});
    made.cswitch(50, 0, 70, 71);
    made.cswitch(60, 1, 0, 70);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) ==
               "0-10 unknown, 10-30 running@0, 30-50 unknown, 50-60 waiting@0, 60-100 running@1");
}

// The short loss lies within the long one and ends first: the long one makes 50 to 60 unknown.
BOOST_AUTO_TEST_CASE(a_long_loss_goes_on_behind_a_short_one) {
    TwoThreads made;
    for (const auto& [begin, end] : {std::pair{20, 70}, {25, 30}}) {
        made.row("lost", {{"begin", Time(begin)},
                          {"end", Time(end)},
                          {"cpu", std::int64_t{0}},
                          {"kind", std::int64_t{BL_LOST_KIND_EVENTS}},
                          {"count", std::int64_t{1}}});
    }
    made.cswitch(50, 0, 0, 70);
    made.cswitch(60, 0, 70, 71);
    made.cswitch(80, 0, 71, 0);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) == "0-60 unknown, 60-100 waiting@0");
    BOOST_TEST(life(*store, 71) == "0-80 unknown, 80-100 waiting@0");
}

BOOST_AUTO_TEST_CASE(between_two_events_that_contradict_it_is_unknown) {
    TwoThreads made;
    made.cswitch(10, 0, 0, 70);
    made.cswitch(40, 0, 71, 0);  // 70 should have been taken off, so events are missing
    made.cswitch(50, 0, 0, 70);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) == "0-50 unknown, 50-100 running@0");
    BOOST_TEST(life(*store, 71) == "0-40 unknown, 40-100 waiting@0");
}

BOOST_AUTO_TEST_CASE(only_the_first_ready_counts_and_the_swapped_out_kind_does_not) {
    TwoThreads made;
    made.cswitch(10, 0, 70, 0);
    made.row("ready", {{"time", Time(20)},
                       {"cpu", std::int64_t{0}},
                       {"thread", Tid(70)},
                       {"kind", std::int64_t{BL_READY_KIND_SWAPPED}}});
    made.row("ready", {{"time", Time(30)},
                       {"cpu", std::int64_t{0}},
                       {"thread", Tid(70)},
                       {"kind", std::int64_t{BL_READY_KIND_ASKED}}});
    made.row("ready", {{"time", Time(40)},
                       {"cpu", std::int64_t{0}},
                       {"thread", Tid(70)},
                       {"kind", std::int64_t{BL_READY_KIND_QUEUED}}});
    made.cswitch(60, 0, 0, 70);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) ==
               "0-10 unknown, 10-30 waiting@0, 30-60 runnable@0, 60-100 running@0");
}

BOOST_AUTO_TEST_CASE(ready_comes_first_at_equal_times) {
    TwoThreads made;
    made.cswitch(10, 0, 70, 0);
    made.cswitch(20, 0, 0, 70);
    made.ready(20, 1, 70);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) == "0-10 unknown, 10-20 waiting@0, 20-100 running@0");
    const store::StoredTable& state = *store->find("state");
    for (std::size_t row = 0; row < state.rows(); ++row) {
        if (state.values<std::int64_t>("begin")[row] == 10 &&
            state.values<std::uint8_t>("state")[row] == BL_STATE_WAITING &&
            state.values<std::uint32_t>("ready")[row] != BL_NO_ROW) {
            return;
        }
    }
    BOOST_ERROR("the wait does not know its ready");
}

BOOST_AUTO_TEST_CASE(a_thread_that_changes_cpus_within_one_tick_keeps_running) {
    TwoThreads made;
    made.cswitch(10, 0, 0, 70);
    // Noted by the other CPU first.
    made.cswitch(30, 1, 0, 70);
    made.cswitch(30, 0, 70, 0, BL_STATE_RUNNABLE);
    const auto store = made.freeze();
    BOOST_TEST(life(*store, 70) == "0-10 unknown, 10-30 running@0, 30-100 running@1");
}

BOOST_AUTO_TEST_CASE(a_life_that_begins_and_ends_within_the_trace_is_divided_from_begin_to_end) {
    TwoThreads made;
    made.thread(20, 72, 7, "", BL_LIFE_BEGIN);
    made.thread(80, 72, 7, "", BL_LIFE_END);
    made.ready(20, 0, 72);
    made.cswitch(30, 0, 0, 72);
    made.cswitch(85, 0, 72, 0, BL_STATE_ENDED);
    const auto store = made.freeze();
    // The end was noted at 80, but it ran until 85.
    BOOST_TEST(life(*store, 72) == "20-30 runnable@0, 30-85 running@0");
}
