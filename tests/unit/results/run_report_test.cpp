#include "results/run_report.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>

#include "report/writers.hpp"
#include "unit/results/some_run.hpp"

using namespace benchlab;
using namespace benchlab::results;

namespace {

RunReport there_and_back(const RunReport& run) {
    const std::string text = report::write_json(to_document(run));
    const auto back = read_run_report(text, "here");
    BOOST_REQUIRE_MESSAGE(back.ok(), (back.ok() ? "" : back.error().message));
    return *back;
}

// The error that a report gives in which one text was replaced by another.
std::string error_with(const std::string& from, const std::string& to) {
    std::string text = report::write_json(to_document(full_run()));
    const std::size_t at = text.find(from);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, from + " is not in the report");
    text.replace(at, from.size(), to);
    const auto run = read_run_report(text, "here.json");
    BOOST_REQUIRE(!run);
    BOOST_TEST((run.error().code == base::Code::kData));
    BOOST_TEST(run.error().message.find("here.json: ") == 0u);
    return run.error().message;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_report)

BOOST_AUTO_TEST_CASE(a_run_comes_back_from_json_exactly) {
    const RunReport run = full_run();
    const RunReport back = there_and_back(run);
    BOOST_TEST((back.environment == run.environment));
    BOOST_TEST((back.config == run.config));
    BOOST_TEST((back.failed == run.failed));
    BOOST_REQUIRE_EQUAL(back.results.size(), run.results.size());
    for (std::size_t i = 0; i < run.results.size(); ++i) {
        BOOST_TEST((back.results[i] == run.results[i]), run.results[i].name);
    }
    BOOST_TEST((back == run));
}

BOOST_AUTO_TEST_CASE(the_text_of_a_run_that_came_back_is_the_same) {
    const std::string text = report::write_json(to_document(full_run()));
    BOOST_TEST(report::write_json(to_document(*read_run_report(text, ""))) == text);
}

BOOST_AUTO_TEST_CASE(an_empty_run_comes_back) {
    RunReport run;
    run.generator = "benchlab 0";
    BOOST_TEST((there_and_back(run) == run));
}

BOOST_AUTO_TEST_CASE(figures_that_are_not_finite_come_back_as_not_a_number) {
    RunReport run;
    run.results = {some_result("short", {1, 2})};  // too few samples for an interval
    BOOST_TEST(std::isnan(run.results[0].summary.median_low));
    run.environment.timer_overhead_ns = std::nan("");
    const RunReport back = there_and_back(run);
    BOOST_TEST(std::isnan(back.results[0].summary.median_low));
    BOOST_TEST(std::isnan(back.results[0].summary.median_high));
    BOOST_TEST(std::isnan(back.environment.timer_overhead_ns));
    BOOST_TEST(back.results[0].summary.median == 1.5);
}

BOOST_AUTO_TEST_CASE(the_floor_and_what_is_below_the_resolution_come_back) {
    RunReport run;
    run.environment.floor.ns = 0.02;
    run.environment.floor.high_ns = 0.021;
    run.environment.floor.cycles = 0.0625;
    run.environment.floor.cycle_ns = 0.32;
    run.results = {some_result("nothing", around(1)), some_result("something", around(2))};
    run.results[0].resolution = "below resolution (0.08 ns)";
    BOOST_TEST((there_and_back(run) == run));
}

BOOST_AUTO_TEST_CASE(what_is_below_the_resolution_has_no_figures_in_the_summary) {
    RunReport run;
    run.results = {some_result("nothing", around(1)), some_result("something", around(2))};
    const auto summary_of = [](const RunReport& from) {
        const report::Document document = to_document(from);
        return *document.find("summary")->get<report::Table>("results");
    };
    BOOST_TEST(summary_of(run).find("resolution") == nullptr);
    run.results[0].resolution = "below resolution (0.08 ns)";
    const report::Table table = summary_of(run);
    const report::Column* resolution = table.find("resolution");
    BOOST_REQUIRE(resolution != nullptr);
    BOOST_TEST((resolution->at(0) == report::Scalar(std::string("below resolution (0.08 ns)"))));
    BOOST_TEST((resolution->at(1) == report::Scalar(std::string())));
    for (const char* id : {"median", "cv", "p5", "p95", "p99", "low", "high"}) {
        const report::Column* column = table.find(id);
        BOOST_REQUIRE(column != nullptr);
        BOOST_TEST(report::is_absent(column->at(0)), id);
        BOOST_TEST(!report::is_absent(column->at(1)), id);
    }
}

BOOST_AUTO_TEST_CASE(warnings_come_back_to_their_own_result_though_names_are_equal) {
    RunReport run;
    run.results = {some_result("twin", around(1)), some_result("twin", around(2))};
    run.results[0].warnings = {"first"};
    run.results[1].warnings = {"second", "third"};
    BOOST_TEST((there_and_back(run) == run));
}

BOOST_AUTO_TEST_CASE(two_thousand_benchmarks_are_read_in_no_time) {
    RunReport run = full_run();
    for (int i = 0; i < 2000; ++i) {
        run.results.push_back(some_result("many/" + std::to_string(i), around(100 + i)));
        run.results.back().warnings = {"a warning"};
    }
    const report::Document document = to_document(run);
    // It was 8 s when each look-up went through all elements, and is well below one.
    const auto begin = std::chrono::steady_clock::now();
    const auto back = from_document(document);
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(3)));
    BOOST_REQUIRE(back.ok());
    BOOST_TEST((*back == run));
}

BOOST_AUTO_TEST_CASE(names_that_are_no_ids_come_back) {
    RunReport run;
    for (const char* name : {"a/b", "a:b", "a:b:2", "a b", "a-b", "<img onerror=x>", "/tmp/x",
                             "../x", ".", "_title", "", "\xE6\xBC\xA2\xE5\xAD\x97",
                             "\xE6\xBC\xA2\xE5\xAD\x98", "x\ny", "order", "-", "a//b"}) {
        run.results.push_back(some_result(name, around(10)));
    }
    BOOST_TEST((there_and_back(run) == run));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named_with_its_place) {
    BOOST_TEST(has(error_with("\"median\": {", "\"middle\": {"),
                   "benchmarks/mem:read:4KiB:threads:2/median: is missing"));
    BOOST_TEST(has(error_with("\"arch\"", "\"arc\""), "machine/arch: is missing"));
    BOOST_TEST(has(error_with("\"warmup_ms\"", "\"warmup_s\""), "settings/warmup_ms: is missing"));
    BOOST_TEST(has(error_with("\"machine\": {", "\"engine\": {"), "machine"));
}

BOOST_AUTO_TEST_CASE(what_is_of_another_type_is_named_with_its_place) {
    BOOST_TEST(has(error_with("\"value\": 7,", "\"value\": \"seven\","),
                   "ops_per_iteration: is not a whole number"));
    BOOST_TEST(
        has(error_with("\"value\": \"trim-severe\"", "\"value\": \"trim-all\""), "trim-all"));
}

BOOST_AUTO_TEST_CASE(a_document_of_another_command_is_no_run) {
    report::Document document;
    document.kind = "compare";
    const auto run = from_document(document);
    BOOST_REQUIRE(!run);
    BOOST_TEST(has(run.error().message, "benchlab compare"));
}

BOOST_AUTO_TEST_CASE(a_result_without_samples_is_an_error) {
    RunReport run;
    run.results = {some_result("empty", around(1))};
    run.results[0].samples = {};
    const auto back = from_document(to_document(run));
    BOOST_REQUIRE(!back);
    BOOST_TEST(has(back.error().message, "benchmarks/empty/samples: has no sample"));
}

BOOST_AUTO_TEST_CASE(a_sample_that_is_no_time_is_an_error) {
    for (const double bad : {-1.0, std::nan("")}) {
        RunReport run;
        run.results = {some_result("bad", around(1))};
        run.results[0].samples.ns[2] = bad;
        const auto back = read_run_report(report::write_json(to_document(run)), "here");
        BOOST_TEST(!back.ok());
    }
}

BOOST_AUTO_TEST_CASE(rates_and_times_of_an_operation_follow_from_the_median) {
    BenchmarkResult result = some_result("x", around(200));
    BOOST_TEST(!result.rate_per_second().has_value());
    BOOST_TEST(result.ns_per_op() == 200.0);
    result.ops_per_iteration = 8;
    BOOST_TEST(result.ns_per_op() == 25.0);
    result.ops_per_iteration = 0;  // the ABI's way to say 1
    BOOST_TEST(result.ns_per_op() == 200.0);
    result.rate = Rate::kBytes;
    result.rate_per_iteration = 4000;
    BOOST_TEST(*result.rate_per_second() == 2e10, boost::test_tools::tolerance(1e-12));
    result.threads = 3;  // each of them did as much
    BOOST_TEST(*result.rate_per_second() == 6e10, boost::test_tools::tolerance(1e-12));
    result.summary.median = 0;
    BOOST_TEST(!result.rate_per_second().has_value());
}

BOOST_AUTO_TEST_CASE(samples_of_another_process_are_joined) {
    BenchmarkResult into = some_result("x", {1, 2, 3});
    into.metrics = {{"m", "M", "", base::Unit::kCount, 0, {7, 8, 9}}};
    BenchmarkResult more = some_result("x", {4, 5});
    more.metrics = {{"m", "M", "", base::Unit::kCount, 0, {10, 11}}};
    more.warnings = {"hot"};
    const auto merged = merge_process(into, more, 4, measure::OutlierPolicy::kKeep);
    BOOST_REQUIRE(merged.ok());
    BOOST_TEST(into.samples.ns == (std::vector<double>{1, 2, 3, 4, 5}),
               boost::test_tools::per_element());
    BOOST_TEST(into.samples.process == (std::vector<std::uint64_t>{0, 0, 0, 4, 4}),
               boost::test_tools::per_element());
    BOOST_TEST(into.samples.iterations.size() == 5u);
    BOOST_TEST(into.samples.start_ns == (std::vector<double>{0, 1e7, 2e7, 0, 1e7}),
               boost::test_tools::per_element());
    BOOST_TEST(into.metrics[0].values == (std::vector<double>{7, 8, 9, 10, 11}),
               boost::test_tools::per_element());
    BOOST_TEST(into.summary.n == 5u);
    BOOST_TEST(into.summary.median == 3.0);
    BOOST_REQUIRE_EQUAL(into.warnings.size(), 1u);
    BOOST_TEST(has(into.warnings[0], "process 4: hot"));
}

BOOST_AUTO_TEST_CASE(the_joined_summary_follows_the_outlier_policy) {
    BenchmarkResult into = some_result("x", {10, 11, 12, 13});
    const BenchmarkResult more = some_result("x", {10.5, 11.5, 12.5, 1000});
    BOOST_REQUIRE(merge_process(into, more, 1, measure::OutlierPolicy::kTrim).ok());
    BOOST_TEST(into.samples.size() == 8u);  // raw samples all stay
    BOOST_TEST(into.summary.n == 7u);
    BOOST_TEST(into.summary.trimmed == 1u);
    BOOST_TEST(into.summary.max == 13.0);
}

BOOST_AUTO_TEST_CASE(the_same_warning_of_many_processes_does_not_fill_the_screen) {
    BenchmarkResult into = some_result("x", {1, 2});
    BenchmarkResult more = some_result("x", {3});
    more.warnings = {"hot"};
    for (std::uint64_t process = 1; process < 100; ++process) {
        BOOST_REQUIRE(merge_process(into, more, process, measure::OutlierPolicy::kKeep));
    }
    BOOST_TEST(into.warnings.size() < 10u);
    BOOST_TEST(into.samples.size() == 101u);
}

BOOST_AUTO_TEST_CASE(a_process_without_the_metric_leaves_gaps) {
    BenchmarkResult into = some_result("x", {1, 2});
    into.metrics = {{"m", "M", "", base::Unit::kCount, 0, {7, 8}}};
    BOOST_REQUIRE(merge_process(into, some_result("x", {3}), 1, measure::OutlierPolicy::kKeep));
    BOOST_REQUIRE_EQUAL(into.metrics[0].values.size(), 3u);
    BOOST_TEST(std::isnan(into.metrics[0].values[2]));
}

BOOST_AUTO_TEST_SUITE_END()
