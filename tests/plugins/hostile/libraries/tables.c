/* A registration table with one thing wrong with it, named by the file: "null-table.so". */
#include <stdlib.h>

#include "mode.h"

static bl_status BL_CALL failing_start(const bl_host *host)
{
    static const char kReason[] = "no \033[2Jlicence\xff for\nthis machine";
    host->set_error(host, kReason, sizeof kReason - 1);
    return BL_E_UNSUPPORTED;
}

static bl_status BL_CALL skipping_start(const bl_host *host)
{
    (void)host;
    return BL_SKIPPED;
}

static bl_status BL_CALL odd_start(const bl_host *host)
{
    (void)host;
    return 12345;
}

/* Enough of each list for all the cases below; a number is 0, so the value lists repeat it. */
static uint64_t values[4096];
static bl_param wide = {sizeof(bl_param), 0, "wide", values, NULL, 100, 0, 0};
static bl_param wider = {sizeof(bl_param), 0, "wider", values, NULL, 100, 0, 0};
static bl_metric metric = {sizeof(bl_metric), 0, 0, 0, "figure", "A figure", "Of no use."};
static const bl_param *params[] = {&wide, &wider};
static const bl_metric *metrics[] = {&metric, &metric};
static bl_benchmark bench = {
    sizeof(bl_benchmark), 0, NULL, "Work", NULL, NULL, NULL, 0, 0, 0, 0,
    honest_setup, NULL, honest_run, honest_teardown};
static const bl_benchmark *benchmarks[] = {&bench, &bench};
static bl_plugin table = {
    sizeof(bl_plugin), 0, 0, NULL, "1.0", "A plugin with a wrong table", NULL, NULL,
    benchmarks, NULL, NULL, 1, 0, 0, 0, NULL, NULL, NULL};

static char long_name[60001];

static void use_params(uint32_t count)
{
    uint64_t i;
    for (i = 0; i < 4096; ++i) values[i] = i;
    bench.params = params;
    bench.param_count = count;
}

static void spoil_table(void)
{
    if (mode_is("needs-newer")) table.needs_minor = 9;
    if (mode_is("size-none")) table.struct_size = 0;
    if (mode_is("size-small")) table.struct_size = 8;
    if (mode_is("size-odd")) table.struct_size = (uint32_t)sizeof table + 3;
    if (mode_is("size-huge")) table.struct_size = 1u << 20;
    if (mode_is("no-id")) table.id = NULL;
    if (mode_is("id-escape")) table.id = "evil\033[2J";
    if (mode_is("title-bytes")) table.title = "\xc3\x28 and \xff\xfe";
    if (mode_is("title-escape")) table.title = "\033]0;owned\007\xe2\x80\xaeylno";
    if (mode_is("version-escape")) table.version = "1\033[31m\r0";
    if (mode_is("list-null")) table.benchmarks = NULL;
    if (mode_is("list-huge")) table.benchmark_count = UINT32_MAX;
    if (mode_is("analyzers-huge")) table.analyzer_count = UINT32_MAX;
    if (mode_is("start-fails")) table.start = failing_start;
    if (mode_is("start-skips")) table.start = skipping_start;
    if (mode_is("start-odd")) table.start = odd_start;
    if (mode_is("wild-id")) table.id = (const char *)16;
    if (mode_is("wild-list")) table.benchmarks = (const bl_benchmark *const *)16;
    if (mode_is("twice")) table.benchmark_count = 2;
    if (mode_is("empty")) table.benchmark_count = 0;
    if (mode_is("same-id-1") || mode_is("same-id-2")) table.id = "same-id";
}

static void spoil_benchmark(void)
{
    if (mode_is("entry-null")) benchmarks[0] = NULL;
    if (mode_is("entry-size")) bench.struct_size = 4;
    if (mode_is("no-run")) bench.run = NULL;
    if (mode_is("nothing-set")) memset((char *)&bench + 4, 0, sizeof bench - 4);
    if (mode_is("name-bad")) bench.name = "Bad Name!";
    if (mode_is("name-escape")) bench.name = "evil/\033[2J\033]0;owned\007x";
    if (mode_is("name-path")) bench.name = "../../etc/passwd";
    if (mode_is("same-name-1") || mode_is("same-name-2")) bench.name = "same/name";
    if (mode_is("name-long")) {
        memset(long_name, 'a', sizeof long_name - 1);
        bench.name = long_name;
    }
    if (mode_is("cases-many")) use_params(2);
    if (mode_is("values-null")) {
        use_params(1);
        wide.values = NULL;
    }
    if (mode_is("values-huge")) {
        use_params(1);
        wide.value_count = UINT64_MAX;
    }
    if (mode_is("param-null")) {
        use_params(1);
        params[0] = NULL;
    }
    if (mode_is("metrics-null")) bench.metric_count = 2;
    if (mode_is("metrics-twice")) {
        bench.metrics = metrics;
        bench.metric_count = 2;
    }
}

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    (void)host_minor;
    if (mode_is("null-table")) return NULL;
    table.id = mode();
    bench.name = name_of(0, "work");
    spoil_table();
    spoil_benchmark();
    return mode_is("wild-table") ? (const bl_plugin *)(uintptr_t)64 : &table;
}
