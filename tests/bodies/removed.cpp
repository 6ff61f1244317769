// What authors of benchmarks write, and the compiler removes.
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

#include "benchlab/repeat.hpp"
#include "bodies.hpp"

namespace bodies {
namespace {

// A value that the compiler does not know.
std::uint64_t unknown() {
    std::uint64_t value = 3;
    benchlab::do_not_optimize(value);
    return value;
}

void constant_folding(std::uint64_t iterations) {
    benchlab::repeat(iterations, [] {
        int width = 6, height = 7;
        return width * height;
    });
}

void mathematics_of_constants(std::uint64_t iterations) {
    benchlab::repeat(iterations, [] { return std::sqrt(2.0) * std::sqrt(3.0); });
}

void sum_of_a_series(std::uint64_t iterations) {
    benchlab::repeat(iterations, [] {
        unsigned sum = 0;
        for (unsigned i = 0; i < 100; ++i) sum += i;
        return sum;
    });
}

void constant_comparison(std::uint64_t iterations) {
    benchlab::repeat(iterations, [] {
        constexpr std::string_view name = "benchmark";
        return name == "benchmarks";
    });
}

void invariant_arithmetic(std::uint64_t iterations) {
    const std::uint64_t n = unknown();
    benchlab::repeat(iterations, [n] { return n * n * 5 / 7; });
}

void invariant_remainder(std::uint64_t iterations) {
    const std::uint64_t n = unknown();
    benchlab::repeat(iterations, [n] { return (n << 7) % 1'000'003; });
}

void unused_result(std::uint64_t iterations) {
    const std::uint64_t n = unknown();
    benchlab::repeat(iterations, [n] {
        const std::uint64_t result = n * 12'345 / 678;
        static_cast<void>(result);
    });
}

void unused_loop(std::uint64_t iterations) {
    const std::uint64_t n = unknown();
    benchlab::repeat(iterations, [n] {
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < 64; ++i) sum += i * n;
        static_cast<void>(sum);
    });
}

void dead_store(std::uint64_t iterations) {
    const std::uint64_t n = unknown();
    benchlab::repeat(iterations, [n] {
        std::array<std::uint64_t, 8> buffer;
        buffer[n & 7] = 10;
        buffer[(n + 1) & 7] = n;
    });
}

void pure_call(std::uint64_t iterations) {
    const char* text = "a text";
    benchlab::do_not_optimize(text);
    benchlab::repeat(iterations, [text] { static_cast<void>(std::strlen(text)); });
}

// google/benchmark#2282: the value of the assignment is kept, and not what was assigned to.
void kept_value_of_an_assignment(std::uint64_t iterations) {
    const std::uint64_t n = unknown();
    int array[16];
    benchlab::repeat(iterations, [&] { return int(array[n & 15] = 10); });
}

void allocation(std::uint64_t iterations) {
    benchlab::repeat(iterations, [] { delete new int(5); });
}

}  // namespace

const Body kRemoved[kRemovedCount] = {
    {"constant-folding", constant_folding},
    {"mathematics-of-constants", mathematics_of_constants},
    {"sum-of-a-series", sum_of_a_series},
    {"constant-comparison", constant_comparison},
    {"invariant-arithmetic", invariant_arithmetic},
    {"invariant-remainder", invariant_remainder},
    {"unused-result", unused_result},
    {"unused-loop", unused_loop},
    {"dead-store", dead_store},
    {"pure-call", pure_call},
    {"kept-value-of-an-assignment", kept_value_of_an_assignment},
    {"allocation", allocation},
};

}  // namespace bodies
