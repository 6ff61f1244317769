// Right calls that are answered with nonsense: that benchmark fails, or its figure is dropped with
// a warning; all others are measured, and every output stays well-formed.
#include <boost/test/unit_test.hpp>
#include <string>

#include "runner.hpp"

namespace {

using hostile::Folder;
using hostile::Ran;
using hostile::Run;

struct Answer {
    const char* id;
    const char* status;  // of <id>/it; empty: it is measured
    const char* reason;
};

const Answer kAnswers[] = {
    {"setup-status", "failed", "setup: returned the unknown status 4711"},
    {"setup-cancelled", "failed", "setup: cancelled"},
    {"setup-bytes", "failed", "setup: bad "},
    {"setup-long", "failed", "setup: xxxxxxxx"},
    {"setup-null-text", "failed", "setup: failed without a reason"},
    {"shape-huge", "", ""},
    {"shape-odd", "", ""},
    {"shape-behind", "failed", "setup: wrote behind the shape"},
    {"run-status", "failed", "run: returned the unknown status -4711"},
    {"run-skipped", "skipped", "run: skipped without a reason"},
    {"run-cancelled", "failed", "run: cancelled"},
    {"does-nothing", "", ""},
    {"time-none", "failed", "a time of zero or one longer than it ran"},
    {"time-long", "failed", "a time of zero or one longer than it ran"},
    {"time-short", "", ""},
    {"metrics-nan", "", ""},
    {"metrics-infinite", "", ""},
    {"metrics-huge", "", ""},
    {"metrics-behind", "failed", "run: wrote behind its 1 metrics"},
    {"metrics-moved", "", ""},
    {"result-behind", "failed", "run: wrote behind its result"},
    {"flags", "", ""},
};

void check_answer(const hostile::Report& report, const Answer& answer) {
    const std::string id = answer.id;
    BOOST_TEST_CONTEXT(id) {
        BOOST_TEST(report.has(id + "/before"));
        BOOST_TEST(report.has(id + "/after"));
        if (*answer.status == '\0') {
            BOOST_TEST(report.has(id + "/it"));
            return;
        }
        BOOST_TEST(!report.has(id + "/it"));
        BOOST_TEST_REQUIRE(report.status.count(id + "/it") == 1);
        BOOST_TEST(report.status.at(id + "/it") == answer.status);
        const std::string& reason = report.reason.at(id + "/it");
        BOOST_TEST(reason.find(answer.reason) != std::string::npos, reason.substr(0, 200));
        // Cut, freed from what a terminal obeys, and whole as UTF-8 (or it were no JSON).
        BOOST_TEST(reason.size() < (66u << 10));
        BOOST_TEST(hostile::is_plain(reason));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(nonsense_costs_the_benchmark_that_answers_it_and_no_other) {
    const Folder plugins;
    plugins.add_neighbours();
    for (const Answer& answer : kAnswers) plugins.add("answers", answer.id);
    for (const char* isolate : {"--quiet", "--isolate"}) {
        const Run run(plugins, {isolate, "--max-time", "200"});
        BOOST_TEST_CONTEXT(run.ran().story) {
            BOOST_TEST(run.ran().status == 2);
            BOOST_TEST(run.report().complete);
            BOOST_TEST(run.report().has_neighbours());
            for (const Answer& answer : kAnswers) check_answer(run.report(), answer);
            BOOST_TEST(hostile::is_plain(run.ran().out));
            BOOST_TEST(hostile::is_plain(run.ran().err));
        }
    }
}

BOOST_AUTO_TEST_CASE(texts_of_a_plugin_are_no_markup_in_a_report) {
    const Folder plugins;
    const Folder outputs;
    plugins.add("answers", "metrics-huge");
    const std::string html = (outputs.path() / "report.html").string();
    const Run run(plugins, {"--html", html});
    BOOST_TEST(run.ran().status == 0, run.ran().story);
    const std::string page = hostile::bytes_of(html);
    BOOST_TEST(page.size() > 1000);
    BOOST_TEST(page.find("A figure") != std::string::npos);
    BOOST_TEST(page.find("<script>alert(1)") == std::string::npos);
    BOOST_TEST(page.find("Nonsense <b>") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(check_finds_the_nonsense) {
    const Folder plugins;
    for (const char* id : {"setup-status", "setup-cancelled", "setup-bytes", "shape-behind",
                           "run-status", "run-skipped", "run-cancelled", "time-none", "time-long",
                           "metrics-infinite", "metrics-behind", "metrics-moved"}) {
        const Ran ran = hostile::run_benchlab({"plugins", "--check", plugins.add("answers", id)});
        BOOST_TEST_CONTEXT(ran.story) {
            BOOST_TEST(ran.status == 2);
            BOOST_TEST(ran.out.find("FAILED") != std::string::npos);
            BOOST_TEST(hostile::is_plain(ran.out));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_failure_is_in_the_exit_status_though_nobody_reads_the_rows) {
    const Folder plugins;
    plugins.add("acts", "throw-at-run");
    hostile::Settings shell;
    shell.program = "/bin/sh";
    for (const char* output : {"--csv -", "--json f.json", "--json f.json --isolate"}) {
        const Folder place;
        shell.directory = place.path();
        // The reader is gone before anything is written.
        const Ran ran = hostile::run_benchlab(
            {"-c",
             "(sleep 0.3; \"$0\" run --quick --no-default-plugins --plugin-dir \"$1\" " +
                 std::string(output) + "; echo \"status $?\" >&2) | true",
             HOSTILE_PROGRAM, plugins.path().string()},
            shell);
        BOOST_TEST(ran.said("status 2\n"), ran.story);
    }
}
