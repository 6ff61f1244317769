#include "plugin/registry.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "platform/files.hpp"
#include "plugin/host_api.hpp"
#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

const FoundFile& file_named(const Registry& registry, const std::string& stem) {
    for (const FoundFile& found : registry.files()) {
        if (found.path.stem() == stem) return found;
    }
    BOOST_FAIL("no file " << stem);
    return registry.files().front();
}

// What became of one module alone.
FoundFile fate(const std::string& name) {
    const Registry registry = Registry::from_file(module_file(name));
    BOOST_REQUIRE(registry.files().size() == 1);
    return registry.files().front();
}

const bl_plugin* BL_CALL null_entry(std::uint32_t) {
    return nullptr;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(registry)

BOOST_AUTO_TEST_CASE(a_good_plugin_is_loaded_with_all_that_it_has) {
    const Registry registry = Registry::from_file(module_file("good"));
    BOOST_REQUIRE(registry.plugins().size() == 1);
    const Plugin& plugin = *registry.plugins().front();
    BOOST_TEST(plugin.label() == "good 1.2");
    BOOST_TEST(plugin.licence == "MIT");
    BOOST_TEST(plugin.file == fs::canonical(module_file("good")));
    BOOST_TEST(plugin.benchmarks.size() == 7u);
    BOOST_TEST(plugin.analyzers.size() == 2u);
    BOOST_TEST(plugin.readers.size() == 1u);
    BOOST_TEST((registry.files().front().status == FileStatus::kLoaded));
    BOOST_TEST(registry.files().front().reasons.empty());
    const Benchmark& sum = plugin.benchmarks.front();
    BOOST_TEST(sum.plugin == &plugin);
    BOOST_REQUIRE(sum.params.size() == 2);
    BOOST_TEST(sum.params[1].labels[1] == "fast");
    BOOST_TEST(sum.params[1].values[1] == 1u);
}

BOOST_AUTO_TEST_CASE(start_and_stop_are_called_and_log_under_the_plugins_name) {
    std::vector<std::string> lines;
    set_log_handler([&](std::uint32_t, const std::string& plugin, const std::string& text) {
        lines.push_back(plugin + ": " + text);
    });
    {
        Registry first = Registry::from_file(module_file("good"));
        // A moved registry stops its plugins once.
        const Registry registry = std::move(first);
        BOOST_REQUIRE(registry.plugins().size() == 1);
    }
    set_log_handler({});
    BOOST_REQUIRE(lines.size() == 2);
    BOOST_TEST(lines[0] == "good: good is here\uFFFD");
    BOOST_TEST(lines[1] == "good: good is gone");
}

BOOST_AUTO_TEST_CASE(all_reasons_of_an_invalid_plugin_are_listed_and_nothing_of_it_is_called) {
    const FoundFile found = fate("invalid");
    BOOST_TEST((found.status == FileStatus::kRefused));
    BOOST_TEST(found.plugin_id == "invalid");
    for (const char* reason :
         {"needs plugin ABI 1.3; this benchlab has 1.1", "version is not valid UTF-8",
          "title is null", "name \"Invalid/Name\" is not a name", "setup is null",
          "its minimum 9 is above its maximum 3", "the value 2 is there twice",
          "\"size\" is there twice", "states 1 metrics, but its list of them is null",
          "benchmark 2: struct_size 8 is below the 104 of version 1.0",
          "\"invalid/twice\" is there twice", "benchmark 5: a null pointer",
          "states 1 analyzers, but its list of them is null",
          "states 100000 readers; at most 4096 are possible"}) {
        BOOST_TEST(any_contains(found.reasons, reason), reason);
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_that_needs_a_newer_host_is_refused_with_both_versions) {
    const FoundFile found = fate("needs_newer");
    BOOST_REQUIRE(found.reasons.size() == 1);
    BOOST_TEST(found.reasons[0] == "needs plugin ABI 1.9; this benchlab has 1.1");
}

BOOST_AUTO_TEST_CASE(a_plugin_without_a_table_is_refused) {
    const FoundFile found = fate("returns_null");
    BOOST_TEST((found.status == FileStatus::kRefused));
    BOOST_TEST(any_contains(found.reasons, "returned no table"));
}

BOOST_AUTO_TEST_CASE(another_major_and_a_mere_library_are_told_apart) {
    BOOST_TEST((fate("other_major").status == FileStatus::kRefused));
    BOOST_TEST((fate("no_symbol").status == FileStatus::kNotAPlugin));
}

BOOST_AUTO_TEST_CASE(a_failing_start_takes_the_plugin_out_and_stop_is_not_called) {
    const FoundFile found = fate("start_fails");
    BOOST_TEST((found.status == FileStatus::kFailed));
    BOOST_TEST(any_contains(found.reasons, "start-fails: start: no licence file"));
}

BOOST_AUTO_TEST_CASE(a_missing_import_is_told_in_the_loaders_words) {
    if (!fs::exists(module_file("missing_import"))) {
        BOOST_TEST_MESSAGE("skipped: this system links no library with open symbols");
        return;
    }
    const FoundFile found = fate("missing_import");
    BOOST_TEST((found.status == FileStatus::kFailed));
    BOOST_TEST(any_contains(found.reasons, "nobody_has_this_function"));
    BOOST_TEST(!any_contains(found.reasons, "dlerror"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_refused) {
    const Registry registry = Registry::from_file("/no/such/file.so");
    BOOST_REQUIRE(registry.files().size() == 1);
    BOOST_TEST(any_contains(registry.files()[0].reasons, "does not exist"));
}

BOOST_AUTO_TEST_CASE(the_earlier_directory_wins_for_one_id) {
    const TemporaryFolder folder;
    const fs::path a = folder.folder("a"), b = folder.folder("b");
    copy_module("minimal", a);
    copy_module("minimal", b, "other-name");
    const Registry registry = Registry::load(only({b, a}));
    BOOST_REQUIRE(registry.plugins().size() == 1);
    BOOST_TEST(registry.plugins()[0]->file.stem() == "other-name");
    const FoundFile& shadowed = file_named(registry, "minimal");
    BOOST_TEST((shadowed.status == FileStatus::kShadowed));
    BOOST_TEST(any_contains(shadowed.reasons, "other-name"));
}

BOOST_AUTO_TEST_CASE(one_name_in_two_plugins_refuses_the_later_one_whole_and_names_the_first) {
    const TemporaryFolder folder;
    copy_module("good", folder.path(), "1-good");
    copy_module("clash", folder.path(), "2-clash");
    const Registry registry = Registry::load(only({folder.path()}));
    BOOST_REQUIRE(registry.plugins().size() == 1);
    BOOST_TEST(!find_benchmark(registry, "clash/own"));
    const FoundFile& clash = file_named(registry, "2-clash");
    BOOST_TEST((clash.status == FileStatus::kRefused));
    BOOST_TEST(any_contains(clash.reasons, "benchmark \"good/plain\""));
    BOOST_TEST(any_contains(clash.reasons, "recorder \"good\""));
    BOOST_TEST(any_contains(clash.reasons, "1-good"));
    // Whoever tells it names the refused file.
    BOOST_TEST(!any_contains(clash.reasons, "2-clash"));
}

BOOST_AUTO_TEST_CASE(a_directory_with_good_and_bad_files_gives_the_good_ones) {
    const TemporaryFolder folder;
    const std::string suffix = BENCHLAB_TEST_MODULE_SUFFIX;
    const std::string whole = read_bytes(module_file("good"));
    copy_module("good", folder.path());
    copy_module("no_symbol", folder.path());
    copy_module("returns_null", folder.path());
    copy_module("minimal", folder.path());
    folder.write("cut" + suffix, whole.substr(0, whole.size() / 3));
    folder.write("text" + suffix, "hello\n");
    const Registry registry = Registry::load(only({folder.path()}));
    BOOST_TEST(registry.plugins().size() == 2u);
    BOOST_TEST(registry.benchmarks().size() == 8u);
    BOOST_REQUIRE(registry.directories().size() == 1);
    BOOST_TEST(registry.directories()[0].libraries == 6u);
    BOOST_TEST((file_named(registry, "cut").status == FileStatus::kRefused));
    BOOST_TEST((file_named(registry, "text").status == FileStatus::kRefused));
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_is_told) {
    const TemporaryFolder folder;
    std::error_code error;
    fs::create_symlink("nowhere", folder.path() / "link.so", error);
    if (error) {
        BOOST_TEST_MESSAGE("skipped: no links here (" << error.message() << ")");
        return;
    }
    const Registry registry = Registry::load(only({folder.path()}));
    BOOST_REQUIRE(registry.files().size() == 1);
    BOOST_TEST(registry.plugins().empty());
    BOOST_TEST(!registry.files()[0].reasons.empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_others_can_write_to_is_refused_where_nobody_named_the_directory) {
    if (platform::path_list_separator() == ';') {
        BOOST_TEST_MESSAGE("skipped: on Windows only an elevated process looks at access lists");
        return;
    }
    const TemporaryFolder folder;
    const fs::path file = copy_module("minimal", folder.path());
    fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
    const Variable variable("BENCHLAB_PLUGIN_PATH", folder.path().string());
    const Registry registry = Registry::load(before_defaults({}));
    const FoundFile& found = file_named(registry, "minimal");
    BOOST_TEST((found.status == FileStatus::kRefused));
    BOOST_TEST(any_contains(found.reasons, "not trusted"));
    const Registry named = Registry::load(only({folder.path()}));
    BOOST_TEST(named.plugins().size() == 1u);
    BOOST_TEST(any_contains(named.warnings(), "minimal"));
}

BOOST_AUTO_TEST_CASE(a_linked_in_plugin_without_a_table_is_refused_too) {
    const Registry registry = Registry::from_entry(null_entry);
    BOOST_TEST(registry.plugins().empty());
    BOOST_REQUIRE(registry.files().size() == 1);
    BOOST_TEST(registry.files()[0].path.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
