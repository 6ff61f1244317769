/* The honest neighbour: its results must survive whatever the others do. */
#include "mode.h"

static bl_benchmark one = {
    sizeof(bl_benchmark), 0, NULL, "Honest work", NULL, NULL, NULL, 0, 0, 0, 0,
    honest_setup, NULL, honest_run, honest_teardown};
static bl_benchmark two = {
    sizeof(bl_benchmark), 0, NULL, "More honest work", NULL, NULL, NULL, 0, 0, 0, 0,
    honest_setup, NULL, honest_run, honest_teardown};
static const bl_benchmark *const benchmarks[] = {&one, &two};

static bl_plugin table;

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    (void)host_minor;
    one.name = name_of(0, "one");
    two.name = name_of(1, "two");
    table.struct_size = sizeof table;
    table.id = mode();
    table.version = "1.0";
    table.title = "An honest plugin";
    table.benchmarks = benchmarks;
    table.benchmark_count = 2;
    return &table;
}
