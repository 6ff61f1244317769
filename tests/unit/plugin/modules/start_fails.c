#include <stdlib.h>
#include <string.h>

#include "minimal.h"

static bl_status BL_CALL start(const bl_host *host) {
    static const char text[] = "no licence file";
    host->set_error(host, text, strlen(text));
    return BL_E_IO;
}

/* Must not be called, as start() failed. */
static void BL_CALL stop(void) { abort(); }

BENCHMARK(only, "start-fails/only");
static const bl_benchmark *const benchmarks[] = {&only};
static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .id = "start-fails",
                                 .version = "1", .title = "Cannot start",
                                 .benchmarks = benchmarks, .benchmark_count = 1, .start = start,
                                 .stop = stop};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
