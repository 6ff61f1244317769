/* Answers nonsense to right calls, as the file's name says: "status-77.so", "metrics-behind.so".
 * There is an honest benchmark before and after the one that does. */
#include <math.h>
#include <stdlib.h>

#include "mode.h"

static const bl_host *the_host;

static void say(const char *text, uint64_t size)
{
    the_host->set_error(the_host, text, size);
}

static bl_status BL_CALL setup(const bl_host *host, const bl_values *params, uint32_t threads,
                               bl_bench_shape *shape, void **state)
{
    (void)params, (void)threads, (void)state;
    the_host = host;
    if (mode_is("setup-status")) return 4711;
    if (mode_is("setup-cancelled")) return BL_CANCELLED;
    if (mode_is("setup-bytes")) {
        static const char kText[] = "bad \xff\xfe bytes, \033[2J and\r\na second line";
        say(kText, sizeof kText - 1);
        return BL_E_FAILED;
    }
    if (mode_is("setup-long")) {
        char *text = malloc(10u << 20);
        if (text == NULL) return BL_E_MEMORY;
        memset(text, 'x', 10u << 20);
        say(text, 10u << 20);
        free(text);
        return BL_E_FAILED;
    }
    if (mode_is("setup-null-text")) {
        say(NULL, UINT64_MAX);
        return BL_E_FAILED;
    }
    if (mode_is("shape-huge")) {
        shape->struct_size = 3;
        shape->rate = BL_RATE_BYTES;
        shape->ops_per_iteration = UINT64_MAX;
        shape->rate_per_iteration = UINT64_MAX;
        shape->max_iterations = UINT64_MAX;
    }
    if (mode_is("shape-odd")) {
        shape->rate = 99;
        shape->max_iterations = 1;
    }
    if (mode_is("shape-behind")) memset(shape, 0xff, sizeof *shape + 32);
    return BL_OK;
}

static bl_status BL_CALL run(void *state, uint32_t thread, uint64_t iterations,
                             bl_bench_result *result)
{
    (void)state, (void)thread;
    if (mode_is("run-status")) return -4711;
    if (mode_is("run-skipped")) return BL_SKIPPED;
    if (mode_is("run-cancelled")) return BL_CANCELLED;
    if (mode_is("does-nothing")) return BL_OK;
    result->check = honest_work(iterations);
    if (mode_is("time-none")) result->elapsed_ns = 0;
    if (mode_is("time-long")) result->elapsed_ns = UINT64_MAX;
    if (mode_is("time-short")) result->elapsed_ns = 1;
    if (mode_is("metrics-nan")) result->metrics[0] = NAN;
    if (mode_is("metrics-infinite")) result->metrics[0] = -INFINITY;
    if (mode_is("metrics-huge")) result->metrics[0] = 1.7e308;
    if (mode_is("metrics-behind")) result->metrics[1] = 1;
    if (mode_is("metrics-moved")) result->metrics = (double *)16;
    if (mode_is("result-behind")) memset(result + 1, 0xff, 32);
    return BL_OK;
}

static const bl_metric figure = {sizeof(bl_metric), BL_UNIT_NS, 0, 0, "figure",
                                 "A figure <script>alert(1)</script>", "Of no use."};
static const bl_metric *const metrics[] = {&figure};
static bl_benchmark before = {
    sizeof(bl_benchmark), 0, NULL, "Honest work", NULL, NULL, NULL, 0, 0, 0, 0,
    honest_setup, NULL, honest_run, honest_teardown};
static bl_benchmark it = {
    sizeof(bl_benchmark), 0, NULL, "Nonsense <b>&amp; \"more\"", NULL, NULL, metrics, 0, 1, 0, 0,
    setup, NULL, run, honest_teardown};
static bl_benchmark after = {
    sizeof(bl_benchmark), 0, NULL, "Honest work", NULL, NULL, NULL, 0, 0, 0, 0,
    honest_setup, NULL, honest_run, honest_teardown};
static const bl_benchmark *const benchmarks[] = {&before, &it, &after};
static bl_plugin table;

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    (void)host_minor;
    before.name = name_of(0, "before");
    it.name = name_of(1, "it");
    after.name = name_of(2, "after");
    if (strncmp(mode(), "time-", 5) == 0) it.flags = BL_BENCH_MANUAL_TIME;
    if (mode_is("flags")) it.flags = ~(uint32_t)(BL_BENCH_MANUAL_TIME | BL_BENCH_SLOW | BL_BENCH_NEEDS_ADMIN);
    table.struct_size = sizeof table;
    table.id = mode();
    table.version = "1.0";
    table.title = "A plugin that answers nonsense";
    table.benchmarks = benchmarks;
    table.benchmark_count = 3;
    return &table;
}
