#include "plugin/find.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "platform/files.hpp"
#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

std::vector<std::string> paths(const Places& found) {
    std::vector<std::string> all;
    for (const Places::Place& place : found.places) {
        all.push_back(place.directory.origin + " " + place.directory.path.string());
    }
    return all;
}

std::string list(const std::vector<fs::path>& entries) {
    std::string text;
    for (const fs::path& entry : entries) {
        if (!text.empty()) text += platform::path_list_separator();
        text += entry.string();
    }
    return text;
}

// The user's directory in a place of our own.
struct Home {
    TemporaryFolder folder;
    Variable data{"XDG_DATA_HOME", folder.path().string()};
    Variable local{"LOCALAPPDATA", folder.path().string()};
    Variable listed{"BENCHLAB_PLUGIN_PATH", ""};
};

// With more rights than the user (always so under Wine) the variable does not count.
bool variable_is_ignored() {
    if (!platform::is_elevated()) return false;
    BOOST_TEST_MESSAGE("skipped: this process is elevated, so BENCHLAB_PLUGIN_PATH is ignored");
    return true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(finding)

BOOST_AUTO_TEST_CASE(the_order_is_command_line_then_variable_then_user) {
    if (variable_is_ignored()) return;
    const Home home;
    const TemporaryFolder folder;
    const fs::path a = folder.folder("a"), b = folder.folder("b"), c = folder.folder("c");
    const fs::path user = home.folder.folder("benchlab") / "plugins";
    fs::create_directories(user);
    const Variable variable("BENCHLAB_PLUGIN_PATH", list({c, a, user}));
    const Places found = find_places(before_defaults({b, a}));
    const std::vector<std::string> seen = paths(found);
    BOOST_REQUIRE(seen.size() >= 4);
    BOOST_TEST(seen[0] == "--plugin-dir " + b.string());
    BOOST_TEST(seen[1] == "--plugin-dir " + a.string());
    BOOST_TEST(seen[2] == "BENCHLAB_PLUGIN_PATH " + c.string());
    // "a" is not searched twice, and the user's own was already named.
    BOOST_TEST(seen[3] == "BENCHLAB_PLUGIN_PATH " + user.string());
    for (const Places::Place& place : found.places) BOOST_TEST(place.directory.refused == "");
}

BOOST_AUTO_TEST_CASE(without_defaults_only_the_command_line_counts) {
    const Home home;
    const TemporaryFolder folder;
    const Variable variable("BENCHLAB_PLUGIN_PATH", list({folder.folder("b")}));
    BOOST_TEST(find_places(only({})).places.empty());
    BOOST_TEST(find_places(only({folder.folder("a")})).places.size() == 1u);
}

BOOST_AUTO_TEST_CASE(empty_and_relative_entries_of_the_variable_are_errors) {
    if (variable_is_ignored()) return;
    const Home home;
    const TemporaryFolder folder;
    const fs::path good = folder.folder("good");
    const std::string separator(1, platform::path_list_separator());
    const Variable variable("BENCHLAB_PLUGIN_PATH",
                            separator + good.string() + separator + "plugins" + separator + ".");
    const Places found = find_places(before_defaults({}));
    BOOST_REQUIRE(!found.places.empty());
    BOOST_TEST(found.places[0].directory.path == good);
    BOOST_REQUIRE(found.warnings.size() == 3);
    BOOST_TEST(contains(found.warnings[0], "empty entry"));
    BOOST_TEST(contains(found.warnings[1], "\"plugins\" is not an absolute path"));
    BOOST_TEST(contains(found.warnings[2], "\".\" is not an absolute path"));
}

BOOST_AUTO_TEST_CASE(named_places_that_do_not_exist_are_told) {
    if (variable_is_ignored()) return;
    const Home home;
    const TemporaryFolder folder;
    const fs::path file = folder.write("file", "x");
    const Variable variable("BENCHLAB_PLUGIN_PATH", list({folder.path() / "nowhere"}));
    const Places found = find_places(before_defaults({folder.path() / "gone", file}));
    BOOST_REQUIRE(found.places.size() >= 3);
    BOOST_TEST(found.places[0].directory.refused == "does not exist");
    BOOST_TEST(found.places[1].directory.refused == "not a directory");
    BOOST_TEST(found.places[2].directory.refused == "does not exist");
}

BOOST_AUTO_TEST_CASE(relative_directories_of_the_command_line_are_made_absolute_at_once) {
    const Home home;
    const TemporaryFolder folder;
    folder.folder("sub");
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    const Places found = find_places(only({"sub/", "./sub"}));
    fs::current_path(before);
    BOOST_REQUIRE(found.places.size() == 1);
    BOOST_TEST(found.places[0].directory.path == folder.path() / "sub");
}

BOOST_AUTO_TEST_CASE(
    places_that_others_can_write_to_are_refused_unless_the_command_line_names_them) {
    if (platform::path_list_separator() == ';') {
        BOOST_TEST_MESSAGE("skipped: on Windows only an elevated process looks at access lists");
        return;
    }
    const Home home;
    const TemporaryFolder folder;
    const fs::path open = folder.folder("open");
    fs::permissions(open, fs::perms::others_write, fs::perm_options::add);
    const Variable variable("BENCHLAB_PLUGIN_PATH", list({open}));
    const Places refused = find_places(before_defaults({}));
    BOOST_REQUIRE(!refused.places.empty());
    BOOST_TEST(contains(refused.places[0].directory.refused, "not trusted: "));
    const Places warned = find_places(only({open}));
    BOOST_REQUIRE(warned.places.size() == 1);
    BOOST_TEST(warned.places[0].directory.refused == "");
    BOOST_REQUIRE(warned.warnings.size() == 1);
    BOOST_TEST(contains(warned.warnings[0], open.string()));
}

BOOST_AUTO_TEST_CASE(only_library_files_are_listed_by_name) {
    const TemporaryFolder folder;
    for (const char* name : {"c.so", "a.dll", "b.dylib", "d.SO", "e.txt", "f.so.1", "so"}) {
        folder.write(name, "x");
    }
    folder.folder("deeper");
    folder.write("deeper/g.so", "x");
    std::string error;
    std::vector<std::string> names;
    for (const fs::path& file : libraries_in(folder.path(), error)) {
        names.push_back(file.filename().string());
    }
    const std::vector<std::string> expected = {"a.dll", "b.dylib", "c.so", "d.SO"};
    BOOST_CHECK_EQUAL_COLLECTIONS(names.begin(), names.end(), expected.begin(), expected.end());
    BOOST_TEST(error == "");
    BOOST_TEST(libraries_in(folder.path() / "none", error).empty());
    BOOST_TEST(contains(error, "cannot be listed"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
