/* Valid tables, but each benchmark breaks its contract in another way; for --check. */
#include <time.h>

#include "minimal.h"

static bl_status BL_CALL always_slow(void *state, uint32_t thread, uint64_t iterations,
                                     bl_bench_result *result) {
    const clock_t until = clock() + CLOCKS_PER_SEC / 100;
    (void)state, (void)thread, (void)iterations;
    while (clock() < until) result->check = 1;
    return BL_OK;
}

static bl_status BL_CALL overruns(void *state, uint32_t thread, uint64_t iterations,
                                  bl_bench_result *result) {
    (void)state, (void)thread, (void)iterations;
    result->metrics[1] = 1; /* it has one */
    return BL_OK;
}

static bl_status BL_CALL no_zero(void *state, uint32_t thread, uint64_t iterations,
                                 bl_bench_result *result) {
    (void)state, (void)thread;
    result->check = 1;
    return iterations == 0 ? BL_E_INVALID : BL_OK;
}

static bl_status BL_CALL late_time(void *state, uint32_t thread, uint64_t iterations,
                                   bl_bench_result *result) {
    (void)state, (void)thread;
    result->check = 1;
    result->elapsed_ns = iterations * 3600000000000u;
    return BL_OK;
}

static uint32_t second_time;
static bl_status BL_CALL once_only(const bl_host *host, const bl_values *params, uint32_t threads,
                                   bl_bench_shape *shape, void **state) {
    (void)host, (void)params, (void)threads, (void)shape, (void)state;
    return second_time++ == 0 ? BL_OK : BL_E_FAILED;
}

static bl_status BL_CALL limited(const bl_host *host, const bl_values *params, uint32_t threads,
                                 bl_bench_shape *shape, void **state) {
    (void)host, (void)params, (void)threads, (void)state;
    shape->max_iterations = 3;
    return BL_OK;
}

static bl_status BL_CALL at_most_three(void *state, uint32_t thread, uint64_t iterations,
                                       bl_bench_result *result) {
    (void)state, (void)thread;
    result->check = 1;
    return iterations > 3 ? BL_E_INVALID : BL_OK;
}

static const bl_metric metric = {sizeof(bl_metric), 0, 0, 0, "depth", "Depth", "how deep"};
static const bl_metric *const metrics[] = {&metric};

#define BROKEN(variable, text, bits, count, set_up, work)                                 \
    static const bl_benchmark variable = {                                                \
        .struct_size = sizeof(bl_benchmark), .flags = bits, .name = text,                 \
        .title = "Broken", .metrics = metrics, .metric_count = count, .setup = set_up,    \
        .run = work, .teardown = do_teardown}
BROKEN(zero, "contract/zero-takes-time", 0, 0, do_setup, always_slow);
BROKEN(over, "contract/metric-overrun", 0, 1, do_setup, overruns);
BROKEN(nothing, "contract/refuses-zero", 0, 0, do_setup, no_zero);
BROKEN(late, "contract/forged-time", BL_BENCH_MANUAL_TIME, 0, do_setup, late_time);
BROKEN(once, "contract/once-only", 0, 0, once_only, do_run);
BROKEN(no_metric, "contract/no-metric", 0, 1, do_setup, do_run);
BROKEN(limit, "contract/limit", 0, 0, limited, at_most_three);

static const bl_benchmark *const benchmarks[] = {&zero, &over, &nothing, &late,
                                                 &once, &no_metric, &limit};

static uint32_t BL_CALL eager_probe(const char *path, const void *head, uint64_t head_len) {
    (void)path, (void)head;
    return head_len == 0 ? 0 : 101;
}
static bl_status BL_CALL read_nothing(const bl_host *host, const bl_read *run,
                                      bl_builder *builder, const bl_builder_api *api) {
    (void)host, (void)run, (void)builder, (void)api;
    return BL_OK;
}
static const bl_reader reader = {.struct_size = sizeof(bl_reader), .id = "contract",
                                 .title = "Eager", .probe = eager_probe, .read = read_nothing};
static const bl_reader *const readers[] = {&reader};

/* Other results each time, and a table with a null id. */
static bl_status BL_CALL fickle(const bl_host *host, const bl_store *store,
                                const bl_analysis *run, bl_sink *sink) {
    static uint64_t calls;
    bl_out_value value = {.struct_size = sizeof(bl_out_value), .type = BL_VALUE_U64,
                          .id = "calls", .title = "Calls", .help = "how often it was called"};
    (void)host, (void)store, (void)run;
    value.u64 = ++calls;
    return sink->value(sink, &value);
}
static bl_status BL_CALL nameless(const bl_host *host, const bl_store *store,
                                  const bl_analysis *run, bl_sink *sink) {
    bl_out_value value = {.struct_size = sizeof(bl_out_value), .type = BL_VALUE_U64};
    (void)host, (void)store, (void)run;
    sink->value(sink, &value);
    return BL_OK;
}
static const bl_analyzer fickle_one = {.struct_size = sizeof(bl_analyzer), .id = "fickle",
                                       .title = "Fickle", .help = "Counts its calls.",
                                       .analyze = fickle};
static const bl_analyzer nameless_one = {.struct_size = sizeof(bl_analyzer), .id = "nameless",
                                         .title = "Nameless", .help = "Sends a null id.",
                                         .analyze = nameless};
static const bl_analyzer *const analyzers[] = {&fickle_one, &nameless_one};

/* Tells more each time, or with a text that is missing. */
static bl_status BL_CALL growing(const bl_host *host, void *context,
                                 void(BL_CALL *item)(void *context, const bl_check_item *)) {
    static const bl_check_item one = {sizeof(bl_check_item), BL_CHECK_OK, "one", "more", 0};
    static uint64_t calls;
    (void)host;
    calls++;
    for (uint64_t i = 0; i < calls; i++) item(context, &one);
    return BL_OK;
}
static bl_status BL_CALL textless(const bl_host *host, void *context,
                                  void(BL_CALL *item)(void *context, const bl_check_item *)) {
    static const bl_check_item one = {sizeof(bl_check_item), BL_CHECK_OK, "one", 0, 0};
    (void)host;
    item(context, &one);
    return BL_OK;
}
static bl_status BL_CALL silent(const bl_host *host, void *context,
                                void(BL_CALL *item)(void *context, const bl_check_item *)) {
    (void)host, (void)context, (void)item;
    return BL_OK;
}
static bl_status BL_CALL begin_nothing(const bl_host *host, const bl_record *what,
                                       void **recording) {
    (void)host, (void)what;
    *recording = 0;
    return BL_OK;
}
static bl_status BL_CALL overwrites(const bl_host *host, void *recording, bl_record_state *state) {
    (void)host, (void)recording;
    ((uint64_t *)(state + 1))[1] = 1;
    return BL_OK;
}
static const bl_preset preset = {sizeof(bl_preset), 0, "only", "The only one", 0};
static const bl_preset *const presets[] = {&preset};
#define RECORDER(symbol, its_id, its_check)                                                  \
    static const bl_recorder symbol = {                                                      \
        .struct_size = sizeof(bl_recorder), .id = its_id, .title = "Broken", .suffix = ".x", \
        .presets = presets, .preset_count = 1, .check = its_check, .begin = begin_nothing,   \
        .poll = overwrites, .end = overwrites}
RECORDER(growing_one, "growing", growing);
RECORDER(textless_one, "textless", textless);
RECORDER(silent_one, "silent", silent);
static const bl_recorder *const recorders[] = {&growing_one, &textless_one, &silent_one};

static const bl_plugin plugin = {
    .struct_size = sizeof(bl_plugin), .id = "contract", .version = "1", .title = "Contract",
    .benchmarks = benchmarks, .analyzers = analyzers, .readers = readers, .benchmark_count = 7,
    .analyzer_count = 2, .reader_count = 1, .recorders = recorders, .recorder_count = 3};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
