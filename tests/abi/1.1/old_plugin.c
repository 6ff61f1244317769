/* A plugin as it was written for ABI 1.1, which brought the recorders, built against the frozen
 * header beside this file: each later host must load it and record with it.  Never edited once 1.1
 * is released. */
#include <stdio.h>

#include "benchlab.h"

static FILE* file; /* one recording at a time */
static uint64_t polls;

static bl_status BL_CALL check(const bl_host* host, void* context,
                               void(BL_CALL* item)(void* context, const bl_check_item*)) {
    static const bl_check_item all = {.struct_size = sizeof(bl_check_item),
                                      .state = BL_CHECK_OK,
                                      .title = "old files",
                                      .text = "as ever"};
    (void)host;
    item(context, &all);
    return BL_OK;
}

static bl_status BL_CALL begin(const bl_host* host, const bl_record* what, void** recording) {
    uint64_t number = 0;
    if (!BL_HAS(what, bl_record, options) || !BL_HAS(host, bl_host, get_extension)) {
        return BL_E_FAILED;
    }
    if (!what->options->get_u64(what->options, "number", &number)) return BL_E_INVALID;
    file = fopen(what->path, "wb");
    if (file == NULL) return BL_E_IO;
    fprintf(file, "%s %llu %llu %lld %u\n", what->preset, (unsigned long long)number,
            (unsigned long long)what->buffer_bytes, (long long)what->ring_ns,
            (unsigned)what->pid_count);
    *recording = &file;
    return BL_OK;
}

static bl_status BL_CALL poll(const bl_host* host, void* recording, bl_record_state* state) {
    (void)host;
    if (recording != &file || !BL_HAS(state, bl_record_state, frames)) return BL_E_FAILED;
    state->events = ++polls;
    if (polls == 3) state->flags = BL_RECORD_TARGET_ENDED;
    return BL_OK;
}

static bl_status BL_CALL end(const bl_host* host, void* recording, bl_record_state* state) {
    (void)host;
    if (recording != &file) return BL_E_FAILED;
    state->events = polls;
    state->frames = 2;
    state->bytes = 1;
    fputs("end\n", file);
    return fclose(file) == 0 ? BL_OK : BL_E_IO;
}

static const char* const events[] = {"old:event"};
static const bl_preset preset = {.struct_size = sizeof(bl_preset),
                                 .event_count = 1,
                                 .id = "only",
                                 .help = "The only one",
                                 .events = events};
static const bl_preset* const presets[] = {&preset};
static const bl_option option = {.struct_size = sizeof(bl_option),
                                 .type = BL_VALUE_U64,
                                 .name = "number",
                                 .help = "Written into the file",
                                 .value_name = "N",
                                 .default_value = "42"};
static const bl_option* const options[] = {&option};
static const bl_recorder recorder = {.struct_size = sizeof(bl_recorder),
                                     .id = "old",
                                     .title = "From the days of ABI 1.1",
                                     .suffix = ".old",
                                     .presets = presets,
                                     .options = options,
                                     .preset_count = 1,
                                     .option_count = 1,
                                     .check = check,
                                     .begin = begin,
                                     .poll = poll,
                                     .end = end};
static const bl_recorder* const recorders[] = {&recorder};

static const bl_plugin plugin = {.struct_size = sizeof(bl_plugin),
                                 .abi_minor = BL_ABI_MINOR,
                                 .id = "org.example.old-recorder",
                                 .version = "1.1",
                                 .title = "Old recorder",
                                 .recorders = recorders,
                                 .recorder_count = 1};

const bl_plugin* BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    return &plugin;
}
