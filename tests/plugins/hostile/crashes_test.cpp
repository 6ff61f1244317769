// Crashes of all kinds at all places, and other ways to end a process: the line that names the
// plugin, status 3, and every result that was there before, or with --isolate all but one.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "runner.hpp"

namespace {

using hostile::Folder;
using hostile::Ran;
using hostile::Run;

struct Crash {
    const char* what;
    const char* where;
    const char* said;  // on stderr, after "benchlab: ", with % for the plugin's id
};

// Each kind once, and each place once.
const Crash kCrashes[] = {
    {"segv", "setup", "crashed: SIGSEGV in %: %/it: setup"},
    {"segv", "prepare", "crashed: SIGSEGV in %: %/it: prepare"},
    {"segv", "run", "crashed: SIGSEGV in %: %/it: run"},
    {"segv", "teardown", "crashed: SIGSEGV in %: %/it: teardown"},
    {"abort", "run", "crashed: SIGABRT in %: %/it: run"},
    {"ill", "run", "crashed: SIGILL in %: %/it: run"},
    {"trap", "run", "crashed: SIGTRAP in %: %/it: run"},
    {"stack", "run", "crashed: SIGSEGV in %: %/it: run"},
    {"div", "run", "crashed: SIGFPE in %: %/it: run"},
    {"free", "run", "crashed: SIGABRT in %: %/it: run"},
    {"terminate", "run", "crashed: std::terminate in %: %/it: run"},
    {"leave", "run", "crashed: SIGABRT in %: %/it: run"},
    {"thread", "run", "crashed: SIGSEGV in a thread of a plugin, during %: %/it: run"},
    {"exit", "setup", "ended: a plugin called exit() in %: %/it: setup"},
    {"exit", "run", "ended: a plugin called exit() in %: %/it: run"},
};

std::string name_of(const Crash& crash) {
    return std::string(crash.what) + "-at-" + crash.where;
}

// ThreadSanitizer's allocator lets it pass.
bool cannot_happen_here(const Crash& crash) {
    if (HOSTILE_SLOWER == 1 || std::string(crash.what) != "free") return false;
    BOOST_TEST_MESSAGE("skipped: freeing twice goes unnoticed under ThreadSanitizer");
    return true;
}

std::string words_of(const Crash& crash) {
    std::string out;
    for (const char* at = crash.said; *at != '\0'; ++at) {
        if (*at == '%') {
            out += name_of(crash);
        } else {
            out += *at;
        }
    }
    return out;
}

// What comes before the one that crashes, in order.
std::vector<std::string> before(const std::string& id) {
    return {"a-good/one", "a-good/two", id + "/before"};
}

// Everything but it.
std::vector<std::string> others(const std::string& id) {
    return {"a-good/one", "a-good/two", id + "/before", id + "/after", "z-good/one", "z-good/two"};
}

Folder& with_neighbours(Folder& plugins, const std::string& id, const char* library = "acts") {
    plugins.add_neighbours();
    plugins.add(library, id);
    return plugins;
}

void check_isolated(const Run& run, const std::string& id, const std::string& status,
                    const std::string& reason) {
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 3);
        BOOST_TEST(run.report().complete);
        BOOST_TEST(run.report().results == others(id), boost::test_tools::per_element());
        BOOST_TEST_REQUIRE(run.report().status.count(id + "/it") == 1);
        BOOST_TEST(run.report().status.at(id + "/it") == status);
        BOOST_TEST(run.report().reason.at(id + "/it") == reason);
        BOOST_TEST(run.left_over().empty());
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_crash_in_this_process_is_told_and_costs_no_result_that_was_there) {
    for (const Crash& crash : kCrashes) {
        if (cannot_happen_here(crash)) continue;
        Folder plugins;
        const std::string id = name_of(crash);
        const Run run(with_neighbours(plugins, id));
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 3);
            BOOST_TEST(run.ran().said("benchlab: " + words_of(crash) +
                                      "; what was finished is kept, and --isolate would go on"));
            BOOST_TEST(run.report().is_json);
            BOOST_TEST(!run.report().complete);
            BOOST_TEST(run.report().results == before(id), boost::test_tools::per_element());
            BOOST_TEST(run.left_over().empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_crash_in_a_process_of_its_own_costs_one_benchmark) {
    for (const Crash& crash : kCrashes) {
        if (cannot_happen_here(crash)) continue;
        Folder plugins;
        const std::string id = name_of(crash);
        const Run run(with_neighbours(plugins, id), {"--isolate"});
        const std::string words = words_of(crash);
        BOOST_TEST(run.ran().said("benchlab: " + words + "\n"), run.ran().story);
        check_isolated(run, id, "crashed", words.substr(words.find(": ") + 2));
    }
}

BOOST_AUTO_TEST_CASE(a_crash_while_loading_is_told_and_with_isolate_costs_that_plugin_alone) {
    const Crash kCrashesEarly[] = {
        {"segv", "load", "crashed: SIGSEGV in %.so: loading"},
        {"abort", "load", "crashed: SIGABRT in %.so: loading"},
        {"exit", "load", "ended: a plugin called exit() in %.so: loading"},
        {"segv", "entry", "crashed: SIGSEGV in %.so: benchlab_plugin_v1"},
        {"segv", "start", "crashed: SIGSEGV in %: start"},
        {"exit", "start", "ended: a plugin called exit() in %: start"},
    };
    for (const Crash& crash : kCrashesEarly) {
        Folder plugins;
        const std::string id = name_of(crash);
        const std::string words = "benchlab: " + words_of(crash);
        const Run here(with_neighbours(plugins, id));
        BOOST_TEST_CONTEXT(here.ran().story) {
            BOOST_TEST(here.ran().status == 3);
            BOOST_TEST(here.ran().said(words));
        }
        const Run apart(plugins, {"--isolate"});
        BOOST_TEST_CONTEXT(apart.ran().story) {
            BOOST_TEST(apart.ran().status == 3);
            BOOST_TEST(apart.ran().said(words));
            BOOST_TEST(apart.report().results.size() == 4);
            BOOST_TEST(apart.report().has_neighbours());
            BOOST_TEST_REQUIRE(apart.report().status.count(id + ".so") == 1);
            BOOST_TEST(apart.report().status.at(id + ".so") == "crashed");
        }
    }
}

BOOST_AUTO_TEST_CASE(an_exception_while_loading_is_a_refusal_or_a_crash) {
    // The loader's own code is in between, which an exception gets through on some systems only.
    Folder plugins;
    const Run run(with_neighbours(plugins, "throw-at-load"), {"--isolate"});
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST((run.ran().status == 0 || run.ran().status == 3));
        BOOST_TEST(run.ran().said("/throw-at-load.so: not used: "));
        BOOST_TEST(run.report().has_neighbours());
    }
}

BOOST_AUTO_TEST_CASE(a_crash_when_all_is_written_gives_status_3_and_keeps_everything) {
    const Crash kCrashesLate[] = {
        {"segv", "stop", "crashed: SIGSEGV in %: stop"},
        {"abort", "stop", "crashed: SIGABRT in %: stop"},
        {"exit", "stop", "ended: a plugin called exit() in %: stop"},
        {"segv", "unload", "crashed: SIGSEGV in what plugins do at the end of the process"},
    };
    for (const Crash& crash : kCrashesLate) {
        for (const char* isolate : {"--quiet", "--isolate"}) {
            Folder plugins;
            const std::string id = name_of(crash);
            const Run run(with_neighbours(plugins, id), {isolate});
            BOOST_TEST_CONTEXT(run.ran().story) {
                BOOST_TEST(run.ran().status == 3);
                BOOST_TEST(run.ran().said("benchlab: " + words_of(crash) + "\n"));
                BOOST_TEST(run.report().complete);
                BOOST_TEST(run.report().results.size() == 7);
                BOOST_TEST(run.left_over().empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(ways_to_end_that_no_handler_sees_still_keep_what_was_finished) {
    // In this process nothing can be said about them.
    struct Silent {
        const char* what;
        int status;
        const char* signal;
    };
    for (const Silent& silent :
         {Silent{"fastexit", 0, ""}, Silent{"handled", 0, ""}, Silent{"kill", -1, "SIGKILL"},
          Silent{"alarm", -1, "SIGALRM"}, Silent{"unhandled", -1, "SIGSEGV"}}) {
        Folder plugins;
        const std::string id = std::string(silent.what) + "-at-run";
        const Run run(with_neighbours(plugins, id));
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == silent.status);
            BOOST_TEST(run.ran().signal == silent.signal);
            BOOST_TEST(!run.report().complete);
            BOOST_TEST(run.report().results == before(id), boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(with_isolate_every_way_to_end_is_noticed) {
    struct Silent {
        const char* what;
        const char* reason;
    };
    for (const Silent& silent : {Silent{"fastexit", "its process ended itself with status 0"},
                                 Silent{"handled", "its process ended itself with status 0"},
                                 Silent{"kill", "its process died of SIGKILL"},
                                 Silent{"alarm", "its process died of SIGALRM"},
                                 Silent{"unhandled", "its process died of SIGSEGV"}}) {
        Folder plugins;
        const std::string id = std::string(silent.what) + "-at-run";
        const Run run(with_neighbours(plugins, id), {"--isolate"});
        check_isolated(run, id, "crashed", silent.reason);
    }
}

BOOST_AUTO_TEST_CASE(an_exception_fails_one_benchmark_and_nothing_else) {
    for (const char* id :
         {"throw-at-setup", "throw-at-prepare", "throw-at-run", "throwint-at-run"}) {
        for (const char* isolate : {"--quiet", "--isolate"}) {
            Folder plugins;
            const Run run(with_neighbours(plugins, id), {isolate});
            BOOST_TEST_CONTEXT(run.ran().story) {
                const std::string it = std::string(id) + "/it";
                BOOST_TEST(run.ran().status == 2);
                BOOST_TEST(run.report().complete);
                BOOST_TEST(run.report().results == others(id), boost::test_tools::per_element());
                BOOST_TEST_REQUIRE(run.report().status.count(it) == 1);
                BOOST_TEST(run.report().status.at(it) == "failed");
                BOOST_TEST(run.report().reason.at(it).find("threw ") != std::string::npos);
                BOOST_TEST(hostile::is_plain(run.ran().out));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_exception_in_teardown_or_stop_is_told_and_costs_nothing) {
    for (const char* id : {"throw-at-teardown", "throw-at-stop"}) {
        Folder plugins;
        const Run run(with_neighbours(plugins, id));
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 0);
            BOOST_TEST(run.ran().said("no exception may leave a plugin"));
            BOOST_TEST(run.report().results.size() == 7);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_exception_of_another_runtime_is_a_crash_at_worst) {
    // Whether it can be caught depends on the system; that nothing else is lost does not.
    Folder plugins;
    const std::string id = "throw-at-run";
    with_neighbours(plugins, id, "acts_static");
    const Run here(plugins);
    BOOST_TEST_CONTEXT(here.ran().story) {
        BOOST_TEST((here.ran().status == 2 || here.ran().status == 3));
        BOOST_TEST(here.ran().said(id + "/it: run"));
        BOOST_TEST(here.report().has(id + "/before"));
    }
    const Run apart(plugins, {"--isolate"});
    BOOST_TEST_CONTEXT(apart.ran().story) {
        BOOST_TEST(apart.ran().status == here.ran().status);
        BOOST_TEST(apart.report().results == others(id), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_crash_on_one_of_several_measuring_threads_is_told) {
    for (const char* what : {"segv", "stack", "terminate"}) {
        Folder plugins;
        const std::string id = std::string(what) + "-at-run";
        plugins.add("acts", id);
        const Run run(plugins, {"--threads", "2", "/it"});
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 3);
            BOOST_TEST(run.ran().said("in " + id + ": " + id + "/it/threads:2: run"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_crash_in_a_task_of_parallel_names_the_function_that_asked_for_it) {
    Folder plugins;
    plugins.add("manners", "crashes-in-task");
    const Run run(plugins);
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 3);
        BOOST_TEST(run.ran().said("SIGSEGV in crashes-in-task: crashes-in-task/it: setup"));
    }
}

BOOST_AUTO_TEST_CASE(repeat_goes_on_after_a_crash_in_each_process) {
    Folder plugins;
    const std::string id = "segv-at-run";
    const Run run(with_neighbours(plugins, id), {"--repeat", "2"});
    check_isolated(run, id, "crashed", "SIGSEGV in segv-at-run: segv-at-run/it: run");
}

BOOST_AUTO_TEST_CASE(other_commands_end_with_the_line_and_status_3_too) {
    Folder plugins;
    plugins.add_neighbours();
    const std::string file = plugins.add("acts", "segv-at-load").string();
    const std::vector<std::string> where = {"--no-default-plugins", "--plugin-dir",
                                            plugins.path().string()};
    for (const char* command : {"list", "info", "plugins"}) {
        std::vector<std::string> words = {command};
        words.insert(words.end(), where.begin(), where.end());
        const Ran ran = hostile::run_benchlab(words);
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 3);
            BOOST_TEST(ran.said("benchlab: crashed: SIGSEGV in segv-at-load.so: loading\n"));
        }
    }
}

BOOST_AUTO_TEST_CASE(check_ends_with_the_line_or_fails) {
    Folder plugins;
    for (const char* id : {"segv-at-load", "segv-at-entry", "segv-at-start", "abort-at-setup",
                           "ill-at-prepare", "stack-at-run", "exit-at-run", "terminate-at-teardown",
                           "div-at-stop", "segv-at-unload"}) {
        const Ran ran = hostile::run_benchlab({"plugins", "--check", plugins.add("acts", id)});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 3);
            BOOST_TEST((ran.said("benchlab: crashed: ") || ran.said("benchlab: ended: ")));
        }
    }
    for (const char* id : {"throw-at-entry", "throw-at-start", "throw-at-setup", "throw-at-run"}) {
        const Ran ran = hostile::run_benchlab({"plugins", "--check", plugins.add("acts", id)});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 2);
            BOOST_TEST(ran.out.find("FAILED") != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(check_shows_what_was_good_before_the_crash) {
    const Folder plugins;
    const Ran ran =
        hostile::run_benchlab({"plugins", "--check", plugins.add("acts", "segv-at-run")});
    BOOST_TEST_CONTEXT(ran.story) {
        BOOST_TEST(ran.status == 3);
        BOOST_TEST(ran.out.find("segv-at-run.so: segv-at-run 1.0\n") != std::string::npos);
        BOOST_TEST(ran.out.find("  ok       load and validate") != std::string::npos);
        BOOST_TEST(ran.out.find("  ok       segv-at-run/before") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_crash_says_kept_only_of_what_is_in_a_file) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("acts", "segv-at-run");
    std::vector<std::string> words = {"run", "--no-default-plugins", "--plugin-dir",
                                      plugins.path().string()};
    for (const std::string& word : hostile::quick()) words.push_back(word);
    const Ran rows = hostile::run_benchlab(words);
    BOOST_TEST(rows.said("/it: run; --isolate would go on with the rest\n"), rows.story);
    words.insert(words.end(), {"--json", "-"});
    const Ran piped = hostile::run_benchlab(words);
    BOOST_TEST(piped.out.empty(), piped.story);
    BOOST_TEST(piped.said("/it: run; what was finished is lost, as it is written at the end; "
                          "--isolate would go on with the rest\n"),
               piped.story);
}

BOOST_AUTO_TEST_CASE(a_crash_while_loading_is_told_once) {
    const Folder plugins;
    plugins.add("acts", "segv-at-load");
    const Run run(plugins, {"--isolate"});
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().said("segv-at-load.so: not used: crashed while it was loaded: "));
        BOOST_TEST(run.ran().out.find("crashed while") == std::string::npos);
    }
}
