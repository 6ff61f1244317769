/* The least that makes a benchmark; macros, so that each module stays a few lines. */
#include "benchlab/benchlab.h"

static bl_status BL_CALL do_setup(const bl_host *host, const bl_values *params, uint32_t threads,
                                  bl_bench_shape *shape, void **state) {
    (void)host, (void)params, (void)threads, (void)shape, (void)state;
    return BL_OK;
}

static bl_status BL_CALL do_run(void *state, uint32_t thread, uint64_t iterations,
                                bl_bench_result *result) {
    (void)state, (void)thread;
    result->check = iterations;
    return BL_OK;
}

static void BL_CALL do_teardown(void *state) { (void)state; }

#define BENCHMARK(variable, text)                                                       \
    static const bl_benchmark variable = {                                              \
        .struct_size = sizeof(bl_benchmark), .name = text, .title = "A benchmark",      \
        .setup = do_setup, .run = do_run, .teardown = do_teardown}
