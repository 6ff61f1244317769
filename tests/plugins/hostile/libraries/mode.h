/* What all hostile libraries share: one build behaves in many ways, by the name of its file.  A
 * test copies acts.so to segv-at-run.so, and that copy crashes in run(). */
#ifndef BENCHLAB_TESTS_HOSTILE_MODE_H
#define BENCHLAB_TESTS_HOSTILE_MODE_H

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "benchlab/benchlab.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "segv-at-run", of the library that this is compiled into. */
static inline const char *mode(void)
{
    static char stem[128];
    Dl_info self;
    const char *name;
    if (stem[0] != '\0' || dladdr((void *)&stem, &self) == 0) return stem;
    name = strrchr(self.dli_fname, '/');
    snprintf(stem, sizeof stem, "%s", name != NULL ? name + 1 : self.dli_fname);
    if (strrchr(stem, '.') != NULL) *strrchr(stem, '.') = '\0';
    return stem;
}

static inline int mode_is(const char *wanted)
{
    return strcmp(mode(), wanted) == 0;
}

/* Work that takes about a nanosecond an iteration and ends in a value that is not 0. */
static inline uint64_t honest_work(uint64_t iterations)
{
    uint64_t value = 1;
    uint64_t i;
    for (i = 0; i < iterations; ++i) {
        value = value * 6364136223846793005u + 1442695040888963407u;
#if defined(__GNUC__)
        __asm__ volatile("" : "+r"(value));
#endif
    }
    return value | 1;
}

/* The callbacks of a benchmark that does honest work and nothing else. */
static inline bl_status BL_CALL honest_setup(const bl_host *host, const bl_values *params,
                                             uint32_t threads, bl_bench_shape *shape, void **state)
{
    (void)host, (void)params, (void)threads, (void)shape, (void)state;
    return BL_OK;
}

static inline bl_status BL_CALL honest_run(void *state, uint32_t thread, uint64_t iterations,
                                           bl_bench_result *result)
{
    (void)state, (void)thread;
    result->check = honest_work(iterations);
    return BL_OK;
}

static inline void BL_CALL honest_teardown(void *state)
{
    (void)state;
}

/* The name of benchmark `index`: "<mode>/<last>". */
static inline const char *name_of(uint32_t index, const char *last)
{
    static char names[8][160];
    snprintf(names[index], sizeof names[index], "%s/%s", mode(), last);
    return names[index];
}

#ifdef __cplusplus
}
#endif
#endif
