#include "platform/process.hpp"

#include <boost/test/unit_test.hpp>

#include "unit/platform/helper.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#endif

using namespace benchlab::platform;

BOOST_AUTO_TEST_SUITE(process)

BOOST_AUTO_TEST_CASE(all_lines_and_the_status_arrive) {
    const Finished helper = run_helper({"lines", "10000"});
    BOOST_REQUIRE_EQUAL(helper.lines.size(), 10'000u);
    BOOST_TEST(helper.lines.front() == "line 0 of the helper, padded to be longer");
    BOOST_TEST(helper.lines.back() == "line 9999 of the helper, padded to be longer");
    BOOST_TEST(helper.status.code == 0);
    BOOST_TEST(helper.status.killed_by == "");
}

BOOST_AUTO_TEST_CASE(exit_status_is_told) {
    BOOST_TEST(run_helper({"exit", "0"}).status.code == 0);
    BOOST_TEST(run_helper({"exit", "42"}).status.code == 42);
    BOOST_TEST(run_helper({"exit-now", "7"}).status.code == 7);
}

BOOST_AUTO_TEST_CASE(a_last_line_without_end_is_a_line) {
    const Finished helper = run_helper({"no-line-end"});
    BOOST_TEST(helper.lines == (std::vector<std::string>{"first", "last"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(arguments_arrive_as_given) {
    const std::vector<std::string> awkward = {"plain",
                                              "two words",
                                              "",
                                              "tab\there",
                                              "quo\"te",
                                              "back\\slash",
                                              "ends in \\",
                                              "\\\"mixed\\\\\"",
                                              "*?[a]$HOME%PATH%",
                                              "'single'",
                                              "\xc3\xa4\xe6\x97\xa5\xf0\x9f\x98\x80",
                                              "-x=&|<>^;!"};
    std::vector<std::string> all{"arguments"};
    std::vector<std::string> expected;
    for (const std::string& argument : awkward) {
        all.push_back(argument);
        expected.push_back("[" + argument + "]");
    }
    BOOST_TEST(run_helper(all).lines == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_reach_it_one_by_one_until_its_input_is_closed) {
    Child child = start_helper({"echo"}, Child::Input::kPipe);
    BOOST_TEST(next_line(child) == "1");  // nobody but who took stdin reads from it
    std::string line;
    BOOST_TEST((child.read_line(line, 50) == Child::Read::kTimeout));
    for (const char* const number : {"1", "2", "3"}) {
        child.write_line();
        BOOST_TEST(next_line(child) == number);
    }
    child.close_input();
    BOOST_TEST(next_line(child) == "end");
    child.write_line();  // nobody reads it
    BOOST_TEST(child.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(reading_stops_at_the_timeout) {
    Child child = start_helper({"slow"});
    BOOST_TEST(next_line(child) == "before");
    std::string line;
    const std::uint64_t start = now_ns();
    BOOST_TEST((child.read_line(line, 50) == Child::Read::kTimeout));
    const std::uint64_t elapsed_ns = now_ns() - start;
    BOOST_TEST(elapsed_ns >= 45'000'000u);
    BOOST_TEST(elapsed_ns < 20'000'000'000u);
    BOOST_TEST((child.read_line(line, 0) == Child::Read::kTimeout));
}

BOOST_AUTO_TEST_CASE(killing_ends_it_and_says_so) {
    Child child = start_helper({"slow"});
    BOOST_TEST(next_line(child) == "before");
    child.kill();
    const ExitStatus status = child.wait();
#ifdef _WIN32
    BOOST_TEST(status.killed_by == "TerminateProcess");
#else
    BOOST_TEST(status.killed_by == "SIGKILL");
#endif
    std::string line;
    BOOST_TEST((child.read_line(line, kPatienceMs) == Child::Read::kEnd));
    child.kill();  // nothing is left to kill
}

BOOST_AUTO_TEST_CASE(waiting_does_not_deadlock_on_a_full_pipe) {
    Child child = start_helper({"lines", "20000"});  // about 800 kB, far more than a pipe holds
    BOOST_TEST(child.wait().code == 0);
    std::string line;
    int lines = 0;
    while (child.read_line(line, kPatienceMs) == Child::Read::kLine) ++lines;
    BOOST_TEST(lines == 20'000);
}

BOOST_AUTO_TEST_CASE(waiting_for_a_while_tells_whether_it_has_ended) {
    Child slow = start_helper({"slow"});
    BOOST_TEST(!slow.wait_for(50).has_value());
    slow.kill();
    BOOST_TEST(slow.wait_for(kPatienceMs).has_value());
    Child quick = start_helper({"lines", "20000"});  // more than a pipe holds
    const auto status = quick.wait_for(kPatienceMs);
    BOOST_REQUIRE(status.has_value());
    BOOST_TEST(status->code == 0);
    std::string line;
    int lines = 0;
    while (quick.read_line(line, 0) == Child::Read::kLine) ++lines;
    BOOST_TEST(lines == 20'000);
}

BOOST_AUTO_TEST_CASE(its_standard_input_is_empty) {
    BOOST_TEST(run_helper({"stdin"}).lines.at(0) == "1");
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_there_is_an_error_with_its_name) {
    const auto child = Child::start("/no/such/program", {});
    BOOST_REQUIRE(!child.ok());
    BOOST_TEST(child.error().message.find("program") != std::string::npos);
    BOOST_TEST(child.error().message.find("cannot start") == 0u);
    Folder folder;
    BOOST_TEST(!Child::start(folder.path, {}).ok());
    folder.put("text", "no program");
    BOOST_TEST(!Child::start(folder.path / "text", {}).ok());
}

BOOST_AUTO_TEST_CASE(death_by_fault_is_told_by_name) {
#ifdef _WIN32
    BOOST_TEST(run_helper({"raw-memory"}).status.killed_by == "exception 0xC0000005");
#else
    BOOST_TEST(run_helper({"raw-abort"}).status.killed_by == "SIGABRT");
#endif
}

BOOST_AUTO_TEST_CASE(many_children_leave_nothing_open) {
    for (int i = 0; i < 40; ++i) BOOST_REQUIRE_EQUAL(run_helper({"exit", "0"}).status.code, 0);
    std::vector<Child> children;
    for (int i = 0; i < 5; ++i) children.push_back(start_helper({"lines", "3"}));
    for (Child& child : children) BOOST_TEST(next_line(child).starts_with("line 0"));
}

#ifndef _WIN32
BOOST_AUTO_TEST_CASE(destroying_kills_and_reaps) {
    pid_t pid = 0;
    {
        Child child = start_helper({"pid-and-sleep"});
        pid = static_cast<pid_t>(std::stol(next_line(child)));
        BOOST_TEST(kill(pid, 0) == 0);
    }
    BOOST_TEST(kill(pid, 0) == -1);
}

BOOST_AUTO_TEST_CASE(files_of_ours_are_not_inherited) {
    const int careless = open("/dev/null", O_RDONLY);  // no O_CLOEXEC, as a plugin would
    BOOST_REQUIRE(careless >= 0);
    Child other = start_helper({"slow"});
    BOOST_TEST(run_helper({"open-files"}).lines.at(0) == "3");
    close(careless);
}

BOOST_AUTO_TEST_CASE(blocked_and_ignored_signals_are_not_inherited) {
    sigset_t blocked;
    sigset_t before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    Child child = start_helper({"pid-and-sleep"});
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    kill(static_cast<pid_t>(std::stol(next_line(child))), SIGTERM);
    BOOST_TEST(child.wait().killed_by == "SIGTERM");
}
#endif

BOOST_AUTO_TEST_SUITE_END()
