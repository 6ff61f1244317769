// Cut, flipped and absurd files: never a crash, and a message that says what is wrong.
#include <boost/test/unit_test.hpp>
#include <random>

#include "made_file.hpp"
#include "reading.hpp"

namespace {

using marks_test::MadeFile;
using marks_test::Read;
using marks_test::read_bytes;

MadeFile whole() {
    MadeFile file;
    file.name(1, "physics");
    for (int i = 0; i < 5; ++i) {
        file.record(MadeFile::kBegin, 30 * i + 10, 0, 1);
        file.record(MadeFile::kEnd, 30 * i + 20, 0, 1);
        file.record(MadeFile::kFrame, 30 * i + 30, i);
    }
    return file;
}

void check_refused(const std::string& bytes, const std::string& reason) {
    const Read read = read_bytes(bytes);
    BOOST_TEST(read.status == BL_E_DATA);
    BOOST_TEST(read.error.find(reason) != std::string::npos, read.error << " has no " << reason);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(marks_damage)

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_refused_with_the_reason) {
    check_refused("BLMAR", "is no file of marks");
    check_refused("BLMARKS2" + std::string(5000, '\0'), "another version than 1");
    check_refused("BLMARKS1", "is cut within its header");
    check_refused(whole().bytes().substr(0, 4095), "is cut within its header");
    check_refused(whole().bytes().substr(0, 102399), "is cut before its first mark");
    for (const std::size_t offset : {8, 12, 16, 20, 24, 28, 32, 36, 48, 128}) {
        MadeFile file = whole();
        file.put(offset, std::uint64_t{0xFFFFFFFFFFFFFFFF});
        check_refused(file.bytes(), "its header is damaged");
    }
    BOOST_TEST(marks_test::read_files({"/nowhere/benchlab.1"}).status == BL_E_IO);
}

BOOST_AUTO_TEST_CASE(a_file_cut_anywhere_in_the_ring_has_the_marks_before_it) {
    const std::string bytes = whole().bytes();
    for (std::size_t cut = MadeFile::kRing; cut < MadeFile::kRing + 15 * 32; ++cut) {
        BOOST_TEST_INFO_SCOPE("cut at " << cut);
        const Read read = read_bytes(bytes.substr(0, cut));
        const std::size_t marks = (cut - MadeFile::kRing) / 32;
        BOOST_TEST(read.status == BL_OK);
        BOOST_TEST(read.problems().at("marks.cut") == 1u);
        BOOST_TEST(read.rows("mark").size() == marks / 3);
        BOOST_TEST(read.rows("phase").size() == (marks + 2) / 3);
        const auto lost = read.rows("lost");
        BOOST_TEST_REQUIRE(lost.size() == 1u);
        BOOST_TEST(lost[0].integer("count") == static_cast<std::int64_t>(15 - marks));
    }
}

BOOST_AUTO_TEST_CASE(records_that_no_program_writes_are_counted_and_left_out) {
    MadeFile file = whole();
    file.put(file.place(2) + 28, std::uint32_t{99});                          // kind
    file.put(file.place(5) + 8, std::int64_t{-5});                            // time
    file.put(file.place(8) + 8, std::int64_t{0x7FFFFFFFFFFFFFFF});            // time
    file.put(file.place(11) + 24, std::uint32_t{0});                          // thread
    file.put(file.place(14), std::uint64_t{2 * 3});                           // another's number
    file.put(file.place(0) + 28, std::uint32_t{MadeFile::kBegin | 9 << 16});  // text
    const Read read = read_bytes(file.bytes());
    BOOST_TEST(read.status == BL_OK);
    BOOST_TEST(read.problems().at("marks.record") == 5u);
    BOOST_TEST(read.problems().at("marks.name") == 1u);
    BOOST_TEST(read.rows("mark").empty());
}

BOOST_AUTO_TEST_CASE(full_tables_are_told) {
    MadeFile file = whole();
    file.put(192, std::uint64_t{3});
    file.put(200, std::uint64_t{1});
    file.record(MadeFile::kEvent, 500, 0, 0);
    const auto problems = read_bytes(file.bytes()).problems();
    BOOST_TEST(problems.count("marks.names") == 1u);
    BOOST_TEST(problems.count("marks.threads") == 1u);
    BOOST_TEST(problems.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_thread_without_a_name_in_the_file_belongs_to_its_process) {
    MadeFile file = whole();
    file.record(MadeFile::kFrame, 500, 9, 0, 7777);
    const auto threads = read_bytes(file.bytes()).rows("thread");
    BOOST_TEST_REQUIRE(threads.size() == 2u);
    for (const auto& each : threads) BOOST_TEST(each.integer("process") == 4321);
}

BOOST_AUTO_TEST_CASE(flipped_bytes_never_break_the_reader) {
    std::mt19937 random(20264);
    for (int round = 0; round < 500; ++round) {
        MadeFile file = whole();
        std::string& bytes = file.bytes();
        for (int i = 0; i < 8; ++i) {
            // Mostly where something stands: the header, the first slots, the ring.
            const std::size_t part[][2] = {
                {0, 256}, {4096, 256}, {4096 + 65536, 64}, {MadeFile::kRing, 512}};
            const auto& [begin, length] = part[random() % 4];
            bytes[begin + random() % length] = static_cast<char>(random() & 0xFF);
        }
        const Read read = read_bytes(bytes);
        BOOST_TEST((read.status == BL_OK || read.status == BL_E_DATA));
        BOOST_TEST(read.refusals.empty());
        BOOST_TEST(read.rows("mark").size() <= 16u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
