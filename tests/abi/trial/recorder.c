/* Records nothing but that it was there: a text trace with what was asked for, and a sample for
 * each time that the host looked.  Its option and an environment variable make it fail, so that it
 * also serves the tests of `benchlab trace record`. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

enum { FAILS = 16 };

typedef struct recording {
    FILE* file;
    uint64_t began_ns, events;
    uint32_t* pids;
    uint32_t pid_count;
    char fails[FAILS]; /* the function that is to fail */
} recording;

static bl_status failed(const bl_host* host, bl_status status, const char* why) {
    host->set_error(host, why, strlen(why));
    return status;
}

static uint32_t is_gone(uint32_t pid) {
#ifdef _WIN32
    return pid == 0; /* a process that is never there */
#else
    return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
#endif
}

static bl_status BL_CALL check(const bl_host* host, void* context,
                               void(BL_CALL* item)(void* context, const bl_check_item*)) {
    static const bl_check_item files = {sizeof(bl_check_item), BL_CHECK_OK, "files",
                                        "it can write one", NULL};
    static const bl_check_item depth = {sizeof(bl_check_item), BL_CHECK_LIMITED, "call stacks",
                                        "of one function", "sudo true"};
    static const bl_check_item kernel = {sizeof(bl_check_item), BL_CHECK_MISSING, "the kernel",
                                         "it never asks for it", NULL};
    static const bl_check_item none = {sizeof(bl_check_item), BL_CHECK_MISSING, "files",
                                       "TRIAL_RECORDS_NOTHING is set",
                                       "unset TRIAL_RECORDS_NOTHING"};
    if (getenv("TRIAL_RECORDS_NOTHING") != NULL) {
        item(context, &none);
        return failed(host, BL_E_UNSUPPORTED, "it is told to record nothing");
    }
    item(context, &files);
    item(context, &depth);
    item(context, &kernel);
    return BL_OK;
}

static bl_status copy_request(const bl_host* host, const bl_record* what, recording* self) {
    const char* text = "";
    uint64_t len = 0;
    if (what->options->get_text(what->options, "fail", &text, &len) && len < FAILS) {
        memcpy(self->fails, text, len);
    }
    if (strcmp(self->fails, "begin") == 0) {
        return failed(host, BL_E_UNSUPPORTED, "it was told to fail");
    }
    if (what->pid_count == 0) return BL_OK;
    self->pids = host->allocate(host, what->pid_count * sizeof *self->pids, 0);
    if (self->pids == NULL) return BL_E_MEMORY;
    memcpy(self->pids, what->pids, what->pid_count * sizeof *self->pids);
    self->pid_count = what->pid_count;
    return BL_OK;
}

static void forget(const bl_host* host, recording* self) {
    if (self->file != NULL) fclose(self->file);
    host->release(host, self->pids);
    host->release(host, self);
}

static bl_status BL_CALL begin(const bl_host* host, const bl_record* what, void** state) {
    recording* self = host->allocate(host, sizeof *self, 0);
    if (self == NULL) return BL_E_MEMORY;
    memset(self, 0, sizeof *self);
    bl_status status = copy_request(host, what, self);
    if (status == BL_OK) {
        self->file = fopen(what->path, "wb");
        if (self->file == NULL) status = failed(host, BL_E_IO, "cannot write the file");
    }
    if (status != BL_OK) {
        forget(host, self);
        return status;
    }
    self->began_ns = host->clock_ns(host);
    fprintf(self->file, "trial 1\nname 1 preset %s buffer %llu ring %lld processes %u\n",
            what->preset, (unsigned long long)what->buffer_bytes, (long long)what->ring_ns,
            (unsigned)what->pid_count);
    fflush(self->file);
    *state = self;
    return BL_OK;
}

static void tell(const bl_host* host, recording* self, bl_record_state* out) {
    const long long now = (long long)(host->clock_ns(host) - self->began_ns);
    fprintf(self->file, "sample %lld 0 1 abc\n", now);
    self->events++;
    out->bytes = (uint64_t)ftell(self->file);
    out->events = self->events;
    out->frames = self->events;
}

static bl_status BL_CALL poll(const bl_host* host, void* state, bl_record_state* out) {
    recording* self = state;
    uint32_t gone = self->pid_count > 0;
    if (strcmp(self->fails, "poll") == 0) return failed(host, BL_E_IO, "no space left");
    if (strcmp(self->fails, "crash") == 0) abort();
    tell(host, self, out);
    for (uint32_t i = 0; i < self->pid_count; i++) gone = gone && is_gone(self->pids[i]);
    if (gone) out->flags |= BL_RECORD_TARGET_ENDED;
    return BL_OK;
}

static bl_status BL_CALL end(const bl_host* host, void* state, bl_record_state* out) {
    recording* self = state;
    bl_status status = BL_OK;
    tell(host, self, out);
    if (strcmp(self->fails, "lose") == 0) out->lost = 17;
    if (strcmp(self->fails, "end") == 0) status = failed(host, BL_E_IO, "no space left");
    forget(host, self);
    return status;
}

static const char* const light_events[] = {"looking:at_it"};
static const char* const normal_events[] = {"looking:at_it", "thinking:of_it"};
static const bl_preset light = {sizeof(bl_preset), 1, "light", "Hardly anything", light_events};
static const bl_preset normal = {sizeof(bl_preset), 2, "normal", "A little more", normal_events};
static const bl_preset* const presets[] = {&normal, &light};
static const bl_option fail = {
    sizeof(bl_option), BL_VALUE_TEXT, "fail", "The function that is to fail", "NAME", NULL, 0, 0};
static const bl_option* const options[] = {&fail};

const bl_recorder trial_recorder = {
    .struct_size = sizeof(bl_recorder),
    .id = "trial",
    .title = "The recorder of the ABI's own tests",
    .suffix = ".trial",
    .presets = presets,
    .options = options,
    .preset_count = 2,
    .option_count = 1,
    .check = check,
    .begin = begin,
    .poll = poll,
    .end = end,
};
