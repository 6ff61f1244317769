/* Two parameters, a metric, threads, an analyzer and a reader: everything as it should be. */
#include <stdio.h>
#include <string.h>

#include "benchlab/benchlab.h"

static const bl_host *host;

static void fail(const char *text) { host->set_error(host, text, strlen(text)); }

/* ---- good/sum: threaded, with parameters and a metric ---- */

typedef struct sum_state {
    uint64_t size;
    uint64_t mode;
} sum_state;

static bl_status BL_CALL sum_setup(const bl_host *h, const bl_values *params, uint32_t threads,
                                   bl_bench_shape *shape, void **state) {
    const char *label = NULL;
    uint64_t label_len = 0;
    sum_state *made = h->allocate(h, sizeof(sum_state), 0);
    (void)threads;
    if (made == NULL) return BL_E_MEMORY;
    if (!params->get_u64(params, "size", &made->size) ||
        !params->get_u64(params, "mode", &made->mode) ||
        !params->get_text(params, "mode", &label, &label_len) ||
        strcmp(label, made->mode == 0 ? "plain" : "fast") != 0) {
        fail("a parameter is missing");
        h->release(h, made);
        return BL_E_INVALID;
    }
    shape->rate = BL_RATE_BYTES;
    shape->rate_per_iteration = made->size;
    shape->ops_per_iteration = 3;
    shape->max_iterations = 1000;
    *state = made;
    return BL_OK;
}

static bl_status BL_CALL sum_run(void *state, uint32_t thread, uint64_t iterations,
                                 bl_bench_result *result) {
    const sum_state *const s = state;
    volatile uint64_t total = 0;
    uint64_t i = 0;
    for (i = 0; i < iterations; ++i) total = total + s->size + i;
    result->check = total;
    if (iterations != 0) result->metrics[0] = (double)(thread + 1);
    return BL_OK;
}

static void BL_CALL sum_teardown(void *state) { host->release(host, state); }

static const uint64_t sizes[] = {1024, 4096, 1048576};
static const char *const modes[] = {"plain", "fast"};
static const bl_param size_param = {
    sizeof(bl_param), BL_UNIT_BYTES, "size", sizes, NULL, 3, 512, 2097152};
static const bl_param mode_param = {sizeof(bl_param), BL_UNIT_NONE, "mode", NULL, modes, 2, 0, 0};
static const bl_param *const sum_params[] = {&size_param, &mode_param};
static const bl_metric lanes = {sizeof(bl_metric), BL_UNIT_COUNT, BL_OUT_ADDS_UP, 0,
                                "lanes",           "Lanes",       "the thread's number plus one"};
static const bl_metric *const sum_metrics[] = {&lanes};
static const bl_benchmark sum = {
    .struct_size = sizeof(bl_benchmark), .flags = BL_BENCH_THREADED,
    .name = "good/sum", .title = "Adds numbers", .op = "addition",
    .params = sum_params, .metrics = sum_metrics, .param_count = 2, .metric_count = 1,
    .max_threads = 4, .setup = sum_setup, .run = sum_run, .teardown = sum_teardown};

/* ---- what setup may answer ---- */

static bl_status BL_CALL plain_setup(const bl_host *h, const bl_values *params, uint32_t threads,
                                     bl_bench_shape *shape, void **state) {
    (void)h, (void)params, (void)threads, (void)shape, (void)state;
    return BL_OK;
}

static bl_status BL_CALL skipping_setup(const bl_host *h, const bl_values *params,
                                        uint32_t threads, bl_bench_shape *shape, void **state) {
    (void)h, (void)params, (void)threads, (void)shape, (void)state;
    fail("this machine has no such instruction");
    return BL_SKIPPED;
}

static bl_status BL_CALL failing_setup(const bl_host *h, const bl_values *params,
                                       uint32_t threads, bl_bench_shape *shape, void **state) {
    (void)h, (void)params, (void)threads, (void)shape, (void)state;
    fail("out of memory (needs 64 MiB)");
    return BL_E_MEMORY;
}

static bl_status BL_CALL odd_setup(const bl_host *h, const bl_values *params, uint32_t threads,
                                   bl_bench_shape *shape, void **state) {
    (void)h, (void)params, (void)threads, (void)shape, (void)state;
    return -77;
}

static bl_status BL_CALL plain_run(void *state, uint32_t thread, uint64_t iterations,
                                   bl_bench_result *result) {
    const uint64_t *const extra = state;
    (void)thread;
    result->check = iterations + (extra != NULL ? *extra : 1);
    return BL_OK;
}

static bl_status BL_CALL failing_run(void *state, uint32_t thread, uint64_t iterations,
                                     bl_bench_result *result) {
    (void)state, (void)thread, (void)iterations, (void)result;
    return BL_E_IO;
}

static void BL_CALL plain_teardown(void *state) { (void)state; }

#define PLAIN(variable, text, set_up, work, own)             \
    static const bl_benchmark variable = {                   \
        .struct_size = sizeof(bl_benchmark), .name = text,   \
        .title = "A benchmark without anything",             \
        .setup = set_up, .run = work, .teardown = plain_teardown, .context = own}
static uint64_t own_context = 41;
PLAIN(plain, "good/plain", plain_setup, plain_run, NULL);
PLAIN(with_context, "good/context", plain_setup, plain_run, &own_context);
PLAIN(skips, "good/skips", skipping_setup, plain_run, NULL);
PLAIN(fails, "good/fails", failing_setup, plain_run, NULL);
PLAIN(odd, "good/odd-status", odd_setup, plain_run, NULL);
PLAIN(run_fails, "good/run-fails", plain_setup, failing_run, NULL);

static const bl_benchmark *const benchmarks[] = {&sum,   &plain, &with_context, &skips,
                                                 &fails, &odd,   &run_fails};

/* ---- an analyzer and a reader ---- */

static bl_status BL_CALL count_samples(const bl_host *h, const bl_store *store,
                                       const bl_analysis *run, bl_sink *sink) {
    const bl_table *const table = store->find_table(store, "sample");
    bl_out_value value;
    uint64_t first = 0, last = table->row_count, top = 0;
    (void)h;
    if (!run->options->get_u64(run->options, "top", &top) || top != 10) return BL_E_INVALID;
    store->overlap(store, table, run->begin, run->end, &first, &last);
    memset(&value, 0, sizeof(value));
    value.struct_size = sizeof(value);
    value.type = BL_VALUE_U64;
    value.unit = BL_UNIT_COUNT;
    value.id = "samples";
    value.title = "Samples";
    value.help = "rows of sample in the window";
    value.u64 = last - first;
    return sink->value(sink, &value);
}

static bl_status BL_CALL never_called(const bl_host *h, const bl_store *store,
                                      const bl_analysis *run, bl_sink *sink) {
    (void)h, (void)store, (void)run, (void)sink;
    return BL_E_FAILED;
}

static const bl_option top = {sizeof(bl_option), BL_VALUE_U64, "top", "how many", "N", "10", 1, 99};
static const bl_option *const options[] = {&top};
static const char *const sample_needs[] = {"sample", "display?", NULL};
static const char *const state_needs[] = {"state", NULL};
static const bl_analyzer samples = {
    .struct_size = sizeof(bl_analyzer), .id = "good-samples", .title = "Samples",
    .help = "Counts samples.", .needs = sample_needs, .options = options, .option_count = 1,
    .analyze = count_samples};
static const bl_analyzer states = {
    .struct_size = sizeof(bl_analyzer), .id = "good-states", .title = "States",
    .help = "Needs a derived table.", .needs = state_needs, .analyze = never_called};
static const bl_analyzer *const analyzers[] = {&samples, &states};

static uint32_t BL_CALL probe(const char *path, const void *head, uint64_t head_len) {
    (void)path;
    return head_len >= 4 && memcmp(head, "GOOD", 4) == 0 ? 100 : 0;
}

static bl_status BL_CALL read_nothing(const bl_host *h, const bl_read *run, bl_builder *builder,
                                      const bl_builder_api *api) {
    (void)h, (void)run, (void)builder, (void)api;
    return BL_E_UNSUPPORTED;
}

static const char *const suffixes[] = {".good", NULL};
static const bl_reader reader = {.struct_size = sizeof(bl_reader), .id = "good",
                                 .title = "Good files", .suffixes = suffixes,
                                 .probe = probe, .read = read_nothing};
static const bl_reader *const readers[] = {&reader};

/* ---- a recorder, which is asked and never begun ---- */

static bl_status BL_CALL check(const bl_host *h, void *context,
                               void(BL_CALL *item)(void *context, const bl_check_item *)) {
    static const bl_check_item all = {sizeof(bl_check_item), BL_CHECK_OK, "everything",
                                      "and more", NULL};
    static const bl_check_item future = {sizeof(bl_check_item), 99, "something", "of the future",
                                         "wait"};
    (void)h;
    item(context, &all);
    item(context, &future);
    return BL_OK;
}

static bl_status BL_CALL begin_nothing(const bl_host *h, const bl_record *what, void **recording) {
    static const char why[] = "not now";
    (void)what, (void)recording;
    h->set_error(h, why, sizeof(why) - 1);
    return BL_SKIPPED;
}

static bl_status BL_CALL say_nothing(const bl_host *h, void *recording, bl_record_state *state) {
    (void)h, (void)recording, (void)state;
    return BL_E_FAILED;
}

static const char *const events[] = {"an:event"};
static const bl_preset preset = {sizeof(bl_preset), 1, "only", "The only one", events};
static const bl_preset *const presets[] = {&preset};
static const bl_recorder recorder = {
    .struct_size = sizeof(bl_recorder), .id = "good", .title = "Records nothing",
    .suffix = ".good", .presets = presets, .options = options, .preset_count = 1,
    .option_count = 1, .check = check, .begin = begin_nothing, .poll = say_nothing,
    .end = say_nothing};
static const bl_recorder *const recorders[] = {&recorder};

static bl_status BL_CALL start(const bl_host *h) {
    static const char text[] = "good is here\n";
    host = h;
    h->log(h, BL_LOG_INFO, text, sizeof(text) - 1);
    return BL_OK;
}

static void BL_CALL stop(void) {
    static const char text[] = "good is gone";
    host->log(host, BL_LOG_INFO, text, sizeof(text) - 1);
}

static const bl_plugin plugin = {
    .struct_size = sizeof(bl_plugin), .abi_minor = BL_ABI_MINOR, .id = "good", .version = "1.2",
    .title = "A good plugin", .author = "Tests", .licence = "MIT", .benchmarks = benchmarks,
    .analyzers = analyzers, .readers = readers, .benchmark_count = 7, .analyzer_count = 2,
    .reader_count = 1, .start = start, .stop = stop, .recorders = recorders,
    .recorder_count = 1};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
