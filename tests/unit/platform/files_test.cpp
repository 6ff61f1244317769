#include "platform/files.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <thread>

#include "base/text.hpp"
#include "unit/platform/helper.hpp"

#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace benchlab::platform;
namespace fs = std::filesystem;
namespace base = benchlab::base;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void set_environment(const char* name, const char* value) {
#ifdef _WIN32
    _putenv_s(name, value == nullptr ? "" : value);
#else
    if (value == nullptr) {
        unsetenv(name);
    } else {
        setenv(name, value, 1);
    }
#endif
}

const std::string kBytes("a\r\nb\n\0c\x1a\xff", 9);

}  // namespace

BOOST_FIXTURE_TEST_SUITE(files, Folder)

BOOST_AUTO_TEST_CASE(what_was_written_is_read_back_byte_for_byte) {
    BOOST_REQUIRE(write_file(path / "out", kBytes).ok());
    BOOST_TEST(content("out") == kBytes);
    BOOST_TEST(read_file(path / "out").value() == kBytes);
    BOOST_REQUIRE(write_file(path / "empty", "").ok());
    BOOST_TEST(read_file(path / "empty").value() == "");
}

BOOST_AUTO_TEST_CASE(a_file_is_replaced_and_nothing_else_stays) {
    put("out", "old and longer than what comes");
    BOOST_REQUIRE(write_file(path / "out", "new").ok());
    BOOST_TEST(content("out") == "new");
    BOOST_TEST(entries() == 1u);
}

BOOST_AUTO_TEST_CASE(a_new_file_is_written_at_any_place_and_seen_when_it_is_kept) {
    put("out", "old");
    {
        auto made = NewFile::create(path / "out");
        BOOST_REQUIRE(made.ok());
        BOOST_REQUIRE(made->write(6, "world").ok());
        BOOST_REQUIRE(made->write(0, "hello").ok());
        BOOST_REQUIRE(made->write(6, "W").ok());
        BOOST_TEST(content("out") == "old");
        BOOST_REQUIRE(made->keep().ok());
    }
    BOOST_TEST(content("out") == std::string("hello\0World", 11));
    BOOST_TEST(entries() == 1u);
}

BOOST_AUTO_TEST_CASE(a_new_file_that_is_not_kept_leaves_nothing) {
    put("out", "old");
    {
        auto made = NewFile::create(path / "out");
        BOOST_REQUIRE(made.ok());
        BOOST_REQUIRE(made->write(0, "half").ok());
        NewFile moved = std::move(*made);
        BOOST_REQUIRE(moved.write(4, " of it").ok());
        BOOST_TEST(entries() == 2u);
    }
    BOOST_TEST(content("out") == "old");
    BOOST_TEST(entries() == 1u);
    BOOST_TEST(!NewFile::create(path / "nosuch" / "out").ok());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_written_in_order_appears_whole) {
    put("out", "old");
    {
        auto made = NewFile::create_in_order(path / "out");
        BOOST_REQUIRE(made.ok());
        made->append("first ");
        made->append("second");
        BOOST_TEST(content("out") == "old");
        BOOST_TEST(made->keep().ok());
    }
    BOOST_TEST(content("out") == "first second");
    BOOST_TEST(entries() == 1u);
    BOOST_TEST(!NewFile::create_in_order(path / "missing" / "out").ok());
}

BOOST_AUTO_TEST_CASE(names_may_be_long_and_in_any_script) {
    const fs::path name =
        base::text_path("\xc3\xa4\xe6\x97\xa5\xf0\x9f\x98\x80" + std::string(200, 'x') + ".json");
    BOOST_REQUIRE(write_file(path / name, "content").ok());
    BOOST_TEST(content(name) == "content");
    BOOST_TEST(read_file(path / name).value() == "content");
    BOOST_TEST(base::path_text(base::text_path("\xc3\xa4/\xe6\x97\xa5")).size() == 6u);
}

BOOST_AUTO_TEST_CASE(readers_see_the_old_or_the_new_file) {
    const std::string old_content(200'000, 'o');
    const std::string new_content(300'000, 'n');
    BOOST_REQUIRE(write_file(path / "out", old_content).ok());
    bool done = false;
    std::thread writer([&] {
        for (int i = 0; i < 40; ++i) {
            done = write_file(path / "out", i % 2 ? old_content : new_content).ok();
            if (!done) return;
        }
    });
    for (int i = 0; i < 40; ++i) {
        const auto seen = read_file(path / "out");
        if (seen) BOOST_TEST((*seen == old_content || *seen == new_content));
#ifdef _WIN32
        sleep_ms(2);  // there an open file cannot be replaced
#else
        BOOST_TEST(seen.ok());
#endif
    }
    writer.join();
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(errors_name_the_file_and_the_reason) {
    put("plain", "x");
    const fs::path below = path / "plain" / "out.json";
    const fs::path missing = path / "missing" / "out.json";
    for (const fs::path& file : {below, missing, path}) {
        const auto written = write_file(file, "x");
        BOOST_REQUIRE(!written.ok());
        BOOST_TEST(contains(written.error().message, base::path_text(file)));
        // More than the path: the words of the system behind it.
        BOOST_TEST(written.error().message.size() > base::path_text(file).size() + 15);
        BOOST_TEST(!check_writable(file).ok());
    }
    BOOST_TEST(entries() == 1u);
    const auto read = read_file(missing);
    BOOST_REQUIRE(!read.ok());
    BOOST_TEST(contains(read.error().message, base::path_text(missing)));
    BOOST_TEST(!read_file(path).ok());
}

BOOST_AUTO_TEST_CASE(too_large_a_file_is_refused_with_the_limit) {
    put("big", std::string(1001, 'x'));
    const auto read = read_file(path / "big", 1000);
    BOOST_REQUIRE(!read.ok());
    BOOST_TEST((read.error().code == benchlab::base::Code::kData));
    BOOST_TEST(contains(read.error().message, "1000"));
    BOOST_TEST(read_file(path / "big", 1001).ok());
}

BOOST_AUTO_TEST_CASE(checking_leaves_nothing_and_changes_nothing) {
    BOOST_TEST(check_writable(path / "new").ok());
    BOOST_TEST(entries() == 0u);
    put("old", "content");
    BOOST_TEST(check_writable(path / "old").ok());
    BOOST_TEST(content("old") == "content");
    BOOST_TEST(entries() == 1u);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_too_long_is_found_by_the_check_already) {
    // File systems take 255 bytes or UTF-16 units.
    const fs::path file = path / std::string(300, 'n');
    const auto checked = check_writable(file);
    BOOST_REQUIRE(!checked.ok());
    BOOST_TEST(contains(checked.error().message, base::path_text(file)));
    BOOST_TEST(!write_file(file, "content").ok());
    BOOST_TEST(check_writable(path / std::string(250, 'n')).ok());
    BOOST_TEST(entries() == 0u);
}

BOOST_AUTO_TEST_CASE(the_null_device_takes_everything) {
#ifdef _WIN32
    const fs::path null = "NUL";
#else
    const fs::path null = "/dev/null";
#endif
    BOOST_TEST(!is_replaceable(null));
    BOOST_TEST(check_writable(null).ok());
    BOOST_TEST(write_file(null, "content").ok());
    BOOST_TEST(is_replaceable(path / "new"));
}

BOOST_AUTO_TEST_CASE(the_environment_tells_empty_from_absent) {
    set_environment("BENCHLAB_TEST_VARIABLE", "some value");
    BOOST_TEST(environment_variable("BENCHLAB_TEST_VARIABLE").value() == "some value");
    set_environment("BENCHLAB_TEST_VARIABLE", nullptr);
    BOOST_TEST(!environment_variable("BENCHLAB_TEST_VARIABLE").has_value());
#ifndef _WIN32
    set_environment("BENCHLAB_TEST_VARIABLE", "");
    BOOST_TEST(environment_variable("BENCHLAB_TEST_VARIABLE").value() == "");
#endif
}

BOOST_AUTO_TEST_CASE(the_executable_is_this_test) {
    BOOST_TEST(executable_path().is_absolute());
    BOOST_TEST(executable_path().stem() == "unit_platform");
    BOOST_TEST(fs::exists(executable_path()));
}

BOOST_AUTO_TEST_CASE(own_files_are_trusted) {
    put("own", "x");
    fs::permissions(path, fs::perms::others_write, fs::perm_options::remove);
    fs::permissions(path / "own", fs::perms::others_write, fs::perm_options::remove);
    BOOST_TEST(untrusted_reason(path, {}).value_or("") == "");
    BOOST_TEST(untrusted_reason(path / "own", {}).value_or("") == "");
}

#ifdef _WIN32
BOOST_AUTO_TEST_CASE(user_data_lies_below_local_appdata) {
    set_environment("LOCALAPPDATA", "C:\\data");
    BOOST_TEST(user_data_directory() == fs::path("C:\\data\\benchlab"));
}
#else
BOOST_AUTO_TEST_CASE(user_data_follows_the_xdg_rules) {
    const auto data = environment_variable("XDG_DATA_HOME");
    const auto home = environment_variable("HOME");
    set_environment("XDG_DATA_HOME", "/some/data");
    BOOST_TEST(user_data_directory() == "/some/data/benchlab");
    set_environment("HOME", "/some/home");
    for (const char* no_value : {"relative/data", ""}) {
        set_environment("XDG_DATA_HOME", no_value);
        BOOST_TEST(user_data_directory() == "/some/home/.local/share/benchlab");
    }
    set_environment("XDG_DATA_HOME", data ? data->c_str() : nullptr);
    set_environment("HOME", home ? home->c_str() : nullptr);
}

BOOST_AUTO_TEST_CASE(an_existing_file_keeps_its_mode) {
    put("out", "old");
    BOOST_REQUIRE_EQUAL(chmod((path / "out").c_str(), 0640), 0);
    BOOST_REQUIRE(write_file(path / "out", "new").ok());
    struct stat status {};
    BOOST_REQUIRE_EQUAL(stat((path / "out").c_str(), &status), 0);
    BOOST_TEST((status.st_mode & 07777) == 0640u);
}

BOOST_AUTO_TEST_CASE(a_new_file_gets_the_mode_of_the_umask) {
    const mode_t before = umask(027);
    BOOST_TEST(write_file(path / "out", "new").ok());
    umask(before);
    struct stat status {};
    BOOST_REQUIRE_EQUAL(stat((path / "out").c_str(), &status), 0);
    BOOST_TEST((status.st_mode & 07777) == 0640u);
}

BOOST_AUTO_TEST_CASE(links_stay_links) {
    fs::create_directory(path / "folder");
    put("folder/real", "old");
    fs::create_symlink("folder/real", path / "link");
    fs::create_symlink("folder/new", path / "dangling");
    BOOST_REQUIRE(write_file(path / "link", "new").ok());
    BOOST_REQUIRE(write_file(path / "dangling", "made").ok());
    BOOST_TEST(fs::is_symlink(path / "link"));
    BOOST_TEST(fs::is_symlink(path / "dangling"));
    BOOST_TEST(content("folder/real") == "new");
    BOOST_TEST(content("folder/new") == "made");
    fs::create_symlink("loop", path / "loop");
    BOOST_TEST(!write_file(path / "loop", "x").ok());
}

BOOST_AUTO_TEST_CASE(a_fifo_is_written_to_and_stays) {
    const fs::path fifo = path / "fifo";
    BOOST_REQUIRE_EQUAL(mkfifo(fifo.c_str(), 0600), 0);
    std::string seen;
    std::thread reader([&] { seen = read_file(fifo).value(); });
    BOOST_TEST(write_file(fifo, "through the fifo").ok());
    reader.join();
    BOOST_TEST(seen == "through the fifo");
    BOOST_TEST(fs::is_fifo(fifo));
    BOOST_TEST(!is_replaceable(fifo));
    const auto made = NewFile::create(fifo);
    BOOST_REQUIRE(!made.ok());
    BOOST_TEST(contains(made.error().message, "it is no regular file"));
}

BOOST_AUTO_TEST_CASE(standard_output_by_name_keeps_the_order) {
    for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        const Finished helper = run_helper({"write", name});
        BOOST_TEST(helper.lines == (std::vector<std::string>{"before", "content"}),
                   boost::test_tools::per_element());
        BOOST_TEST(helper.status.code == 0);
    }
}

BOOST_AUTO_TEST_CASE(files_without_a_size_are_read_to_the_end) {
    const auto status = read_file("/proc/self/status");
    BOOST_REQUIRE(status.ok());
    BOOST_TEST(contains(*status, "unit_platform"));
}

BOOST_AUTO_TEST_CASE(what_others_can_write_to_is_not_trusted) {
    put("own", "x");
    fs::create_symlink("own", path / "link");
    BOOST_TEST(!untrusted_reason(path / "link", {}).has_value());
    fs::permissions(path / "own", fs::perms::others_write, fs::perm_options::add);
    const auto reason = untrusted_reason(path / "own", {});
    BOOST_REQUIRE(reason);
    BOOST_TEST(*reason == "every user can write to it");
    BOOST_TEST(untrusted_reason(path / "link", {}).has_value());
    BOOST_TEST(untrusted_reason("/tmp", {}).has_value());  // the sticky bit is no help here
    BOOST_TEST(untrusted_reason(path / "missing", {}).has_value());
}

BOOST_AUTO_TEST_CASE(what_belongs_to_a_stranger_is_trusted_like_the_executable_only) {
    if (geteuid() != 0) {
        BOOST_TEST_MESSAGE("skipped: only root can give a file away");
        return;
    }
    put("foreign", "x");
    put("program", "x");
    BOOST_REQUIRE_EQUAL(chown((path / "foreign").c_str(), 54'321, 54'321), 0);
    const auto reason = untrusted_reason(path / "foreign", path / "program");
    BOOST_REQUIRE(reason);
    BOOST_TEST(contains(*reason, "54321"));
    BOOST_TEST(untrusted_reason(path / "foreign", {}).has_value());
    BOOST_REQUIRE_EQUAL(chown((path / "program").c_str(), 54'321, 54'321), 0);
    BOOST_TEST(!untrusted_reason(path / "foreign", path / "program").has_value());
}

BOOST_AUTO_TEST_CASE(a_plain_process_is_not_elevated) {
    BOOST_TEST(!is_elevated());
}

BOOST_AUTO_TEST_CASE(the_runtime_folder_is_the_users_alone) {
    const std::string before = environment_variable("XDG_RUNTIME_DIR").value_or("");
    set_environment("XDG_RUNTIME_DIR", path.c_str());
    const auto folder = runtime_directory();
    BOOST_REQUIRE(folder.ok());
    BOOST_TEST(*folder == path / "benchlab");
    struct stat status {};
    BOOST_REQUIRE_EQUAL(stat(folder->c_str(), &status), 0);
    BOOST_TEST((status.st_mode & 0777) == 0700u);
    BOOST_TEST(runtime_directory().ok());
    // Somebody else could have put it there.
    BOOST_REQUIRE_EQUAL(chmod(folder->c_str(), 0777), 0);
    BOOST_TEST(!runtime_directory().ok());
    fs::remove(*folder);
    fs::create_directory_symlink(path, *folder);
    BOOST_TEST(!runtime_directory().ok());
    // What is no folder of ours is not used at all.
    set_environment("XDG_RUNTIME_DIR", (path / "missing").c_str());
    const auto other = runtime_directory();
    BOOST_REQUIRE(other.ok());
    BOOST_TEST(other->parent_path() == "/tmp");
    set_environment("XDG_RUNTIME_DIR", before.empty() ? nullptr : before.c_str());
}
#endif

BOOST_AUTO_TEST_CASE(of_two_who_make_a_file_one_succeeds) {
    const auto first = create_file(path / "new", "first");
    BOOST_REQUIRE(first.ok());
    BOOST_TEST(*first);
    const auto second = create_file(path / "new", "second");
    BOOST_REQUIRE(second.ok());
    BOOST_TEST(!*second);
    BOOST_TEST(content("new") == "first");
    BOOST_TEST(entries() == 1u);
    BOOST_TEST(!create_file(path / "nowhere" / "new", "x").ok());
}

BOOST_AUTO_TEST_SUITE_END()
