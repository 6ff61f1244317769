#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>
#include <vector>

#include "bench.hpp"
#include "common/memory.hpp"

using namespace benchlab::test;

namespace {

struct Case {
    const bl_benchmark* benchmark;
    std::string name;
    std::uint64_t size;  // 0 without the parameter
};

std::vector<const bl_plugin*> plugins() {
    return {&cpu_plugin(), &mem_plugin(), &cache_plugin()};
}

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const bl_plugin* plugin : plugins()) {
        for (std::uint32_t i = 0; i < plugin->benchmark_count; ++i) {
            const bl_benchmark* benchmark = plugin->benchmarks[i];
            if (benchmark->param_count == 0) cases.push_back({benchmark, benchmark->name, 0});
            for (std::uint32_t p = 0; p < benchmark->param_count; ++p) {
                const bl_param& param = *benchmark->params[p];
                for (std::uint64_t v = 0; v < param.value_count; ++v) {
                    cases.push_back(
                        {benchmark,
                         std::string(benchmark->name) + "/" + shown(param, param.values[v]),
                         param.values[v]});
                }
            }
        }
    }
    return cases;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(builtin_tables)

BOOST_AUTO_TEST_CASE(the_24_benchmarks_come_in_this_order) {
    const std::vector<std::string> expected = {
        "cpu/int-latency",   "cpu/int-throughput", "cpu/fp-latency",     "cpu/fp-throughput",
        "mem/read/32KiB",    "mem/read/1MiB",      "mem/read/32MiB",     "mem/read/256MiB",
        "mem/write/32KiB",   "mem/write/1MiB",     "mem/write/32MiB",    "mem/write/256MiB",
        "mem/copy/1MiB",     "mem/copy/256MiB",    "cache/chase/4KiB",   "cache/chase/16KiB",
        "cache/chase/32KiB", "cache/chase/64KiB",  "cache/chase/256KiB", "cache/chase/1MiB",
        "cache/chase/4MiB",  "cache/chase/16MiB",  "cache/chase/64MiB",  "cache/chase/256MiB"};
    std::vector<std::string> names;
    for (const Case& one : all_cases()) names.push_back(one.name);
    BOOST_CHECK_EQUAL_COLLECTIONS(names.begin(), names.end(), expected.begin(), expected.end());
}

BOOST_AUTO_TEST_CASE(every_table_says_what_the_host_needs) {
    const std::string ids[] = {"cpu", "mem", "cache"};
    for (std::size_t i = 0; i < 3; ++i) {
        const bl_plugin& plugin = *plugins()[i];
        BOOST_CHECK_EQUAL(plugin.id, ids[i]);
        BOOST_CHECK_EQUAL(plugin.struct_size, sizeof(bl_plugin));
        BOOST_CHECK_EQUAL(plugin.abi_minor, BL_ABI_MINOR);
        BOOST_CHECK_EQUAL(plugin.needs_minor, 0);
        BOOST_CHECK_NE(std::string(plugin.version), "");
        BOOST_CHECK_NE(std::string(plugin.title), "");
        BOOST_CHECK_EQUAL(plugin.analyzer_count + plugin.reader_count, 0u);
    }
    for (const Case& one : all_cases()) {
        const bl_benchmark& benchmark = *one.benchmark;
        BOOST_TEST_CONTEXT(one.name) {
            BOOST_CHECK_EQUAL(benchmark.struct_size, sizeof(bl_benchmark));
            BOOST_CHECK_EQUAL(benchmark.flags, unsigned{BL_BENCH_THREADED});
            BOOST_CHECK(benchmark.setup && benchmark.run && benchmark.teardown);
            BOOST_CHECK_NE(std::string(benchmark.title), "");
            for (std::uint32_t p = 0; p < benchmark.param_count; ++p) {
                const bl_param& param = *benchmark.params[p];
                BOOST_CHECK_EQUAL(param.struct_size, sizeof(bl_param));
                BOOST_CHECK_EQUAL(param.name, "size");
                BOOST_CHECK_LE(param.minimum, one.size);
                BOOST_CHECK_GE(param.maximum, one.size);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_case_sets_up_runs_and_tears_down) {
    for (const Case& one : all_cases()) {
        BOOST_TEST_CONTEXT(one.name) {
            Bench bench(*one.benchmark, one.size);
            if (bench.status == BL_SKIPPED) {
                BOOST_TEST_MESSAGE("skipped " << one.name << ": " << bench.host.error);
                BOOST_CHECK_MESSAGE(one.size > 64 * 1024 * 1024, bench.host.error);
                continue;
            }
            const std::string group = std::string(one.name).substr(0, one.name.find('/'));
            const std::uint64_t operations = group == "cpu" ? 1024 : group == "mem" ? 0 : 1000;
            BOOST_CHECK_EQUAL(bench.shape.ops_per_iteration, operations);
            BOOST_CHECK_EQUAL(bench.shape.rate_per_iteration,
                              group == "mem" ? one.size : operations);
            BOOST_CHECK_EQUAL(bench.shape.rate,
                              unsigned{group == "mem" ? BL_RATE_BYTES : BL_RATE_ITEMS});
            const std::uint64_t first = bench.run(2);
            BOOST_CHECK_EQUAL(bench.run(2), first);  // equal iterations, equal check
        }
    }
}

BOOST_AUTO_TEST_CASE(threads_share_nothing_but_the_state) {
    for (const Case& one : all_cases()) {
        if (one.size > 1024 * 1024) continue;
        BOOST_TEST_CONTEXT(one.name) {
            Bench alone(*one.benchmark, one.size);
            Bench both(*one.benchmark, one.size, 2);
            BOOST_CHECK_EQUAL(both.shape.ops_per_iteration, alone.shape.ops_per_iteration);
            BOOST_CHECK_EQUAL(both.shape.rate_per_iteration, alone.shape.rate_per_iteration);
            const std::uint64_t expected = alone.run(5);
            std::uint64_t checks[2] = {};
            std::thread second([&] { checks[1] = both.run(5, 1); });
            checks[0] = both.run(5, 0);
            second.join();
            BOOST_CHECK_EQUAL(checks[0], expected);
            BOOST_CHECK_EQUAL(checks[1], expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_the_machine_has_not_is_skipped_with_the_figures) {
    for (const Case& one : all_cases()) {
        if (one.size == 0) continue;
        BOOST_TEST_CONTEXT(one.name) {
            // 64 GiB for each of 65,536 threads.
            Bench bench(*one.benchmark, std::uint64_t{64} << 30, 65536);
            BOOST_CHECK_EQUAL(bench.status, BL_SKIPPED);
            BOOST_CHECK_EQUAL(bench.host.error.find("needs "), 0u);
            BOOST_CHECK_NE(bench.host.error.find("this machine has "), std::string::npos);
            BOOST_CHECK_LT(bench.host.error.size(), 100u);
        }
    }
}

BOOST_AUTO_TEST_CASE(refused_memory_is_reported_and_nothing_leaks) {
    for (const Case& one : all_cases()) {
        if (one.size > 1024 * 1024) continue;
        int calls = 0;
        {
            Bench bench(*one.benchmark, one.size);
            calls = bench.host.calls;
        }
        BOOST_REQUIRE_GT(calls, 0);
        const Size size(one.size);
        for (int call = 0; call < calls; ++call) {
            BOOST_TEST_CONTEXT(one.name << ", refusing call " << call) {
                Host host;
                host.refuse_call = call;
                bl_bench_shape shape{};
                shape.struct_size = sizeof shape;
                void* state = nullptr;
                const bl_status status = one.benchmark->setup(&host, &size, 1, &shape, &state);
                BOOST_CHECK(status == BL_E_MEMORY || status == BL_SKIPPED);
                BOOST_CHECK(status == BL_E_MEMORY || !host.error.empty());
                BOOST_CHECK_EQUAL(host.blocks.size(), 0u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_size_that_is_no_whole_number_of_lines_is_an_error) {
    for (const Case& one : all_cases()) {
        if (one.size == 0) continue;
        for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000},
                                         std::uint64_t{32 * 1024 + 8}, UINT64_MAX}) {
            Bench bench(*one.benchmark, size);
            BOOST_CHECK_EQUAL(bench.status, BL_E_INVALID);
            BOOST_CHECK_NE(bench.host.error.find(std::to_string(size)), std::string::npos);
        }
        Bench bench(*one.benchmark, 48 * 1024);
        BOOST_CHECK_EQUAL(bench.status, BL_OK);
    }
}

BOOST_AUTO_TEST_CASE(the_machine_says_its_memory_and_line_size) {
    const std::uint64_t line = benchlab::plugins::cache_line_bytes();
    BOOST_CHECK_EQUAL(line & (line - 1), 0u);
    BOOST_CHECK_GE(line, 16u);
    BOOST_CHECK_LE(line, 1024u);
    // Between 1 MiB and 64 TiB: a mix-up of kilobytes and bytes would leave this range on small
    // and on large machines alike.
    BOOST_CHECK_GT(benchlab::plugins::available_memory(), std::uint64_t{1} << 20);
    BOOST_CHECK_LT(benchlab::plugins::available_memory(), std::uint64_t{1} << 46);
}

BOOST_AUTO_TEST_SUITE_END()
