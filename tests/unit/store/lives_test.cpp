// Statements become lives, and keys become rows of lives.
#include <boost/test/unit_test.hpp>
#include <string>

#include "test_store.hpp"

namespace {

using namespace benchlab;
using namespace benchlab::test;

struct Lives {
    std::unique_ptr<store::Store> store;
    const store::StoredTable* table;

    Lives(TestRecording& made, const char* name) : store(made.freeze()), table(store->find(name)) {}

    std::int64_t begin(std::size_t row) const { return table->values<std::int64_t>("begin")[row]; }
    std::int64_t end(std::size_t row) const { return table->values<std::int64_t>("end")[row]; }
    int seen(std::size_t row) const { return table->values<std::uint8_t>("seen")[row]; }
    std::string text(const char* column, std::size_t row) const {
        return std::string(store->text(table->values<std::uint32_t>(column)[row]));
    }
};

void mark(TestRecording& made, std::int64_t time, std::uint32_t tid) {
    made.row("mark", {{"time", Time(time)}, {"thread", Tid(tid)}});
}

}  // namespace

BOOST_AUTO_TEST_CASE(begin_and_end_make_one_life_and_later_statements_add_to_it) {
    TestRecording made;
    made.process(100, 7, "");
    made.process(400, 7, "game.exe", BL_LIFE_END);
    mark(made, 999, 1);
    const Lives process(made, "process");
    BOOST_TEST_REQUIRE(process.table->rows() == 1u);
    BOOST_TEST(process.begin(0) == 100);
    BOOST_TEST(process.end(0) == 400);
    BOOST_TEST(process.seen(0) == (BL_SEEN_BEGIN | BL_SEEN_END));
    BOOST_TEST(process.text("name", 0) == "game.exe");
}

BOOST_AUTO_TEST_CASE(a_name_that_comes_last_is_the_name_of_the_whole_life) {
    TestRecording made;
    mark(made, 500, 1);
    made.process(900, 7, "late.exe", BL_LIFE_THERE);
    const Lives process(made, "process");
    BOOST_TEST(process.begin(0) == 0);
    BOOST_TEST(process.end(0) == 501);  // the last event is at 500, and within the trace
    BOOST_TEST(process.seen(0) == 0);
}

BOOST_AUTO_TEST_CASE(a_pid_that_is_used_again_is_another_process) {
    TestRecording made;
    made.process(100, 7, "first.exe");
    made.process(200, 7, "", BL_LIFE_END);
    made.process(300, 7, "second.exe");
    made.row("mark", {{"time", Time(150)}, {"process", Pid(7)}});
    made.row("mark", {{"time", Time(250)}, {"process", Pid(7)}});
    made.row("mark", {{"time", Time(350)}, {"process", Pid(7)}});
    made.row("mark", {{"time", Time(50)}, {"process", Pid(7)}});
    const auto store = made.freeze();
    const auto names = store->find("process")->values<std::uint32_t>("name");
    const auto owners = store->find("mark")->values<std::uint32_t>("process");
    BOOST_TEST_REQUIRE(store->find("process")->rows() == 2u);
    // By time: 50 the earliest life, 150 the first, 250 the latest that had begun, 350 the second.
    const char* const wanted[] = {"first.exe", "first.exe", "first.exe", "second.exe"};
    for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(store->text(names[owners[i]]) == wanted[i]);
}

BOOST_AUTO_TEST_CASE(a_begin_while_the_life_goes_on_ends_it_without_having_seen_the_end) {
    TestRecording made;
    made.process(100, 7, "first.exe");
    made.process(300, 7, "second.exe");
    mark(made, 400, 1);
    const Lives process(made, "process");
    BOOST_TEST_REQUIRE(process.table->rows() == 2u);
    BOOST_TEST(process.end(0) == 300);
    BOOST_TEST(process.seen(0) == BL_SEEN_BEGIN);
    BOOST_TEST(process.begin(1) == 300);
}

BOOST_AUTO_TEST_CASE(keys_that_no_statement_was_made_of_get_a_nameless_row) {
    TestRecording made;
    made.process(0, 7, "known.exe");
    made.row("mark", {{"time", Time(10)}, {"process", Pid(8)}, {"thread", Tid(80)}});
    made.row("mark",
             {{"time", Time(20)}, {"process", Pid(0xFFFFFFFF)}, {"thread", Tid(0xFFFFFFFF)}});
    const auto store = made.freeze();
    const auto pids = store->find("process")->values<std::uint32_t>("pid");
    BOOST_TEST_REQUIRE(pids.size() == 2u);
    BOOST_TEST(pids[0] == 7u);
    BOOST_TEST(pids[1] == 8u);
    const auto owners = store->find("mark")->values<std::uint32_t>("process");
    BOOST_TEST(owners[0] == 1u);
    BOOST_TEST(owners[1] == BL_NO_ROW);
    BOOST_TEST(store->find("mark")->values<std::uint32_t>("thread")[1] == BL_NO_ROW);
}

BOOST_AUTO_TEST_CASE(threads_stand_by_process_and_the_process_knows_where) {
    TestRecording made;
    made.process(0, 7, "a");
    made.process(0, 8, "b");
    made.thread(30, 80, 8);
    made.thread(10, 71, 7);
    made.thread(20, 70, 7);
    mark(made, 100, 80);
    const auto store = made.freeze();
    const auto tids = store->find("thread")->values<std::uint32_t>("tid");
    BOOST_TEST(tids[0] == 71u);
    BOOST_TEST(tids[1] == 70u);
    BOOST_TEST(tids[2] == 80u);
    const auto first = store->find("process")->values<std::uint32_t>("thread_first");
    const auto count = store->find("process")->values<std::uint32_t>("thread_count");
    BOOST_TEST(first[0] == 0u);
    BOOST_TEST(count[0] == 2u);
    BOOST_TEST(first[1] == 2u);
    BOOST_TEST(count[1] == 1u);
}

BOOST_AUTO_TEST_CASE(each_cpu_has_an_idle_thread_of_its_own) {
    TestRecording made;
    made.process(0, 0, "Idle");
    made.thread(0, 5, 7);
    made.cswitch(10, 0, 0, 5);
    made.cswitch(20, 1, 0, 5);
    const auto store = made.freeze();
    const store::StoredTable& thread = *store->find("thread");
    const auto old = store->find("cswitch")->values<std::uint32_t>("old_thread");
    BOOST_TEST(old[0] != old[1]);
    BOOST_TEST(thread.values<std::uint32_t>("tid")[old[0]] == 0u);
    BOOST_TEST(thread.find("idle_cpu")->has(old[1]));
    BOOST_TEST(thread.values<std::uint16_t>("idle_cpu")[old[1]] == 1);
    BOOST_TEST(store->text(store->find("process")->values<std::uint32_t>(
                   "name")[thread.values<std::uint32_t>("process")[old[0]]]) == "Idle");
}

BOOST_AUTO_TEST_CASE(an_image_loaded_over_another_ends_it) {
    TestRecording made;
    made.process(0, 7, "a");
    made.image(100, 7, 0x1000, 0x2000, "C:\\old\\one.dll");
    made.image(200, 7, 0x2000, 0x1000, "/usr/lib/two.so");
    mark(made, 500, 1);
    const Lives image(made, "image");
    BOOST_TEST(image.text("name", 0) == "one.dll");
    BOOST_TEST(image.end(0) == 200);
    BOOST_TEST(image.text("name", 1) == "two.so");
    BOOST_TEST(image.end(1) == 501);
}

BOOST_AUTO_TEST_CASE(a_file_object_that_is_used_again_is_another_file) {
    TestRecording made;
    const auto name = [&](std::int64_t time, const char* path, int kind) {
        made.row("file", {{"time", Time(time)},
                          {"kind", std::int64_t{kind}},
                          {"key", std::int64_t{0xAA}},
                          {"path", std::string(path)}});
    };
    name(100, "one", BL_LIFE_BEGIN);
    name(200, "", BL_LIFE_END);
    name(300, "two", BL_LIFE_BEGIN);
    for (const std::int64_t time : {150, 350}) {
        made.row("hard_fault",
                 {{"begin", Time(time)}, {"end", Time(time + 5)}, {"file", Key(0xAA)}});
    }
    made.row("hard_fault", {{"begin", Time(400)}, {"end", Time(410)}, {"file", Key(0xBB)}});
    const auto store = made.freeze();
    const auto files = store->find("hard_fault")->values<std::uint32_t>("file");
    const auto paths = store->find("file")->values<std::uint32_t>("path");
    BOOST_TEST(store->text(paths[files[0]]) == "one");
    BOOST_TEST(store->text(paths[files[1]]) == "two");
    BOOST_TEST(files[2] == BL_NO_ROW);
}
