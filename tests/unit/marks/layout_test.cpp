// What the reader makes of files that were made by hand.
#include <algorithm>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <limits>

#include "benchlab/tables.h"
#include "made_file.hpp"
#include "reading.hpp"

namespace {

using marks_test::MadeFile;
using marks_test::Read;
using marks_test::read_bytes;
using marks_test::Row;

}  // namespace

BOOST_AUTO_TEST_SUITE(marks_layout)

BOOST_AUTO_TEST_CASE(a_file_without_marks_has_its_process_and_thread) {
    MadeFile file;
    const Read read = read_bytes(file.bytes());
    BOOST_TEST(read.status == BL_OK);
    BOOST_TEST(read.refusals.empty());
    BOOST_TEST(read.clock.kind == std::uint32_t{BL_CLOCK_MONOTONIC});
    BOOST_TEST(read.clock.zero == MadeFile::kCreated);
    BOOST_TEST(read.clock.zero_unix_ns == 1'700'000'000'000'000'000);
    BOOST_TEST(read.problems().empty());
    const auto processes = read.rows("process"), threads = read.rows("thread");
    BOOST_TEST_REQUIRE(processes.size() == 1u);
    BOOST_TEST(processes[0].integer("pid") == 4321);
    BOOST_TEST(processes[0].text("name") == "game");
    BOOST_TEST(processes[0].text("path") == "/opt/game/bin/game");
    BOOST_TEST_REQUIRE(threads.size() == 1u);
    BOOST_TEST(threads[0].integer("tid") == 4322);
    BOOST_TEST(threads[0].integer("process") == 4321);
    BOOST_TEST(threads[0].text("name") == "Render");
    BOOST_TEST(read.rows("mark").empty());
}

BOOST_AUTO_TEST_CASE(each_kind_of_mark_becomes_a_row_of_its_table) {
    MadeFile file;
    file.name(1, "physics");
    file.name(2, "draw calls");
    file.name(3, "level loaded");
    file.record(MadeFile::kState, 5, 1);
    file.record(MadeFile::kBegin, 10, 0, 1);
    file.record(MadeFile::kCounter, 20, std::bit_cast<std::uint64_t>(1234.5), 2);
    file.record(MadeFile::kEnd, 30, 0, 1);
    file.record(MadeFile::kEvent, 40, 0, 3);
    file.record(MadeFile::kState, 45, 2);
    file.record(MadeFile::kFrame, 50, 77);
    const Read read = read_bytes(file.bytes());
    BOOST_TEST(read.problems().empty());
    const auto marks = read.rows("mark");
    BOOST_TEST_REQUIRE(marks.size() == 2u);
    BOOST_TEST(marks[0].text("name") == "level loaded");
    BOOST_TEST(marks[0].integer("time") == 40);
    BOOST_TEST(marks[0].integer("app_frame") == -1);
    BOOST_TEST(marks[1].text("name") == "frame");
    BOOST_TEST(marks[1].integer("time") == 50);
    BOOST_TEST(marks[1].integer("app_frame") == 77);
    BOOST_TEST(marks[1].integer("thread") == 4322);
    BOOST_TEST(marks[1].integer("process") == 4321);
    const auto phases = read.rows("phase");
    BOOST_TEST_REQUIRE(phases.size() == 3u);
    BOOST_TEST(phases[0].text("name") == "warm-up");
    BOOST_TEST(phases[0].integer("kind") == BL_PHASE_KIND_STATE);
    BOOST_TEST(phases[0].integer("begin") == 5);
    BOOST_TEST(phases[0].integer("end") == 45);
    BOOST_TEST(phases[0].integer("thread") == -1);
    BOOST_TEST(phases[1].text("name") == "physics");
    BOOST_TEST(phases[1].integer("kind") == BL_PHASE_KIND_WORK);
    BOOST_TEST(phases[1].integer("begin") == 10);
    BOOST_TEST(phases[1].integer("end") == 30);
    BOOST_TEST(phases[1].integer("thread") == 4322);
    BOOST_TEST(phases[2].text("name") == "capture");
    BOOST_TEST(phases[2].integer("end") == 50);
    const auto counters = read.rows("counter");
    BOOST_TEST_REQUIRE(counters.size() == 1u);
    BOOST_TEST(counters[0].text("name") == "draw calls");
    BOOST_TEST(counters[0].numbers.at("value") == 1234.5);
    BOOST_TEST(read.clock.end == MadeFile::kCreated + 51);
}

BOOST_AUTO_TEST_CASE(phases_lie_in_each_other_and_each_thread_has_its_own) {
    MadeFile file;
    file.name(1, "outer");
    file.name(2, "inner");
    file.thread(1, 5000, "Worker");
    file.record(MadeFile::kBegin, 10, 0, 1);
    file.record(MadeFile::kBegin, 20, 0, 2);
    file.record(MadeFile::kBegin, 25, 0, 1, 5000);
    file.record(MadeFile::kEnd, 30, 0, 2);
    file.record(MadeFile::kEnd, 40, 0, 1);
    file.record(MadeFile::kEnd, 60, 0, 1, 5000);
    const Read read = read_bytes(file.bytes());
    BOOST_TEST(read.problems().empty());
    const auto phases = read.rows("phase");
    BOOST_TEST_REQUIRE(phases.size() == 3u);
    const std::int64_t expected[3][3] = {{10, 40, 4322}, {20, 30, 4322}, {25, 60, 5000}};
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST(phases[i].integer("begin") == expected[i][0]);
        BOOST_TEST(phases[i].integer("end") == expected[i][1]);
        BOOST_TEST(phases[i].integer("thread") == expected[i][2]);
    }
}

// A program that presents two frames through a layer, and marks them itself or does not.
BOOST_AUTO_TEST_CASE(frames_that_a_layer_marks_count_only_where_the_program_marks_none) {
    for (const bool marks_itself : {false, true}) {
        MadeFile file;
        file.name(1, "present");
        for (int i = 1; i <= 2; ++i) {
            file.record(MadeFile::kFrame, 20 * i, 70 + i, 1);
            if (marks_itself) file.record(MadeFile::kFrame, 20 * i + 5, i);
        }
        const Read read = read_bytes(file.bytes());
        BOOST_TEST(read.problems().empty());
        std::string found;
        for (const auto& row : read.rows("mark"))
            found += row.text("name") + " " + std::to_string(row.integer("app_frame")) + ", ";
        BOOST_TEST(found == (marks_itself ? "present 71, frame 1, present 72, frame 2, "
                                          : "frame 71, frame 72, "));
    }
}

BOOST_AUTO_TEST_CASE(phases_without_a_partner_are_told_and_never_invented) {
    MadeFile file;
    file.name(1, "outer");
    file.name(2, "inner");
    file.record(MadeFile::kEnd, 5, 0, 1);     // never began
    file.record(MadeFile::kBegin, 10, 0, 1);  // ends at 30
    file.record(MadeFile::kBegin, 20, 0, 2);  // has no end: as the one around it
    file.record(MadeFile::kEnd, 30, 0, 1);
    file.record(MadeFile::kBegin, 40, 0, 2);  // goes on when the marks end
    file.record(MadeFile::kFrame, 50, 1);
    const Read read = read_bytes(file.bytes());
    const std::map<std::string, std::uint64_t> expected{{"marks.no-begin", 1}, {"marks.no-end", 1}};
    BOOST_TEST((read.problems() == expected));
    const auto phases = read.rows("phase");
    BOOST_TEST_REQUIRE(phases.size() == 3u);
    BOOST_TEST(phases[0].integer("end") == 30);
    BOOST_TEST(phases[1].integer("end") == 30);
    BOOST_TEST(phases[2].integer("end") == 50);
}

BOOST_AUTO_TEST_CASE(what_the_ring_overwrote_is_counted_and_the_rest_is_in_order) {
    MadeFile file;  // 16 records
    file.name(1, "physics");
    file.set_next(84);
    for (int i = 84; i < 100; ++i) {
        file.record(i == 84 ? MadeFile::kEnd : MadeFile::kFrame, i * 10, i, i == 84 ? 1 : 0);
    }
    const Read read = read_bytes(file.bytes());
    // The end of a phase whose begin was overwritten is no mistake of the program.
    BOOST_TEST(read.problems().empty());
    const auto marks = read.rows("mark"), lost = read.rows("lost");
    BOOST_TEST_REQUIRE(marks.size() == 15u);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        BOOST_TEST(marks[i].integer("app_frame") == static_cast<std::int64_t>(85 + i));
    }
    BOOST_TEST_REQUIRE(lost.size() == 1u);
    BOOST_TEST(lost[0].integer("count") == 84);
    BOOST_TEST(lost[0].integer("begin") == 0);
    BOOST_TEST(lost[0].integer("end") == 840);
    BOOST_TEST(lost[0].integer("kind") == BL_LOST_KIND_EVENTS);
    BOOST_TEST(read.rows("phase").empty());
}

BOOST_AUTO_TEST_CASE(a_torn_mark_is_left_out_and_counted) {
    MadeFile file;
    for (int i = 0; i < 6; ++i) file.record(MadeFile::kFrame, 10 * (i + 1), i);
    file.put(file.place(1), std::uint64_t{2 * 2 + 1});  // was being written
    file.put(file.place(2), std::uint64_t{0});          // was reserved and not begun
    file.put(file.place(4), std::uint64_t{2 * 21});     // was overwritten while it was copied
    const Read read = read_bytes(file.bytes());
    const std::map<std::string, std::uint64_t> expected{{"marks.unfinished", 2}};
    BOOST_TEST((read.problems() == expected));
    const auto marks = read.rows("mark"), lost = read.rows("lost");
    BOOST_TEST_REQUIRE(marks.size() == 3u);
    BOOST_TEST(marks[1].integer("app_frame") == 3);
    BOOST_TEST_REQUIRE(lost.size() == 2u);
    BOOST_TEST(lost[0].integer("begin") == 10);
    BOOST_TEST(lost[0].integer("end") == 40);
    BOOST_TEST(lost[0].integer("count") == 2);
    BOOST_TEST(lost[1].integer("begin") == 40);
    BOOST_TEST(lost[1].integer("end") == 60);
}

BOOST_AUTO_TEST_CASE(a_mark_of_two_rounds_of_the_ring_is_none) {
    MadeFile file;
    file.record(MadeFile::kFrame, 10, 1);
    // Number 0 has round 0; its last bytes are already those of round 1.
    file.put(file.place(0) + 28, std::uint32_t{MadeFile::kFrame | 1 << 8});
    const Read read = read_bytes(file.bytes());
    BOOST_TEST(read.rows("mark").empty());
    BOOST_TEST(read.rows("lost").at(0).integer("count") == 1);
}

BOOST_AUTO_TEST_CASE(the_other_byte_order_is_read_too) {
    MadeFile file;
    file.name(1, "physics");
    file.record(MadeFile::kBegin, 10, 0, 1);
    file.record(MadeFile::kEnd, 20, 0, 1);
    file.record(MadeFile::kFrame, 30, 0x1122334455667788);
    std::string bytes = file.bytes();
    const auto turn = [&](std::size_t at, std::size_t width) {
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + width));
    };
    for (std::size_t at = 8; at < 48; at += 4) turn(at, 4);
    for (std::size_t at = 48; at < 256; at += 8) turn(at, 8);
    turn(4096 + 64, 4);
    for (const std::size_t at : {0, 4}) turn(4096 + 65536 + at, 4);
    turn(4096 + 65536 + 8, 8);
    for (std::size_t record = 0; record < 3; ++record) {
        const std::size_t at = MadeFile::kRing + 32 * record;
        for (const std::size_t field : {0, 8, 16}) turn(at + field, 8);
        for (const std::size_t field : {24, 28}) turn(at + field, 4);
    }
    const Read read = read_bytes(bytes);
    BOOST_TEST(read.status == BL_OK);
    BOOST_TEST(read.problems().empty());
    BOOST_TEST(read.rows("thread").at(0).text("name") == "Render");
    BOOST_TEST(read.rows("phase").at(0).text("name") == "physics");
    BOOST_TEST(read.rows("mark").at(0).integer("app_frame") == 0x1122334455667788);
}

BOOST_AUTO_TEST_CASE(a_value_that_is_no_number_is_absent) {
    MadeFile file;
    file.name(1, "ratio");
    for (const double value : {std::numeric_limits<double>::infinity(), -0.5}) {
        file.record(MadeFile::kCounter, 10, std::bit_cast<std::uint64_t>(value), 1);
    }
    const auto counters = read_bytes(file.bytes()).rows("counter");
    BOOST_TEST_REQUIRE(counters.size() == 2u);
    BOOST_TEST(counters[0].numbers.count("value") == 0u);
    BOOST_TEST(counters[1].numbers.at("value") == -0.5);
}

BOOST_AUTO_TEST_CASE(a_file_is_known_by_its_first_bytes) {
    MadeFile file;
    BOOST_TEST(marks_test::probe(file.bytes()) == 100u);
    BOOST_TEST(marks_test::probe("BLMARKS9") == 100u);  // to be told that it is too new
    BOOST_TEST(marks_test::probe("BLMARK") == 0u);
    BOOST_TEST(marks_test::probe("", "game.csv") == 0u);
    BOOST_TEST(marks_test::probe("nothing of ours", "game.marks") > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
