#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

#include "plugin/breadcrumb.hpp"
#include "plugin/host_api.hpp"
#include "plugin/plugin.hpp"
#include "plugin/registry.hpp"
#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

const Registry& good() {
    static const Registry registry = Registry::from_file(module_file("good"));
    return registry;
}

const Registry& throwing() {
    static const Registry registry = Registry::from_file(module_file("throwing"));
    return registry;
}

// The first case of the benchmark.
Case first_case(const Registry& registry, const std::string& name) {
    const Benchmark* const benchmark = find_benchmark(registry, name);
    BOOST_REQUIRE_MESSAGE(benchmark, name);
    const auto cases = expand({benchmark}, {}, {1});
    BOOST_REQUIRE(cases);
    return cases->front();
}

base::Error set_up_error(const Registry& registry, const std::string& name) {
    const auto made = Instance::set_up(first_case(registry, name));
    BOOST_REQUIRE(!made);
    return made.error();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(instance)

BOOST_AUTO_TEST_CASE(setup_gets_the_parameters_and_fills_the_shape) {
    const auto made = Instance::set_up(first_case(good(), "good/sum"));
    BOOST_REQUIRE(made);
    const Shape& shape = (*made)->shape();
    BOOST_TEST(shape.rate == std::uint32_t{BL_RATE_BYTES});
    BOOST_TEST(shape.rate_per_iteration == 1024u);
    BOOST_TEST(shape.ops_per_iteration == 3u);
    BOOST_TEST(shape.max_iterations == 1000u);
}

BOOST_AUTO_TEST_CASE(run_does_the_iterations_and_writes_its_metrics) {
    auto made = Instance::set_up(first_case(good(), "good/sum"));
    BOOST_REQUIRE(made);
    double metric = std::numeric_limits<double>::quiet_NaN();
    bl_bench_result result{};
    result.metrics = &metric;
    BOOST_TEST((*made)->prepare(2, 4).ok());
    BOOST_TEST((*made)->run(2, 4, result).ok());
    BOOST_TEST(result.check == 4u * 1024 + 6);
    BOOST_TEST(metric == 3.0);
    BOOST_TEST(result.struct_size == sizeof(result));
}

BOOST_AUTO_TEST_CASE(setup_finds_the_benchmarks_context_in_the_state) {
    auto made = Instance::set_up(first_case(good(), "good/context"));
    BOOST_REQUIRE(made);
    bl_bench_result result{};
    BOOST_TEST((*made)->run(0, 1, result).ok());
    BOOST_TEST(result.check == 1u + 41);
}

BOOST_AUTO_TEST_CASE(ops_per_iteration_of_zero_means_one) {
    const auto made = Instance::set_up(first_case(good(), "good/plain"));
    BOOST_REQUIRE(made);
    BOOST_TEST((*made)->shape().ops_per_iteration == 1u);
}

BOOST_AUTO_TEST_CASE(a_skipping_setup_is_unsupported_with_the_plugins_reason_alone) {
    const base::Error error = set_up_error(good(), "good/skips");
    BOOST_TEST((error.code == base::Code::kUnsupported));
    BOOST_TEST(error.message == "this machine has no such instruction");
}

BOOST_AUTO_TEST_CASE(a_failing_setup_is_an_error_with_plugin_case_function_and_reason) {
    const base::Error error = set_up_error(good(), "good/fails");
    BOOST_TEST((error.code == base::Code::kMemory));
    BOOST_TEST(error.message == "good: good/fails: setup: out of memory (needs 64 MiB)");
    BOOST_TEST(contains(set_up_error(good(), "good/odd-status").message, "unknown status -77"));
}

BOOST_AUTO_TEST_CASE(a_failing_run_is_an_error) {
    auto made = Instance::set_up(first_case(good(), "good/run-fails"));
    BOOST_REQUIRE(made);
    bl_bench_result result{};
    const auto ran = (*made)->run(0, 1, result);
    BOOST_REQUIRE(!ran);
    BOOST_TEST(ran.error().message == "good: good/run-fails: run: input or output failed");
}

BOOST_AUTO_TEST_CASE(exceptions_of_a_plugin_become_errors) {
    const base::Error error = set_up_error(throwing(), "throwing/setup");
    BOOST_TEST((error.code == base::Code::kPlugin));
    BOOST_TEST(
        contains(error.message, "throwing: throwing/setup: setup: threw no table for this size"));
    std::string logged;
    set_log_handler(
        [&](std::uint32_t, const std::string&, const std::string& text) { logged = text; });
    {
        auto made = Instance::set_up(first_case(throwing(), "throwing/run"));
        BOOST_REQUIRE(made);
        bl_bench_result result{};
        const auto ran = (*made)->run(0, 1, result);
        BOOST_REQUIRE(!ran);
        BOOST_TEST(contains(ran.error().message, "throwing: throwing/run: run: threw"));
    }
    set_log_handler({});
    BOOST_TEST(contains(logged, "throwing: throwing/run: teardown: threw std::bad_alloc"));
    BOOST_TEST(current_crumb().plugin == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
