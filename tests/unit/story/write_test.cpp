// A story that is written and read again is the same story.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "told.hpp"

namespace {

using namespace benchlab::story;
namespace fs = std::filesystem;

void check(const std::string& text) {
    const Story story = parse_story(text);
    const std::string written = write_story(story);
    Story again;
    BOOST_REQUIRE_NO_THROW(again = parse_story(written));
    BOOST_TEST((again == story));
    BOOST_TEST(write_story(again) == written);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_write)

BOOST_AUTO_TEST_CASE(every_clause_of_every_line_comes_back) {
    check(benchlab::story_test::read_file(std::string(BENCHLAB_TEST_SOURCE_DIR) +
                                          "/tests/unit/story/every_clause.story"));
}

BOOST_AUTO_TEST_CASE(what_need_not_be_said_is_not_written) {
    const std::string written = write_story(parse_story(
        "machine: cpus 2\nprocess game.exe 10 session 1\nimage game.exe base 0x140000000 size "
        "0x1000 in 10\n"
        "thread 11 \"render\" in game.exe priority 8\n"
        "at 1.50 cpu 1: switch idle -> 11\nat 2.5: present render chain 1 for 0.2 runtime dxgi\n"
        "at 3 cpu 0: dpc game.exe+0x10 for 20us\n"));
    BOOST_TEST(written ==
               "machine: cpus 2; clock 10MHz; mhz 3000; sample-interval 1\n"
               "process game.exe 10\n"
               "image game.exe base 0x140000000 size 0x1000 in 10\n"
               "thread 11 \"render\" in 10\n"
               "at 1.5 cpu 1: switch idle -> 11 unknown\n"
               "at 2.5: present 11 chain 0x1 for 0.2\n"
               "at 3 cpu 0: dpc game.exe+0x10 for 0.02\n");
}

BOOST_AUTO_TEST_CASE(the_stories_of_this_folder_come_back) {
    const fs::path folder = fs::path(BENCHLAB_TEST_SOURCE_DIR) / "tests/story/stories";
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            check(benchlab::story_test::read_story(entry.path().filename().string()));
        }
        ++count;
    }
    BOOST_TEST(count == 36u);
}

BOOST_AUTO_TEST_SUITE_END()
