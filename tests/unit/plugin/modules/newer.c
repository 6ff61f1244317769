/* Built with the header of a later minor version: each struct has grown, none of it is needed. */
#include "minimal.h"

typedef struct grown_benchmark {
    bl_benchmark first;
    uint64_t more[5];
} grown_benchmark;

typedef struct grown_param {
    bl_param first;
    uint64_t more[1];
} grown_param;

typedef struct grown_plugin {
    bl_plugin first;
    uint64_t more[30];
} grown_plugin;

static const uint64_t values[] = {1, 2};
static const grown_param param = {
    {sizeof(grown_param), 4711 /* a unit of the future */, "count", values, 0, 2, 0, 0}, {1}};
static const bl_param *const params[] = {&param.first};
static const grown_benchmark only = {
    {.struct_size = sizeof(grown_benchmark), .flags = 0xFF000000u /* of the future */,
     .name = "newer/only", .title = "A benchmark", .params = params, .param_count = 1,
     .setup = do_setup, .run = do_run, .teardown = do_teardown},
    {1, 2, 3, 4, 5}};
static const bl_benchmark *const benchmarks[] = {&only.first};
static const grown_plugin plugin = {{.struct_size = sizeof(grown_plugin), .abi_minor = 7,
                                     .id = "newer", .version = "1", .title = "Newer",
                                     .benchmarks = benchmarks, .benchmark_count = 1},
                                    {1, 2, 3}};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin.first;
}
