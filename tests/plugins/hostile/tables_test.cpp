// Registration tables with something wrong in them: refused before anything else of the plugin is
// called, with every reason said, and without harm to the plugins beside them.
#include <boost/test/unit_test.hpp>

#include "runner.hpp"

namespace {

using hostile::Folder;
using hostile::Ran;
using hostile::Run;

struct Wrong {
    const char* name;  // of the file
    const char* reason;
};

const Wrong kRefused[] = {
    {"null-table", "returned no table"},
    {"needs-newer", "needs plugin ABI 1.9; this benchlab has 1.1"},
    {"size-none", "struct_size 0 is below the"},
    {"size-small", "struct_size 8 is below the"},
    {"size-odd", "not a multiple of 4"},
    {"size-huge", "struct_size 1048576 is above"},
    {"no-id", "id is null"},
    {"id-escape", "is not a name"},
    {"title-bytes", "title is not valid UTF-8"},
    {"list-null", "states 1 benchmarks, but its list of them is null"},
    {"list-huge", "states 4294967295 benchmarks; at most 4096 are possible"},
    {"analyzers-huge", "states 4294967295 analyzers; at most 4096 are possible"},
    {"entry-null", "benchmark 1: a null pointer"},
    {"entry-size", "benchmark 1: struct_size 4 is below the"},
    {"no-run", "run is null"},
    {"nothing-set", "name is null"},
    {"name-bad", "name \"Bad Name!\" is not a name"},
    {"name-escape", "is not a name"},
    {"name-path", "name \"../../etc/passwd\" is not a name"},
    {"twice", "\"twice/work\" is there twice"},
    {"cases-many", "its parameters make more than 4096 cases"},
    {"values-null", "has neither values nor labels"},
    {"values-huge", "states 18446744073709551615 values; at most 4096 are possible"},
    {"param-null", "parameter 1: a null pointer"},
    {"metrics-null", "states 2 metrics, but its list of them is null"},
    {"metrics-twice", "\"figure\" is there twice"},
    {"start-fails", "start: no "},
    {"start-skips", "start: skipped without a reason"},
    {"start-odd", "start: returned the unknown status 12345"},
};

std::string line_about(const Ran& ran, const std::string& file) {
    const std::size_t at = ran.err.find("/" + file + ".so: not used: ");
    if (at == std::string::npos) return {};
    return ran.err.substr(at, ran.err.find('\n', at) - at);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_wrong_table_is_refused_with_its_reason_and_harms_nobody) {
    const Folder plugins;
    plugins.add_neighbours();
    for (const Wrong& wrong : kRefused) plugins.add("tables", wrong.name);
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{}, {"--isolate"}}) {
        const Run run(plugins, more);
        BOOST_TEST_CONTEXT(run.ran().story) {
            for (const Wrong& wrong : kRefused) {
                const std::string line = line_about(run.ran(), wrong.name);
                BOOST_TEST_CONTEXT(wrong.name << ": " << line) {
                    BOOST_TEST(line.find(wrong.reason) != std::string::npos);
                }
            }
            BOOST_TEST(run.ran().status == 0);
            BOOST_TEST(hostile::is_plain(run.ran().err));
            BOOST_TEST(run.report().complete);
            BOOST_TEST(run.report().results.size() == 4);
            BOOST_TEST(run.report().has_neighbours());
        }
    }
}

BOOST_AUTO_TEST_CASE(all_reasons_of_one_plugin_are_told_at_once) {
    const Folder plugins;
    plugins.add("tables", "nothing-set");
    const Ran ran = hostile::run_benchlab(
        {"list", "--no-default-plugins", "--plugin-dir", plugins.path().string()});
    for (const char* member :
         {"name is null", "title is null", "setup is null", "run is null", "teardown is null"}) {
        BOOST_TEST(ran.said(member), member << "\n" << ran.story);
    }
}

BOOST_AUTO_TEST_CASE(check_fails_for_every_wrong_table) {
    const Folder plugins;
    for (const Wrong& wrong : kRefused) {
        const Ran ran =
            hostile::run_benchlab({"plugins", "--check", plugins.add("tables", wrong.name)});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 2);
            BOOST_TEST(ran.out.find("FAILED") != std::string::npos);
            BOOST_TEST(ran.out.find(wrong.reason) != std::string::npos);
            BOOST_TEST(hostile::is_plain(ran.out));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_table_that_points_to_nowhere_ends_in_a_line_that_names_the_file) {
    for (const char* wild : {"wild-table", "wild-id", "wild-list"}) {
        const Folder plugins;
        plugins.add_neighbours();
        plugins.add("tables", wild);
        const std::string line =
            "benchlab: crashed: SIGSEGV in " + std::string(wild) + ".so: reading its table\n";
        const Run here(plugins);
        BOOST_TEST_CONTEXT(here.ran().story) {
            BOOST_TEST(here.ran().status == 3);
            BOOST_TEST(here.ran().said(line));
        }
        const Run apart(plugins, {"--isolate"});
        BOOST_TEST_CONTEXT(apart.ran().story) {
            BOOST_TEST(apart.ran().status == 3);
            BOOST_TEST(apart.ran().said(line));
            BOOST_TEST(apart.report().has_neighbours());
            const std::string file = std::string(wild) + ".so";
            BOOST_TEST(apart.report().status.at(file) == "crashed");
            BOOST_TEST(apart.report().reason.at(file).find("reading its table") !=
                       std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_second_plugin_with_the_same_id_is_shadowed) {
    const Folder plugins;
    plugins.add("tables", "same-id-1");
    plugins.add("tables", "same-id-2");
    const Ran ran = hostile::run_benchlab(
        {"plugins", "--no-default-plugins", "--plugin-dir", plugins.path().string()});
    BOOST_TEST_CONTEXT(ran.story) {
        BOOST_TEST(ran.status == 0);
        BOOST_TEST(ran.out.find("loaded     same-id-1.so") != std::string::npos);
        BOOST_TEST(ran.out.find("shadowed   same-id-2.so: plugin same-id is in ") !=
                   std::string::npos);
    }
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Run run(plugins, {isolate});
        BOOST_TEST(run.report().results == std::vector<std::string>{"same-id-1/work"},
                   boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_second_plugin_with_the_same_benchmark_is_refused_and_both_files_are_named) {
    const Folder plugins;
    plugins.add("tables", "same-name-1");
    plugins.add("tables", "same-name-2");
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Run run(plugins, {isolate});
        BOOST_TEST_CONTEXT(run.ran().story) {
            const std::string line = line_about(run.ran(), "same-name-2");
            BOOST_TEST(line.find("benchmark \"same/name\" is in ") != std::string::npos);
            BOOST_TEST(line.find("/same-name-1.so too, which comes first") != std::string::npos);
            BOOST_TEST(line.find("same-name-2.so", 1 + line.find("same-name-2.so")) ==
                       std::string::npos);
            BOOST_TEST(run.ran().status == 0);
            BOOST_TEST(run.report().results == std::vector<std::string>{"same/name"},
                       boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(texts_that_a_terminal_would_obey_are_shown_without_their_power) {
    const Folder plugins;
    plugins.add("tables", "title-escape");
    plugins.add("tables", "version-escape");
    plugins.add("tables", "empty");
    for (const char* command : {"list", "plugins", "info"}) {
        const Ran ran = hostile::run_benchlab(
            {command, "--no-default-plugins", "--plugin-dir", plugins.path().string()});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 0);
            BOOST_TEST(hostile::is_plain(ran.out));
            BOOST_TEST(hostile::is_plain(ran.err));
        }
    }
    const Run run(plugins, {"--isolate"});
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 0);
        BOOST_TEST(hostile::is_plain(run.ran().out));
        BOOST_TEST(run.report().results.size() == 2);
    }
}

BOOST_AUTO_TEST_CASE(a_name_as_long_as_they_may_be_is_measured_in_a_child_too) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("tables", "name-long");
    const Run run(plugins, {"--isolate"});
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 0);
        BOOST_TEST(run.report().has_neighbours());
        BOOST_TEST(run.report().results.size() == 5);
    }
}
