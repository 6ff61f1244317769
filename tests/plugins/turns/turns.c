/* turns.c: a plugin whose times are known, as it reports them itself, for the tests of `ab`.
 * MOVING is the time of one iteration of turns/moving in ns.  With MORE it has another benchmark. */
#include <benchlab/benchlab.h>

/* What is reported has to be below what the host's clock sees. */
static void spend(uint64_t iterations)
{
    volatile uint64_t work = 0;
    for (uint64_t i = 0; i < iterations * 2000; i++) work = work + 1;
}

static bl_status BL_CALL setup(const bl_host *host, const bl_values *values, uint32_t threads,
                               bl_bench_shape *shape, void **state)
{
    (void)host, (void)values, (void)threads, (void)shape, (void)state;
    return BL_OK;
}

static void BL_CALL teardown(void *state) { (void)state; }

static bl_status BL_CALL steady(void *state, uint32_t thread, uint64_t iterations,
                                bl_bench_result *result)
{
    (void)state, (void)thread;
    spend(iterations);
    result->elapsed_ns = 100 * iterations;
    return BL_OK;
}

static bl_status BL_CALL moving(void *state, uint32_t thread, uint64_t iterations,
                                bl_bench_result *result)
{
    (void)state, (void)thread;
    spend(iterations);
    result->elapsed_ns = MOVING * iterations;
    return BL_OK;
}

static bl_status BL_CALL crashes(void *state, uint32_t thread, uint64_t iterations,
                                 bl_bench_result *result)
{
    (void)state, (void)thread, (void)iterations, (void)result;
    __builtin_trap();
}

static const bl_benchmark is_steady = {.struct_size = sizeof(bl_benchmark),
    .flags = BL_BENCH_MANUAL_TIME, .name = "turns/steady", .title = "100 ns", .setup = setup,
    .run = steady, .teardown = teardown};
static const bl_benchmark is_moving = {.struct_size = sizeof(bl_benchmark),
    .flags = BL_BENCH_MANUAL_TIME, .name = "turns/moving", .title = "So it says", .setup = setup,
    .run = moving, .teardown = teardown};
static const bl_benchmark does_crash = {.struct_size = sizeof(bl_benchmark),
    .flags = BL_BENCH_SLOW, .name = "turns/crash", .title = "Never ends well", .setup = setup,
    .run = crashes, .teardown = teardown};
#ifdef MORE
static const bl_benchmark is_more = {.struct_size = sizeof(bl_benchmark),
    .flags = BL_BENCH_MANUAL_TIME, .name = "turns/added", .title = "New", .setup = setup,
    .run = steady, .teardown = teardown};
static const bl_benchmark *const benchmarks[] = {&is_steady, &is_moving, &does_crash, &is_more};
#else
static const bl_benchmark *const benchmarks[] = {&is_steady, &is_moving, &does_crash};
#endif

static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .abi_minor = BL_ABI_MINOR,
    .id = "org.example.turns", .version = "1.0", .title = "Known times",
    .benchmarks = benchmarks, .benchmark_count = sizeof benchmarks / sizeof *benchmarks};

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    (void)host_minor;
    return &plugin;
}
