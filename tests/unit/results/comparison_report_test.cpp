#include "results/comparison_report.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "unit/results/some_run.hpp"

using namespace benchlab;
using namespace benchlab::results;
using measure::Verdict;

namespace {

RunReport run_of(std::vector<BenchmarkResult> results) {
    RunReport out;
    out.environment = {"linux", "", "x86_64", "Some CPU", 8, 8, {}, 25, 20, "1", {}};
    out.results = std::move(results);
    return out;
}

// The medians of base and new are 100 and 110, but the samples overlap widely: exact two-sided
// p = 143 / 462 = 0.31 by counting arrangements.
const std::vector<double> kNoisyBase = {80, 90, 95, 105, 110, 120};
const std::vector<double> kNoisyNew = {82, 97, 107, 113, 124, 127};

// Each sample is of a process of its own.
BenchmarkResult in_processes(const std::string& name, std::vector<double> medians) {
    BenchmarkResult out = some_result(name, std::move(medians));
    for (std::size_t i = 0; i < out.samples.process.size(); ++i) out.samples.process[i] = i;
    return out;
}

std::vector<std::string> warnings_of(const RunReport& base, const RunReport& next) {
    return compare_runs(base, next, {}).warnings;
}

bool any_has(const std::vector<std::string>& texts, const std::string& part) {
    for (const std::string& text : texts) {
        if (text.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(comparison_report)

BOOST_AUTO_TEST_CASE(each_verdict_has_its_row_in_base_order) {
    const RunReport base =
        run_of({in_processes("slower", around(100)), in_processes("same", around(100)),
                in_processes("faster", around(100)), in_processes("noisy", kNoisyBase)});
    const RunReport next =
        run_of({in_processes("noisy", kNoisyNew), in_processes("faster", around(80)),
                in_processes("same", around(103)), in_processes("slower", around(125))});
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_REQUIRE_EQUAL(comparison.rows.size(), 4u);
    const std::vector<std::pair<std::string, Verdict>> wanted = {
        {"slower", Verdict::kRegressed},
        {"same", Verdict::kUnchanged},  // significant, but within the threshold
        {"faster", Verdict::kImproved},
        {"noisy", Verdict::kInconclusive}};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        BOOST_TEST(comparison.rows[i].name == wanted[i].first);
        BOOST_TEST((comparison.rows[i].change.verdict == wanted[i].second), wanted[i].first);
    }
    BOOST_TEST(comparison.rows[0].change.change == 0.25, boost::test_tools::tolerance(1e-4));
    // Four figures: by Holm the largest p is not corrected.
    BOOST_TEST(comparison.rows[3].change.p == 0.405541554150983,
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST(comparison.count(Verdict::kRegressed) == 1u);
    BOOST_TEST(summary_line(comparison) ==
               "4 compared: 1 REGRESSED, 1 improved, 1 inconclusive, 1 unchanged (threshold 5 "
               "%, alpha 0.01)");
    BOOST_TEST(comparison.warnings.empty());
}

BOOST_AUTO_TEST_CASE(benchmarks_of_one_side_are_listed) {
    const RunReport base =
        run_of({in_processes("gone", around(1)), in_processes("both", around(1))});
    const RunReport next =
        run_of({in_processes("both", around(1)), in_processes("new", around(1))});
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.rows.size() == 1u);
    BOOST_TEST(comparison.only_in_base == std::vector<std::string>{"gone"},
               boost::test_tools::per_element());
    BOOST_TEST(comparison.only_in_new == std::vector<std::string>{"new"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_has_no_result_in_the_new_run_is_told_and_leaves_the_answer_open) {
    const RunReport base =
        run_of({in_processes("gone", around(100)), in_processes("both", around(100)),
                in_processes("left", around(100))});
    RunReport next = base;
    BOOST_TEST(!compare_runs(base, next, {}).cannot_tell());
    next.failed = {{"here", "p 1", "skipped", "needs AVX"}};
    BOOST_TEST(!compare_runs(base, next, {}).cannot_tell());
    BOOST_TEST(warnings_of(base, next).empty());

    next.results = {base.results[1]};
    next.failed = {{"gone", "p 1", "crashed", "SIGSEGV in p: gone: run"},
                   {"left", "p 1", "skipped", "needs AVX"},
                   {"both", "p 1", "hung", ""},  // in one process of several
                   {"added", "p 1", "failed", "no {} today"}};
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.cannot_tell());
    BOOST_TEST(comparison.warnings ==
                   (std::vector<std::string>{"gone crashed in the new run: SIGSEGV in p: gone: run",
                                             "left skipped in the new run: needs AVX",
                                             "both hung in the new run.",
                                             "added failed in the new run: no {} today"}),
               boost::test_tools::per_element());
    BOOST_TEST(comparison.lost == (std::vector<std::string>{"gone", "left", "both", "added"}),
               boost::test_tools::per_element());
    BOOST_TEST(summary_line(comparison) ==
               "1 compared: 0 REGRESSED, 0 improved, 0 inconclusive, 1 unchanged, 4 not measured "
               "(threshold 5 %, alpha 0.01)");

    // What base alone could not measure is no question to the new run.
    BOOST_TEST(!compare_runs(next, base, {}).cannot_tell());
    next = base;
    next.config.method = measure::Method::kPlain;
    BOOST_TEST(any_has(warnings_of(base, next), "base was measured by slices, new by plain"));
    next = base;
    next.complete = false;
    BOOST_TEST(compare_runs(base, next, {}).cannot_tell());
    BOOST_TEST(!compare_runs(next, base, {}).cannot_tell());
    next = run_of({base.results[0], base.results[1]});
    BOOST_TEST(compare_runs(base, next, {}).cannot_tell());
}

BOOST_AUTO_TEST_CASE(what_makes_runs_incomparable_is_warned_of) {
    const RunReport base = run_of({});
    RunReport next = base;
    BOOST_TEST(warnings_of(base, next).empty());
    next.environment.cpu = "Other CPU";
    BOOST_TEST(any_has(warnings_of(base, next), "Other CPU"));
    next = base;
    next.environment.logical_cpus = 4;
    BOOST_TEST(any_has(warnings_of(base, next), "4 logical CPUs"));
    next = base;
    next.environment.os = "windows";
    BOOST_TEST(any_has(warnings_of(base, next), "windows"));
    next = base;
    next.environment.pinned_cpu = 3;
    BOOST_TEST(any_has(warnings_of(base, next), "base is not pinned, new is pinned to CPU 3"));
    next = base;
    next.config.outliers = measure::OutlierPolicy::kTrim;
    BOOST_TEST(any_has(warnings_of(base, next), "base has keep, new has trim"));
    next = base;
    next.config.sample_time_ms = 20;
    BOOST_TEST(any_has(warnings_of(base, next), "base 10 ms, new 20 ms"));
    next = base;
    next.complete = false;
    BOOST_TEST(any_has(warnings_of(base, next), "new run was not finished"));
    BOOST_TEST(any_has(warnings_of(next, base), "base run was not finished"));
    // What has no influence is no reason to warn.
    next = base;
    next.environment.timer_overhead_ns = 30;
    next.created_unix = 5;
    next.generator = "other";
    BOOST_TEST(warnings_of(base, next).empty());
}

BOOST_AUTO_TEST_CASE(the_same_name_for_other_work_is_warned_of) {
    const BenchmarkResult before = in_processes("x", around(100));
    const auto warned = [&](const BenchmarkResult& after) {
        return any_has(warnings_of(run_of({before}), run_of({after})), "x: ");
    };
    BOOST_TEST(!warned(before));
    BenchmarkResult after = before;
    after.ops_per_iteration = 9;
    BOOST_TEST(warned(after));
    after = before;
    after.rate = Rate::kBytes;
    after.rate_per_iteration = 9;
    BOOST_TEST(warned(after));
    after = before;
    after.threads = 2;
    BOOST_TEST(warned(after));
}

BOOST_AUTO_TEST_CASE(a_metric_whose_unit_changed_is_not_compared) {
    BenchmarkResult before = in_processes("x", around(100));
    before.metrics = {{"m", "Size", "", base::Unit::kBytes, report::kOutLessIsBetter, around(10)}};
    BenchmarkResult after = before;
    after.metrics[0].unit = base::Unit::kCount;
    const RunReport base = run_of({before});
    const RunReport next = run_of({after});
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.rows[0].metrics.empty());
    BOOST_TEST(any_has(comparison.warnings, "Size has another unit"));
}

BOOST_AUTO_TEST_CASE(of_duplicates_the_first_is_compared_with_a_warning) {
    const RunReport base =
        run_of({in_processes("twin", around(100)), in_processes("twin", around(1))});
    const RunReport next =
        run_of({in_processes("twin", around(100)), in_processes("twin", around(9)),
                in_processes("twin", around(8))});
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_REQUIRE_EQUAL(comparison.rows.size(), 1u);
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kUnchanged));
    BOOST_TEST(any_has(comparison.warnings, "twin is 2 times in the base report"));
    BOOST_TEST(any_has(comparison.warnings, "twin is 3 times in the new report"));
    BOOST_TEST(comparison.only_in_new.empty());
}

BOOST_AUTO_TEST_CASE(a_metric_is_judged_by_its_direction) {
    const auto with_metric = [](std::uint32_t flags, double median) {
        BenchmarkResult result = in_processes("x", around(100));
        result.metrics = {{"m", "Metric", "", base::Unit::kBytesPerSecond, flags, around(median)}};
        return run_of({result});
    };
    const auto verdict = [&](std::uint32_t flags, double from, double to) {
        const RunReport base = with_metric(flags, from);
        const RunReport next = with_metric(flags, to);
        const RunComparison comparison = compare_runs(base, next, {});
        BOOST_REQUIRE_EQUAL(comparison.rows[0].metrics.size(), 1u);
        return comparison.rows[0].metrics[0].change.verdict;
    };
    BOOST_TEST((verdict(report::kOutMoreIsBetter, 100, 130) == Verdict::kImproved));
    BOOST_TEST((verdict(report::kOutMoreIsBetter, 130, 100) == Verdict::kRegressed));
    BOOST_TEST((verdict(report::kOutLessIsBetter, 100, 130) == Verdict::kRegressed));
    BOOST_TEST((verdict(report::kOutLessIsBetter, 100, 100) == Verdict::kUnchanged));
    // Without a direction there is no better.
    const RunReport base = with_metric(0, 100);
    const RunReport next = with_metric(0, 200);
    BOOST_TEST(compare_runs(base, next, {}).rows[0].metrics.empty());
}

BOOST_AUTO_TEST_CASE(a_regressed_metric_counts) {
    BenchmarkResult before = in_processes("x", around(100));
    before.metrics = {
        {"m", "Misses", "", base::Unit::kCount, report::kOutLessIsBetter, around(10)}};
    BenchmarkResult after = before;
    after.metrics[0].values = around(20);
    const RunReport base = run_of({before});
    const RunReport next = run_of({after});
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kUnchanged));
    BOOST_TEST(comparison.count(Verdict::kRegressed) == 1u);
    const report::Document document = to_document(comparison, "benchlab", 0);
    const report::Section& section = *document.find("comparison");
    const auto* table = section.get<report::Table>("metrics.count");
    BOOST_REQUIRE(table);
    BOOST_TEST(std::get<std::string>(table->find("metric")->at(0)) == "Misses");
    BOOST_TEST(std::get<std::string>(table->find("verdict")->at(0)) == "REGRESSED");
    BOOST_REQUIRE_EQUAL(section.findings.size(), 1u);
    BOOST_TEST((section.findings[0].severity == report::Severity::kProblem));
}

BOOST_AUTO_TEST_CASE(the_same_name_with_other_work_is_warned_of) {
    BenchmarkResult before = in_processes("x", around(100));
    BenchmarkResult after = before;
    after.ops_per_iteration = before.ops_per_iteration + 1;
    BOOST_TEST(any_has(warnings_of(run_of({before}), run_of({after})), "operations"));
    after = before;
    after.rate = Rate::kBytes;
    after.rate_per_iteration = before.rate_per_iteration + 64;
    BOOST_TEST(any_has(warnings_of(run_of({before}), run_of({after})), "bytes or items"));
    BOOST_TEST(warnings_of(run_of({before}), run_of({before})).empty());
}

BOOST_AUTO_TEST_CASE(a_metric_that_leaves_nothing_has_no_share_but_a_verdict) {
    BenchmarkResult before = in_processes("x", around(100));
    before.metrics = {{"m", "Misses", "", base::Unit::kCount, report::kOutLessIsBetter,
                       std::vector<double>(12, 0.0)}};
    BenchmarkResult after = before;
    after.metrics[0].values = around(30);
    const RunReport base = run_of({before});
    const RunReport next = run_of({after});
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.count(Verdict::kRegressed) == 1u);
    const report::Document document = to_document(comparison, "benchlab", 0);
    const auto* table = document.find("comparison")->get<report::Table>("metrics.count");
    BOOST_REQUIRE(table);
    BOOST_TEST(std::holds_alternative<std::monostate>(table->find("change")->at(0)));
    BOOST_TEST(summary_line(comparison).find("1 compared, and 1 of other metrics: 1 REGRESSED") ==
               0u);
}

BOOST_AUTO_TEST_CASE(a_median_that_the_report_lacks_is_that_of_the_samples) {
    RunReport base = run_of({in_processes("x", around(100))});
    RunReport next = run_of({in_processes("x", around(125))});
    base.results[0].summary.median = std::nan("");
    next.results[0].summary.median = std::nan("");
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.rows[0].change.base == 100);
    BOOST_TEST(comparison.rows[0].change.next == 125);
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kRegressed));
}

BOOST_AUTO_TEST_CASE(the_stored_medians_are_shown_and_those_of_the_processes_compared) {
    const RunReport base = run_of({in_processes("x", around(100))});
    RunReport next = run_of({in_processes("x", around(100))});
    next.results[0].summary.median = 120;  // as left by its outlier policy
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.rows[0].change.next == 120);
    BOOST_TEST(comparison.rows[0].change.change == 0);
}

// Ten samples of each of five processes, of which most are 40 % slower in so many processes.
BenchmarkResult disturbed(std::size_t processes) {
    std::vector<double> ns;
    std::vector<std::uint64_t> process;
    for (std::size_t i = 0; i < 50; ++i) {
        process.push_back(i / 10);
        const bool slow = i / 10 < processes && i % 10 >= 2;
        ns.push_back((100 + 0.1 * double(i % 7)) * (slow ? 1.4 : 1));
    }
    BenchmarkResult out = some_result("x", std::move(ns));
    out.samples.process = std::move(process);
    return out;
}

BOOST_AUTO_TEST_CASE(what_slows_most_of_a_process_is_no_change_and_is_told_where_medians_moved) {
    const RunReport base = run_of({disturbed(0)});
    const RunComparison one = compare_runs(base, run_of({disturbed(1)}), {});
    BOOST_TEST((one.rows[0].change.verdict == Verdict::kUnchanged));
    BOOST_TEST(one.warnings.empty());
    const RunComparison most = compare_runs(base, run_of({disturbed(4)}), {});
    BOOST_TEST((most.rows[0].change.verdict == Verdict::kUnchanged));
    BOOST_TEST(any_has(most.warnings, "the median of its samples changed by +39.7 %"));
}

BOOST_AUTO_TEST_CASE(of_one_process_nothing_is_told_but_the_command_that_would_tell) {
    const RunReport base =
        run_of({some_result("one", around(100)), in_processes("many", around(100))});
    RunReport next = run_of({some_result("one", around(300)), in_processes("many", around(100))});
    RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kInconclusive));
    BOOST_TEST((comparison.rows[1].change.verdict == Verdict::kUnchanged));
    BOOST_TEST(comparison.cannot_tell());
    BOOST_TEST(comparison.too_few_processes() == std::vector<std::string>{"one"},
               boost::test_tools::per_element());
    BOOST_TEST(comparison.command_that_tells("new.json") ==
               "benchlab run one --repeat 5 --json new.json");
    // What the run was made with is the command's begin.
    next.config.command = "run on --repeat 2 --pin 1";
    comparison = compare_runs(base, next, {});
    comparison.program = "mine";
    BOOST_TEST(comparison.command_that_tells("b.json") ==
               "mine run on --pin 1 --repeat 5 --json b.json");
    const report::Document document = to_document(comparison, "benchlab", 0);
    const report::Section& section = *document.find("comparison");
    BOOST_REQUIRE_EQUAL(section.findings.size(), 1u);
    BOOST_TEST(section.findings[0].code == "compare.few-processes");
}

// 99 to 101 ns in both runs, at 2 GHz in one and at 3 GHz in the other: half as many cycles again
// for the same time, as of code that waits for memory.
BOOST_AUTO_TEST_CASE(another_speed_of_the_clock_is_no_change_of_the_code) {
    const auto at_clock = [](double cycle_ns) {
        BenchmarkResult out = in_processes("chase", {99, 100, 101, 99.5, 100.5});
        out.samples.cycle_ns.clear();
        // Cycles that differ a little less between processes than the times do.
        for (const double ns : out.samples.ns) {
            out.samples.cycle_ns.push_back(cycle_ns * (1 + (ns - 100) / 200));
        }
        return run_of({out});
    };
    const RunComparison comparison = compare_runs(at_clock(0.5), at_clock(1 / 3.0), {});
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kUnchanged));
    BOOST_TEST(!comparison.rows[0].by_cycles);
    BOOST_TEST(any_has(comparison.warnings, "another speed"));
    BOOST_TEST(compare_runs(at_clock(0.5), at_clock(0.5), {}).warnings.empty());
}

BOOST_AUTO_TEST_CASE(what_is_below_the_resolution_in_both_runs_gets_no_verdict) {
    BenchmarkResult base = in_processes("empty", {0.020, 0.021, 0.0205, 0.0202, 0.0207});
    BenchmarkResult next = in_processes("empty", {0.030, 0.031, 0.0305, 0.0302, 0.0307});
    BOOST_TEST((compare_runs(run_of({base}), run_of({next}), {}).rows[0].change.verdict ==
                Verdict::kRegressed));
    base.resolution = next.resolution = "below resolution (0.07 ns)";
    const RunComparison comparison = compare_runs(run_of({base}), run_of({next}), {});
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kInconclusive));
    BOOST_TEST(any_has(comparison.warnings, "below the resolution in both runs"));
}

BOOST_AUTO_TEST_CASE(a_row_is_of_the_clock_that_differs_less_between_processes) {
    // The clock's speed differs from process to process, the work's cycles do not.
    const auto clocked = [](double factor) {
        BenchmarkResult out = in_processes("x", {100, 110, 90, 105, 95, 102});
        out.samples.cycle_ns.clear();
        for (double& ns : out.samples.ns) {
            out.samples.cycle_ns.push_back(ns / 300);
            ns *= factor;
        }
        out.samples.cycle_ns.back() *= 1.001;
        return run_of({out});
    };
    const RunReport base = clocked(1);
    const RunReport next = clocked(1.1);
    const RunComparison comparison = compare_runs(base, next, {});
    BOOST_TEST(comparison.rows[0].by_cycles);
    BOOST_TEST((comparison.rows[0].change.verdict == Verdict::kRegressed));
    BOOST_TEST(comparison.rows[0].ns_change == 0.1, boost::test_tools::tolerance(1e-9));
    const report::Document document = to_document(comparison, "benchlab", 0);
    const auto* table = document.find("comparison")->get<report::Table>("changes");
    BOOST_REQUIRE(table->find("judged_on"));
    BOOST_TEST(std::get<std::string>(table->find("judged_on")->at(0)) == "cycles");
    RunReport older = base;
    older.results[0].samples.cycle_ns.clear();
    BOOST_TEST(!compare_runs(older, next, {}).rows[0].by_cycles);
}

BOOST_AUTO_TEST_CASE(the_document_has_all_of_it) {
    const RunReport base =
        run_of({in_processes("a/b", around(100)), in_processes("a:b", kNoisyBase),
                in_processes("gone", around(1))});
    const RunReport next = run_of({in_processes("a/b", around(125)), in_processes("a:b", kNoisyNew),
                                   in_processes("added", around(1))});
    RunComparison comparison = compare_runs(base, next, {});
    comparison.base_label = "old.json";
    comparison.new_label = "new.json";
    comparison.warnings = {"something {0} odd"};
    const report::Document document = to_document(comparison, "benchlab 1", 77);
    BOOST_TEST(document.kind == "compare");
    BOOST_TEST(document.title == "new.json against old.json");
    BOOST_TEST(document.created_unix == 77u);
    const report::Section& section = *document.find("comparison");
    const auto* changes = section.get<report::Table>("changes");
    BOOST_REQUIRE(changes);
    BOOST_TEST(changes->row_count() == 2u);
    BOOST_TEST(std::get<double>(changes->find("change")->at(0)) == 0.25,
               boost::test_tools::tolerance(1e-4));
    BOOST_TEST(report::format_cell(*changes->find("change"), 0) == "+25.0 %");
    BOOST_TEST(section.get<report::Table>("only-in-base")->row_count() == 1u);
    BOOST_TEST(section.get<report::Table>("only-in-new")->row_count() == 1u);
    // Two runs of each benchmark over one scale; "a/b" and "a:b" do not fall together.
    const report::Section& distributions = *document.find("distributions");
    BOOST_REQUIRE_EQUAL(distributions.elements.size(), 6u);
    const auto* first = distributions.get<report::Series>("a:b/base");
    const auto* second = distributions.get<report::Series>("a:b/new");
    BOOST_REQUIRE(first);
    BOOST_REQUIRE(second);
    BOOST_TEST(first->x == second->x, boost::test_tools::per_element());
    BOOST_TEST(first->title == "old.json");
    BOOST_TEST(distributions.get<report::Series>("a:b:2/base"));
    BOOST_TEST(document.find("settings")->get<report::Value>("threshold"));
}

BOOST_AUTO_TEST_SUITE_END()
