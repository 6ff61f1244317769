/* tests/bench/memory.c: other ways to read, write and copy memory, for memory.sh.
 *
 *     memory read|write|copy BYTES MILLISECONDS
 *
 * One line for each: its name and bytes a second (of a copy, those copied), the median of batches of about a millisecond.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static volatile uint64_t sink;
#define KEEP() __asm__ volatile("" : : : "memory")

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

#if defined(__SSE2__)
/* The plain sum: 128 bits at a time, two sums, nothing unrolled further. */
__attribute__((optimize("no-tree-vectorize", "no-unroll-loops"))) static void sum_128(
    void *to, const void *from, size_t bytes) {
    const __m128i *at = from;
    __m128i a = _mm_setzero_si128(), b = a;
    size_t i;
    (void)to;
    for (i = 0; i < bytes / 16; i += 2) {
        a = _mm_add_epi64(a, _mm_load_si128(at + i));
        b = _mm_add_epi64(b, _mm_load_si128(at + i + 1));
    }
    a = _mm_add_epi64(a, b);
    sink += (uint64_t)_mm_cvtsi128_si64(a);
}
#endif

/* What the compiler makes of a plain loop with -O3 -march=native. */
static void sum_loop(void *to, const void *from, size_t bytes) {
    const uint64_t *words = from;
    uint64_t sum = 0;
    size_t i;
    (void)to;
    for (i = 0; i < bytes / 8; ++i) sum += words[i];
    sink += sum;
}

static void write_loop(void *to, const void *from, size_t bytes) {
    uint64_t *words = to;
    size_t i;
    (void)from;
    for (i = 0; i < bytes / 8; ++i) words[i] = UINT64_C(0x9E3779B97F4A7C15);
    KEEP();
}

static void write_memset(void *to, const void *from, size_t bytes) {
    (void)from;
    memset(to, 0x9D, bytes);
    KEEP();
}

static void copy_memcpy(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
    KEEP();
}

static void copy_loop(void *to, const void *from, size_t bytes) {
    uint64_t *restrict into = to;
    const uint64_t *restrict of = from;
    size_t i;
    for (i = 0; i < bytes / 8; ++i) into[i] = of[i];
    KEEP();
}

typedef void (*loop)(void *to, const void *from, size_t bytes);
static const struct {
    const char *what, *name;
    loop run;
} kLoops[] = {
#if defined(__SSE2__)
    {"read", "sum128", sum_128},
#endif
    {"read", "loop", sum_loop},     {"write", "loop", write_loop}, {"write", "memset", write_memset},
    {"copy", "memcpy", copy_memcpy}, {"copy", "loop", copy_loop}};

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { kMostBatches = 4096 };

static double rate(loop run, void *to, const void *from, size_t bytes, double seconds) {
    static double rates[kMostBatches];
    const double end = now() + seconds;
    size_t passes = 1, count = 0;
    for (;;) { /* how many passes take a millisecond */
        const double began = now();
        size_t i;
        for (i = 0; i < passes; ++i) run(to, from, bytes);
        if (now() - began > 1e-3) break;
        passes *= 2;
    }
    do {
        const double began = now();
        size_t i;
        for (i = 0; i < passes; ++i) run(to, from, bytes);
        rates[count++] = (double)bytes * (double)passes / (now() - began);
    } while (count < kMostBatches && (now() < end || count < 3));
    qsort(rates, count, sizeof rates[0], ascending);
    return rates[count / 2];
}

int main(int count, char **words) {
    size_t bytes, i;
    void *from = NULL, *to = NULL;
    if (count != 4) {
        fprintf(stderr, "memory read|write|copy BYTES MILLISECONDS\n");
        return 2;
    }
    bytes = (size_t)strtoull(words[2], NULL, 10) / 64 * 64;
    if (bytes == 0 || posix_memalign(&from, 2 << 20, bytes) != 0 ||
        posix_memalign(&to, 2 << 20, bytes) != 0) {
        fprintf(stderr, "memory: cannot have two buffers of %s bytes\n", words[2]);
        return 2;
    }
    memset(from, 1, bytes);
    memset(to, 2, bytes);
    for (i = 0; i < sizeof kLoops / sizeof kLoops[0]; ++i) {
        if (strcmp(kLoops[i].what, words[1]) != 0) continue;
        printf("%s %.6g\n", kLoops[i].name,
               rate(kLoops[i].run, to, from, bytes, strtod(words[3], NULL) / 1000));
    }
    return 0;
}
