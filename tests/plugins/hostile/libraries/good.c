/* The honest neighbour: its results must survive whatever the others do. */
#include "mode.h"

static bl_status BL_CALL setup(const bl_host *host, const bl_values *params, uint32_t threads,
                               bl_bench_shape *shape, void **state)
{
    (void)host, (void)params, (void)threads, (void)shape, (void)state;
    return BL_OK;
}

static bl_status BL_CALL run(void *state, uint32_t thread, uint64_t iterations,
                             bl_bench_result *result)
{
    (void)state, (void)thread;
    result->check = honest_work(iterations);
    return BL_OK;
}

static void BL_CALL teardown(void *state)
{
    (void)state;
}

static bl_benchmark one = {
    sizeof(bl_benchmark), 0, NULL, "Honest work", NULL, NULL, NULL, 0, 0, 0, 0,
    setup, NULL, run, teardown};
static bl_benchmark two = {
    sizeof(bl_benchmark), 0, NULL, "More honest work", NULL, NULL, NULL, 0, 0, 0, 0,
    setup, NULL, run, teardown};
static const bl_benchmark *const benchmarks[] = {&one, &two};

static bl_plugin table;

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    (void)host_minor;
    one.name = name_of(0, "one");
    two.name = name_of(1, "two");
    table.struct_size = sizeof table;
    table.id = mode();
    table.version = "1.0";
    table.title = "An honest plugin";
    table.benchmarks = benchmarks;
    table.benchmark_count = 2;
    return &table;
}
