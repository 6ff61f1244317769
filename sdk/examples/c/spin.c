/* spin.c: a whole benchmark plugin.  cc -O2 -fPIC -shared spin.c -o spin.so */
#include <benchlab/benchlab.h>

static const uint64_t lengths[] = {10, 100, 1000};
static const bl_param length = {.struct_size = sizeof(bl_param), .name = "length",
    .values = lengths, .value_count = 3, .minimum = 1, .maximum = 1000000};
static const bl_param *const params[] = {&length};
static uint64_t steps; /* one benchmark is set up at a time */

static bl_status BL_CALL setup(const bl_host *host, const bl_values *values, uint32_t threads,
                               bl_bench_shape *shape, void **state)
{
    (void)host, (void)threads, (void)state;
    if (!values->get_u64(values, "length", &steps)) return BL_E_INVALID;
    shape->ops_per_iteration = steps;
    return BL_OK;
}

static bl_status BL_CALL run(void *state, uint32_t thread, uint64_t iterations,
                             bl_bench_result *result)
{
    uint64_t x = 3;
    (void)state, (void)thread;
    for (uint64_t left = iterations * steps; left > 0; left--) x = x * x + 1;
    result->check = x; /* so that the compiler cannot leave the loop out */
    return BL_OK;
}

static void BL_CALL teardown(void *state) { (void)state; }

static const bl_benchmark spin = {.struct_size = sizeof(bl_benchmark), .name = "spin/square",
    .title = "Chain of multiplications, each waiting for the one before", .op = "step",
    .params = params, .param_count = 1, .setup = setup, .run = run, .teardown = teardown};
static const bl_benchmark *const benchmarks[] = {&spin};
static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .abi_minor = BL_ABI_MINOR,
    .id = "org.example.spin", .version = "1.0", .title = "Spinning",
    .benchmarks = benchmarks, .benchmark_count = 1};

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    (void)host_minor;
    return &plugin;
}
