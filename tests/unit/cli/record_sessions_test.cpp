#include "cli/record_sessions.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "platform/clock.hpp"
#include "platform/running.hpp"

using namespace benchlab;
using namespace benchlab::cli;

namespace {

namespace fs = std::filesystem;

struct Folder {
    fs::path path =
        fs::temp_directory_path() / ("benchlab-sessions-" + std::to_string(platform::now_ns()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::size_t files() const {
        const fs::directory_iterator all(path);
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }
};

// One that this process records.
Session ours(const std::string& name) {
    Session out;
    out.name = name;
    out.pid = platform::own_pid();
    out.start = platform::process_start(out.pid).value_or(0);
    out.file = "/a folder/two\nlines.perf.data";
    return out;
}

// Of a process that had our pid before.
Session of_the_past(const std::string& name) {
    Session out = ours(name);
    out.start -= 1;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_sessions)

BOOST_AUTO_TEST_CASE(a_session_is_found_until_it_ends) {
    const Folder folder;
    {
        const auto announced = AnnouncedSession::announce(folder.path, ours("game"));
        BOOST_REQUIRE(announced.ok());
        const Sessions all = find_sessions(folder.path);
        BOOST_REQUIRE(all.running.size() == 1u);
        BOOST_TEST(all.left.empty());
        BOOST_TEST(all.running[0].name == "game");
        BOOST_TEST(all.running[0].pid == platform::own_pid());
        BOOST_TEST(all.running[0].file == "/a folder/two\nlines.perf.data");
        BOOST_TEST(is_recording(folder.path, all.running[0]));
    }
    BOOST_TEST(folder.files() == 0u);
    BOOST_TEST(!is_recording(folder.path, ours("game")));
    BOOST_TEST(is_alive(ours("game")));
}

BOOST_AUTO_TEST_CASE(a_name_is_given_once_at_a_time) {
    const Folder folder;
    const auto first = AnnouncedSession::announce(folder.path, ours("game"));
    BOOST_REQUIRE(first.ok());
    const auto second = AnnouncedSession::announce(folder.path, ours("game"));
    BOOST_REQUIRE(!second.ok());
    BOOST_TEST((second.error().code == base::Code::kInvalid));
    BOOST_TEST(second.error().message.find("is running already") != std::string::npos);
    BOOST_TEST(AnnouncedSession::announce(folder.path, ours("other")).ok());
    BOOST_TEST(folder.files() == 1u);
}

BOOST_AUTO_TEST_CASE(what_a_crash_has_left_does_not_stand_in_the_way) {
    const Folder folder;
    auto crashed = AnnouncedSession::announce(folder.path, of_the_past("game"));
    BOOST_REQUIRE(crashed.ok());
    const auto next = AnnouncedSession::announce(folder.path, ours("game"));
    BOOST_TEST(next.ok());
    BOOST_TEST(find_sessions(folder.path).running.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_pid_that_was_given_again_is_another_process) {
    const Folder folder;
    const auto announced = AnnouncedSession::announce(folder.path, of_the_past("game"));
    BOOST_REQUIRE(announced.ok());
    const Sessions all = find_sessions(folder.path);
    BOOST_TEST(all.running.empty());
    BOOST_REQUIRE(all.left.size() == 1u);
    BOOST_TEST(all.left[0].name == "game");
    BOOST_TEST(folder.files() == 0u);
}

BOOST_AUTO_TEST_CASE(other_files_in_the_folder_are_left_alone) {
    const Folder folder;
    std::ofstream(folder.path / "notes.txt") << "mine";
    std::ofstream(folder.path / "odd.session") << "not one of ours";
    std::ofstream(folder.path / "half.session") << "benchlab recording 1\n12";
    const Sessions all = find_sessions(folder.path);
    BOOST_TEST(all.running.empty());
    BOOST_TEST(all.left.empty());
    BOOST_TEST(folder.files() == 3u);
    BOOST_TEST(find_sessions(folder.path / "nowhere").running.empty());
}

BOOST_AUTO_TEST_SUITE_END()
