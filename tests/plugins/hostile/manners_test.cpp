// Plugins that work but leave the process in another state than they found it.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <iostream>

#include "runner.hpp"

namespace {

namespace fs = std::filesystem;
using hostile::Folder;
using hostile::Ran;
using hostile::Run;
using hostile::Settings;

// Measured in this process and in one of its own, before an honest one and behind one.
template <class Check>
void run_both_ways(const char* id, Check&& check, const Settings& settings = {}) {
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Folder plugins;
        plugins.add_neighbours();
        plugins.add("manners", id);
        const Run run(plugins, {isolate}, settings);
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.report().complete);
            BOOST_TEST(run.report().has_neighbours());
            check(run, std::string_view(isolate) == "--isolate");
        }
    }
}

void check_all_is_well(const Run& run, bool) {
    BOOST_TEST(run.ran().status == 0);
    BOOST_TEST(run.report().results.size() == 6);
    BOOST_TEST(run.report().status.empty());
}

std::vector<std::string> on_stdout(const Folder& plugins, const char* isolate, const char* option) {
    std::vector<std::string> words = {
        "run", "--no-default-plugins", "--plugin-dir", plugins.path().string(), isolate, option,
        "-"};
    for (const std::string& word : hostile::quick()) words.push_back(word);
    return words;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_plugin_prints_does_not_get_into_our_output) {
    run_both_ways("prints", [](const Run& run, bool isolated) {
        check_all_is_well(run, isolated);
        BOOST_TEST(run.ran().out.find("printed in") == std::string::npos);
        BOOST_TEST(run.ran().out.find("written in") == std::string::npos);
        // Nor is it lost: somebody may be looking for a fault in it.
        for (const char* place : {"load", "entry", "start", "setup", "run", "teardown", "stop"}) {
            BOOST_TEST(run.ran().said(std::string("printed in ") + place), place);
            BOOST_TEST(run.ran().said(std::string("streamed in ") + place), place);
            BOOST_TEST(run.ran().said(std::string("written in ") + place), place);
        }
    });
}

BOOST_AUTO_TEST_CASE(data_on_stdout_stays_valid_when_a_plugin_prints) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("manners", "prints");
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Ran json = hostile::run_benchlab(on_stdout(plugins, isolate, "--json"));
        const hostile::Report report = hostile::read_report(json.out);
        BOOST_TEST(report.is_json, json.story);
        BOOST_TEST(report.results.size() == 6, json.story);
        const Ran csv = hostile::run_benchlab(on_stdout(plugins, isolate, "--csv"));
        BOOST_TEST(csv.out.find("in run") == std::string::npos, csv.story);
        BOOST_TEST(csv.out.find("prints/again") != std::string::npos, csv.story);
    }
}

BOOST_AUTO_TEST_CASE(lists_stay_clean_when_a_plugin_prints) {
    const Folder plugins;
    plugins.add("manners", "prints");
    const Ran ran = hostile::run_benchlab(
        {"list", "--names-only", "--no-default-plugins", "--plugin-dir", plugins.path().string()});
    BOOST_TEST(ran.out == "prints/it\nprints/again\n", ran.story);
}

BOOST_AUTO_TEST_CASE(a_closed_stdin_stdout_and_stderr_costs_no_result) {
    run_both_ways("closes-three", [](const Run& run, bool isolated) {
        BOOST_TEST(run.ran().status == 0);
        BOOST_TEST(run.report().results.size() == 6);
        // The table goes on where it began.
        if (!isolated) BOOST_TEST(run.ran().out.find("z-good/two") != std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(closing_every_descriptor_costs_the_plugin_and_in_this_process_the_table) {
    run_both_ways("closes-all", [](const Run& run, bool isolated) {
        // Our text cannot be written any more, which is an error; the files still can.
        BOOST_TEST(run.ran().status == 2);
        if (!isolated) {
            BOOST_TEST(run.report().results.size() == 6);
            return;
        }
        BOOST_TEST(run.report().results.size() == 4);
        BOOST_TEST_REQUIRE(run.report().status.count("closes-all/it") == 1);
        BOOST_TEST(run.report().status.at("closes-all/it") == "failed");
        BOOST_TEST(run.report().reason.at("closes-all/it").find("cannot report any more") !=
                   std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(threads_that_live_on_after_teardown_and_stop_do_no_harm) {
    run_both_ways("lives-on", check_all_is_well);
}

BOOST_AUTO_TEST_CASE(parallel_may_be_called_within_its_tasks_and_with_nonsense) {
    run_both_ways("nests", check_all_is_well);
}

BOOST_AUTO_TEST_CASE(log_lines_are_cut_and_made_harmless) {
    run_both_ways("logs", [](const Run& run, bool isolated) {
        check_all_is_well(run, isolated);
        BOOST_TEST(run.ran().said("logs: "));
        BOOST_TEST(run.ran().said("unknown level"));
        BOOST_TEST(!run.ran().said("\nlines"));
        BOOST_TEST(hostile::is_plain(run.ran().err));
        BOOST_TEST(run.ran().err.size() < (400u << 10));
    });
}

BOOST_AUTO_TEST_CASE(a_changed_directory_does_not_move_our_outputs) {
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Folder plugins;
        const Folder outputs;
        plugins.add("manners", "moves");
        Settings settings;
        settings.directory = outputs.path();
        std::vector<std::string> words = {
            "run",    "--no-default-plugins", "--plugin-dir", plugins.path().string(), isolate,
            "--json", "relative.json",        "--csv",        "./relative.csv"};
        for (const std::string& word : hostile::quick()) words.push_back(word);
        const Ran ran = hostile::run_benchlab(words, settings);
        BOOST_TEST(ran.status == 0, ran.story);
        const auto report =
            hostile::read_report(hostile::bytes_of(outputs.path() / "relative.json"));
        BOOST_TEST(report.results.size() == 2, ran.story);
        BOOST_TEST(fs::exists(outputs.path() / "relative.csv"), ran.story);
    }
}

BOOST_AUTO_TEST_CASE(a_process_that_a_plugin_has_started_is_not_waited_for) {
    run_both_ways("forks", [](const Run& run, bool isolated) {
        check_all_is_well(run, isolated);
        // It stays for 20 seconds, with all our pipes open.
        BOOST_TEST(run.ran().seconds < 15);
    });
}

BOOST_AUTO_TEST_CASE(ignored_signals_and_an_empty_environment_change_nothing) {
    run_both_ways("interrupts", check_all_is_well);
    run_both_ways("environment", check_all_is_well);
}

BOOST_AUTO_TEST_CASE(a_limit_on_files_is_an_error_and_what_was_written_before_stays) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("manners", "limits");
    const Run here(plugins);
    BOOST_TEST_CONTEXT(here.ran().story) {
        BOOST_TEST(here.ran().status == 2);
        BOOST_TEST(here.ran().said("cannot write "));
        BOOST_TEST(here.report().is_json);
        BOOST_TEST(!here.report().complete);
        BOOST_TEST(here.report().has("a-good/two"));
        BOOST_TEST(here.left_over().empty());
        // The measuring went on.
        BOOST_TEST(here.ran().out.find("z-good/two") != std::string::npos);
    }
    const Run apart(plugins, {"--isolate"});
    BOOST_TEST_CONTEXT(apart.ran().story) check_all_is_well(apart, true);
}

BOOST_AUTO_TEST_CASE(floating_point_control_is_put_back) {
    // With traps left on, our own statistics would end in SIGFPE; rounding and flushing would
    // change them.
    for (const char* id : {"traps", "rounds", "flushes"}) run_both_ways(id, check_all_is_well);
}

BOOST_AUTO_TEST_CASE(numbers_are_written_with_a_point_whatever_the_locale) {
    const Folder locales;
    Settings settings;
    const std::string make = "localedef -i de_DE -f UTF-8 '" +
                             (locales.path() / "comma.UTF-8").string() + "' >/dev/null 2>&1";
    if (std::system(make.c_str()) == 0 || fs::exists(locales.path() / "comma.UTF-8")) {
        settings.environment["LOCPATH"] = locales.path().string();
        settings.environment["HOSTILE_LOCALE"] = "comma.UTF-8";
    } else {
        std::cout << "localedef cannot make a locale with a decimal comma here: only that of the "
                     "C++ library is tried\n";
    }
    run_both_ways(
        "locale",
        [](const Run& run, bool isolated) {
            check_all_is_well(run, isolated);
            BOOST_TEST(run.report().is_json);
            for (std::size_t at = run.ran().out.find(" ns"); at != std::string::npos;
                 at = run.ran().out.find(" ns", at + 1)) {
                const std::size_t begin = run.ran().out.rfind(' ', at - 1) + 1;
                const std::string number = run.ran().out.substr(begin, at - begin);
                BOOST_TEST(number.find(',') == std::string::npos, number);
            }
        },
        settings);
}

BOOST_AUTO_TEST_CASE(check_comes_to_an_end_with_each_of_them) {
    for (const char* id :
         {"prints", "closes-three", "closes-all", "lives-on", "nests", "logs", "moves", "forks",
          "limits", "traps", "rounds", "flushes", "environment", "interrupts", "locale"}) {
        const Folder plugins;
        const Ran ran = hostile::run_benchlab(
            {"plugins", "--call-limit", "5000", "--check", plugins.add("manners", id).string()});
        BOOST_TEST_CONTEXT(ran.story) {
            // Without descriptors the report cannot be written, which is an error.
            BOOST_TEST(ran.status == (std::string_view(id) == "closes-all" ? 2 : 0));
            BOOST_TEST(hostile::is_plain(ran.out));
        }
    }
}
