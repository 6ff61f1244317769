// Cut, flipped and absurd inputs: never a crash, and never a number that the file has not.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "recorder.hpp"

namespace {

using recorded::Log;
using recorded::read_text;
using recorded::Row;

const std::string kLog =
    "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed\n"
    "game.exe,1234,0x1F4,1.016000,16.500,21.125\n"
    "game.exe,1234,0x1F4,1.033000,17.250,NA\n"
    "game.exe,1234,0x1F4,1.050000,17.750,22.375\n";

// What a row may hold: the value of the whole log, or nothing.
void check_row(const Row& row, const Row& whole) {
    BOOST_TEST(row.time == whole.time);
    for (const auto& [column, value] : row.numbers) {
        const auto expected = whole.numbers.find(column);
        BOOST_TEST((expected != whole.numbers.end() && expected->second == value),
                   column << " is " << value);
    }
    BOOST_TEST((row.integers == whole.integers || !row.has("until_displayed")));
    BOOST_TEST(row.text("application") == "game.exe");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(framelog_damage)

BOOST_AUTO_TEST_CASE(a_log_cut_at_any_byte_has_the_whole_rows_and_no_other_number) {
    const Log whole = read_text(kLog);
    BOOST_TEST_REQUIRE(whole.frames.size() == 3u);
    const std::size_t header = kLog.find('\n');
    for (std::size_t cut = 0; cut < kLog.size(); ++cut) {
        BOOST_TEST_INFO_SCOPE("cut at " << cut);
        const Log log = read_text(kLog.substr(0, cut));
        BOOST_TEST(log.mistakes.empty());
        if (log.status != BL_OK) {
            BOOST_TEST(cut < header);
            BOOST_TEST(!log.error.empty());
            continue;
        }
        std::size_t lines = 0;
        for (std::size_t i = header + 1; i < cut; ++i) lines += kLog[i] == '\n';
        BOOST_TEST(log.frames.size() >= lines);
        BOOST_TEST(log.frames.size() <= lines + 1);
        for (std::size_t i = 0; i < log.frames.size(); ++i) {
            check_row(log.frames[i], whole.frames[i]);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_last_row_without_a_line_end_counts_when_it_is_whole) {
    const Log log = read_text(kLog.substr(0, kLog.size() - 1));
    BOOST_TEST(log.frames.size() == 3u);
    // It has as many decimals as the values before it.
    BOOST_TEST(*log.frames.back().ms("until_displayed") == 22.375);
    BOOST_TEST(log.problems.empty());
    const Log half = read_text(kLog.substr(0, kLog.size() - 12));
    BOOST_TEST(half.frames.size() == 2u);
    BOOST_TEST(half.has_problem("framelog.cut-row"));
}

BOOST_AUTO_TEST_CASE(flipped_bytes_never_break_the_reader) {
    std::mt19937 random(20261);
    for (int round = 0; round < 2000; ++round) {
        std::string text = kLog;
        const int flips = 1 + static_cast<int>(random() % 4);
        for (int i = 0; i < flips; ++i) {
            text[random() % text.size()] = static_cast<char>(random() & 0xFF);
        }
        const Log log = read_text(text);
        BOOST_TEST(log.mistakes.empty());
        BOOST_TEST((log.status == BL_OK || log.status == BL_E_DATA));
        BOOST_TEST(log.frames.size() <= 6u);
    }
}

BOOST_AUTO_TEST_CASE(json_cut_at_any_byte_is_an_error_and_no_record) {
    const std::string json =
        R"({"Info":{"ProcessName":"g"},"Runs":[{"CaptureData":{"TimeInSeconds":[0,1],)"
        R"("MsBetweenPresents":[9,1000]}}]})";
    BOOST_TEST(read_text(json, "cut.json").frames.size() == 2u);
    for (std::size_t cut = 0; cut < json.size(); ++cut) {
        const Log log = read_text(json.substr(0, cut), "cut.json");
        BOOST_TEST(log.status == BL_E_DATA);
        BOOST_TEST(!log.error.empty());
    }
}

BOOST_AUTO_TEST_CASE(lines_that_are_no_rows_are_counted_and_left_out) {
    const std::size_t second = kLog.find('\n', kLog.find('\n') + 1) + 1;
    const std::string text = kLog.substr(0, second) + "what is this\n,,,,,\n" +
                             std::string(3'000'000, 'x') + "\n" + kLog.substr(second);
    const Log log = read_text(text);
    BOOST_TEST(log.frames.size() == 3u);
    BOOST_TEST(log.problems.at("framelog.row").count == 2u);
    BOOST_TEST(log.problems.at("framelog.row").offset == second);
    BOOST_TEST(log.problems.at("framelog.line").count == 1u);
}

BOOST_AUTO_TEST_CASE(a_row_whose_time_is_damaged_stays_after_the_one_before) {
    // 1.016 s and 17.25 ms.
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n"
        "a,1,0x1,1.016,16.5\na,1,0x1,1.0e?,17.25\na,1,0x1,1.050,17.75\n");
    BOOST_TEST_REQUIRE(log.frames.size() == 3u);
    BOOST_TEST(log.frames[1].time == 1'033'250'000);
    BOOST_TEST(log.problems.at("framelog.time").count == 1u);
    BOOST_TEST(log.problems.at("framelog.value").count == 1u);
}

BOOST_AUTO_TEST_CASE(numbers_beyond_every_type_are_absent) {
    const Log log = read_text(
        "Application,ProcessID,SwapChainAddress,PresentFlags,SyncInterval,TimeInSeconds,QPCTime,"
        "MsBetweenPresents\n"
        "a,1e20,0x1,1e20,1e20,1.016,9223372036854775807,16.5\n"
        "a,-1e300,0x11111111111111111,-5,-1e20,1e300,-9223372036854775808,1e300\n"
        "a,5,0x1,1,1,1.032,99999999999999999999,16.5\n");
    BOOST_TEST(log.status == BL_OK);
    BOOST_TEST_REQUIRE(log.frames.size() == 3u);
    for (const char* column : {"process", "flags", "sync_interval"}) {
        BOOST_TEST(!log.frames[0].has(column), column);
        BOOST_TEST(!log.frames[1].has(column), column);
        BOOST_TEST(log.frames[2].has(column), column);
    }
    BOOST_TEST(!log.frames[1].has("swap_chain"));
    BOOST_TEST(!log.frames[1].has("between_presents"));
    BOOST_TEST(*log.frames[2].ms("between_presents") == 16.5);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_frame_log_is_named_in_the_error) {
    const Log log = read_text("a,b\n1,2\n", "other.csv");
    BOOST_TEST(log.status == BL_E_DATA);
    BOOST_TEST(log.error.find("other.csv") != std::string::npos);
    BOOST_TEST(log.frames.empty());
    const Log missing = recorded::read_files({"/nowhere/at/all.csv"});
    BOOST_TEST(missing.status == BL_E_IO);
    const Log folder = recorded::read_files({BENCHLAB_TEST_BINARY_DIR});
    BOOST_TEST(folder.status == BL_E_IO);
}

BOOST_AUTO_TEST_CASE(a_log_without_rows_is_a_problem_and_no_error) {
    const Log log = read_text(kLog.substr(0, kLog.find('\n') + 1));
    BOOST_TEST(log.status == BL_OK);
    BOOST_TEST(log.frames.empty());
    BOOST_TEST(log.has_problem("framelog.empty"));
}

BOOST_AUTO_TEST_CASE(a_long_log_comes_in_batches_and_can_be_cancelled) {
    std::string text = kLog.substr(0, kLog.find('\n') + 1);
    for (int i = 0; i < 20000; ++i) {
        text += "game.exe,1234,0x1F4," + std::to_string(1 + i * 0.016) + ",16.000,21.125\n";
    }
    const Log log = read_text(text, "long.csv");
    BOOST_TEST(log.frames.size() == 20000u);
    BOOST_TEST(log.most_rows <= 8192u);
    BOOST_TEST(log.processes.size() == 1u);
    recorded::Options options;
    options.cancelled = true;
    BOOST_TEST(read_text(text, "long.csv", options).status == BL_CANCELLED);
}

BOOST_AUTO_TEST_CASE(only_processes_are_given_when_frames_are_not_wanted) {
    const char* const tables[] = {"sample", nullptr};
    recorded::Options options;
    options.tables = tables;
    const Log log = read_text(kLog, "log.csv", options);
    BOOST_TEST(log.frames.empty());
    BOOST_TEST(log.processes.size() == 1u);
}

BOOST_AUTO_TEST_CASE(several_files_are_one_recording_on_one_clock) {
    const Log first = read_text(kLog, "first.csv");
    const std::string folder = std::string(BENCHLAB_TEST_BINARY_DIR) + "/framelog-inputs/";
    read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n"
        "b.exe,9,0x5,1.5,10\nb.exe,9,0x5,1.51,10\n",
        "second.csv");
    const Log log = recorded::read_files({folder + "first.csv", folder + "second.csv"});
    BOOST_TEST(log.mistakes.empty());
    BOOST_TEST_REQUIRE(log.frames.size() == 5u);
    BOOST_TEST(log.frames[3].time == 1'500'000'000);
    BOOST_TEST(log.processes.size() == 2u);
    BOOST_TEST(first.frames.size() == 3u);
}

// The first file's counter begins at 5,000,000; 0.25 s after the second's start are 2,500,000
// ticks.
BOOST_AUTO_TEST_CASE(files_with_other_clocks_are_put_on_that_of_the_first) {
    read_text(
        "Application,ProcessID,SwapChainAddress,TimeInQPC,MsBetweenPresents\n"
        "a.exe,7,0x1,5000000,10\na.exe,7,0x1,5100000,10\n",
        "ticks.csv");
    read_text(
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents\n"
        "b.exe,9,0x5,0.25,10\nb.exe,9,0x5,0.26,10\n",
        "seconds.csv");
    const std::string folder = std::string(BENCHLAB_TEST_BINARY_DIR) + "/framelog-inputs/";
    const Log log = recorded::read_files({folder + "ticks.csv", folder + "seconds.csv"});
    BOOST_TEST_REQUIRE(log.frames.size() == 4u);
    BOOST_TEST(log.clock->kind == std::uint32_t{BL_CLOCK_QPC});
    BOOST_TEST(log.frames[2].time == 7'500'000);
    BOOST_TEST(log.frames[3].time == 7'600'000);
}

BOOST_AUTO_TEST_SUITE_END()
