// A C++ plugin that lets exceptions out, which it must not.
#include <new>
#include <stdexcept>

#include "benchlab/benchlab.h"

namespace {

bl_status BL_CALL throwing_setup(const bl_host*, const bl_values*, std::uint32_t, bl_bench_shape*,
                                 void**) {
    throw std::runtime_error("no table for this size");
}

bl_status BL_CALL plain_setup(const bl_host*, const bl_values*, std::uint32_t, bl_bench_shape*,
                              void**) {
    return BL_OK;
}

bl_status BL_CALL throwing_run(void*, std::uint32_t, std::uint64_t, bl_bench_result*) {
    throw 42;
}

void BL_CALL throwing_teardown(void*) {
    throw std::bad_alloc();
}

constexpr bl_benchmark benchmark(const char* name, decltype(bl_benchmark::setup) setup) {
    bl_benchmark made{};
    made.struct_size = sizeof(made);
    made.name = name;
    made.title = "Throws";
    made.setup = setup;
    made.run = throwing_run;
    made.teardown = throwing_teardown;
    return made;
}

const bl_benchmark in_setup = benchmark("throwing/setup", throwing_setup);
const bl_benchmark in_run = benchmark("throwing/run", plain_setup);
const bl_benchmark* const benchmarks[] = {&in_setup, &in_run};

bl_plugin table() {
    bl_plugin made{};
    made.struct_size = sizeof(made);
    made.id = "throwing";
    made.version = "1";
    made.title = "Throwing";
    made.benchmarks = benchmarks;
    made.benchmark_count = 2;
    return made;
}

}  // namespace

extern "C" BL_EXPORT const bl_plugin* BL_CALL benchlab_plugin_v1(std::uint32_t) {
    static const bl_plugin plugin = table();
    return &plugin;
}
