// Calls that do not come back: ended after --call-limit, with a line that names them.
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>

#include "runner.hpp"

namespace {

namespace fs = std::filesystem;

using hostile::Folder;
using hostile::Ran;
using hostile::Run;

const std::vector<std::string> kLimit = {"--call-limit", "300"};
const std::vector<std::string> kLimitApart = {"--call-limit", "300", "--isolate"};

struct Hang {
    const char* id;
    const char* where;     // as told
    std::size_t finished;  // benchmarks, of the seven, in this process
};

const Hang kHangs[] = {
    {"loop-at-load", "loop-at-load.so: loading", 0},
    {"sleep-at-entry", "sleep-at-entry.so: benchlab_plugin_v1", 0},
    {"loop-at-start", "loop-at-start: start", 0},
    {"loop-at-setup", "loop-at-setup: loop-at-setup/it: setup", 3},
    {"sleep-at-prepare", "sleep-at-prepare: sleep-at-prepare/it: prepare", 3},
    {"loop-at-run", "loop-at-run: loop-at-run/it: run", 3},
    {"locked-at-run", "locked-at-run: locked-at-run/it: run", 3},
    {"sleep-at-teardown", "sleep-at-teardown: sleep-at-teardown/it: teardown", 3},
    {"loop-at-stop", "loop-at-stop: stop", 7},
    {"sleep-at-unload", "what plugins do at the end of the process", 7},
};

// ThreadSanitizer flushes stdout when a process ends, which the plugin holds for good.
bool cannot_end_here(const Hang& hang) {
    if (HOSTILE_SLOWER == 1 || std::string(hang.id) != "locked-at-run") return false;
    BOOST_TEST_MESSAGE("skipped: a locked stdout holds ThreadSanitizer up at the end");
    return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_hang_is_ended_and_told_and_what_was_finished_is_kept) {
    for (const Hang& hang : kHangs) {
        if (cannot_end_here(hang)) continue;
        const Folder plugins;
        plugins.add_neighbours();
        plugins.add("acts", hang.id);
        const Run run(plugins, kLimit);
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 3);
            BOOST_TEST(run.ran().said("benchlab: hung: " + std::string(hang.where) +
                                      ": has not come back for "));
            BOOST_TEST(run.report().results.size() == hang.finished);
            BOOST_TEST(run.report().complete == (hang.finished == 7));
            BOOST_TEST(run.left_over().empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(with_isolate_a_hang_costs_one_benchmark) {
    for (const char* where : {"setup", "run", "teardown"}) {
        const Folder plugins;
        plugins.add_neighbours();
        const std::string id = std::string("loop-at-") + where;
        plugins.add("acts", id);
        const Run run(plugins, kLimitApart);
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 3);
            BOOST_TEST(run.report().complete);
            BOOST_TEST(run.report().results.size() == 6);
            BOOST_TEST(run.report().has(id + "/after"));
            BOOST_TEST(run.report().has_neighbours());
            BOOST_TEST_REQUIRE(run.report().status.count(id + "/it") == 1);
            BOOST_TEST(run.report().status.at(id + "/it") == "hung");
            BOOST_TEST(run.report().reason.at(id + "/it").find(where) != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(with_isolate_a_hang_while_loading_costs_that_plugin_alone) {
    for (const char* id : {"loop-at-load", "sleep-at-entry", "loop-at-start"}) {
        const Folder plugins;
        plugins.add_neighbours();
        plugins.add("acts", id);
        const Run run(plugins, kLimitApart);
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 3);
            BOOST_TEST(run.report().results.size() == 4);
            BOOST_TEST(run.report().has_neighbours());
            const std::string file = std::string(id) + ".so";
            BOOST_TEST_REQUIRE(run.report().status.count(file) == 1);
            BOOST_TEST(run.report().status.at(file) == "hung");
        }
    }
}

BOOST_AUTO_TEST_CASE(with_isolate_a_hang_at_the_end_costs_nothing) {
    for (const char* id : {"loop-at-stop", "sleep-at-unload"}) {
        const Folder plugins;
        plugins.add_neighbours();
        plugins.add("acts", id);
        const Run run(plugins, kLimitApart);
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 3);
            BOOST_TEST(run.report().complete);
            BOOST_TEST(run.report().results.size() == 7);
            BOOST_TEST_REQUIRE(run.report().status.count(id) == 1);
            BOOST_TEST(run.report().status.at(id) == "hung");
        }
    }
}

BOOST_AUTO_TEST_CASE(with_isolate_a_process_that_stands_still_as_a_whole_is_ended_from_outside) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("acts", "stop-at-run");
    const Run run(plugins, kLimitApart);
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 3);
        BOOST_TEST(run.report().results.size() == 6);
        BOOST_TEST(run.report().has_neighbours());
        BOOST_TEST_REQUIRE(run.report().status.count("stop-at-run/it") == 1);
        BOOST_TEST(run.report().status.at("stop-at-run/it") == "hung");
    }
}

BOOST_AUTO_TEST_CASE(a_hang_on_one_of_several_threads_is_told) {
    const Folder plugins;
    plugins.add("acts", "loop-at-run");
    const Run run(plugins, {"--call-limit", "300", "--threads", "2", "/it"});
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().status == 3);
        BOOST_TEST(run.ran().said("hung: loop-at-run: loop-at-run/it/threads:2: run"));
    }
}

BOOST_AUTO_TEST_CASE(check_does_not_hang_either) {
    const Folder plugins;
    for (const char* id : {"loop-at-load", "sleep-at-start", "loop-at-setup", "loop-at-run",
                           "sleep-at-teardown", "loop-at-stop", "sleep-at-unload"}) {
        const Ran ran = hostile::run_benchlab(
            {"plugins", "--call-limit", "300", "--check", plugins.add("acts", id)});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 3);
            BOOST_TEST(ran.said("benchlab: hung: "));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_process_that_was_stopped_for_a_while_does_not_count_as_hung) {
    const Folder plugins;
    plugins.add("manners", "naps");
    hostile::Settings settings;
    settings.signals = {{0.5, SIGSTOP}, {4.0, SIGCONT}};
    const Run run(plugins, {"--call-limit", "1500", "/it"}, settings);
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().seconds > 4.0);
        BOOST_TEST(run.ran().status == 0);
        BOOST_TEST(run.report().has("naps/it"));
    }
}

BOOST_AUTO_TEST_CASE(a_user_who_interrupts_does_not_wait_for_a_child_that_hangs) {
    const Folder plugins;
    plugins.add_neighbours();
    plugins.add("acts", "loop-at-run");
    hostile::Settings settings;
    settings.signals = {{2.0 * HOSTILE_SLOWER, SIGTERM}};
    const Run run(plugins, {"--call-limit", "60000", "--isolate"}, settings);
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().seconds < 8 * HOSTILE_SLOWER);
        BOOST_TEST(run.ran().status == 130);
        BOOST_TEST(!run.report().complete);
        BOOST_TEST(run.report().has("loop-at-run/before"));
    }
}

BOOST_AUTO_TEST_CASE(a_child_is_told_of_a_signal_that_its_parent_alone_got) {
    for (const char* apart : {"--isolate", "--repeat=3"}) {
        const Folder plugins;
        plugins.add("good", "good");
        const fs::path json = plugins.path() / "report.json";
        hostile::Settings settings;
        settings.signals = {{2.0 * HOSTILE_SLOWER, SIGTERM}};
        // Each of the two would measure for 20 s.
        const Ran ran = hostile::run_benchlab(
            {"run", "--no-default-plugins", "--plugin-dir", plugins.path().string(), "--json",
             json.string(), "--samples", "100000", "--max-time", "20000", apart},
            settings);
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.seconds < 8 * HOSTILE_SLOWER);
            BOOST_TEST(ran.status == 130);
            BOOST_TEST(ran.said("interrupted: 0 of 2 benchmarks have results"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_child_that_hangs_at_its_end_does_not_hold_up_who_interrupts) {
    const Folder plugins;
    plugins.add("acts", "loop-at-finish");
    hostile::Settings settings;
    settings.signals = {{3.0 * HOSTILE_SLOWER, SIGTERM}};
    const Run run(plugins, {"--call-limit", "60000", "--isolate"}, settings);
    BOOST_TEST_CONTEXT(run.ran().story) {
        BOOST_TEST(run.ran().seconds < 9 * HOSTILE_SLOWER);
        BOOST_TEST(run.ran().status == 130);
        BOOST_TEST(run.report().results.size() == 3);
    }
}
