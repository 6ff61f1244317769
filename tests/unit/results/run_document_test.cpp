#include <boost/test/unit_test.hpp>
#include <set>

#include "report/writers.hpp"
#include "results/document_build.hpp"
#include "results/run_report.hpp"
#include "unit/results/some_run.hpp"

using namespace benchlab;
using namespace benchlab::results;

namespace {

BenchmarkResult at_size(std::uint64_t size, double median, std::uint64_t threads = 1) {
    BenchmarkResult out = some_result("mem/read/" + std::to_string(size), around(median));
    out.family = "mem/read";
    out.x = size;
    out.x_unit = base::Unit::kBytes;
    out.x_name = "size";
    out.threads = threads;
    return out;
}

std::vector<const report::Series*> curves(const report::Document& document) {
    std::vector<const report::Series*> out;
    for (const report::Element& element : document.find("summary")->elements) {
        if (const auto* series = std::get_if<report::Series>(&element.body)) out.push_back(series);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_document)

BOOST_AUTO_TEST_CASE(every_name_gets_an_id_of_its_own_that_is_one) {
    std::set<std::string> taken;
    std::set<std::string> ids;
    const std::vector<std::string> names = {
        "a/b", "a:b", "a:b", "a:b:2", "a b", "a-b",      "<b>",      "/x",   "//x",
        ".",   "_",   "-",   ":",     "",    "\xC3\xA4", "\xC3\xB6", "a\tb", "unnamed"};
    for (const std::string& name : names) {
        const std::string id = id_of_name(name, taken);
        BOOST_TEST(report::is_element_id(id), "\"" << name << "\" gives " << id);
        BOOST_TEST(id.find('/') == std::string::npos);
        ids.insert(id);
    }
    BOOST_TEST(ids.size() == names.size());
}

BOOST_AUTO_TEST_CASE(the_usual_name_is_recognised_in_its_id) {
    std::set<std::string> taken;
    BOOST_TEST(id_of_name("cpu/int-latency", taken) == "cpu:int-latency");
    BOOST_TEST(id_of_name("cache/chase/4KiB/threads:2", taken) == "cache:chase:4KiB:threads:2");
}

BOOST_AUTO_TEST_CASE(the_table_of_results_has_a_row_for_each) {
    const report::Document document = to_document(full_run());
    const auto* table = document.find("summary")->get<report::Table>("results");
    BOOST_REQUIRE(table);
    BOOST_TEST(table->row_count() == 4u);
    BOOST_TEST(std::get<std::string>(table->find("name")->at(1)) == "sort");
    BOOST_TEST(std::get<double>(table->find("median")->at(2)) == 1e6);
    // Of what a benchmark does not have there is no figure.
    BOOST_TEST(table->find("bytes_rate")->has(0));
    BOOST_TEST(!table->find("bytes_rate")->has(1));
    BOOST_TEST(table->find("items_rate")->has(1));
    BOOST_TEST(!table->find("per_op")->has(2));
}

BOOST_AUTO_TEST_CASE(columns_that_no_benchmark_has_are_left_out) {
    RunReport run;
    run.results = {some_result("plain", around(5))};
    const report::Document document = to_document(run);
    const auto* table = document.find("summary")->get<report::Table>("results");
    BOOST_REQUIRE(table);
    for (const char* id : {"per_op", "bytes_rate", "items_rate"}) BOOST_TEST(!table->find(id), id);
}

BOOST_AUTO_TEST_CASE(metrics_of_each_unit_have_a_table) {
    const report::Document document = to_document(full_run());
    const report::Section& summary = *document.find("summary");
    const auto* counts = summary.get<report::Table>("metrics.count");
    const auto* speeds = summary.get<report::Table>("metrics.bytes_per_second");
    BOOST_REQUIRE(counts);
    BOOST_REQUIRE(speeds);
    BOOST_TEST(counts->row_count() == 1u);
    BOOST_TEST(std::get<std::uint64_t>(counts->find("samples")->at(0)) == 11u);  // one was missing
    BOOST_TEST(std::get<double>(speeds->find("median")->at(0)) == 1e9);
}

BOOST_AUTO_TEST_CASE(three_sizes_make_a_curve_in_order_of_size) {
    RunReport run;
    run.results = {at_size(4096, 40), at_size(1024, 10), at_size(2048, 20)};
    const report::Document document = to_document(run);
    const auto found = curves(document);
    BOOST_REQUIRE_EQUAL(found.size(), 1u);
    BOOST_TEST(found[0]->title == "mem/read");
    BOOST_TEST(found[0]->x == (std::vector<double>{1024, 2048, 4096}),
               boost::test_tools::per_element());
    BOOST_TEST(found[0]->y == (std::vector<double>{10, 20, 40}), boost::test_tools::per_element());
    BOOST_TEST((found[0]->x_unit == base::Unit::kBytes));
}

BOOST_AUTO_TEST_CASE(two_sizes_make_no_curve) {
    RunReport run;
    run.results = {at_size(4096, 40), at_size(1024, 10)};
    BOOST_TEST(curves(to_document(run)).empty());
}

BOOST_AUTO_TEST_CASE(each_thread_count_has_its_own_curve_on_one_chart) {
    RunReport run;
    for (const std::uint64_t threads : {1u, 2u}) {
        for (const std::uint64_t size : {1024u, 2048u, 4096u}) {
            run.results.push_back(at_size(size, double(size * threads), threads));
        }
    }
    const report::Document document = to_document(run);
    const auto found = curves(document);
    BOOST_REQUIRE_EQUAL(found.size(), 2u);
    BOOST_TEST(found[0]->title == "mem/read");
    BOOST_TEST(found[1]->title == "mem/read, 2 threads");
    BOOST_TEST(found[0]->group == found[1]->group);
    BOOST_TEST(found[1]->y.back() == 8192.0);
}

BOOST_AUTO_TEST_CASE(a_curve_of_bytes_shows_the_rate) {
    RunReport run;
    run.results = {at_size(1024, 10), at_size(2048, 20), at_size(4096, 80)};
    for (BenchmarkResult& result : run.results) {
        result.rate = Rate::kBytes;
        result.rate_per_iteration = *result.x;
    }
    const report::Document document = to_document(run);
    const auto found = curves(document);
    BOOST_REQUIRE_EQUAL(found.size(), 1u);
    BOOST_TEST((found[0]->y_unit == base::Unit::kBytesPerSecond));
    BOOST_TEST(found[0]->y.back() == 4096 / 80.0 * 1e9, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(warnings_and_failures_are_findings) {
    const report::Document document = to_document(full_run());
    const report::Section& benchmarks = *document.find("benchmarks");
    BOOST_REQUIRE_EQUAL(benchmarks.findings.size(), 2u);
    BOOST_TEST((benchmarks.findings[0].severity == report::Severity::kWarning));
    BOOST_TEST(benchmarks.find(benchmarks.findings[0].see.at(0) + "/median"));
    // What was skipped is no problem.
    const report::Section& failed = *document.find("failed");
    BOOST_REQUIRE_EQUAL(failed.findings.size(), 1u);
    BOOST_TEST((failed.findings[0].severity == report::Severity::kProblem));
    BOOST_TEST(failed.get<report::Table>("benchmarks")->row_count() == 2u);
}

BOOST_AUTO_TEST_CASE(samples_over_time_go_on_from_process_to_process) {
    RunReport run;
    run.results = {some_result("x", {5, 6, 7, 8})};
    run.results[0].samples.process = {0, 0, 1, 1};
    run.results[0].samples.start_ns = {0, 100, 0, 50};
    run.results[0].samples.iterations = {10, 10, 7, 6};
    const report::Document document = to_document(run);
    const auto* series = document.find("benchmarks")->get<report::Series>("x/over-time");
    BOOST_REQUIRE(series);
    BOOST_TEST(series->x == (std::vector<double>{0, 100, 160, 210}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_distribution_counts_every_sample_once) {
    for (const std::vector<double>& samples :
         {around(100, 50), std::vector<double>{5, 5, 5}, std::vector<double>{1}, {}}) {
        const report::Histogram histogram = distribution("x", samples);
        std::uint64_t total = 0;
        for (const std::uint64_t count : histogram.counts) total += count;
        BOOST_TEST(total == samples.size());
        if (samples.empty()) continue;
        BOOST_TEST(histogram.edges.size() == histogram.counts.size() + 1);
        BOOST_TEST(std::is_sorted(histogram.edges.begin(), histogram.edges.end()));
        BOOST_TEST(histogram.edges.front() <= samples.front());
        BOOST_TEST(histogram.edges.back() >= samples.back() * (1 - 1e-12));
    }
}

BOOST_AUTO_TEST_CASE(shares_of_bins_add_up_to_one) {
    const std::vector<double> shares = bin_shares(around(10, 40), 5, 15, 7);
    double total = 0;
    for (const double share : shares) total += share;
    BOOST_TEST(total == 1.0, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(bin_shares({3, 3}, 3, 3, 5)[0] == 1.0);  // no width at all
}

BOOST_AUTO_TEST_SUITE_END()
