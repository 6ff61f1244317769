#include "results/schema1.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

using namespace benchlab;
using namespace benchlab::results;

namespace {

// A report as the reference tool writes it, with members that we do not know.
const std::string kReport = R"({
  "schema": 1,
  "created_unix": 1760000000,
  "environment": {
    "os": "windows", "arch": "x86_64", "cpu": "Some CPU", "logical_cpus": 16, "pinned_cpu": 3,
    "timer_overhead_ns": 21.5, "timer_resolution_ns": 100.0, "benchlab_version": "0.3.0",
    "later": {"a": [1, 2]}
  },
  "config": {
    "warmup_ms": 200, "sample_time_ms": 10, "samples": 50, "max_time_ms": 5000,
    "outliers": "trim", "later": null
  },
  "results": [
    {
      "name": "cache/chase/4 KiB", "iters_per_sample": 7000, "samples_ns": [10.5, 11, 12.25, 11.5],
      "throughput": {"kind": "elements", "per_iter": 64},
      "summary": {
        "n": 4, "mean": 11.3125, "median": 11.25, "min": 10.5, "max": 12.25, "stddev": 0.7465,
        "mad": 0.5, "p1": 10.515, "p5": 10.575, "p25": 10.875, "p75": 11.6875, "p95": 12.1375,
        "p99": 12.2275, "iqr": 0.8125, "cv": null,
        "outliers": {"low_severe": 1, "low_mild": 2, "high_mild": 3, "high_severe": 4},
        "trimmed": 5, "later": "x"
      },
      "later": true
    },
    {
      "name": "mem/read", "iters_per_sample": 1, "samples_ns": [100],
      "throughput": {"kind": "bytes", "per_iter": 4096},
      "summary": {
        "n": 1, "mean": 100, "median": 100, "min": 100, "max": 100, "stddev": 0, "mad": 0,
        "p1": 100, "p5": 100, "p25": 100, "p75": 100, "p95": 100, "p99": 100, "iqr": 0, "cv": 0,
        "outliers": {"low_severe": 0, "low_mild": 0, "high_mild": 0, "high_severe": 0},
        "trimmed": 0
      }
    }
  ],
  "later": []
})";

std::string with(const std::string& from, const std::string& to) {
    std::string text = kReport;
    const std::size_t at = text.find(from);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, from + " is not in the report");
    return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
    const auto run = read_schema1(text);
    BOOST_REQUIRE(!run);
    BOOST_TEST((run.error().code == base::Code::kData));
    return run.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schema1)

BOOST_AUTO_TEST_CASE(everything_of_it_is_read) {
    const auto run = read_schema1(kReport);
    BOOST_REQUIRE_MESSAGE(run.ok(), (run.ok() ? "" : run.error().message));
    BOOST_TEST(run->created_unix == 1'760'000'000u);
    BOOST_TEST(run->generator == "benchlab 0.3.0");
    BOOST_TEST(run->complete);
    BOOST_TEST(run->environment.os == "windows");
    BOOST_TEST(run->environment.cpu == "Some CPU");
    BOOST_TEST(run->environment.logical_cpus == 16u);
    BOOST_TEST(run->environment.pinned_cpu.value() == 3u);
    BOOST_TEST(run->environment.timer_overhead_ns == 21.5);
    BOOST_TEST(run->environment.timer_resolution_ns == 100.0);
    BOOST_TEST(run->config.samples == 50u);
    BOOST_TEST(run->config.max_time_ms == 5000u);
    BOOST_TEST((run->config.outliers == measure::OutlierPolicy::kTrim));
    BOOST_REQUIRE_EQUAL(run->results.size(), 2u);
    const BenchmarkResult& first = run->results[0];
    BOOST_TEST(first.name == "cache/chase/4 KiB");
    BOOST_TEST(first.iterations_per_sample == 7000u);
    BOOST_TEST(first.samples.ns == (std::vector<double>{10.5, 11, 12.25, 11.5}),
               boost::test_tools::per_element());
    BOOST_TEST(first.samples.process.size() == 4u);
    BOOST_TEST(first.samples.iterations.size() == 4u);
    BOOST_TEST(first.samples.start_ns.size() == 4u);
    BOOST_TEST(first.summary.median == 11.25);
    BOOST_TEST(first.summary.p99 == 12.2275);
    BOOST_TEST(std::isnan(first.summary.cv));  // null: it was not finite
    BOOST_TEST(first.summary.outliers.low_mild == 2u);
    BOOST_TEST(first.summary.outliers.high_severe == 4u);
    BOOST_TEST(first.summary.trimmed == 5u);
}

BOOST_AUTO_TEST_CASE(elements_are_operations_and_bytes_are_a_rate) {
    const auto run = read_schema1(kReport);
    BOOST_REQUIRE(run.ok());
    BOOST_TEST((run->results[0].rate == Rate::kItems));
    BOOST_TEST(run->results[0].ns_per_op() == 11.25 / 64);
    BOOST_TEST((run->results[1].rate == Rate::kBytes));
    BOOST_TEST(run->results[1].ops_per_iteration == 1u);
    BOOST_TEST(*run->results[1].rate_per_second() == 40.96e9, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(what_may_be_null_or_missing_may_be) {
    BOOST_TEST(!read_schema1(with("\"pinned_cpu\": 3", "\"pinned_cpu\": null"))
                    ->environment.pinned_cpu.has_value());
    BOOST_TEST(!read_schema1(with("\"pinned_cpu\": 3,", ""))->environment.pinned_cpu.has_value());
    const auto run = read_schema1(with(R"({"kind": "elements", "per_iter": 64})", "null"));
    BOOST_REQUIRE(run.ok());
    BOOST_TEST((run->results[0].rate == Rate::kNone));
}

BOOST_AUTO_TEST_CASE(every_other_member_that_is_missing_is_named) {
    const std::vector<std::pair<std::string, std::string>> members = {
        {"\"created_unix\"", "report.created_unix"},
        {"\"environment\"", "report.environment"},
        {"\"config\"", "report.config"},
        {"\"results\"", "report.results"},
        {"\"arch\"", "environment.arch"},
        {"\"benchlab_version\"", "environment.benchlab_version"},
        {"\"timer_overhead_ns\"", "environment.timer_overhead_ns"},
        {"\"warmup_ms\"", "config.warmup_ms"},
        {"\"outliers\"", "config.outliers"},
        {"\"name\"", "results[0].name"},
        {"\"iters_per_sample\"", "results[0].iters_per_sample"},
        {"\"samples_ns\"", "results[0].samples_ns"},
        {"\"summary\"", "results[0].summary"},
        {"\"mad\"", "results[0].summary.mad"},
        {"\"p25\"", "results[0].summary.p25"},
        {"\"low_mild\"", "results[0].summary.outliers.low_mild"},
        {"\"trimmed\"", "results[0].summary.trimmed"},
    };
    for (const auto& [member, place] : members) {
        const std::string message = error_of(with(member, "\"renamed\""));
        BOOST_TEST(message.find(place + " is missing") != std::string::npos,
                   member << ": " << message);
    }
}

BOOST_AUTO_TEST_CASE(a_member_of_another_type_is_named) {
    BOOST_TEST(error_of(with("\"samples\": 50", "\"samples\": \"many\"")) ==
               "report.config.samples is not a whole number");
    BOOST_TEST(error_of(with("\"samples\": 50", "\"samples\": -5")) ==
               "report.config.samples is not a whole number");
    BOOST_TEST(error_of(with("\"median\": 11.25", "\"median\": true")) ==
               "results[0].summary.median is not a number");
    BOOST_TEST(error_of(with("\"os\": \"windows\"", "\"os\": 5")) ==
               "report.environment.os is not a text");
    error_of(with("[10.5, 11, 12.25, 11.5]", "{}"));
    error_of(with("\"config\": {", "\"config\": [], \"was\": {"));
    error_of(with("\"trim\"", "\"hold\""));
    error_of(with("\"kind\": \"bytes\"", "\"kind\": 1"));
}

BOOST_AUTO_TEST_CASE(samples_have_to_be_times) {
    BOOST_TEST(error_of(with("[100]", "[]")) == "results[1].samples_ns is empty");
    BOOST_TEST(error_of(with("12.25, 11.5]", "null, 11.5]")) ==
               "results[0].samples_ns[2] is no time");
    BOOST_TEST(error_of(with("12.25, 11.5]", "-1, 11.5]")) ==
               "results[0].samples_ns[2] is no time");
    BOOST_TEST(error_of(with("12.25, 11.5]", "\"x\", 11.5]")) ==
               "results[0].samples_ns[2] is no time");
}

BOOST_AUTO_TEST_CASE(only_schema_1_is_taken_for_it) {
    BOOST_TEST(looks_like_schema1(kReport));
    BOOST_TEST(!looks_like_schema1(with("\"schema\": 1", "\"schema\": 2")));
    BOOST_TEST(!looks_like_schema1(with("\"schema\": 1,", "")));
    BOOST_TEST(!looks_like_schema1("{\"schema\": 1"));
    BOOST_TEST(!looks_like_schema1("[1]"));
    BOOST_TEST(!looks_like_schema1(""));
    BOOST_TEST(!looks_like_schema1("\xFF\xFE"));
}

BOOST_AUTO_TEST_CASE(a_report_cut_off_anywhere_is_an_error) {
    for (std::size_t size = 0; size < kReport.size(); size += 7) {
        BOOST_TEST(!read_run_report(kReport.substr(0, size), "cut").ok());
    }
}

BOOST_AUTO_TEST_SUITE_END()
