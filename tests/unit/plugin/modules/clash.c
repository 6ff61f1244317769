/* Brings a benchmark and a recorder that "good" has too. */
#include "minimal.h"

BENCHMARK(own, "clash/own");
BENCHMARK(taken, "good/plain");
static const bl_benchmark *const benchmarks[] = {&own, &taken};
static bl_status BL_CALL check(const bl_host *host, void *context,
                               void(BL_CALL *item)(void *context, const bl_check_item *)) {
    (void)host, (void)context, (void)item;
    return BL_E_UNSUPPORTED;
}
static bl_status BL_CALL begin(const bl_host *host, const bl_record *what, void **recording) {
    (void)host, (void)what, (void)recording;
    return BL_E_UNSUPPORTED;
}
static bl_status BL_CALL go_on(const bl_host *host, void *recording, bl_record_state *state) {
    (void)host, (void)recording, (void)state;
    return BL_E_UNSUPPORTED;
}
static const bl_preset preset = {sizeof(bl_preset), 0, "only", "The only one", 0};
static const bl_preset *const presets[] = {&preset};
static const bl_recorder recorder = {.struct_size = sizeof(bl_recorder), .id = "good",
                                     .title = "Good as well", .suffix = ".x", .presets = presets,
                                     .preset_count = 1, .check = check, .begin = begin,
                                     .poll = go_on, .end = go_on};
static const bl_recorder *const recorders[] = {&recorder};
static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin), .id = "clash", .version = "1",
                                 .title = "Clash", .benchmarks = benchmarks,
                                 .benchmark_count = 2, .recorders = recorders,
                                 .recorder_count = 1};

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
