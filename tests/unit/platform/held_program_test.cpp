#include "platform/held_program.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <optional>

#include "platform/running.hpp"
#include "unit/platform/helper.hpp"

using namespace benchlab::platform;

namespace {

// The helper with these arguments, its stdout in a file of the folder.
struct Started {
    Folder folder;
    std::FILE* out = std::fopen((folder.path / "out").string().c_str(), "wb");
    std::optional<HeldProgram> program;

    explicit Started(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), helper_program().string());
        auto made = HeldProgram::start(arguments, out);
        BOOST_REQUIRE_EQUAL(reason_of(made), "");
        program = std::move(*made);
    }
    ~Started() { std::fclose(out); }
    std::string output() const { return folder.content("out"); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(held_program)

BOOST_AUTO_TEST_CASE(it_runs_only_once_it_is_released) {
    Started started({"exit", "42"});
    BOOST_TEST(process_start(started.program->pid()).has_value());
    BOOST_TEST(!started.program->ended(50).has_value());
    BOOST_TEST(started.program->release().ok());
    const auto status = started.program->ended(kPatienceMs);
    BOOST_REQUIRE(status.has_value());
    BOOST_TEST(status->code == 42);
    BOOST_TEST(status->killed_by == "");
    BOOST_TEST(started.program->ended(0)->code == 42);
}

BOOST_AUTO_TEST_CASE(its_output_goes_where_it_was_told_and_arguments_arrive_as_given) {
    Started started({"arguments", "two words", "", "qu\"ote", "\xc3\xa4"});
    BOOST_TEST(started.program->release().ok());
    BOOST_REQUIRE(started.program->ended(kPatienceMs).has_value());
    BOOST_TEST(started.output() == "[two words]\n[]\n[qu\"ote]\n[\xc3\xa4]\n");
}

BOOST_AUTO_TEST_CASE(nothing_of_one_that_is_not_released_ever_runs) {
    std::uint32_t pid = 0;
    std::string output;
    {
        Started started({"lines", "3"});
        pid = started.program->pid();
        started.program.reset();
        output = started.output();
    }
    BOOST_TEST(output == "");
    BOOST_TEST(!process_start(pid).has_value());
}

BOOST_AUTO_TEST_CASE(one_that_was_released_goes_on_without_us) {
    Started started({"pid-and-sleep"});
    const std::uint32_t pid = started.program->pid();
    BOOST_TEST(started.program->release().ok());
    started.program.reset();
    const auto start = process_start(pid);
    BOOST_REQUIRE(start.has_value());
#ifndef _WIN32
    BOOST_TEST(interrupt_process(pid, *start).ok());
#endif
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_there_is_told_at_the_latest_when_it_should_run) {
    auto made = HeldProgram::start({"no-such-program-anywhere"}, stdout);
    const auto run = made ? made->release() : benchlab::base::Result<void>(made.error());
    BOOST_REQUIRE(!run.ok());
    BOOST_TEST(run.error().message.find("cannot start no-such-program-anywhere: ") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
