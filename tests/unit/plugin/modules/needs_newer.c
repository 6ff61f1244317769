#include "minimal.h"

BENCHMARK(only, "needs-newer/only");
static const bl_benchmark *const benchmarks[] = {&only};
static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .abi_minor = 9,
                                 .needs_minor = 9, .id = "needs-newer", .version = "1",
                                 .title = "Needs a newer host", .benchmarks = benchmarks,
                                 .benchmark_count = 1};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
