/* A plugin with one of each kind, in C99: it tries the ABI before it is frozen. */
#include "trial.h"

const bl_host* trial_host;

static bl_status BL_CALL start(const bl_host* host) {
    trial_host = host;
    return BL_OK;
}

static void BL_CALL stop(void) {
    trial_host = NULL;
}

static const bl_benchmark* const benchmarks[] = {&trial_benchmark};
static const bl_reader* const readers[] = {&trial_reader};
static const bl_analyzer* const analyzers[] = {&trial_analyzer};
static const bl_recorder* const recorders[] = {&trial_recorder};

static const bl_plugin plugin = {
    .struct_size = sizeof(bl_plugin),
    .abi_minor = BL_ABI_MINOR,
    .id = "org.example.trial",
    .version = "1.0",
    .title = "One of each kind",
    .author = "benchlab",
    .licence = "MIT",
    .benchmarks = benchmarks,
    .analyzers = analyzers,
    .readers = readers,
    .benchmark_count = 1,
    .analyzer_count = 1,
    .reader_count = 1,
    .start = start,
    .stop = stop,
    .recorders = recorders,
    .recorder_count = 1,
};

const bl_plugin* BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
