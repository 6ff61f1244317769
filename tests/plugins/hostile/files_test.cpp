// Files that are no plugins of this machine, and places that are not trusted: refused before any of
// their code runs, with a reason, and without harm to the plugins beside them.
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <iostream>

#include "runner.hpp"

namespace {

namespace fs = std::filesystem;
using hostile::Folder;
using hostile::Ran;
using hostile::Run;
using hostile::Settings;

constexpr uid_t kNobody = 65534;

std::string with_bytes(std::string bytes, std::size_t at, std::string_view fresh) {
    return bytes.replace(at, fresh.size(), fresh);
}

// The beginning of a Windows library, as far as anybody needs it to see what it is.
std::string windows_library() {
    std::string bytes(512, '\0');
    bytes = with_bytes(bytes, 0, "MZ");
    bytes = with_bytes(bytes, 0x3c, std::string_view("\x80\0\0\0", 4));
    bytes = with_bytes(bytes, 0x80, std::string_view("PE\0\0\x64\x86\1\0", 8));
    bytes = with_bytes(bytes, 0x80 + 20, std::string_view("\xf0\0\x22\x20", 4));
    return with_bytes(bytes, 0x80 + 24, std::string_view("\x0b\x02", 2));
}

struct Odd {
    std::string name;
    std::string reason;
};

// Makes one of each and says what is to be said about it.
std::vector<Odd> add_odd_files(const Folder& plugins) {
    const std::string good = hostile::bytes_of(hostile::built("good"));
    plugins.write("text.so", "this is not a library\n");
    plugins.write("script.so", "#!/bin/sh\ntouch /tmp/owned\n");
    plugins.write("empty.so", "");
    plugins.write("short.so", good.substr(0, 20));
    plugins.write("header.so", good.substr(0, 64));
    plugins.write("half.so", good.substr(0, good.size() / 2));
    plugins.write("tail.so", good.substr(0, good.size() - 100));
    // e_ident[EI_CLASS], [EI_DATA]; e_machine: 183 is aarch64; e_type: 1 is an object file.
    plugins.write("bits32.so", with_bytes(good, 4, "\1"));
    plugins.write("big-endian.so", with_bytes(good, 5, "\2"));
    plugins.write("aarch64.so", with_bytes(good, 18, std::string_view("\xb7\0", 2)));
    plugins.write("object.so", with_bytes(good, 16, std::string_view("\1\0", 2)));
    // e_shoff, the place of the section headers: behind the end, and nearly 2^64.
    plugins.write("sections.so", with_bytes(good, 40, std::string_view("\0\0\0\x7f\0\0\0\0", 8)));
    plugins.write("overflow.so", with_bytes(good, 40, "\xf0\xff\xff\xff\xff\xff\xff\xff"));
    plugins.write("garbage.so", good.substr(0, 64) + std::string(20000, '\xa5'));
    plugins.write("windows.so", windows_library());
    plugins.write("windows.dll", windows_library());
    plugins.write("Text.DYLIB", "neither is this\n");
    fs::create_directory(plugins.path() / "folder.so");
    BOOST_REQUIRE(mkfifo((plugins.path() / "pipe.so").c_str(), 0600) == 0);
    fs::create_symlink("nowhere", plugins.path() / "dangling.so");
    fs::create_symlink("circle.so", plugins.path() / "circle.so");
    fs::create_symlink("/dev/zero", plugins.path() / "zero.so");
    fs::resize_file(plugins.write("large.so", good), (256u << 20) + 1);
    plugins.add("other_major", "other-major");
    plugins.add("missing_import", "missing-import");
    return {{"text.so", "not a library for this machine: it is "},
            {"script.so", "not a library for this machine: it is a script"},
            {"empty.so", "not a library for this machine: it is an empty file"},
            {"short.so", "damaged: it ends within its header"},
            {"header.so", "damaged: "},
            {"half.so", "damaged: "},
            {"tail.so", "damaged: "},
            {"bits32.so", "not a library for this machine: it is a 32-bit ELF"},
            {"big-endian.so", "not a library for this machine: it is "},
            {"aarch64.so", "for aarch64"},
            {"object.so", "not a library for this machine: it is "},
            {"sections.so", "damaged: "},
            {"overflow.so", "damaged: "},
            {"garbage.so", "damaged: "},
            {"windows.so", "Windows"},
            {"windows.dll", "Windows"},
            {"Text.DYLIB", "not a library for this machine: it is "},
            {"folder.so", "not a regular file"},
            {"pipe.so", "not a regular file"},
            {"dangling.so", "a link that leads nowhere"},
            {"circle.so", "a link that leads nowhere"},
            {"zero", "not a regular file"},
            {"large.so", "larger than a plugin may be"},
            {"other-major.so",
             "built for plugin ABI 2; this is benchlab " BENCHLAB_VERSION " with ABI 1"},
            {"missing-import.so", "hostile_function_that_nobody_has"}};
}

// The line on stderr about a file.
std::string line_about(const Ran& ran, const std::string& file) {
    const std::size_t at = ran.err.find("/" + file + ": ");
    return at == std::string::npos ? "" : ran.err.substr(at, ran.err.find('\n', at) - at);
}

void check_lines(const Ran& ran, const std::vector<Odd>& files) {
    for (const Odd& odd : files) {
        const std::string line = line_about(ran, odd.name);
        BOOST_TEST_CONTEXT(odd.name << ": " << line) {
            BOOST_TEST(line.find("not used: ") != std::string::npos);
            BOOST_TEST(line.find(odd.reason) != std::string::npos);
        }
    }
}

// A folder is its owner's alone otherwise.
void open_to_all(const Folder& folder) {
    fs::permissions(folder.path(), fs::perms(0755));
}

Settings places(const std::string& variable) {
    Settings out;
    out.environment["BENCHLAB_PLUGIN_PATH"] = variable;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(files_that_are_no_plugins_for_this_machine_are_refused_and_harm_nobody) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("dependency", "dependency");
    const std::vector<Odd> files = add_odd_files(plugins);
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Run run(plugins, {isolate});
        BOOST_TEST_CONTEXT(run.ran().story) {
            check_lines(run.ran(), files);
            BOOST_TEST(run.ran().status == 0);
            BOOST_TEST(run.report().results.size() == 4);
            BOOST_TEST(run.report().has_neighbours());
            // A library without the symbol is somebody's dependency: not worth a word.
            BOOST_TEST(!run.ran().said("dependency.so"));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_list_of_plugins_has_every_file_with_its_reason) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("dependency", "dependency");
    const std::vector<Odd> files = add_odd_files(plugins);
    const std::vector<std::string> words = {"plugins", "--no-default-plugins", "--plugin-dir",
                                            plugins.path().string()};
    const Ran some = hostile::run_benchlab(words);
    BOOST_TEST_CONTEXT(some.story) {
        BOOST_TEST(some.status == 0);
        for (const Odd& odd : files) {
            if (odd.name == "zero") continue;  // listed in its own folder
            const std::size_t at = some.out.find("  " + odd.name + ": ");
            BOOST_TEST(at != std::string::npos, odd.name);
            BOOST_TEST(some.out.find(odd.reason) != std::string::npos, odd.reason);
        }
        BOOST_TEST(some.out.find("dependency.so") == std::string::npos);
    }
    std::vector<std::string> all = words;
    all.emplace_back("--all");
    const Ran everything = hostile::run_benchlab(all);
    BOOST_TEST(everything.out.find("no plugin  dependency.so: a library that exports no "
                                   "benchlab_plugin_v1") != std::string::npos,
               everything.story);
}

BOOST_AUTO_TEST_CASE(check_fails_for_each_of_these_files) {
    const Folder plugins;
    plugins.add("dependency", "dependency");
    std::vector<Odd> files = add_odd_files(plugins);
    files.push_back({"dependency.so", "exports no benchlab_plugin_v1"});
    files.push_back({"not-there.so", "does not exist"});
    for (const Odd& odd : files) {
        const std::string name = odd.name == "zero" ? "zero.so" : odd.name;
        const Ran ran = hostile::run_benchlab({"plugins", "--check", plugins.path() / name});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 2);
            BOOST_TEST(ran.out.find("FAILED") != std::string::npos);
            BOOST_TEST(ran.out.find(odd.reason) != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_folder_that_yields_nothing_is_said_aloud) {
    const Folder plugins;
    plugins.add("dependency", "dependency");
    const Run run(plugins);
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 2);
        BOOST_TEST(run.ran().said("no plugin offers a benchmark"));
    }
    const Ran list = hostile::run_benchlab(
        {"plugins", "--no-default-plugins", "--plugin-dir", plugins.path().string()});
    BOOST_TEST(list.status == 2, list.story);
    BOOST_TEST(list.said("no plugin was found"), list.story);
}

BOOST_AUTO_TEST_CASE(a_file_that_may_not_be_read_is_refused) {
    const Folder plugins;
    plugins.add_neighbours();
    fs::permissions(plugins.add("good", "secret"), fs::perms::none);
    Settings settings;
    if (geteuid() == 0) {
        // Root reads everything, so somebody else has to try, who must get at the program.
        settings.user = kNobody;
        open_to_all(plugins);
        if (hostile::run_benchlab({"--version"}, settings).status != 0) {
            std::cout << "skipped: user " << kNobody << " cannot run the program here\n";
            return;
        }
    }
    const Ran ran = hostile::run_benchlab(
        {"list", "--no-default-plugins", "--plugin-dir", plugins.path().string()}, settings);
    BOOST_TEST_CONTEXT(ran.story) {
        BOOST_TEST(ran.status == 0);
        BOOST_TEST(line_about(ran, "secret.so").find("cannot be opened for reading") !=
                   std::string::npos);
        BOOST_TEST(ran.out.find("z-good/two") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(what_others_can_write_to_is_refused_in_places_that_nobody_named) {
    const Folder plugins;
    plugins.add_neighbours();
    fs::permissions(plugins.path() / "z-good.so", fs::perms(0777));
    const Ran file = hostile::run_benchlab({"list"}, places(plugins.path().string()));
    BOOST_TEST_CONTEXT(file.story) {
        BOOST_TEST(line_about(file, "z-good.so").find("not trusted: every user can write to it") !=
                   std::string::npos);
        BOOST_TEST(file.out.find("a-good/one") != std::string::npos);
        BOOST_TEST(file.out.find("z-good/one") == std::string::npos);
    }
    fs::permissions(plugins.path(), fs::perms(0777));
    const Ran folder = hostile::run_benchlab({"list"}, places(plugins.path().string()));
    BOOST_TEST_CONTEXT(folder.story) {
        BOOST_TEST(folder.said("(BENCHLAB_PLUGIN_PATH): not trusted: every user can write to it"));
        BOOST_TEST(folder.out.find("a-good/one") == std::string::npos);
    }
    // Named on the command line it is the user's own decision, and a warning.
    const Ran named = hostile::run_benchlab(
        {"list", "--no-default-plugins", "--plugin-dir", plugins.path().string()});
    BOOST_TEST_CONTEXT(named.story) {
        BOOST_TEST(named.said("every user can write to it; used because --plugin-dir names it"));
        BOOST_TEST(named.out.find("z-good/one") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(what_belongs_to_somebody_else_is_refused_in_places_that_nobody_named) {
    const Folder plugins;
    plugins.add_neighbours();
    const fs::path file = plugins.path() / "z-good.so";
    if (chown(file.c_str(), 12345, 12345) != 0) {
        std::cout << "skipped: only root can give a file to somebody else\n";
        return;
    }
    const Ran ran = hostile::run_benchlab({"list"}, places(plugins.path().string()));
    BOOST_TEST_CONTEXT(ran.story) {
        BOOST_TEST(line_about(ran, "z-good.so").find("neither to root nor to you") !=
                   std::string::npos);
        BOOST_TEST(ran.out.find("z-good/one") == std::string::npos);
        BOOST_TEST(ran.out.find("a-good/one") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(empty_and_relative_entries_of_the_variable_are_errors_and_load_nothing) {
    const Folder plugins;
    plugins.add_neighbours();
    Settings settings = places(":plugins:./:" + plugins.path().string());
    settings.directory = plugins.path();
    const Ran ran = hostile::run_benchlab({"plugins"}, settings);
    BOOST_TEST_CONTEXT(ran.story) {
        BOOST_TEST(ran.said("BENCHLAB_PLUGIN_PATH: an empty entry is an error"));
        BOOST_TEST(ran.said("BENCHLAB_PLUGIN_PATH: \"plugins\" is not an absolute path"));
        BOOST_TEST(ran.said("BENCHLAB_PLUGIN_PATH: \"./\" is not an absolute path"));
        BOOST_TEST(ran.out.find("a-good") != std::string::npos);
    }
    settings.environment["BENCHLAB_PLUGIN_PATH"] = ":";
    const Ran none = hostile::run_benchlab({"plugins"}, settings);
    BOOST_TEST(none.out.find("a-good") == std::string::npos, none.story);
}

BOOST_AUTO_TEST_CASE(with_more_rights_than_the_user_has_only_the_programs_own_places_count) {
    const Folder folder;
    open_to_all(folder);
    Settings settings;
    settings.program = folder.path() / "benchlab";
    settings.user = kNobody;
    fs::copy_file(HOSTILE_PROGRAM, settings.program);
    const Folder plugins;
    open_to_all(plugins);
    plugins.add_neighbours();
    settings.environment["BENCHLAB_PLUGIN_PATH"] = plugins.path().string();
    if (geteuid() != 0 || chmod(settings.program.c_str(), 04755) != 0 ||
        hostile::run_benchlab({"--version"}, settings).status != 0) {
        std::cout << "skipped: a program with setuid cannot be made or started here\n";
        return;
    }
    const Ran ran = hostile::run_benchlab({"plugins"}, settings);
    BOOST_TEST_CONTEXT(ran.story) {
        BOOST_TEST(
            ran.said("running with elevated rights: BENCHLAB_PLUGIN_PATH and the user's own "
                     "plugins are ignored"));
        BOOST_TEST(ran.out.find("a-good") == std::string::npos);
    }
    settings.environment["BENCHLAB_PLUGIN_PATH"] = "";
    const Ran named =
        hostile::run_benchlab({"list", "--plugin-dir", plugins.path().string()}, settings);
    BOOST_TEST(named.out.find("a-good/one") != std::string::npos, named.story);
}

BOOST_AUTO_TEST_CASE(the_current_directory_is_never_searched) {
    const Folder plugins;
    plugins.add_neighbours();
    Settings settings;
    settings.directory = plugins.path();
    settings.environment["PATH"] = plugins.path().string();
    settings.environment["LD_LIBRARY_PATH"] = plugins.path().string();
    const Ran ran = hostile::run_benchlab({"list"}, settings);
    BOOST_TEST(ran.out.find("good/") == std::string::npos, ran.story);
}

BOOST_AUTO_TEST_CASE(the_users_own_directory_is_searched_by_absolute_name_only) {
    const Folder home;
    fs::create_directories(home.path() / "benchlab" / "plugins");
    fs::copy_file(hostile::built("good"), home.path() / "benchlab" / "plugins" / "mine.so");
    Settings settings;
    settings.environment["XDG_DATA_HOME"] = home.path().string();
    const Ran found = hostile::run_benchlab({"list"}, settings);
    BOOST_TEST(found.out.find("mine/one") != std::string::npos, found.story);
    settings.environment["XDG_DATA_HOME"] = ".";
    settings.directory = home.path();
    const Ran relative = hostile::run_benchlab({"list"}, settings);
    BOOST_TEST(relative.out.find("mine/one") == std::string::npos, relative.story);
}

BOOST_AUTO_TEST_CASE(names_of_files_cannot_make_a_terminal_obey) {
    const Folder plugins;
    plugins.add("good", "good");
    const std::string evil = "evil\033[2J\033]0;owned\007\nbenchlab: all is well";
    plugins.write(evil + ".so", "no library");
    plugins.add("acts", "segv-at-load\r\033[1A");
    const std::vector<std::string> where = {"--no-default-plugins", "--plugin-dir",
                                            plugins.path().string()};
    for (const char* command : {"list", "plugins", "info"}) {
        std::vector<std::string> words = {command};
        words.insert(words.end(), where.begin(), where.end());
        const Ran ran = hostile::run_benchlab(words);
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(hostile::is_plain(ran.out));
            BOOST_TEST(hostile::is_plain(ran.err));
            BOOST_TEST(!ran.said("\nbenchlab: all is well"));
        }
    }
    const Ran check =
        hostile::run_benchlab({"plugins", "--check", (plugins.path() / (evil + ".so")).string()});
    BOOST_TEST(hostile::is_plain(check.out), check.story);
}

BOOST_AUTO_TEST_CASE(a_folder_whose_libraries_are_all_no_plugins_is_told) {
    const Folder plugins, others;
    plugins.add("good", "good");
    others.add("dependency", "one");
    others.add("dependency", "two");
    const std::string line = others.path().string() +
                             " (--plugin-dir): none of the libraries in it is a plugin (2 found); "
                             "`benchlab plugins --all` names them\n";
    std::vector<std::string> words = {"list",         "--no-default-plugins",
                                      "--plugin-dir", plugins.path().string(),
                                      "--plugin-dir", others.path().string()};
    const Ran none = hostile::run_benchlab(words);
    BOOST_TEST(none.status == 0, none.story);
    BOOST_TEST(none.said(line), none.story);
    // Beside a plugin they are what it needs.
    others.add("good", "better");
    const Ran one = hostile::run_benchlab(words);
    BOOST_TEST(one.err.empty(), one.story);
    words[0] = "plugins";
    words.push_back("--all");
    const Ran all = hostile::run_benchlab(words);
    BOOST_TEST(all.out.find("no plugin  one.so: ") != std::string::npos, all.story);
}
