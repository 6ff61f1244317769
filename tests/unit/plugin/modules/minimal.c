/* Built with the header of 1.0, and nothing set that may be left out. */
#include "minimal.h"

BENCHMARK(only, "minimal/only");
static const bl_benchmark *const benchmarks[] = {&only};
static const bl_plugin plugin = {.struct_size = 112, .id = "minimal", .version = "0",
                                 .title = "Minimal", .benchmarks = benchmarks,
                                 .benchmark_count = 1};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
