#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "bench.hpp"
#include "cpu/loops.hpp"

using namespace benchlab::test;
using benchlab::plugins::kFpChains;
using benchlab::plugins::kIntChains;

namespace {

// What the benchmarks compute, step by step: the definitions in docs/benchmarks.md.
std::uint64_t plain_int(std::size_t chains, std::uint64_t steps) {
    std::vector<std::uint64_t> x(chains);
    for (std::size_t i = 0; i < chains; ++i) x[i] = i + 1;
    for (std::uint64_t s = 0; s < steps; ++s) {
        std::uint64_t& one = x[s % chains];
        one = (one * 0x9E3779B97F4A7C15u) ^ (one >> 29);
    }
    std::uint64_t check = 0;
    for (const std::uint64_t one : x) check ^= one;
    return check;
}

double plain_fp(std::size_t chains, std::uint64_t steps) {
    std::vector<double> x(chains);
    for (std::size_t i = 0; i < chains; ++i) x[i] = 1.0 + 0.1 * static_cast<double>(i);
    for (std::uint64_t s = 0; s < steps; ++s) {
        double& one = x[s % chains];
        const volatile double product = one * 0.999999;  // rounded by itself: no FMA
        one = product + 1e-9;
    }
    double sum = 0;
    for (const double one : x) sum += one;
    return sum;
}

double as_double(std::uint64_t check) {
    double value;
    std::memcpy(&value, &check, sizeof value);
    return value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cpu_benchmarks)

BOOST_AUTO_TEST_CASE(integer_checks_equal_a_plain_computation) {
    Bench latency(*find(cpu_plugin(), "cpu/int-latency"), 0);
    Bench throughput(*find(cpu_plugin(), "cpu/int-throughput"), 0);
    for (const std::uint64_t iterations : {0, 1, 2, 3, 100}) {
        BOOST_CHECK_EQUAL(latency.run(iterations), plain_int(1, 1024 * iterations));
        BOOST_CHECK_EQUAL(throughput.run(iterations), plain_int(kIntChains, 1024 * iterations));
    }
}

BOOST_AUTO_TEST_CASE(floating_point_checks_equal_a_plain_computation) {
    Bench latency(*find(cpu_plugin(), "cpu/fp-latency"), 0);
    Bench throughput(*find(cpu_plugin(), "cpu/fp-throughput"), 0);
    // 1024 is no multiple of the number of chains; these leave every possible rest.
    for (std::uint64_t iterations = 0; iterations <= 2 * kFpChains; ++iterations) {
        BOOST_CHECK_EQUAL(as_double(latency.run(iterations)), plain_fp(1, 1024 * iterations));
        BOOST_CHECK_EQUAL(as_double(throughput.run(iterations)),
                          plain_fp(kFpChains, 1024 * iterations));
    }
}

// Zero, or a number so small that the processor needs many times longer for a step, would make
// long runs measure something else than short ones.
BOOST_AUTO_TEST_CASE(values_stay_ordinary_over_twenty_million_steps) {
    const std::uint64_t iterations = 20000;
    Bench ints(*find(cpu_plugin(), "cpu/int-latency"), 0);
    BOOST_CHECK_GT(ints.run(iterations), std::uint64_t{1} << 32);
    Bench one(*find(cpu_plugin(), "cpu/fp-latency"), 0);
    BOOST_CHECK_CLOSE(as_double(one.run(iterations)), 1e-3, 1.0);
    Bench many(*find(cpu_plugin(), "cpu/fp-throughput"), 0);
    BOOST_CHECK_GT(as_double(many.run(iterations)), 1e-3 * kFpChains);
}

BOOST_AUTO_TEST_SUITE_END()
