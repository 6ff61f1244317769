#include "plugin/check.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

const CheckReport& report_of(const std::string& name) {
    static const CheckReport good = check_plugin(module_file("good"));
    static const CheckReport contract = check_plugin(module_file("contract"));
    return name == "good" ? good : contract;
}

std::string text_of(const CheckReport& report) {
    std::string text;
    for (const CheckItem& item : report.items) {
        text += item.outcome == CheckOutcome::kOk       ? "ok "
                : item.outcome == CheckOutcome::kFailed ? "failed "
                                                        : "skipped ";
        text += item.what + " | " + item.detail + "\n";
    }
    return text;
}

// Is there a line with this outcome whose `what` begins so and whose detail has `part`?
bool has(const CheckReport& report, CheckOutcome outcome, const std::string& what,
         const std::string& part = {}) {
    for (const CheckItem& item : report.items) {
        const bool same = item.outcome == outcome && item.what.compare(0, what.size(), what) == 0;
        if (same && contains(item.detail, part)) return true;
    }
    return false;
}

constexpr auto kOk = CheckOutcome::kOk;
constexpr auto kFailed = CheckOutcome::kFailed;
constexpr auto kSkipped = CheckOutcome::kSkipped;

}  // namespace

BOOST_AUTO_TEST_SUITE(checking)

BOOST_AUTO_TEST_CASE(first_last_and_two_cases_between_are_called_and_two_threads) {
    const CheckReport& report = report_of("good");
    BOOST_TEST_INFO(text_of(report));
    BOOST_TEST(report.plugin == "good 1.2");
    for (const char* name : {"good/sum/1KiB/plain", "good/sum/1MiB/fast", "good/sum/4KiB/fast",
                             "good/sum/1KiB/plain/threads:2"}) {
        BOOST_TEST(has(report, kOk, std::string(name) + ": 0 iterations"), name);
        BOOST_TEST(has(report, kOk, std::string(name) + ": 1 iteration"), name);
        BOOST_TEST(has(report, kOk, std::string(name) + ": setup and teardown", "twice"), name);
        BOOST_TEST(has(report, kOk, std::string(name) + ": check value"), name);
    }
    BOOST_TEST(has(report, kOk, "good/sum: cases", "4 of 6"));
}

BOOST_AUTO_TEST_CASE(no_more_iterations_are_asked_for_than_the_benchmark_allows) {
    // good/sum allows 1000 and is fast; contract/limit returns an error above 3.
    BOOST_TEST(has(report_of("good"), kOk, "good/sum/1KiB/plain: 1000 iterations",
                   "the most that it allows"));
    BOOST_TEST(
        has(report_of("contract"), kOk, "contract/limit: 3 iterations", "the most that it allows"));
}

BOOST_AUTO_TEST_CASE(what_setup_refuses_is_skipped_or_failed_with_its_reason) {
    const CheckReport& report = report_of("good");
    BOOST_TEST(has(report, kSkipped, "good/skips: setup", "no such instruction"));
    BOOST_TEST(has(report, kFailed, "good/fails: setup", "needs 64 MiB"));
    BOOST_TEST(has(report, kFailed, "good/run-fails: 0 iterations"));
}

BOOST_AUTO_TEST_CASE(an_analyzer_is_called_with_the_stores_that_have_what_it_needs) {
    const CheckReport& report = report_of("good");
    BOOST_TEST(has(report, kSkipped, "good-samples: empty store", "needs \"sample\""));
    BOOST_TEST(has(report, kOk, "good-samples: tiny store", "1 elements"));
    BOOST_TEST(has(report, kSkipped, "good-states: tiny store", "needs \"state\""));
}

BOOST_AUTO_TEST_CASE(a_reader_that_knows_its_files_passes) {
    BOOST_TEST(has(report_of("good"), kOk, "good: probe"));
}

BOOST_AUTO_TEST_CASE(a_recorder_is_asked_what_it_can_and_not_begun) {
    BOOST_TEST(has(report_of("good"), kOk, "good: check", "told 2 things; it can record here"));
}

BOOST_AUTO_TEST_CASE(each_broken_contract_is_found) {
    const CheckReport& report = report_of("contract");
    BOOST_TEST_INFO(text_of(report));
    BOOST_TEST(has(report, kFailed, "contract/zero-takes-time: 0 iterations", "took"));
    BOOST_TEST(has(report, kFailed, "contract/metric-overrun: 0 iterations", "wrote behind"));
    BOOST_TEST(has(report, kFailed, "contract/refuses-zero: 0 iterations"));
    BOOST_TEST(has(report, kFailed, "contract/forged-time: 1 iteration", "longer than the call"));
    BOOST_TEST(has(report, kFailed, "contract/once-only: setup", "second time"));
    BOOST_TEST(has(report, kSkipped, "contract/no-metric: metric depth", "NaN"));
    BOOST_TEST(has(report, kFailed, "contract: probe", "returned 101"));
    BOOST_TEST(has(report, kFailed, "fickle: empty store", "other results"));
    BOOST_TEST(has(report, kFailed, "nameless: tiny store"));
    BOOST_TEST(has(report, kSkipped, "growing: check", "told 1 things, and 2 the second time"));
    BOOST_TEST(has(report, kFailed, "textless: check", "item 1 \"one\": text is null"));
    BOOST_TEST(has(report, kFailed, "silent: check", "told nothing"));
    BOOST_TEST(!report.passed());
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_used_fails_with_all_reasons) {
    const CheckReport report = check_plugin(module_file("invalid"));
    BOOST_TEST(report.count(kFailed) >= 14u);
    BOOST_TEST(report.plugin == "");
    BOOST_TEST(has(report, kFailed, "load and validate", "title is null"));
    const CheckReport none = check_plugin(module_file("no_symbol"));
    BOOST_TEST(has(none, kFailed, "load and validate", "exports no benchlab_plugin_v1"));
}

BOOST_AUTO_TEST_CASE(a_plugin_without_anything_optional_passes) {
    const CheckReport report = check_plugin(module_file("minimal"));
    BOOST_TEST_INFO(text_of(report));
    BOOST_TEST(report.passed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
