// Drives the C99 trial plugin through the tables that it registers: what a benchmark, a reader and
// an analyzer need must be in the ABI before it is frozen.
#include "trial/trial.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "fakes.hpp"

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Started {
    fakes::Host host;
    const bl_plugin* plugin = benchlab_plugin_v1(0);

    Started() { BOOST_REQUIRE_EQUAL(plugin->start(&host.table), BL_OK); }
    ~Started() {
        plugin->stop();
        BOOST_CHECK_MESSAGE(host.allocated.empty(), "the plugin keeps memory of the host");
    }
};

// ---- the benchmark

struct BenchmarkFixture : Started {
    const bl_benchmark* benchmark = plugin->benchmarks[0];
    fakes::Values values;
    bl_bench_shape shape{};
    void* state = nullptr;

    bl_status set_up(std::uint64_t size, std::uint64_t stride, std::uint32_t threads) {
        values.u64 = {{"size", size}, {"stride", stride}};
        values.text = {{"stride", benchmark->params[1]->labels[stride]}};
        shape = {};
        shape.struct_size = sizeof(shape);
        return benchmark->setup(&host.table, &values.table, threads, &shape, &state);
    }

    struct Measured {
        bl_status prepared = BL_E_FAILED, ran = BL_E_FAILED;
        std::uint64_t check = 0;
        double bandwidth = kNaN, odd = kNaN;
    };
    // On any thread, so without a check of the test framework.
    Measured measure(std::uint32_t thread, std::uint64_t iterations) {
        Measured measured;
        double metrics[2] = {kNaN, kNaN};
        bl_bench_result result{};
        result.struct_size = sizeof(result);
        result.metrics = metrics;
        measured.prepared = benchmark->prepare(state, thread, iterations);
        measured.ran = benchmark->run(state, thread, iterations, &result);
        measured.check = result.check;
        measured.bandwidth = metrics[0];
        measured.odd = metrics[1];
        return measured;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(trial_benchmark_tests, BenchmarkFixture)

BOOST_AUTO_TEST_CASE(declares_two_parameters_and_two_metrics) {
    BOOST_REQUIRE_EQUAL(benchmark->param_count, 2u);
    BOOST_REQUIRE_EQUAL(benchmark->metric_count, 2u);
    BOOST_CHECK_EQUAL(benchmark->params[0]->name, "size");
    BOOST_CHECK_EQUAL(benchmark->params[1]->labels[1], "every-line");
    BOOST_CHECK(benchmark->params[1]->values == nullptr);
    BOOST_CHECK_EQUAL(benchmark->metrics[1]->id, "odd");
}

BOOST_AUTO_TEST_CASE(shape_follows_the_parameters) {
    BOOST_REQUIRE_EQUAL(set_up(65536, 1, 1), BL_OK);
    BOOST_CHECK_EQUAL(shape.ops_per_iteration, 65536u / 64);
    BOOST_CHECK_EQUAL(shape.rate, static_cast<std::uint32_t>(BL_RATE_BYTES));
    benchmark->teardown(state);
    BOOST_REQUIRE_EQUAL(set_up(65536, 0, 1), BL_OK);
    BOOST_CHECK_EQUAL(shape.ops_per_iteration, 65536u);
    benchmark->teardown(state);
}

BOOST_AUTO_TEST_CASE(each_thread_works_on_its_part_and_reports_its_own_metrics) {
    BOOST_REQUIRE_EQUAL(set_up(4096, 1, 2), BL_OK);
    Measured of[2];
    std::thread other([&] { of[1] = measure(1, 5); });
    of[0] = measure(0, 3);
    other.join();
    for (const Measured& each : of) {
        BOOST_CHECK_EQUAL(each.prepared, BL_OK);
        BOOST_CHECK_EQUAL(each.ran, BL_OK);
    }
    // A line holds its number plus the thread's: 0 to 63 sum to 2016, 1 to 64 to 2080.
    BOOST_CHECK_EQUAL(of[0].check, 3u * 2016);
    BOOST_CHECK_EQUAL(of[1].check, 5u * 2080);
    BOOST_CHECK_EQUAL(of[0].odd, 0.5);
    BOOST_CHECK_GT(of[1].bandwidth, 0);
    benchmark->teardown(state);
}

BOOST_AUTO_TEST_CASE(no_iterations_measure_nothing) {
    BOOST_REQUIRE_EQUAL(set_up(4096, 0, 1), BL_OK);
    const Measured none = measure(0, 0);
    BOOST_CHECK_EQUAL(none.ran, BL_OK);
    BOOST_CHECK_EQUAL(none.check, 0u);
    BOOST_CHECK(std::isnan(none.odd));
    benchmark->teardown(state);
}

BOOST_AUTO_TEST_CASE(a_size_that_does_not_fit_is_skipped_with_the_reason) {
    BOOST_CHECK_EQUAL(set_up(100, 0, 1), BL_SKIPPED);
    BOOST_CHECK_EQUAL(host.error, "size 100 is not a multiple of 64");
}

BOOST_AUTO_TEST_CASE(no_memory_is_said_by_the_status) {
    host.out_of_memory = true;
    BOOST_CHECK_EQUAL(set_up(4096, 0, 1), BL_E_MEMORY);
}

BOOST_AUTO_TEST_SUITE_END()

// ---- the reader

namespace {

struct ReaderFixture : Started {
    const bl_reader* reader = plugin->readers[0];
    fakes::Values options;
    fakes::Recording recording;
    std::filesystem::path path = std::filesystem::temp_directory_path() /
                                 ("benchlab-trial-" + std::to_string(clock_name()) + ".trial");

    ~ReaderFixture() { std::filesystem::remove(path); }

    static long long clock_name() {
        return std::chrono::steady_clock::now().time_since_epoch().count();
    }

    bl_status read(const std::string& text, const char* const* tables = nullptr) {
        std::ofstream(path, std::ios::binary) << text;
        const std::string name = path.string();
        const char* paths[] = {name.c_str()};
        bl_read what{};
        what.struct_size = sizeof(what);
        what.path_count = 1;
        what.paths = paths;
        what.tables = tables;
        what.begin = BL_NO_TIME;
        what.end = INT64_MAX;
        what.options = &options.table;
        return reader->read(&host.table, &what, recording.first_lane(), recording.api());
    }
};

// Twenty samples, then the stacks of the second and of the last: both come late, and that of the
// second lies beyond the cut.
std::string twenty_samples() {
    std::string text = "trial 1\n";
    for (int i = 0; i < 20; ++i) {
        text += "sample " + std::to_string(100 * i) + " " + std::to_string(i % 2) + " 42 1000\n";
    }
    return text + "stack 100 42 1000 2000 3000\nstack 1900 42 1000 4000\nname 42 render\n";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(trial_reader_tests, ReaderFixture)

BOOST_AUTO_TEST_CASE(recognises_its_files_by_their_first_bytes) {
    BOOST_CHECK_EQUAL(reader->probe("a.etl", "trial 1\nsample", 14), 100u);
    BOOST_CHECK_EQUAL(reader->probe("a.trial", "something else", 14), 0u);
    BOOST_CHECK_EQUAL(reader->probe("a.trial", "trial 1", 7), 0u);
}

BOOST_AUTO_TEST_CASE(two_lanes_give_the_order_of_the_file) {
    BOOST_REQUIRE_EQUAL(read(twenty_samples()), BL_OK);
    BOOST_CHECK(recording.mistakes.empty());
    BOOST_CHECK_EQUAL(recording.lanes.size(), 2u);
    BOOST_CHECK(recording.clock_set);
    const auto rows = recording.rows("sample");
    BOOST_REQUIRE_EQUAL(rows.size(), 20u);  // of 24 or more that were claimed
    for (int i = 0; i < 20; ++i) {
        BOOST_CHECK_EQUAL(rows[i].numbers.at("time"), 100 * i);
        BOOST_CHECK_EQUAL(rows[i].numbers.at("cpu"), i % 2);
        BOOST_CHECK_EQUAL(rows[i].numbers.at("thread"), 42);
    }
    BOOST_CHECK_EQUAL(rows.front().lane_order, 0u);
    BOOST_CHECK_GT(rows.back().lane_order, 0u);
    BOOST_CHECK_EQUAL(recording.facts.at("format"), "trial");
}

BOOST_AUTO_TEST_CASE(late_stacks_reach_their_samples_also_across_the_cut) {
    BOOST_REQUIRE_EQUAL(read(twenty_samples()), BL_OK);
    const auto rows = recording.rows("sample");
    const fakes::Stack& crossed = rows.at(1).stacks.at("stack");
    BOOST_CHECK_EQUAL(rows[1].lane_order, 0u);
    BOOST_CHECK_EQUAL(crossed.pid, 42u);
    const std::vector<std::uint64_t> three{0x1000, 0x2000, 0x3000}, two{0x1000, 0x4000};
    BOOST_TEST(crossed.addresses == three, boost::test_tools::per_element());
    BOOST_TEST(rows.at(19).stacks.at("stack").addresses == two, boost::test_tools::per_element());
    BOOST_CHECK(rows.at(2).stacks.at("stack").addresses.empty());
}

BOOST_AUTO_TEST_CASE(unwanted_stacks_are_not_decoded) {
    const char* tables[] = {"sample", nullptr};
    BOOST_REQUIRE_EQUAL(read(twenty_samples(), tables), BL_OK);
    for (const auto& row : recording.rows("sample")) BOOST_CHECK_EQUAL(row.numbers.at("stack"), 0);
}

BOOST_AUTO_TEST_CASE(names_are_texts_of_their_lane) {
    BOOST_REQUIRE_EQUAL(read(twenty_samples()), BL_OK);
    const auto threads = recording.rows("thread");
    BOOST_REQUIRE_EQUAL(threads.size(), 1u);
    BOOST_CHECK_EQUAL(threads[0].texts.at("name"), "render");
    BOOST_CHECK_EQUAL(threads[0].numbers.at("tid"), 42);
}

BOOST_AUTO_TEST_CASE(damage_is_reported_once_for_each_kind_and_the_rest_is_kept) {
    BOOST_REQUIRE_EQUAL(read("trial 1\ngarbage\n" + twenty_samples().substr(8) + "more garbage\n"),
                        BL_OK);
    BOOST_CHECK_EQUAL(recording.problems.at("trial.line"), 2u);
    BOOST_CHECK_EQUAL(recording.problem_offset.at("trial.line"), 8u);
    BOOST_CHECK_EQUAL(recording.rows("sample").size(), 20u);
}

BOOST_AUTO_TEST_CASE(a_stack_without_a_sample_is_damage) {
    BOOST_REQUIRE_EQUAL(read(twenty_samples() + "stack 123456 42 1000\n"), BL_OK);
    BOOST_CHECK_EQUAL(recording.problems.at("trial.stack"), 1u);
}

BOOST_AUTO_TEST_CASE(a_line_that_is_too_long_ends_the_reading_with_an_error) {
    BOOST_CHECK_EQUAL(read("trial 1\n" + std::string(1000, 'x') + "\n"), BL_E_DATA);
}

BOOST_AUTO_TEST_CASE(an_empty_trace_is_read) {
    BOOST_CHECK_EQUAL(read("trial 1\n"), BL_OK);
    BOOST_CHECK(recording.rows("sample").empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_an_error_with_its_reason) {
    const char* paths[] = {"/nonexistent/x.trial"};
    bl_read what{};
    what.struct_size = sizeof(what);
    what.path_count = 1;
    what.paths = paths;
    what.options = &options.table;
    BOOST_CHECK_EQUAL(reader->read(&host.table, &what, recording.first_lane(), recording.api()),
                      BL_E_IO);
    BOOST_CHECK_EQUAL(host.error, "cannot open the file");
}

BOOST_AUTO_TEST_SUITE_END()

// ---- the analyzer

namespace {

// One process with two threads.  The first runs to 100, waits to 300 for the second, is runnable
// to 320 and runs to the end; the second waits to 250 and runs from then on.
struct AnalyzerFixture : Started {
    const bl_analyzer* analyzer = plugin->analyzers[0];
    fakes::Store store;
    fakes::Sink sink;
    fakes::Values options;
    std::vector<std::uint32_t> focus{0};

    AnalyzerFixture() {
        options.u64["shortest"] = 0;
        const std::uint32_t render = store.string("render"), worker = store.string("worker");
        store.add<std::uint32_t>("process", "thread_first", BL_COL_U32, {0});
        store.add<std::uint32_t>("thread", "name", BL_COL_STRING, {render, worker});
        store.add<std::uint32_t>("thread", "state_first", BL_COL_U32, {0, 4});
        store.add<std::uint32_t>("thread", "state_count", BL_COL_U32, {4, 2});
        store.add<std::int64_t>("state", "begin", BL_COL_TIME, {0, 100, 300, 320, 0, 250});
        store.add<std::int64_t>("state", "end", BL_COL_TIME, {100, 300, 320, 400, 250, 400});
        store.add<std::uint8_t>("state", "state", BL_COL_U8, {1, 3, 2, 1, 3, 1});
        const std::uint32_t none = BL_NO_ROW;
        store.add<std::uint32_t>("state", "by_thread", BL_COL_ROW,
                                 {none, 1, none, none, none, none});
        store.freeze(400);
    }

    bl_status analyze(std::int64_t begin, std::int64_t end) {
        bl_analysis run{};
        run.struct_size = sizeof(run);
        run.focus = focus.data();
        run.focus_count = static_cast<std::uint32_t>(focus.size());
        run.begin = begin;
        run.end = end;
        run.options = &options.table;
        return analyzer->analyze(&host.table, &store.table, &run, &sink.table);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(trial_analyzer_tests, AnalyzerFixture)

BOOST_AUTO_TEST_CASE(follows_the_thread_and_draws_an_arrow_from_its_waker) {
    BOOST_REQUIRE_EQUAL(analyze(0, 400), BL_OK);
    BOOST_REQUIRE_EQUAL(sink.spans.size(), 1u);
    const auto& spans = sink.spans[0].spans;
    BOOST_REQUIRE_EQUAL(spans.size(), 5u);
    const std::vector<std::string> kinds{"running", "waiting", "running", "runnable", "running"};
    for (std::size_t i = 0; i < spans.size(); ++i) BOOST_CHECK_EQUAL(spans[i].kind, kinds[i]);
    BOOST_CHECK_EQUAL(spans[2].lane, "wakers");
    BOOST_CHECK_EQUAL(spans[2].begin, 250);
    BOOST_REQUIRE_EQUAL(sink.spans[0].arrows.size(), 1u);
    const auto [from, to] = sink.spans[0].arrows[0];
    BOOST_CHECK_EQUAL(spans[from].lane, "wakers");
    BOOST_CHECK_EQUAL(spans[to].begin, 300);
}

BOOST_AUTO_TEST_CASE(finding_has_typed_arguments_and_the_share_of_the_window) {
    BOOST_REQUIRE_EQUAL(analyze(0, 400), BL_OK);
    BOOST_REQUIRE_EQUAL(sink.findings.size(), 1u);
    const auto& finding = sink.findings[0];
    BOOST_CHECK_EQUAL(finding.text, "{0} waited for {1} of {2}");
    BOOST_REQUIRE_EQUAL(finding.args.size(), 3u);
    BOOST_CHECK_EQUAL(finding.args[0].text, "render");
    BOOST_CHECK_EQUAL(finding.args[0].name_kind, static_cast<std::uint32_t>(BL_NAME_THREAD));
    BOOST_CHECK_EQUAL(finding.args[1].u64, 200u);
    BOOST_CHECK_EQUAL(finding.share, 0.5);
    BOOST_CHECK_EQUAL(finding.see.at(0), sink.spans[0].id);
}

BOOST_AUTO_TEST_CASE(a_window_cuts_the_wait_that_began_before_it) {
    BOOST_REQUIRE_EQUAL(analyze(150, 310), BL_OK);
    BOOST_CHECK_EQUAL(sink.findings.at(0).args[1].u64, 150u);
    BOOST_CHECK_EQUAL(sink.spans.at(0).spans[0].begin, 150);
    BOOST_CHECK_EQUAL(sink.spans.at(0).spans.back().end, 310);
}

BOOST_AUTO_TEST_CASE(an_option_leaves_out_short_spans_and_moves_the_arrow_on) {
    options.u64["shortest"] = 50;
    BOOST_REQUIRE_EQUAL(analyze(0, 400), BL_OK);
    const auto& spans = sink.spans.at(0);
    BOOST_REQUIRE_EQUAL(spans.spans.size(), 4u);
    BOOST_CHECK_EQUAL(spans.spans[spans.arrows.at(0).second].begin, 320);
}

BOOST_AUTO_TEST_CASE(without_a_focus_it_has_nothing_to_say) {
    focus.clear();
    BOOST_CHECK_EQUAL(analyze(0, 400), BL_SKIPPED);
    BOOST_CHECK_EQUAL(host.error, "the focus has no process");
    BOOST_CHECK(sink.spans.empty());
}

BOOST_AUTO_TEST_SUITE_END()
