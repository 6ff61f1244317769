#include "cli/record_plan.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

using namespace benchlab;
using namespace benchlab::cli;

namespace {

namespace fs = std::filesystem;

// 30 November 2026, 18:42:05.
std::tm evening() {
    std::tm when{};
    when.tm_year = 126;
    when.tm_mon = 10;
    when.tm_mday = 30;
    when.tm_hour = 18;
    when.tm_min = 42;
    when.tm_sec = 5;
    return when;
}

// A browser, a game under Wine, a program whose name the kernel has cut, and ourselves.
const std::vector<platform::RunningProcess> kRunning = {
    {7, {"benchlab"}},
    {100, {"firefox"}},
    {101, {"firefox"}},
    {200, {"Game.exe", "wine64-preloader"}},
    {300, {"a-program-with-", "a-program-with-a-long-name"}},
    {301, {"benchlab"}},
};

Targets found(const std::vector<std::string>& wanted) {
    const auto targets = find_targets(wanted, kRunning, 7);
    BOOST_REQUIRE_MESSAGE(targets.ok(), (targets.ok() ? "" : targets.error().message));
    return *targets;
}

std::string not_found(const std::vector<std::string>& wanted) {
    const auto targets = find_targets(wanted, kRunning, 7);
    BOOST_REQUIRE(!targets.ok());
    return targets.error().message;
}

using Pids = std::vector<std::uint32_t>;

Arguments parsed(const std::vector<std::string>& words) {
    Command command;
    command.name = "trace record";
    command.options = {text_option("process", "NAME", "", true)};
    command.positionals = {{"COMMAND", "", 0, 0}};
    const auto arguments = parse(command, words);
    BOOST_REQUIRE(arguments.ok());
    return *arguments;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_plan)

BOOST_AUTO_TEST_CASE(a_session_name_is_safe_in_every_file_system) {
    for (const char* good : {"a", "trace", "Game-2_b.1", "0"}) {
        BOOST_TEST(check_session_name(good).ok(), good);
    }
    BOOST_TEST(check_session_name(std::string(64, 'x')).ok());
    for (const char* bad : {"", ".", "..", ".hidden", "-x", "a/b", "../a", "a\\b", "a b", "a:b",
                            "a\nb", "\xc3\xa4", "a*", "_a"}) {
        BOOST_TEST(!check_session_name(bad).ok(), bad);
    }
    BOOST_TEST(!check_session_name(std::string(65, 'x')).ok());
}

BOOST_AUTO_TEST_CASE(a_recording_is_called_after_its_session_and_the_time) {
    const fs::path folder = fs::temp_directory_path() / "benchlab-new-recording";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const auto name = [&] {
        return new_recording(folder, "game", evening(), ".perf.data").filename().string();
    };
    BOOST_TEST(name() == "game-20261130-184205.perf.data");
    std::ofstream(folder / "game-20261130-184205.perf.data") << "one";
    BOOST_TEST(name() == "game-20261130-184205-2.perf.data");
    std::ofstream(folder / "game-20261130-184205-2.perf.data") << "two";
    BOOST_TEST(name() == "game-20261130-184205-3.perf.data");
    fs::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(without_a_folder_a_recording_goes_into_the_current_one) {
    BOOST_TEST(new_recording({}, "a", evening(), ".x").string() == "a-20261130-184205.x");
}

BOOST_AUTO_TEST_CASE(buffers_have_units_of_1024) {
    for (const auto& [text, bytes] : {std::pair{"8192", 8192u},
                                      {"512KiB", 512u << 10},
                                      {"512k", 512u << 10},
                                      {"4M", 4u << 20},
                                      {"4MiB", 4u << 20},
                                      {"1GiB", 1u << 30}}) {
        const auto parsed_size = buffer_bytes(text);
        BOOST_REQUIRE(parsed_size.ok());
        BOOST_TEST(*parsed_size == bytes, text);
    }
    for (const char* bad : {"", "0", "-1", "much", "4 lumps", "1e3", "99999999999999999999"}) {
        BOOST_TEST(!buffer_bytes(bad).ok(), bad);
    }
}

BOOST_AUTO_TEST_CASE(seconds_are_rounded_to_nanoseconds) {
    BOOST_TEST(seconds_to_ns(0.2) == 200'000'000);
    BOOST_TEST(seconds_to_ns(1.001) == 1'001'000'000);
    BOOST_TEST(seconds_to_ns(1e6) == 1'000'000'000'000'000);
    BOOST_TEST(seconds_to_ns(0) == 0);
}

BOOST_AUTO_TEST_CASE(of_a_name_all_processes_are_taken_but_not_ourselves) {
    const Targets browser = found({"firefox"});
    BOOST_TEST(browser.pids == (Pids{100, 101}), boost::test_tools::per_element());
    BOOST_TEST(browser.shown[1] == "firefox (101)");
    BOOST_TEST(browser.focus == "firefox");
    BOOST_TEST(found({"benchlab"}).pids == (Pids{301}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_are_found_in_any_case_with_and_without_exe_and_beyond_15_letters) {
    for (const char* name : {"game", "GAME.EXE", "Game", "wine64-preloader"}) {
        BOOST_TEST(found({name}).pids == (Pids{200}), boost::test_tools::per_element());
    }
    BOOST_TEST(found({"a-program-with-a-long-name"}).pids == (Pids{300}),
               boost::test_tools::per_element());
    BOOST_TEST(found({"a-program-with-a-long-name"}).focus == "300");
}

BOOST_AUTO_TEST_CASE(pids_and_names_mix_and_nobody_is_taken_twice) {
    const Targets targets = found({"101", "firefox", "200"});
    BOOST_TEST(targets.pids == (Pids{101, 100, 200}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_not_running_is_told_with_a_likely_name) {
    BOOST_TEST(not_found({"firefix"}) == "no process firefix is running (did you mean firefox?)");
    BOOST_TEST(not_found({"nothing-like-it"}) == "no process nothing-like-it is running");
    BOOST_TEST(not_found({"firefox", "999"}) == "there is no process 999");
}

BOOST_AUTO_TEST_CASE(a_program_to_start_stands_behind_two_dashes) {
    const auto words = command_words(parsed({"--process", "a", "--", "ls", "-l", "--process"}));
    BOOST_REQUIRE(words.ok());
    BOOST_TEST(*words == (std::vector<std::string>{"ls", "-l", "--process"}),
               boost::test_tools::per_element());
    BOOST_TEST(command_words(parsed({}))->empty());
    BOOST_TEST(!command_words(parsed({"ls"})).ok());
    BOOST_TEST(!command_words(parsed({"ls", "--", "-l"})).ok());
    BOOST_TEST(!command_words(parsed({"--"})).ok());
}

BOOST_AUTO_TEST_SUITE_END()
