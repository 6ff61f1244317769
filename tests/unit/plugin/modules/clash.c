/* Brings a benchmark that "good" has too. */
#include "minimal.h"

BENCHMARK(own, "clash/own");
BENCHMARK(taken, "good/plain");
static const bl_benchmark *const benchmarks[] = {&own, &taken};
static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .id = "clash", .version = "1",
                                 .title = "Clash", .benchmarks = benchmarks,
                                 .benchmark_count = 2};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
