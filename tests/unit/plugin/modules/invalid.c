/* Wrong in many ways at once. */
#include "minimal.h"

static const uint64_t values[] = {1, 2, 2};
static const bl_param bad_range = {sizeof(bl_param), 0, "size", values, 0, 3, 9, 3};
static const bl_param *const params[] = {&bad_range, &bad_range};
static const bl_benchmark bad_name = {.struct_size = sizeof(bl_benchmark), .name = "Invalid/Name",
                                      .params = params, .param_count = 2, .metric_count = 1,
                                      .run = do_run, .teardown = do_teardown};
static const bl_benchmark too_small = {.struct_size = 8, .name = "invalid/small",
                                       .title = "Small", .setup = do_setup, .run = do_run,
                                       .teardown = do_teardown};
BENCHMARK(one, "invalid/twice");
BENCHMARK(two, "invalid/twice");
static const bl_benchmark *const benchmarks[] = {&bad_name, &too_small, &one, &two, 0};
static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .needs_minor = 3,
                                 .id = "invalid", .version = "\xFF\xFE", .title = 0,
                                 .benchmarks = benchmarks, .benchmark_count = 5,
                                 .analyzer_count = 1, .reader_count = 100000};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
