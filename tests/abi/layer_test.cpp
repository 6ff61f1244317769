// The C++ layer, driven as the host drives a plugin: by the tables that BENCHLAB_PLUGIN makes.
#include <benchlab/plugin.hpp>
#include <boost/test/unit_test.hpp>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "fakes.hpp"

namespace {

// What the author's code does, as each test wants it.
struct Behaviour {
    std::string throw_in;  // "setup", "prepare", "run", "start"
    std::string what;      // "memory", "error", "odd", "status"
    std::uint64_t prepared = 0, ran = 0;
    int alive = 0;
    bool stopped = false;
};
Behaviour behaviour;

void maybe_throw(const std::string& place) {
    if (behaviour.throw_in != place) return;
    if (behaviour.what == "memory") throw std::bad_alloc();
    if (behaviour.what == "error") throw std::runtime_error("broken in " + place);
    if (behaviour.what == "status") throw benchlab::Error(BL_E_IO, "no file in " + place);
    if (behaviour.what == "skip") throw benchlab::skip("not here");
    throw 42;
}

class Everything {
  public:
    explicit Everything(const benchlab::Setup& setup)
        : size_(setup.u64("size")), kind_(setup.text("kind")), threads_(setup.threads()) {
        maybe_throw("setup");
        ++behaviour.alive;
    }
    ~Everything() { --behaviour.alive; }
    benchlab::Shape shape() const { return benchlab::Shape().bytes(size_).max_iterations(16); }
    void prepare(std::uint32_t, std::uint64_t iterations) {
        maybe_throw("prepare");
        behaviour.prepared = iterations;
    }
    std::uint64_t run(std::uint32_t thread, std::uint64_t iterations, benchlab::Result& result) {
        maybe_throw("run");
        result.metric(1, 0.25);
        result.elapsed_ns(7);
        return size_ * iterations + thread + (kind_ == "fast" ? 1000 : 0) + threads_ * 100000;
    }

  private:
    std::uint64_t size_;
    std::string kind_;
    std::uint32_t threads_;
};

struct Least {
    void run(std::uint64_t iterations) { behaviour.ran += iterations; }
};

struct Asks {
    explicit Asks(const benchlab::Setup& setup) { static_cast<void>(setup.u64("undeclared")); }
    void run(std::uint64_t) {}
};

struct Section {
    void analyze(const benchlab::Store& store, const benchlab::Run& run, benchlab::Sink& sink);
};

struct Parallel {
    void analyze(const benchlab::Store&, const benchlab::Run& run, benchlab::Sink&) {
        run.host().parallel(3, [](std::uint64_t index) {
            if (index == 1) throw benchlab::Error(BL_E_DATA, "task 1");
        });
    }
};

std::uint64_t calls = 0;

}  // namespace

constexpr int kCounters = 1, kOther = 2;
constexpr bl_recorder kRecorder{};

BENCHLAB_PLUGIN(
    "test.layer", "2.1", title("The layer"), author("somebody"), licence("MIT"),
    bench<Everything>("test/everything", "All that can be declared", op("load"), ops(4),
                      manual_time, slow, max_threads(2),
                      param("size", {4096, 8192}, BL_UNIT_BYTES).between(1, 1 << 20),
                      choice("kind", {"slow", "fast"}), metric("a", "A", "The first", BL_UNIT_NS),
                      metric("b", "B", "The second", BL_UNIT_RATIO, BL_OUT_MORE_IS_BETTER)),
    bench<Least>("test/least", "Only run()"),
    bench<Asks>("test/asks", "Asks for what it has not declared"),
    bench(
        "test/lambda", "A function", [] { return ++calls; }, items(3)),
    analyzer<Section>("section", "A section", help("What it does"), order(-3),
                      needs("span", "other?"),
                      option_u64("top", "rows to show", "N", "2").between(1, 9),
                      option_flag("all", "everything")),
    analyzer<Parallel>("parallel", "Fails in a task"), on_start([](benchlab::Host host) {
        host.log(BL_LOG_INFO, "started");
        maybe_throw("start");
    }),
    on_stop([] { behaviour.stopped = true; }), c_recorder(kRecorder),
    extension("test.counters/1", &kCounters), extension("test.other/2", &kOther));

namespace {

struct LayerFixture {
    fakes::Host host;
    fakes::Values values;
    const bl_plugin* plugin = benchlab_plugin_v1(0);
    const bl_benchmark* everything = plugin->benchmarks[0];
    bl_bench_shape shape{};
    bl_bench_result result{};
    double metrics[2] = {-1, -1};
    void* state = nullptr;

    LayerFixture() {
        behaviour = {};
        values.u64 = {{"size", 4096}, {"kind", 1}};
        values.text = {{"kind", "fast"}};
        shape.struct_size = sizeof(shape);
        result.struct_size = sizeof(result);
        result.metrics = metrics;
        BOOST_REQUIRE_EQUAL(plugin->start(&host.table), BL_OK);
    }
    bl_status set_up(const bl_benchmark* benchmark) {
        return benchmark->setup(&host.table, &values.table, 2, &shape, &state);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cpp_layer, LayerFixture)

BOOST_AUTO_TEST_CASE(an_extension_is_found_by_its_whole_id) {
    BOOST_TEST(plugin->get_extension("test.counters/1") == &kCounters);
    BOOST_TEST(plugin->get_extension("test.other/2") == &kOther);
    BOOST_TEST(plugin->get_extension("test.other/1") == nullptr);
    BOOST_TEST(plugin->get_extension("test.other") == nullptr);
}

BOOST_AUTO_TEST_CASE(the_table_says_what_was_declared) {
    BOOST_CHECK_EQUAL(plugin->id, "test.layer");
    BOOST_CHECK_EQUAL(plugin->title, "The layer");
    BOOST_CHECK_EQUAL(plugin->author, "somebody");
    BOOST_CHECK_EQUAL(plugin->benchmark_count, 4u);
    BOOST_CHECK_EQUAL(plugin->analyzer_count, 2u);
    BOOST_CHECK_EQUAL(plugin->reader_count, 0u);
    BOOST_REQUIRE_EQUAL(plugin->recorder_count, 1u);
    BOOST_CHECK(plugin->recorders[0] == &kRecorder);
    BOOST_CHECK_EQUAL(plugin->struct_size, sizeof(bl_plugin));
    BOOST_CHECK_EQUAL(everything->name, "test/everything");
    BOOST_CHECK_EQUAL(everything->op, "load");
    BOOST_CHECK_EQUAL(
        everything->flags,
        static_cast<std::uint32_t>(BL_BENCH_MANUAL_TIME | BL_BENCH_THREADED | BL_BENCH_SLOW));
    BOOST_CHECK_EQUAL(everything->max_threads, 2u);
    BOOST_REQUIRE_EQUAL(everything->param_count, 2u);
    BOOST_CHECK_EQUAL(everything->params[0]->values[1], 8192u);
    BOOST_CHECK_EQUAL(everything->params[0]->maximum, 1u << 20);
    BOOST_CHECK(everything->params[0]->labels == nullptr);
    BOOST_CHECK_EQUAL(everything->params[1]->labels[1], "fast");
    BOOST_REQUIRE_EQUAL(everything->metric_count, 2u);
    BOOST_CHECK_EQUAL(everything->metrics[1]->id, "b");
}

BOOST_AUTO_TEST_CASE(what_a_class_lacks_is_null_or_empty) {
    const bl_benchmark* least = plugin->benchmarks[1];
    BOOST_CHECK(least->prepare == nullptr);
    BOOST_CHECK(least->op == nullptr);
    BOOST_CHECK_EQUAL(least->flags, 0u);
    BOOST_CHECK_EQUAL(least->param_count + least->metric_count, 0u);
    BOOST_REQUIRE_EQUAL(set_up(least), BL_OK);
    BOOST_CHECK_EQUAL(least->run(state, 0, 5, &result), BL_OK);
    BOOST_CHECK_EQUAL(behaviour.ran, 5u);
    least->teardown(state);
}

BOOST_AUTO_TEST_CASE(a_class_gets_its_parameters_and_gives_shape_check_and_metrics) {
    BOOST_REQUIRE_EQUAL(set_up(everything), BL_OK);
    BOOST_CHECK_EQUAL(shape.ops_per_iteration, 4u);
    BOOST_CHECK_EQUAL(shape.rate, static_cast<std::uint32_t>(BL_RATE_BYTES));
    BOOST_CHECK_EQUAL(shape.rate_per_iteration, 4096u);
    BOOST_CHECK_EQUAL(shape.max_iterations, 16u);
    BOOST_CHECK_EQUAL(everything->prepare(state, 1, 3), BL_OK);
    BOOST_CHECK_EQUAL(behaviour.prepared, 3u);
    BOOST_CHECK_EQUAL(everything->run(state, 1, 3, &result), BL_OK);
    BOOST_CHECK_EQUAL(result.check, 4096u * 3 + 1 + 1000 + 2 * 100000);
    BOOST_CHECK_EQUAL(result.elapsed_ns, 7u);
    BOOST_CHECK_EQUAL(metrics[0], -1);
    BOOST_CHECK_EQUAL(metrics[1], 0.25);
    BOOST_CHECK_EQUAL(behaviour.alive, 1);
    everything->teardown(state);
    BOOST_CHECK_EQUAL(behaviour.alive, 0);
}

BOOST_AUTO_TEST_CASE(a_function_runs_once_for_each_iteration) {
    const bl_benchmark* lambda = plugin->benchmarks[3];
    calls = 0;
    BOOST_REQUIRE_EQUAL(set_up(lambda), BL_OK);
    BOOST_CHECK_EQUAL(shape.rate_per_iteration, 3u);
    BOOST_CHECK_EQUAL(lambda->run(state, 0, 11, &result), BL_OK);
    BOOST_CHECK_EQUAL(calls, 11u);
    lambda->teardown(state);
}

BOOST_AUTO_TEST_CASE(each_exception_becomes_its_status_and_text) {
    const struct {
        const char* what;
        bl_status status;
        const char* text;
    } cases[] = {{"memory", BL_E_MEMORY, "out of memory"},
                 {"error", BL_E_FAILED, "broken in setup"},
                 {"status", BL_E_IO, "no file in setup"},
                 {"skip", BL_SKIPPED, "not here"},
                 {"odd", BL_E_FAILED, "an exception that is not a std::exception"}};
    for (const auto& each : cases) {
        behaviour.throw_in = "setup";
        behaviour.what = each.what;
        BOOST_CHECK_EQUAL(set_up(everything), each.status);
        BOOST_CHECK_EQUAL(host.error, each.text);
        BOOST_CHECK_EQUAL(behaviour.alive, 0);
    }
}

BOOST_AUTO_TEST_CASE(prepare_and_run_report_to_the_host_that_start_was_given) {
    BOOST_REQUIRE_EQUAL(set_up(everything), BL_OK);
    behaviour.what = "error";
    behaviour.throw_in = "prepare";
    BOOST_CHECK_EQUAL(everything->prepare(state, 0, 1), BL_E_FAILED);
    BOOST_CHECK_EQUAL(host.error, "broken in prepare");
    behaviour.throw_in = "run";
    BOOST_CHECK_EQUAL(everything->run(state, 0, 1, &result), BL_E_FAILED);
    BOOST_CHECK_EQUAL(host.error, "broken in run");
    everything->teardown(state);
}

BOOST_AUTO_TEST_CASE(an_undeclared_parameter_is_an_error_that_names_it) {
    BOOST_CHECK_EQUAL(set_up(plugin->benchmarks[2]), BL_E_INVALID);
    BOOST_CHECK(host.error.find("undeclared") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(start_and_stop_reach_the_author) {
    BOOST_CHECK_EQUAL(host.logs.at(0), "started");
    behaviour.throw_in = "start";
    behaviour.what = "error";
    BOOST_CHECK_EQUAL(plugin->start(&host.table), BL_E_FAILED);
    BOOST_CHECK_EQUAL(host.error, "broken in start");
    plugin->stop();
    BOOST_CHECK(behaviour.stopped);
}

BOOST_AUTO_TEST_SUITE_END()

// ---- analyzers

void Section::analyze(const benchlab::Store& store, const benchlab::Run& run,
                      benchlab::Sink& sink) {
    using benchlab::Arg;
    const auto spans = store.table("span");
    const auto begin = spans.time("begin");
    const auto bytes = spans.u32("bytes");
    const auto name = spans.string("name");
    const auto stack = spans.stack("stack");
    const auto missing = spans.f64("missing", benchlab::kOptional);
    const auto other = store.find_table("other");

    benchlab::TableBuilder table("spans", "Spans");
    table.text("name", "Name", BL_NAME_FUNCTION, BL_OUT_KEY);
    table.u64("bytes", "Bytes", "How many", BL_UNIT_BYTES, BL_OUT_BAR);
    table.f64("share", "Share", "Of all", BL_UNIT_RATIO);
    std::vector<benchlab::CodeId> codes;
    for (const benchlab::Row row : spans.overlap(run.window())) {
        table.row(store.text(name[row]), bytes.get(row), missing.get(row));
        for (const benchlab::CodeId code : store.stack(stack[row])) codes.push_back(code);
    }
    table.omitted(run.options().u64("top"));
    sink.table(table);

    const auto functions = store.functions(codes);
    benchlab::Flame flame("flame", "Flame", BL_UNIT_COUNT);
    flame.add(stack[0], functions.size());
    sink.flame(flame);

    benchlab::Spans lanes("lanes", "Lanes", BL_NAME_THREAD);
    const auto lane = lanes.lane("main");
    const auto kind = lanes.kind("work");
    const auto first = lanes.add(lane, begin[0], 10, kind);
    lanes.arrow(first, lanes.add(lane, 10, 20, kind, "labelled"));
    sink.spans(lanes);

    benchlab::Series series{"series", "Series", "What it shows"};
    series.add(1, 2);
    sink.series(series);
    benchlab::Histogram histogram{"histogram", "Histogram", "What it shows"};
    histogram.edges = {0, 1, 2};
    histogram.counts = {5, 6};
    sink.histogram(histogram);
    sink.heading("lanes", "From {0}", {Arg::time(begin[0])});
    sink.value("codes", "Codes", "Entries of stacks", codes.size(), BL_UNIT_COUNT);
    sink.value("mean", "Mean", "Of something", 1.5, BL_UNIT_NS, 0, {1.0, 2.0});
    sink.value("delay", "Delay", "May be negative", -5, BL_UNIT_NS);
    sink.text("who", "Who", store.describe(codes.at(0))->name, BL_NAME_FUNCTION);
    sink.finding(benchlab::Finding(BL_FINDING_NOTE, "section.other", "{0} rows of other, {1}",
                                   {Arg::count(other.size()), Arg::name("x", BL_NAME_FILE)})
                     .at(run.window())
                     .share(0.5)
                     .see("spans"));
}

namespace {

struct SectionFixture : LayerFixture {
    fakes::Store store;
    fakes::Sink sink;
    fakes::Values options;
    const bl_analyzer* section = plugin->analyzers[0];

    void fill() {
        options.u64["top"] = 2;
        const auto draw = store.string("draw"), load = store.string("load");
        const auto inner = store.code(0x1010), outer = store.code(0x2010),
                   same = store.code(0x1020);
        const auto root = store.stack(0, outer);
        const auto one = store.stack(root, inner), two = store.stack(root, same);
        store.add<std::int64_t>("span", "begin", BL_COL_TIME, {0, 100, 200});
        store.add<std::int64_t>("span", "end", BL_COL_TIME, {50, 150, 250});
        store.add<std::uint32_t>("span", "bytes", BL_COL_U32, {7, 8, 9}, {0b101});
        store.add<std::uint32_t>("span", "name", BL_COL_STRING, {draw, load, 0});
        store.add<std::uint32_t>("span", "stack", BL_COL_STACK, {one, two, 0});
        store.freeze(300);
    }
    bl_status analyze(const bl_analyzer* analyzer, std::int64_t end) {
        bl_analysis run{};
        run.struct_size = sizeof(run);
        run.end = end;
        run.options = &options.table;
        return analyzer->analyze(&host.table, &store.table, &run, &sink.table);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cpp_layer_analyzers, SectionFixture)

BOOST_AUTO_TEST_CASE(the_table_says_needs_order_and_options) {
    BOOST_CHECK_EQUAL(section->id, "section");
    BOOST_CHECK_EQUAL(section->order, -3);
    BOOST_CHECK_EQUAL(section->help, "What it does");
    BOOST_CHECK_EQUAL(section->needs[1], "other?");
    BOOST_CHECK(section->needs[2] == nullptr);
    BOOST_REQUIRE_EQUAL(section->option_count, 2u);
    BOOST_CHECK_EQUAL(section->options[0]->default_value, "2");
    BOOST_CHECK_EQUAL(section->options[0]->maximum, 9);
    BOOST_CHECK(section->options[1]->value_name == nullptr);
    BOOST_CHECK(plugin->analyzers[1]->needs[0] == nullptr);
}

BOOST_AUTO_TEST_CASE(columns_and_tables_come_through_with_what_is_absent) {
    fill();
    BOOST_REQUIRE_EQUAL(analyze(section, 160), BL_OK);
    BOOST_REQUIRE_EQUAL(sink.tables.size(), 1u);
    const auto& columns = sink.tables[0].columns;
    const std::vector<std::string> names{"draw", "load"}, bytes{"7", "-"}, shares{"-", "-"};
    BOOST_TEST(columns[0].cells == names, boost::test_tools::per_element());
    BOOST_TEST(columns[1].cells == bytes, boost::test_tools::per_element());
    BOOST_TEST(columns[2].cells == shares, boost::test_tools::per_element());
    BOOST_CHECK_EQUAL(columns[0].name_kind, static_cast<std::uint32_t>(BL_NAME_FUNCTION));
    BOOST_CHECK_EQUAL(sink.tables[0].omitted, 2u);
}

BOOST_AUTO_TEST_CASE(stacks_are_walked_inside_out_and_functions_have_one_id) {
    fill();
    BOOST_REQUIRE_EQUAL(analyze(section, 160), BL_OK);
    BOOST_CHECK_EQUAL(sink.values.at(0).second.u64, 4u);
    BOOST_CHECK_EQUAL(sink.values.at(3).second.text, "work");
    const benchlab::Store opened(&store.table);
    const auto stack = opened.table("span").stack("stack");
    const auto walked = opened.stack(stack[1]);
    std::vector<benchlab::CodeId> codes(walked.begin(), walked.end());
    BOOST_REQUIRE_EQUAL(codes.size(), 2u);
    BOOST_CHECK_EQUAL(opened.address(codes[0]), 0x1020u);
    BOOST_CHECK_EQUAL(opened.address(codes[1]), 0x2010u);
    BOOST_CHECK_EQUAL(opened.address(opened.functions(codes)[0]), 0x1010u);
    BOOST_CHECK(opened.stack(benchlab::StackId::kNone).empty());
    BOOST_CHECK(!opened.describe(codes[0], 1).has_value());
}

BOOST_AUTO_TEST_CASE(figures_texts_and_findings_keep_type_unit_and_interval) {
    fill();
    BOOST_REQUIRE_EQUAL(analyze(section, 160), BL_OK);
    BOOST_CHECK_EQUAL(sink.values.at(1).second.f64, 1.5);
    BOOST_CHECK_EQUAL(sink.intervals.at(1).second, 2.0);
    BOOST_CHECK_EQUAL(sink.values.at(2).second.type, static_cast<std::uint32_t>(BL_VALUE_F64));
    BOOST_CHECK_EQUAL(sink.values.at(2).second.f64, -5);
    BOOST_CHECK_EQUAL(sink.headings.at(0).first, "lanes: From {0}");
    BOOST_CHECK_EQUAL(sink.headings.at(0).second.at(0).unit,
                      static_cast<std::uint32_t>(BL_UNIT_TRACE_TIME));
    BOOST_CHECK_EQUAL(sink.findings.at(0).args.at(1).text, "x");
    BOOST_CHECK_EQUAL(sink.findings.at(0).end, 160);
    BOOST_CHECK_EQUAL(sink.findings.at(0).see.at(0), "spans");
}

BOOST_AUTO_TEST_CASE(spans_series_histograms_and_flames_are_handed_over_whole) {
    fill();
    BOOST_REQUIRE_EQUAL(analyze(section, 160), BL_OK);
    const auto& spans = sink.spans.at(0);
    BOOST_CHECK_EQUAL(spans.spans.at(0).label, "");
    BOOST_CHECK_EQUAL(spans.spans.at(1).label, "labelled");
    BOOST_CHECK_EQUAL(spans.arrows.at(0).second, 1u);
    BOOST_CHECK_EQUAL(sink.series_y.at(0).at(0), 2);
    BOOST_CHECK_EQUAL(sink.histograms.at(0).at(1), 6u);
    BOOST_CHECK_EQUAL(sink.flames.at(0).at(0), 4u);
}

BOOST_AUTO_TEST_CASE(a_table_that_is_not_there_skips_the_section_and_says_which) {
    store.freeze(0);
    BOOST_CHECK_EQUAL(analyze(section, 1), BL_SKIPPED);
    BOOST_CHECK_EQUAL(host.error, "the trace has no span");
}

BOOST_AUTO_TEST_CASE(a_column_that_is_not_there_skips_the_section_and_says_which) {
    store.add<std::int64_t>("span", "begin", BL_COL_TIME, {0});
    store.freeze(1);
    BOOST_CHECK_EQUAL(analyze(section, 1), BL_SKIPPED);
    BOOST_CHECK_EQUAL(host.error, "the trace has no span.bytes");
}

BOOST_AUTO_TEST_CASE(an_error_in_a_parallel_task_keeps_its_status_and_text) {
    store.freeze(0);
    BOOST_CHECK_EQUAL(analyze(plugin->analyzers[1], 1), BL_E_DATA);
    BOOST_CHECK_EQUAL(host.error, "task 1");
}

BOOST_AUTO_TEST_CASE(a_row_that_does_not_fit_its_table_is_refused) {
    benchlab::TableBuilder table("t", "T");
    table.text("name", "Name");
    table.u64("n", "N", "Count", BL_UNIT_COUNT);
    table.row("good", 1);
    BOOST_CHECK_THROW(table.row("short"), benchlab::Error);
    BOOST_CHECK_THROW(table.row(1, 1), benchlab::Error);
    BOOST_CHECK_THROW(table.row("a", 1.5), benchlab::Error);
    BOOST_CHECK_THROW(table.row("a", -1), benchlab::Error);
    BOOST_CHECK_THROW(table.text("late", "Late"), benchlab::Error);
}

BOOST_AUTO_TEST_CASE(long_tables_keep_each_rows_presence) {
    benchlab::TableBuilder table("t", "T");
    table.u64("n", "N", "Count", BL_UNIT_COUNT);
    for (int i = 0; i < 130; ++i) {
        table.row(i % 3 == 0 ? std::optional<int>() : std::optional<int>(i));
    }
    benchlab::Sink(&sink.table).table(table);
    const auto& cells = sink.tables.at(0).columns[0].cells;
    BOOST_REQUIRE_EQUAL(cells.size(), 130u);
    for (int i = 0; i < 130; ++i) {
        BOOST_CHECK_EQUAL(cells[i], i % 3 == 0 ? "-" : std::to_string(i));
    }
}

BOOST_AUTO_TEST_CASE(a_window_measures_what_of_a_span_lies_in_it) {
    const benchlab::Window window{100, 200};
    BOOST_CHECK_EQUAL(window.overlap(50, 150), 50);
    BOOST_CHECK_EQUAL(window.overlap(0, 100), 0);
    BOOST_CHECK_EQUAL(window.overlap(0, 300), 100);
    BOOST_CHECK(window.contains(100) && !window.contains(200));
}

BOOST_AUTO_TEST_SUITE_END()
