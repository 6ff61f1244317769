// Latency and throughput of one integer and one floating-point step.
#include <bit>
#include <cstdint>
#include <iterator>

#include "benchlab/benchlab.h"
#include "loops.hpp"

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kIntFactor = 0x9E3779B97F4A7C15;
// The chains tend to offset / (1 - factor) = 0.001, far from zero and from denormals.
constexpr double kFpFactor = 0.999999;
constexpr double kFpOffset = 1e-9;

// What one thread works on, on lines of its own.
struct alignas(128) Slot {
    IntChains ints;
    FpChains fps;
};

struct State {
    const bl_host* host;
    Slot* slots;
};

bl_status BL_CALL setup(const bl_host* host, const bl_values*, std::uint32_t threads,
                        bl_bench_shape* shape, void** state) {
    const std::uint64_t slots_at = alignof(Slot);
    static_assert(sizeof(State) <= alignof(Slot));
    void* block = host->allocate(host, slots_at + sizeof(Slot) * threads, alignof(Slot));
    if (!block) return BL_E_MEMORY;
    auto* made = static_cast<State*>(block);
    made->host = host;
    made->slots = reinterpret_cast<Slot*>(static_cast<unsigned char*>(block) + slots_at);
    shape->rate = BL_RATE_ITEMS;
    shape->ops_per_iteration = kSteps;
    shape->rate_per_iteration = kSteps;
    *state = made;
    return BL_OK;
}

void BL_CALL teardown(void* state) {
    auto* made = static_cast<State*>(state);
    made->host->release(made->host, made);
}

// Every run starts from the same values, so that equal iterations give an equal check.
template <void (*Loop)(IntChains*, std::uint64_t), std::size_t Used>
bl_status BL_CALL run_int(void* state, std::uint32_t thread, std::uint64_t iterations,
                          bl_bench_result* result) {
    IntChains& chains = static_cast<State*>(state)->slots[thread].ints;
    chains.factor = kIntFactor;
    for (std::size_t i = 0; i < kIntChains; ++i) chains.x[i] = i + 1;
    Loop(&chains, iterations);
    for (std::size_t i = 0; i < Used; ++i) result->check ^= chains.x[i];
    return BL_OK;
}

template <void (*Loop)(FpChains*, std::uint64_t), std::size_t Used>
bl_status BL_CALL run_fp(void* state, std::uint32_t thread, std::uint64_t iterations,
                         bl_bench_result* result) {
    FpChains& chains = static_cast<State*>(state)->slots[thread].fps;
    chains.factor = kFpFactor;
    chains.offset = kFpOffset;
    for (std::size_t i = 0; i < kFpChains; ++i) chains.x[i] = 1.0 + 0.1 * static_cast<double>(i);
    Loop(&chains, iterations);
    // Added up and not xored: chains that have met at their limit would cancel out.
    double sum = 0;
    for (std::size_t i = 0; i < Used; ++i) sum += chains.x[i];
    result->check = std::bit_cast<std::uint64_t>(sum);
    return BL_OK;
}

constexpr bl_benchmark describe(const char* name, const char* title,
                                decltype(bl_benchmark::run) run) {
    bl_benchmark made{};
    made.struct_size = sizeof made;
    made.flags = BL_BENCH_THREADED;
    made.name = name;
    made.title = title;
    made.op = "step";
    made.setup = setup;
    made.run = run;
    made.teardown = teardown;
    return made;
}

constexpr bl_benchmark kIntLatency =
    describe("cpu/int-latency", "Dependent integer multiply, shift and xor",
             run_int<benchlab_int_latency, 1>);
constexpr bl_benchmark kIntThroughput =
    describe("cpu/int-throughput", "Independent integer multiply, shift and xor",
             run_int<benchlab_int_throughput, kIntChains>);
constexpr bl_benchmark kFpLatency =
    describe("cpu/fp-latency", "Dependent double multiply and add", run_fp<benchlab_fp_latency, 1>);
constexpr bl_benchmark kFpThroughput =
    describe("cpu/fp-throughput", "Independent scalar double multiply and add",
             run_fp<benchlab_fp_throughput, kFpChains>);

constexpr const bl_benchmark* kBenchmarks[] = {&kIntLatency, &kIntThroughput, &kFpLatency,
                                               &kFpThroughput};

constexpr bl_plugin describe_plugin() {
    bl_plugin made{};
    made.struct_size = sizeof made;
    made.abi_minor = BL_ABI_MINOR;
    made.id = "cpu";
    made.version = BENCHLAB_VERSION;
    made.title = "Integer and floating-point steps";
    made.licence = "MIT";
    made.benchmarks = kBenchmarks;
    made.benchmark_count = static_cast<std::uint32_t>(std::size(kBenchmarks));
    return made;
}
constexpr bl_plugin kPlugin = describe_plugin();

}  // namespace
}  // namespace benchlab::plugins

const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    return &benchlab::plugins::kPlugin;
}
