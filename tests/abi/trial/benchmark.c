/* Sums a buffer: two parameters (size, stride), two metrics, several threads, untimed refill. */
#include <benchlab/keep.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "trial.h"

typedef struct sums {
    uint64_t bytes; /* of each thread's part */
    uint64_t stride;
    uint32_t threads;
    unsigned char* buffer;
} sums;

static const uint64_t sizes[] = {4096, 65536};
static const bl_param size_param = {.struct_size = sizeof(bl_param),
                                    .unit = BL_UNIT_BYTES,
                                    .name = "size",
                                    .values = sizes,
                                    .value_count = 2,
                                    .minimum = 64,
                                    .maximum = 1u << 24};
static const char* const stride_labels[] = {"every-byte", "every-line"};
static const bl_param stride_param = {
    .struct_size = sizeof(bl_param), .name = "stride", .labels = stride_labels, .value_count = 2};
static const bl_param* const params[] = {&size_param, &stride_param};

static const bl_metric bandwidth_metric = {
    .struct_size = sizeof(bl_metric),
    .unit = BL_UNIT_BYTES_PER_SECOND,
    .flags = BL_OUT_MORE_IS_BETTER | BL_OUT_ADDS_UP,
    .id = "bandwidth",
    .title = "Bandwidth",
    .help = "Bytes that were read in a second, by the host's clock"};
static const bl_metric odd_metric = {
    .struct_size = sizeof(bl_metric),
    .unit = BL_UNIT_RATIO,
    .id = "odd",
    .title = "Odd bytes",
    .help = "Share of the bytes read that were odd; not measured when nothing was read"};
static const bl_metric* const metrics[] = {&bandwidth_metric, &odd_metric};

static void say(const bl_host* host, const char* text) {
    host->set_error(host, text, strlen(text));
}

static bl_status BL_CALL setup(const bl_host* host, const bl_values* values, uint32_t threads,
                               bl_bench_shape* shape, void** state) {
    const char* label = NULL;
    uint64_t label_len = 0;
    sums* made = host->allocate(host, sizeof *made, 0);
    if (made == NULL) return BL_E_MEMORY;
    made->threads = threads;
    made->buffer = NULL;
    if (!values->get_u64(values, "size", &made->bytes) ||
        !values->get_u64(values, "stride", &made->stride) ||
        !values->get_text(values, "stride", &label, &label_len) ||
        label_len != strlen(stride_labels[made->stride])) {
        say(host, "a parameter did not come as it was declared");
        host->release(host, made);
        return BL_E_INVALID;
    }
    made->stride = made->stride == 0 ? 1 : 64;
    if (made->bytes % 64 != 0) {
        char text[64];
        snprintf(text, sizeof text, "size %llu is not a multiple of 64",
                 (unsigned long long)made->bytes);
        say(host, text);
        host->release(host, made);
        return BL_SKIPPED;
    }
    made->buffer = host->allocate(host, made->bytes * threads, 4096);
    if (made->buffer == NULL) {
        host->release(host, made);
        return BL_E_MEMORY;
    }
    shape->ops_per_iteration = made->bytes / made->stride;
    shape->rate = BL_RATE_BYTES;
    shape->rate_per_iteration = made->bytes / made->stride;
    shape->max_iterations = 1u << 20;
    *state = made;
    return BL_OK;
}

static bl_status BL_CALL prepare(void* state, uint32_t thread, uint64_t iterations) {
    const sums* self = state;
    unsigned char* part = self->buffer + thread * self->bytes;
    (void)iterations;
    for (uint64_t i = 0; i < self->bytes; i++) part[i] = (unsigned char)(i / 64 + thread);
    return BL_OK;
}

static bl_status BL_CALL run(void* state, uint32_t thread, uint64_t iterations,
                             bl_bench_result* result) {
    const sums* self = state;
    const unsigned char* part = self->buffer + thread * self->bytes;
    const uint64_t begin = trial_host->clock_ns(trial_host);
    uint64_t sum = 0, odd = 0;
    for (uint64_t i = 0; i < iterations; i++) {
        for (uint64_t at = 0; at < self->bytes; at += self->stride) {
            sum += part[at];
            odd += part[at] & 1u;
        }
        bl_keep(&sum);
    }
    const uint64_t read = iterations * (self->bytes / self->stride);
    const uint64_t elapsed = trial_host->clock_ns(trial_host) - begin;
    result->check = sum;
    result->metrics[0] = elapsed == 0 ? NAN : (double)read * 1e9 / (double)elapsed;
    result->metrics[1] = read == 0 ? NAN : (double)odd / (double)read;
    return BL_OK;
}

static void BL_CALL teardown(void* state) {
    sums* self = state;
    trial_host->release(trial_host, self->buffer);
    trial_host->release(trial_host, self);
}

const bl_benchmark trial_benchmark = {
    .struct_size = sizeof(bl_benchmark),
    .flags = BL_BENCH_THREADED,
    .name = "trial/sum",
    .title = "Sum of a buffer",
    .op = "load",
    .params = params,
    .metrics = metrics,
    .param_count = 2,
    .metric_count = 2,
    .max_threads = 8,
    .setup = setup,
    .prepare = prepare,
    .run = run,
    .teardown = teardown,
};
