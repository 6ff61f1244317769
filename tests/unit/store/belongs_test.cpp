// Whose the rows of each table are, by the rule of store/belongs.hpp; worked out by hand.
#include "store/belongs.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "test_store.hpp"

using namespace benchlab;
using test::Key;
using test::n;
using test::Pid;
using test::TestRecording;
using test::Tid;
using test::Time;

namespace {

// Process 10 with thread 11 and process 20 with thread 21; rows in the order of their time.
std::unique_ptr<store::Store> two_processes() {
    TestRecording made;
    made.process(0, 10, "a.exe", BL_LIFE_THERE);
    made.process(0, 20, "b.exe", BL_LIFE_THERE);
    made.thread(0, 11, 10, "", BL_LIFE_THERE);
    made.thread(0, 21, 20, "", BL_LIFE_THERE);
    made.cswitch(10, 0, 0, 11);   // of 10
    made.cswitch(20, 0, 11, 21);  // of both
    made.cswitch(30, 0, 21, 0);   // of 20
    for (const auto& [thread, waker] : {std::pair{11, 21}, {21, 11}, {21, 21}}) {
        made.row("ready", {{"time", Time(40)},
                           {"thread", Tid(static_cast<std::uint32_t>(thread))},
                           {"waker_thread", Tid(static_cast<std::uint32_t>(waker))}});
    }
    for (const std::uint32_t pid : {10u, 20u}) {
        made.row("gpu_queue", {{"time", Time(0)},
                               {"kind", n(BL_LIFE_THERE)},
                               {"key", n(pid)},
                               {"process", Pid(pid)}});
        made.row("present", {{"begin", Time(50 + pid)},
                             {"end", Time(51 + pid)},
                             {"key", n(pid)},
                             {"thread", Tid(pid + 1)}});
        // Nobody's thread handed it in: the queue tells.
        made.row("gpu_packet", {{"begin", Time(60 + pid)},
                                {"end", Time(61 + pid)},
                                {"gpu_queue", Key(pid)},
                                {"thread", Tid(0xFFFFFFFF)}});
        made.row("display", {{"time", Time(70 + pid)}, {"present", Key(pid)}});
    }
    // The process that a row names counts before its thread.
    made.row("mark", {{"time", Time(80)},
                      {"process", Pid(10)},
                      {"thread", Tid(21)},
                      {"name", std::string("x")}});
    made.row("counter", {{"time", Time(81)}, {"name", std::string("of nobody")}, {"value", 1.0}});
    made.row("vsync", {{"time", Time(82)}, {"source", n(0)}});
    return made.freeze();
}

using Chosen = std::vector<bool>;

Chosen of(const store::Store& store, const char* table, std::uint32_t pid) {
    const auto pids = store.find("process")->values<std::uint32_t>("pid");
    std::uint32_t process = BL_NO_ROW;
    for (std::uint32_t row = 0; row < pids.size(); ++row) {
        if (pids[row] == pid) process = row;
    }
    const store::StoredTable* const found = store.find(table);
    BOOST_TEST_REQUIRE(found != nullptr);
    const store::Belongs belongs(store, *found, process);
    Chosen out;
    for (std::uint64_t row = 0; row < found->rows(); ++row) out.push_back(belongs(row));
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(belongs)

BOOST_AUTO_TEST_CASE(a_row_is_of_whom_it_names) {
    const auto store = two_processes();
    struct Expected {
        const char* table;
        Chosen of_10, of_20;
    };
    for (const Expected& each :
         {Expected{"cswitch", {true, true, false}, {false, true, true}},
          Expected{"ready", {true, true, false}, {true, true, true}},
          Expected{"present", {true, false}, {false, true}},
          Expected{"gpu_packet", {true, false}, {false, true}},
          Expected{"display", {true, false}, {false, true}}, Expected{"mark", {true}, {false}},
          Expected{"counter", {false}, {false}}, Expected{"vsync", {true}, {true}}}) {
        BOOST_TEST_CONTEXT(each.table) {
            BOOST_TEST((of(*store, each.table, 10) == each.of_10));
            BOOST_TEST((of(*store, each.table, 20) == each.of_20));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_process_has_itself_and_a_state_has_its_own_thread) {
    const auto store = two_processes();
    const auto pids = store->find("process")->values<std::uint32_t>("pid");
    const Chosen processes = of(*store, "process", 10);
    for (std::size_t row = 0; row < pids.size(); ++row) {
        BOOST_TEST(processes[row] == (pids[row] == 10));
    }
    const auto threads = store->find("state")->values<std::uint32_t>("thread");
    const auto owners = store->find("thread")->values<std::uint32_t>("process");
    const Chosen states = of(*store, "state", 10);
    BOOST_TEST(states.size() > 4u);
    for (std::size_t row = 0; row < states.size(); ++row) {
        const std::uint32_t owner = owners[threads[row]];
        BOOST_TEST(states[row] == (owner != BL_NO_ROW && pids[owner] == 10));
    }
}

BOOST_AUTO_TEST_SUITE_END()
