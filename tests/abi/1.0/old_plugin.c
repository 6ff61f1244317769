/* A plugin as it was written for ABI 1.0, built against the frozen header beside this file: each
 * later host must load and run it.  Never edited once 1.0 is released. */
#include "benchlab.h"

static const bl_host* kept;
static const uint64_t sizes[] = {16, 64};
static const bl_param size = {.struct_size = sizeof(bl_param),
                              .unit = BL_UNIT_BYTES,
                              .name = "size",
                              .values = sizes,
                              .value_count = 2,
                              .minimum = 1,
                              .maximum = 4096};
static const bl_param* const params[] = {&size};
static const bl_metric share = {.struct_size = sizeof(bl_metric),
                                .unit = BL_UNIT_RATIO,
                                .id = "share",
                                .title = "Share",
                                .help = "A quarter, always"};
static const bl_metric* const metrics[] = {&share};

typedef struct old_state {
    uint64_t size;
    uint64_t prepared;
} old_state;

static bl_status BL_CALL setup(const bl_host* host, const bl_values* values, uint32_t threads,
                               bl_bench_shape* shape, void** state) {
    old_state* made = host->allocate(host, sizeof(old_state), 0);
    (void)threads;
    if (!BL_HAS(host, bl_host, get_extension) || made == NULL) return BL_E_FAILED;
    made->prepared = 0;
    if (!values->get_u64(values, "size", &made->size)) {
        host->release(host, made);
        return BL_E_INVALID;
    }
    shape->rate = BL_RATE_BYTES;
    shape->rate_per_iteration = made->size;
    *state = made;
    return BL_OK;
}

static bl_status BL_CALL prepare(void* state, uint32_t thread, uint64_t iterations) {
    (void)thread;
    ((old_state*)state)->prepared = iterations;
    return BL_OK;
}

static bl_status BL_CALL run(void* state, uint32_t thread, uint64_t iterations,
                             bl_bench_result* result) {
    static const char unprepared[] = "run() without its prepare()";
    const old_state* self = state;
    volatile uint64_t sum = 0;
    (void)thread;
    if (self->prepared != iterations) {
        kept->set_error(kept, unprepared, sizeof unprepared - 1);
        return BL_E_FAILED;
    }
    for (uint64_t left = iterations * self->size; left > 0; left--) sum = sum + left;
    result->metrics[0] = 0.25;
    return BL_OK;
}

static void BL_CALL teardown(void* state) {
    kept->release(kept, state);
}

static const bl_benchmark benchmark = {.struct_size = sizeof(bl_benchmark),
                                       .name = "old/sum",
                                       .title = "From the days of ABI 1.0",
                                       .op = "round",
                                       .params = params,
                                       .metrics = metrics,
                                       .param_count = 1,
                                       .metric_count = 1,
                                       .setup = setup,
                                       .prepare = prepare,
                                       .run = run,
                                       .teardown = teardown};
static const bl_benchmark* const benchmarks[] = {&benchmark};

static bl_status BL_CALL start(const bl_host* host) {
    kept = host;
    return BL_OK;
}

static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin),
                                 .abi_minor = BL_ABI_MINOR,
                                 .id = "org.example.old",
                                 .version = "1.0",
                                 .title = "Old",
                                 .benchmarks = benchmarks,
                                 .benchmark_count = 1,
                                 .start = start};

const bl_plugin* BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
