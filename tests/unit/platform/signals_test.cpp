#include "platform/signals.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "unit/platform/helper.hpp"

#ifndef _WIN32
#include <csignal>
#endif

using namespace benchlab::platform;

namespace {

constexpr int kCrashStatus = 3;  // what the helper asks for

// The one line that a crash of this kind leaves.
std::string crash_line(const std::string& how) {
    const Finished helper = run_helper({"crash", how});
    BOOST_TEST(helper.status.code == kCrashStatus);
    BOOST_TEST(helper.status.killed_by == "");
    BOOST_REQUIRE_EQUAL(helper.lines.size(), 1u);
    return helper.lines[0];
}

#ifdef _WIN32
const std::string kBadMemory = "benchlab: crashed: exception 0xC0000005 (access violation)";
#else
const std::string kBadMemory = "benchlab: crashed: SIGSEGV";
#endif
const std::string kWhere = " in helper: item: run";

}  // namespace

BOOST_AUTO_TEST_SUITE(signals)

BOOST_AUTO_TEST_CASE(bad_memory_is_told_with_its_place) {
    BOOST_TEST(crash_line("memory") == kBadMemory + kWhere);
}

BOOST_AUTO_TEST_CASE(bad_memory_in_a_thread_is_told) {
    BOOST_TEST(crash_line("thread") == kBadMemory + kWhere);
}

BOOST_AUTO_TEST_CASE(a_crash_outside_of_everything_described_has_no_place) {
    BOOST_TEST(crash_line("outside") == kBadMemory);
}

BOOST_AUTO_TEST_CASE(a_crash_while_one_is_told_ends_with_the_kind_alone) {
    BOOST_TEST(crash_line("twice") == kBadMemory);
}

BOOST_AUTO_TEST_CASE(abort_is_told) {
    BOOST_TEST(crash_line("abort") == "benchlab: crashed: SIGABRT" + kWhere);
}

BOOST_AUTO_TEST_CASE(an_exception_out_of_noexcept_is_told_with_its_words_on_one_line) {
    BOOST_TEST(crash_line("throw") == "benchlab: crashed: uncaught exception (two lines)" + kWhere);
}

BOOST_AUTO_TEST_CASE(an_exception_that_nobody_catches_is_told) {
    BOOST_TEST(crash_line("uncaught") ==
               "benchlab: crashed: uncaught exception (nobody catches this)" + kWhere);
    BOOST_TEST(crash_line("throw-number") ==
               "benchlab: crashed: uncaught exception of a type of its own" + kWhere);
}

BOOST_AUTO_TEST_CASE(terminate_without_exception_is_told) {
    BOOST_TEST(crash_line("terminate") == "benchlab: crashed: std::terminate" + kWhere);
}

#ifdef _WIN32
BOOST_AUTO_TEST_CASE(stack_overflow_is_told) {
    BOOST_TEST(crash_line("stack") ==
               "benchlab: crashed: exception 0xC00000FD (stack overflow)" + kWhere);
}
#else
BOOST_AUTO_TEST_CASE(stack_overflow_is_told) {
    BOOST_TEST(crash_line("stack") == kBadMemory + kWhere);
    BOOST_TEST(crash_line("thread-stack") == kBadMemory + kWhere);
}

BOOST_AUTO_TEST_CASE(threads_come_and_go_with_signal_stacks_of_their_own) {
    for (int i = 0; i < 100; ++i) {
        std::thread([] {
            prepare_thread_for_crash();
            prepare_thread_for_crash();
            stack_t stack{};
            sigaltstack(nullptr, &stack);
            BOOST_TEST((stack.ss_flags & SS_DISABLE) == 0);
        }).join();
    }
}

BOOST_AUTO_TEST_CASE(the_first_interrupt_sets_the_flag_and_the_second_ends_with_130) {
    Child child = start_helper({"interrupt"});
    const auto pid = static_cast<pid_t>(std::stol(next_line(child)));
    kill(pid, SIGINT);
    BOOST_TEST(next_line(child) == "interrupted");
    kill(pid, SIGINT);
    const ExitStatus status = child.wait();
    BOOST_TEST(status.code == 130);
    BOOST_TEST(status.killed_by == "");
}

BOOST_AUTO_TEST_CASE(who_is_ended_by_a_signal_leaves_no_half_a_file) {
    for (const auto& [signal, name] :
         {std::pair{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}) {
        const Folder folder;
        Child child = start_helper({"half-a-file", (folder.path / "out").string()});
        const auto pid = static_cast<pid_t>(std::stol(next_line(child)));
        BOOST_TEST(folder.entries() == 1u);
        kill(pid, signal);
        BOOST_TEST(child.wait().killed_by == name);
        BOOST_TEST(folder.entries() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(termination_requests_set_the_flag_however_often_they_come) {
    Child child = start_helper({"interrupt"});
    const auto pid = static_cast<pid_t>(std::stol(next_line(child)));
    kill(pid, SIGTERM);
    BOOST_TEST(next_line(child) == "interrupted");
    kill(pid, SIGTERM);
    std::string line;
    BOOST_TEST((child.read_line(line, 100) == Child::Read::kTimeout));
    kill(pid, SIGINT);
    BOOST_TEST(child.wait().code == 130);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
