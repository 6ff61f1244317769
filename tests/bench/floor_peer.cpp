// The same with Google Benchmark.
#include <benchmark/benchmark.h>

#include "floor.hpp"

static void empty(benchmark::State& state) {
    for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(empty);

static void add(benchmark::State& state) {
    std::uint64_t x = 1;
    for (auto _ : state) {
        x += 3;
        benchmark::DoNotOptimize(x);
    }
}
BENCHMARK(add);

static void plain(benchmark::State& state) {
    Line line{3};
    for (auto _ : state) twenty_ns(line);
}
BENCHMARK(plain);

static void paused(benchmark::State& state) {
    Line line{3};
    for (auto _ : state) {
        state.PauseTiming();
        line = Line{3};
        benchmark::DoNotOptimize(line);
        state.ResumeTiming();
        twenty_ns(line);
    }
}
// A pair of pause and resume takes about 1 us that is not in the time: without a limit it goes on
// for minutes.
BENCHMARK(paused)->Iterations(100'000);

BENCHMARK_MAIN();
