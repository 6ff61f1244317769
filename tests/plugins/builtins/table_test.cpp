#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench.hpp"
#include "common/memory.hpp"

using namespace benchlab::test;

namespace {

struct Case {
    const bl_benchmark* benchmark;
    std::string name;
    std::map<std::string, std::uint64_t> values;
    std::uint64_t size;  // 0 without the parameter

    bool in(const std::string& group) const { return name.rfind(group + "/", 0) == 0; }
    bool threaded() const { return (benchmark->flags & BL_BENCH_THREADED) != 0; }
};

std::vector<const bl_plugin*> plugins() {
    return {&cpu_plugin(), &mem_plugin(), &cache_plugin()};
}

// The product of the parameters.
void append_cases(const bl_benchmark& benchmark, Case so_far, std::uint32_t at,
                  std::vector<Case>& cases) {
    if (at == benchmark.param_count) {
        cases.push_back(std::move(so_far));
        return;
    }
    const bl_param& param = *benchmark.params[at];
    for (std::uint64_t v = 0; v < param.value_count; ++v) {
        Case next = so_far;
        const std::uint64_t value = param.values ? param.values[v] : v;
        next.name += "/" + (param.labels ? param.labels[v] : shown(param, value));
        next.values[param.name] = value;
        if (std::string(param.name) == "size") next.size = value;
        append_cases(benchmark, std::move(next), at + 1, cases);
    }
}

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const bl_plugin* plugin : plugins()) {
        for (std::uint32_t i = 0; i < plugin->benchmark_count; ++i) {
            const bl_benchmark& benchmark = *plugin->benchmarks[i];
            append_cases(benchmark, {&benchmark, benchmark.name, {}, 0}, 0, cases);
        }
    }
    return cases;
}

// Those that are quickly set up: many cases of large buffers would only say the same again.
std::vector<Case> quick_cases() {
    std::vector<Case> cases = all_cases();
    std::erase_if(cases, [](const Case& one) {
        const bool slow = (one.benchmark->flags & BL_BENCH_SLOW) != 0;
        const bool own_test = one.in("mem/loaded-latency");
        return own_test || (slow && (one.size > 1024 * 1024 || one.size == 0));
    });
    return cases;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(builtin_tables)

// What a run without names has, and what it leaves out.
BOOST_AUTO_TEST_CASE(the_benchmarks_come_in_this_order) {
    std::vector<std::string> expected = {
        "cpu/int-latency",       "cpu/int-throughput",    "cpu/fp-latency",
        "cpu/fp-throughput",     "mem/read/32KiB",        "mem/read/1MiB",
        "mem/read/32MiB",        "mem/read/256MiB",       "mem/write/32KiB",
        "mem/write/1MiB",        "mem/write/32MiB",       "mem/write/256MiB",
        "mem/copy/32KiB",        "mem/copy/1MiB",         "mem/copy/32MiB",
        "mem/copy/256MiB",       "mem/loaded-latency/0",  "mem/loaded-latency/25",
        "mem/loaded-latency/50", "mem/loaded-latency/75", "mem/loaded-latency/100"};
    for (const char* size :
         {"4KiB",   "8KiB",   "16KiB",  "32KiB",  "48KiB",  "64KiB", "96KiB",   "128KiB",
          "192KiB", "256KiB", "384KiB", "512KiB", "768KiB", "1MiB",  "1536KiB", "2MiB",
          "3MiB",   "4MiB",   "8MiB",   "16MiB",  "32MiB",  "64MiB", "128MiB",  "256MiB"}) {
        expected.push_back("cache/chase/" + std::string(size));
    }
    const std::vector<std::string> expected_slow = {
        "mem/level/read",   "mem/level/write",   "mem/level/copy",
        "mem/kernels/read", "mem/kernels/write", "mem/kernels/copy",
        "cache/chase-huge", "cache/chains",      "cache/sizes"};
    std::vector<std::string> names, slow;
    for (const Case& one : all_cases()) {
        if ((one.benchmark->flags & BL_BENCH_SLOW) == 0) {
            names.push_back(one.name);
        } else if (slow.empty() || slow.back() != one.benchmark->name) {
            slow.push_back(one.benchmark->name);
        }
    }
    BOOST_CHECK_EQUAL_COLLECTIONS(names.begin(), names.end(), expected.begin(), expected.end());
    BOOST_CHECK_EQUAL_COLLECTIONS(slow.begin(), slow.end(), expected_slow.begin(),
                                  expected_slow.end());
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
            BOOST_CHECK(benchmark.setup && benchmark.run && benchmark.teardown);
            BOOST_CHECK_NE(std::string(benchmark.title), "");
            for (std::uint32_t p = 0; p < benchmark.param_count; ++p) {
                const bl_param& param = *benchmark.params[p];
                BOOST_CHECK_EQUAL(param.struct_size, sizeof(bl_param));
                if (param.labels) continue;
                BOOST_CHECK_LE(param.minimum, one.values.at(param.name));
                BOOST_CHECK_GE(param.maximum, one.values.at(param.name));
            }
            for (std::uint32_t m = 0; m < benchmark.metric_count; ++m) {
                BOOST_CHECK_EQUAL(benchmark.metrics[m]->struct_size, sizeof(bl_metric));
                BOOST_CHECK_GT(std::string(benchmark.metrics[m]->help).size(), 20u);
            }
        }
    }
}

// Whatever is measured is finite and positive, or said not to be measured.
BOOST_AUTO_TEST_CASE(every_case_sets_up_runs_and_tears_down) {
    for (const Case& one : quick_cases()) {
        BOOST_TEST_CONTEXT(one.name) {
            Bench bench(*one.benchmark, Values(one.values));
            if (bench.is_skipped(one.name)) {
                BOOST_CHECK_GT(bench.host.error.size(), 10u);
                continue;
            }
            BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
            if (one.in("cpu")) BOOST_CHECK_EQUAL(bench.shape.ops_per_iteration, 1024u);
            if (one.in("mem") && one.size != 0) {
                BOOST_CHECK_EQUAL(bench.shape.rate_per_iteration, one.size);
            }
            if (one.in("cache")) {
                BOOST_CHECK_EQUAL(bench.shape.rate_per_iteration, bench.shape.ops_per_iteration);
            }
            BOOST_CHECK_GT(bench.shape.rate_per_iteration, 0u);
            const std::uint64_t first = bench.run(2);
            BOOST_CHECK_EQUAL(bench.run(2), first);  // equal iterations, equal check
            for (const double value : bench.metrics) {
                BOOST_CHECK(std::isnan(value) || (std::isfinite(value) && value >= 0));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(threads_share_nothing_but_the_state) {
    for (const Case& one : quick_cases()) {
        if (one.size > 1024 * 1024 || !one.threaded()) continue;
        BOOST_TEST_CONTEXT(one.name) {
            Bench alone(*one.benchmark, Values(one.values));
            if (alone.is_skipped(one.name)) continue;
            Bench both(*one.benchmark, Values(one.values), 2);
            BOOST_CHECK_EQUAL(both.shape.ops_per_iteration, alone.shape.ops_per_iteration);
            BOOST_CHECK_EQUAL(both.shape.rate_per_iteration, alone.shape.rate_per_iteration);
            // Both times the fastest kernel was looked for, and another one may write other values.
            if (alone.host.log_lines != both.host.log_lines) {
                BOOST_TEST_MESSAGE("skipped " << one.name << ": " << alone.host.log_lines.back()
                                              << ", then " << both.host.log_lines.back());
                continue;
            }
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
    for (const Case& one : quick_cases()) {
        if (one.size == 0) continue;
        BOOST_TEST_CONTEXT(one.name) {
            // 64 GiB for each of 65,536 threads.
            std::map<std::string, std::uint64_t> values = one.values;
            values["size"] = std::uint64_t{64} << 30;
            Bench bench(*one.benchmark, Values(values), 65536);
            BOOST_CHECK_EQUAL(bench.status, BL_SKIPPED);
            BOOST_CHECK_LT(bench.host.error.size(), 100u);
            if (bench.host.error.find("needs ") != 0) continue;  // its kernel is not here, either
            BOOST_CHECK_NE(bench.host.error.find("this machine has "), std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(refused_memory_is_reported_and_nothing_leaks) {
    for (const Case& one : quick_cases()) {
        if (one.size > 1024 * 1024) continue;
        int calls = 0;
        {
            Bench bench(*one.benchmark, Values(one.values));
            if (bench.is_skipped(one.name)) continue;
            calls = bench.host.calls;
        }
        BOOST_REQUIRE_GT(calls, 0);
        const Values values(one.values);
        for (int call = 0; call < calls; ++call) {
            BOOST_TEST_CONTEXT(one.name << ", refusing call " << call) {
                Host host;
                host.refuse_call = call;
                bl_bench_shape shape{};
                shape.struct_size = sizeof shape;
                void* state = one.benchmark->context;
                const bl_status status = one.benchmark->setup(&host, &values, 1, &shape, &state);
                BOOST_CHECK(status == BL_E_MEMORY || status == BL_SKIPPED);
                BOOST_CHECK(status == BL_E_MEMORY || !host.error.empty());
                BOOST_CHECK_EQUAL(host.blocks.size(), 0u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_size_that_is_no_whole_number_of_lines_is_an_error) {
    for (const Case& one : quick_cases()) {
        if (one.size == 0 || Bench(*one.benchmark, Values(one.values)).is_skipped(one.name))
            continue;
        std::map<std::string, std::uint64_t> values = one.values;
        for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000},
                                         std::uint64_t{32 * 1024 + 8}, UINT64_MAX}) {
            values["size"] = size;
            Bench bench(*one.benchmark, Values(values));
            BOOST_CHECK_EQUAL(bench.status, BL_E_INVALID);
            BOOST_CHECK_NE(bench.host.error.find(std::to_string(size)), std::string::npos);
        }
        values["size"] = 48 * 1024;
        BOOST_CHECK_EQUAL(Bench(*one.benchmark, Values(values)).status, BL_OK);
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
