#include "platform/running.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "platform/held_program.hpp"
#include "unit/platform/helper.hpp"

using namespace benchlab::platform;

BOOST_AUTO_TEST_SUITE(running)

BOOST_AUTO_TEST_CASE(this_process_is_among_those_that_run_under_the_name_of_its_file) {
    const auto all = running_processes();
    const auto own = std::find_if(all.begin(), all.end(),
                                  [](const RunningProcess& each) { return each.pid == own_pid(); });
    BOOST_REQUIRE(own != all.end());
    const std::string file = executable_path().filename().string();
    BOOST_TEST((std::find(own->names.begin(), own->names.end(), file) != own->names.end()));
    BOOST_TEST(std::is_sorted(all.begin(), all.end(),
                              [](const auto& a, const auto& b) { return a.pid < b.pid; }));
}

BOOST_AUTO_TEST_CASE(a_process_has_one_start_and_none_once_it_has_ended) {
    const auto own = process_start(own_pid());
    BOOST_REQUIRE(own.has_value());
    BOOST_TEST((process_start(own_pid()) == own));
    BOOST_TEST(!process_start(0x7ffffff0u).has_value());
}

#ifdef _WIN32
BOOST_AUTO_TEST_CASE(a_process_of_another_console_cannot_be_interrupted_and_that_is_said) {
    BOOST_TEST(!interrupt_process(own_pid(), 0).ok());
}
#else
BOOST_AUTO_TEST_CASE(only_the_very_process_is_interrupted) {
    Child child = start_helper({"interrupt"});
    const auto pid = static_cast<std::uint32_t>(std::stol(next_line(child)));
    const auto start = process_start(pid);
    BOOST_REQUIRE(start.has_value());
    const auto other = interrupt_process(pid, *start + 1);
    BOOST_REQUIRE(!other.ok());
    BOOST_TEST((other.error().code == benchlab::base::Code::kNotFound));
    BOOST_TEST(reason_of(interrupt_process(pid, *start)) == "");
    BOOST_TEST(next_line(child) == "interrupted");
    child.kill();
    BOOST_TEST(!process_start(pid).has_value());
    BOOST_TEST(!interrupt_process(pid, *start).ok());
}

BOOST_AUTO_TEST_CASE(a_process_that_waits_to_be_reaped_has_ended) {
    auto program = HeldProgram::start({helper_program().string(), "exit", "0"}, stdout);
    BOOST_REQUIRE(program.ok());
    const std::uint32_t pid = program->pid();
    BOOST_TEST(process_start(pid).has_value());
    BOOST_TEST(program->release().ok());
    const std::uint64_t began = now_ns();
    while (process_start(pid) && now_ns() - began < kPatienceMs * 1'000'000) sleep_ms(1);
    BOOST_TEST(!process_start(pid).has_value());
    for (const RunningProcess& each : running_processes()) BOOST_TEST(each.pid != pid);
    BOOST_TEST(program->ended(0)->code == 0);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
