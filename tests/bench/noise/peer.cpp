#include <benchmark/benchmark.h>

#include "spin.hpp"

static void Spin(benchmark::State& state) {
    std::uint64_t x = 1;
    for (auto _ : state) benchmark::DoNotOptimize(x = spin(x));
}
BENCHMARK(Spin);
BENCHMARK_MAIN();
