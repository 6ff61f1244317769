#include "plugin/validate.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

bl_status BL_CALL setup(const bl_host*, const bl_values*, std::uint32_t, bl_bench_shape*, void**) {
    return BL_OK;
}
bl_status BL_CALL run(void*, std::uint32_t, std::uint64_t, bl_bench_result*) {
    return BL_OK;
}
void BL_CALL teardown(void*) {}
bl_status BL_CALL analyze(const bl_host*, const bl_store*, const bl_analysis*, bl_sink*) {
    return BL_OK;
}
std::uint32_t BL_CALL probe(const char*, const void*, std::uint64_t) {
    return 0;
}
bl_status BL_CALL read(const bl_host*, const bl_read*, bl_builder*, const bl_builder_api*) {
    return BL_OK;
}
bl_status BL_CALL check(const bl_host*, void*, void(BL_CALL*)(void*, const bl_check_item*)) {
    return BL_OK;
}
bl_status BL_CALL begin(const bl_host*, const bl_record*, void**) {
    return BL_OK;
}
bl_status BL_CALL go_on(const bl_host*, void*, bl_record_state*) {
    return BL_OK;
}

// A plugin with one of everything, valid until a test spoils it.
struct Tables {
    std::uint64_t values[2] = {1, 2};
    bl_param param{sizeof(bl_param), BL_UNIT_BYTES, "size", values, nullptr, 2, 0, 0};
    const bl_param* params[1] = {&param};
    bl_metric metric{sizeof(bl_metric), BL_UNIT_NS, 0, 0, "latency", "Latency", "how late"};
    const bl_metric* metrics[1] = {&metric};
    bl_benchmark benchmark{};
    const bl_benchmark* benchmarks[1] = {&benchmark};
    bl_option option{sizeof(bl_option), BL_VALUE_U64, "top", "help", "N", "10", 1, 99};
    const bl_option* options[1] = {&option};
    const char* needs[3] = {"present", "test.own?", nullptr};
    bl_analyzer analyzer{};
    const bl_analyzer* analyzers[1] = {&analyzer};
    const char* suffixes[2] = {".etl", nullptr};
    bl_reader reader{};
    const bl_reader* readers[1] = {&reader};
    const char* events[2] = {"sched:sched_switch", "cpu-clock"};
    bl_preset preset{sizeof(bl_preset), 2, "normal", "What most need", events};
    const bl_preset* presets[1] = {&preset};
    bl_recorder recorder{};
    const bl_recorder* recorders[1] = {&recorder};
    bl_plugin plugin{};

    Tables() {
        benchmark.struct_size = sizeof(bl_benchmark);
        benchmark.name = "test/one";
        benchmark.title = "One";
        benchmark.params = params;
        benchmark.metrics = metrics;
        benchmark.param_count = benchmark.metric_count = 1;
        benchmark.setup = setup;
        benchmark.run = run;
        benchmark.teardown = teardown;
        analyzer.struct_size = sizeof(bl_analyzer);
        analyzer.id = "section";
        analyzer.title = "Section";
        analyzer.help = "help";
        analyzer.needs = needs;
        analyzer.options = options;
        analyzer.option_count = 1;
        analyzer.analyze = analyze;
        reader.struct_size = sizeof(bl_reader);
        reader.id = "etl";
        reader.title = "ETL";
        reader.suffixes = suffixes;
        reader.options = options;
        reader.option_count = 1;
        reader.probe = probe;
        reader.read = read;
        recorder.struct_size = sizeof(bl_recorder);
        recorder.id = "perf";
        recorder.title = "Perf";
        recorder.suffix = ".perf.data";
        recorder.presets = presets;
        recorder.options = options;
        recorder.preset_count = recorder.option_count = 1;
        recorder.check = check;
        recorder.begin = begin;
        recorder.poll = recorder.end = go_on;
        plugin.struct_size = sizeof(bl_plugin);
        plugin.id = "test";
        plugin.version = "1.0";
        plugin.title = "Test";
        plugin.benchmarks = benchmarks;
        plugin.analyzers = analyzers;
        plugin.readers = readers;
        plugin.recorders = recorders;
        plugin.benchmark_count = plugin.analyzer_count = plugin.reader_count = 1;
        plugin.recorder_count = 1;
    }
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;
};

// Spoils one thing; the plugin must be refused for exactly this reason.
template <class Spoil>
void check_refused(Spoil&& spoil, const std::string& reason) {
    Tables tables;
    spoil(tables);
    const Validated result = validate(&tables.plugin);
    BOOST_TEST(result.plugin == nullptr, reason);
    BOOST_TEST(result.reasons.size() == 1u, reason);
    BOOST_TEST(any_contains(result.reasons, reason),
               reason << ", but: " << (result.reasons.empty() ? "" : result.reasons[0]));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(validating)

BOOST_AUTO_TEST_CASE(valid_tables_are_taken_over) {
    const Tables tables;
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.plugin);
    BOOST_TEST(result.id == "test");
    BOOST_TEST(result.plugin->benchmarks[0].metrics[0].title == "Latency");
    BOOST_TEST(result.plugin->host() != nullptr);
}

BOOST_AUTO_TEST_CASE(nothing_of_the_plugins_tables_is_used_but_texts_and_functions) {
    Tables tables;
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.plugin);
    tables.option.struct_size = 1;
    tables.option.type = 99;
    tables.options[0] = nullptr;
    tables.params[0] = nullptr;
    tables.presets[0] = nullptr;
    tables.preset.struct_size = 1;
    const Plugin& plugin = *result.plugin;
    BOOST_REQUIRE(plugin.analyzers[0].option_count == 1);
    BOOST_TEST(plugin.analyzers[0].options[0]->type == std::uint32_t{BL_VALUE_U64});
    BOOST_TEST(plugin.readers[0].options[0]->type == std::uint32_t{BL_VALUE_U64});
    BOOST_TEST(plugin.benchmarks[0].calls.params == nullptr);
    BOOST_REQUIRE(plugin.recorders[0].preset_count == 1);
    BOOST_TEST(plugin.recorders[0].presets[0]->struct_size == sizeof(bl_preset));
}

BOOST_AUTO_TEST_CASE(each_required_function_and_text_is_asked_for) {
    check_refused([](Tables& t) { t.plugin.id = nullptr; }, "id is null");
    check_refused([](Tables& t) { t.plugin.version = nullptr; }, "version is null");
    check_refused([](Tables& t) { t.plugin.title = ""; }, "title is empty");
    check_refused([](Tables& t) { t.benchmark.setup = nullptr; },
                  "benchmark 1 \"test/one\": setup is null");
    check_refused([](Tables& t) { t.benchmark.run = nullptr; }, "run is null");
    check_refused([](Tables& t) { t.benchmark.teardown = nullptr; }, "teardown is null");
    check_refused([](Tables& t) { t.benchmark.title = nullptr; }, "title is null");
    check_refused([](Tables& t) { t.metric.help = nullptr; }, "metric 1 \"latency\": help is null");
    check_refused([](Tables& t) { t.analyzer.analyze = nullptr; },
                  "analyzer 1 \"section\": analyze is null");
    check_refused([](Tables& t) { t.reader.probe = nullptr; }, "reader 1 \"etl\": probe is null");
    check_refused([](Tables& t) { t.reader.read = nullptr; }, "read is null");
}

BOOST_AUTO_TEST_CASE(a_recorder_has_its_functions_a_suffix_and_presets) {
    check_refused([](Tables& t) { t.recorder.check = nullptr; },
                  "recorder 1 \"perf\": check is null");
    check_refused([](Tables& t) { t.recorder.begin = nullptr; }, "begin is null");
    check_refused([](Tables& t) { t.recorder.poll = nullptr; }, "poll is null");
    check_refused([](Tables& t) { t.recorder.end = nullptr; }, "end is null");
    check_refused([](Tables& t) { t.recorder.id = "Perf"; }, "id \"Perf\" is not a name");
    check_refused([](Tables& t) { t.recorder.title = nullptr; }, "title is null");
    for (const char* bad : {"perf.data", ".", "./x", ".a/b", "..", ".A"}) {
        check_refused([&](Tables& t) { t.recorder.suffix = bad; }, "is not a dot and a name");
    }
    check_refused([](Tables& t) { t.recorder.preset_count = 0; }, "has no preset");
    check_refused([](Tables& t) { t.preset.id = "a b"; },
                  "recorder 1 \"perf\": preset 1 \"a b\": id \"a b\" is not a name");
    check_refused([](Tables& t) { t.preset.help = ""; }, "help is empty");
    check_refused([](Tables& t) { t.preset.events = nullptr; }, "states 2 events");
    check_refused([](Tables& t) { t.events[1] = nullptr; }, "event 2 is null");
    check_refused([](Tables& t) { t.presets[0] = nullptr; }, "preset 1: a null pointer");
    check_refused([](Tables& t) { t.recorder.struct_size = 8; }, "recorder 1: struct_size 8");
    check_refused([](Tables& t) { t.plugin.recorders = nullptr; }, "states 1 recorders");
    static const bl_preset* twice[2];
    check_refused(
        [](Tables& t) {
            twice[0] = twice[1] = &t.preset;
            t.recorder.presets = twice;
            t.recorder.preset_count = 2;
        },
        "\"normal\" is there twice");
}

BOOST_AUTO_TEST_CASE(of_a_table_as_long_as_that_of_1_0_no_recorder_is_read) {
    Tables tables;
    tables.plugin.struct_size = 112;
    tables.plugin.recorder_count = 77;
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.plugin);
    BOOST_TEST(result.plugin->recorders.empty());
    BOOST_TEST(result.plugin->readers.size() == 1u);
}

BOOST_AUTO_TEST_CASE(names_follow_their_rules) {
    check_refused([](Tables& t) { t.plugin.id = "Test"; }, "id \"Test\" is not a name");
    check_refused([](Tables& t) { t.plugin.id = "a/b"; }, "id \"a/b\" is not a name");
    for (const char* bad : {"", "/one", "test/", "test//one", "Test/one", "test/o ne", "-a"}) {
        check_refused([&](Tables& t) { t.benchmark.name = bad; }, "is not a name");
    }
    check_refused([](Tables& t) { t.param.name = "a/b"; }, "is not a name");
    check_refused([](Tables& t) { t.metric.id = "A"; }, "is not a name");
    check_refused([](Tables& t) { t.needs[0] = "Present"; }, "no name of a table");
    check_refused([](Tables& t) { t.suffixes[0] = "etl"; }, "does not begin with a dot");
}

BOOST_AUTO_TEST_CASE(texts_are_utf8_and_of_bounded_length) {
    check_refused([](Tables& t) { t.benchmark.title = "\xC3\x28"; }, "title is not valid UTF-8");
    static const std::string longest(kMaxTextBytes, 'x'), longer(kMaxTextBytes + 1, 'x');
    check_refused([](Tables& t) { t.benchmark.title = longer.c_str(); },
                  "title is longer than 64 KiB");
    Tables tables;
    tables.benchmark.title = longest.c_str();
    BOOST_TEST(validate(&tables.plugin).plugin != nullptr);
}

BOOST_AUTO_TEST_CASE(reasons_that_quote_a_plugin_can_be_shown) {
    Tables tables;
    tables.plugin.id = "a\x1B[31m\xFF";
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.reasons.size() == 1);
    BOOST_TEST(!contains(result.reasons[0], "\x1B"));
    BOOST_TEST(!contains(result.reasons[0], "\xFF"));
}

BOOST_AUTO_TEST_CASE(titles_are_one_line_and_obey_no_terminal) {
    Tables tables;
    tables.benchmark.title = "One\nline \x1B[31m";
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.plugin);
    BOOST_TEST(result.plugin->benchmarks[0].title == "One line \uFFFD[31m");
}

BOOST_AUTO_TEST_CASE(parameters_have_values_a_range_and_no_doubles) {
    check_refused([](Tables& t) { t.param.value_count = 0; }, "has no values");
    check_refused([](Tables& t) { t.param.values = nullptr; }, "neither values nor labels");
    check_refused([](Tables& t) { t.values[1] = 1; }, "the value 1 is there twice");
    check_refused([](Tables& t) { t.param.minimum = 5; }, "its minimum 5 is above its maximum 0");
    check_refused([](Tables& t) { t.param.value_count = 4097; }, "at most 4096");
    static const char* const labels[] = {"same", "same"};
    check_refused([](Tables& t) { t.param.labels = labels; }, "\"same\" is there twice");
    static const char* const half[] = {"one", nullptr};
    check_refused([](Tables& t) { t.param.labels = half; }, "label 2 is null");
}

BOOST_AUTO_TEST_CASE(more_than_4096_cases_are_refused) {
    static std::vector<std::uint64_t> many(65);
    std::iota(many.begin(), many.end(), std::uint64_t{0});
    static bl_param other{sizeof(bl_param), 0, "other", many.data(), nullptr, 64, 0, 0};
    static const bl_param* params[2];
    const auto spoil = [](Tables& t, std::uint64_t count) {
        t.param.values = many.data();
        t.param.value_count = count;
        params[0] = &t.param;
        params[1] = &other;
        t.benchmark.params = params;
        t.benchmark.param_count = 2;
    };
    check_refused([&](Tables& t) { spoil(t, 65); }, "more than 4096 cases");
    Tables tables;
    spoil(tables, 64);
    BOOST_TEST(validate(&tables.plugin).plugin != nullptr);
}

BOOST_AUTO_TEST_CASE(counts_match_their_lists) {
    check_refused([](Tables& t) { t.plugin.benchmarks = nullptr; },
                  "states 1 benchmarks, but its list of them is null");
    check_refused([](Tables& t) { t.plugin.benchmark_count = 4097; },
                  "states 4097 benchmarks; at most 4096 are possible");
    check_refused([](Tables& t) { t.benchmark.metrics = nullptr; }, "list of them is null");
    check_refused([](Tables& t) { t.analyzer.options = nullptr; }, "list of them is null");
    check_refused([](Tables& t) { t.readers[0] = nullptr; }, "reader 1: a null pointer");
}

BOOST_AUTO_TEST_CASE(sizes_of_structs_are_checked_wherever_they_stand) {
    check_refused([](Tables& t) { t.plugin.struct_size = 108; }, "its table: struct_size 108");
    check_refused([](Tables& t) { t.benchmark.struct_size = sizeof(bl_benchmark) + 2; },
                  "not a multiple of 4");
    check_refused([](Tables& t) { t.param.struct_size = 0; }, "parameter 1: struct_size 0");
    check_refused([](Tables& t) { t.metric.struct_size = 1u << 20; }, "above 65536");
    check_refused([](Tables& t) { t.analyzer.struct_size = 8; }, "analyzer 1: struct_size 8");
    check_refused([](Tables& t) { t.reader.struct_size = 8; }, "reader 1: struct_size 8");
}

BOOST_AUTO_TEST_CASE(options_have_a_known_type_and_a_default_that_they_would_take) {
    // Three lists have it, so there are three reasons.
    const auto reasons = [](auto&& spoil) {
        Tables tables;
        tables.plugin.reader_count = tables.plugin.recorder_count = 0;
        spoil(tables);
        return validate(&tables.plugin).reasons;
    };
    BOOST_TEST(any_contains(reasons([](Tables& t) { t.option.type = 9; }), "unknown type 9"));
    BOOST_TEST(any_contains(reasons([](Tables& t) { t.option.default_value = "100"; }),
                            "its default is refused"));
    BOOST_TEST(any_contains(reasons([](Tables& t) { t.option.value_name = nullptr; }),
                            "value_name is null"));
    BOOST_TEST(any_contains(reasons([](Tables& t) { t.option.minimum = 100; }), "is above"));
    BOOST_TEST(reasons([](Tables& t) {
                   t.option.type = BL_VALUE_FLAG;
                   t.option.value_name = t.option.default_value = nullptr;
                   t.option.minimum = t.option.maximum = 0;
               }).empty());
}

BOOST_AUTO_TEST_CASE(unknown_flags_units_and_kinds_of_a_newer_plugin_are_no_error) {
    Tables tables;
    tables.benchmark.flags = 0xFFFF0000u;
    tables.metric.unit = 999;
    tables.metric.flags = 0xFFFF0000u;
    tables.plugin.flags = 0xFFFF0000u;
    tables.plugin.abi_minor = 77;
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.plugin);
    BOOST_TEST((result.plugin->benchmarks[0].metrics[0].unit == base::Unit::kNone));
}

BOOST_AUTO_TEST_CASE(endless_reasons_are_counted) {
    std::vector<const bl_benchmark*> nothing(200, nullptr);
    Tables tables;
    tables.plugin.benchmarks = nothing.data();
    tables.plugin.benchmark_count = 200;
    const Validated result = validate(&tables.plugin);
    BOOST_REQUIRE(result.reasons.size() == 65);
    BOOST_TEST(result.reasons.back() == "and 136 more");
}

BOOST_AUTO_TEST_CASE(a_list_without_an_end_is_noticed) {
    std::vector<const char*> endless(kMaxItems + 2, "present");
    Tables tables;
    tables.analyzer.needs = endless.data();
    BOOST_TEST(any_contains(validate(&tables.plugin).reasons, "does not end"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
