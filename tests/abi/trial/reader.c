/* Reads a small text trace in two lanes, with stacks that come after their samples:
 *
 *     trial 1
 *     sample <ns> <cpu> <tid> <address>
 *     stack <ns> <tid> <address> ...       the stack of the sample of that time, innermost first
 *     name <tid> <text>
 *
 * The file is cut in the middle; each half is a task with a lane of its own.  A stack whose sample
 * lies in the first half waits for a second pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

enum { CHUNK = 8, MOST_CHUNKS = 64, MOST_LATE = 16, MOST_FRAMES = 32, COLUMNS = 5, LINE = 512 };

typedef struct chunk { /* rows in the store, some thousands in a real reader */
    int64_t* time;
    uint16_t* cpu;
    uint32_t* thread;
    uint64_t* code;
    uint32_t* stack;
    uint64_t used;
} chunk;

typedef struct half {
    const bl_host* host;
    const bl_builder_api* api;
    bl_builder* lane;
    const char *text, *end;
    uint64_t offset; /* of text in the file */
    uint32_t wants_stacks;
    uint32_t late_count;
    chunk chunks[MOST_CHUNKS];
    uint64_t chunk_count;
    const char* late[MOST_LATE]; /* stack lines whose sample is in the other half */
} half;

static bl_status claim_chunk(half* self) {
    static const char* const names[COLUMNS] = {"time", "cpu", "thread", "code", "stack"};
    static const uint32_t types[COLUMNS] = {BL_COL_TIME, BL_COL_U16, BL_COL_KEY32, BL_COL_ADDRESS,
                                            BL_COL_STACK};
    bl_column columns[COLUMNS];
    const bl_column* pointers[COLUMNS];
    void* room[COLUMNS];
    if (self->chunk_count == MOST_CHUNKS) return BL_E_UNSUPPORTED;
    memset(columns, 0, sizeof columns);
    for (int i = 0; i < COLUMNS; i++) {
        columns[i].struct_size = sizeof(bl_column);
        columns[i].type = types[i];
        columns[i].name = names[i];
        columns[i].row_count = CHUNK;
        pointers[i] = &columns[i];
    }
    const bl_table shape = {.struct_size = sizeof shape,
                            .column_count = COLUMNS,
                            .name = "sample",
                            .columns = pointers,
                            .row_count = CHUNK};
    const bl_status status = self->api->claim(self->lane, &shape, room, NULL);
    if (status != BL_OK) return status;
    chunk* made = &self->chunks[self->chunk_count++];
    made->time = room[0];
    made->cpu = room[1];
    made->thread = room[2];
    made->code = room[3];
    made->stack = room[4];
    made->used = 0;
    return BL_OK;
}

static bl_status add_sample(half* self, int64_t time, uint16_t cpu, uint32_t tid,
                            uint64_t address) {
    if (self->chunk_count == 0 || self->chunks[self->chunk_count - 1].used == CHUNK) {
        const bl_status status = claim_chunk(self);
        if (status != BL_OK) return status;
    }
    chunk* to = &self->chunks[self->chunk_count - 1];
    to->time[to->used] = time;
    to->cpu[to->used] = cpu;
    to->thread[to->used] = tid;
    to->code[to->used] = address;
    to->used++;
    return BL_OK;
}

/* The stack member of the sample of that time; NULL when this half has none. */
static uint32_t* find_stack(half* self, int64_t time) {
    for (uint64_t i = 0; i < self->chunk_count; i++) {
        chunk* in = &self->chunks[i];
        for (uint64_t row = 0; row < in->used; row++) {
            if (in->time[row] == time) return &in->stack[row];
        }
    }
    return NULL;
}

/* "stack <ns> <tid> <address> ..."; 0 when the sample is not in that half. */
static int put_stack(half* to, const char* line) {
    uint64_t addresses[MOST_FRAMES];
    uint64_t count = 0;
    char* at;
    const int64_t time = strtoll(line + strlen("stack "), &at, 10);
    const uint32_t tid = (uint32_t)strtoul(at, &at, 10);
    uint32_t* stack = find_stack(to, time);
    if (stack == NULL) return 0;
    while (*at == ' ' && count < MOST_FRAMES) addresses[count++] = strtoull(at, &at, 16);
    *stack = to->api->add_stack(to->lane, 0, tid, addresses, count);
    return 1;
}

static bl_status add_name(half* self, uint32_t tid, const char* text, uint64_t len) {
    const uint32_t name = self->api->intern(self->lane, text, len);
    const int64_t time = 0;
    const uint8_t kind = 3; /* was there */
    const bl_column columns[] = {
        {sizeof(bl_column), BL_COL_U32, "tid", &tid, NULL, 1},
        {sizeof(bl_column), BL_COL_STRING, "name", &name, NULL, 1},
        {sizeof(bl_column), BL_COL_TIME, "time", &time, NULL, 1},
        {sizeof(bl_column), BL_COL_U8, "kind", &kind, NULL, 1},
    };
    const bl_column* const pointers[] = {&columns[0], &columns[1], &columns[2], &columns[3]};
    const bl_table batch = {.struct_size = sizeof batch,
                            .column_count = 4,
                            .name = "thread",
                            .columns = pointers,
                            .row_count = 1};
    return self->api->append(self->lane, &batch);
}

static bl_status read_line(half* self, const char* line, uint64_t offset) {
    char rest[LINE];
    long long time;
    unsigned cpu, tid;
    unsigned long long address;
    if (sscanf(line, "sample %lld %u %u %llx", &time, &cpu, &tid, &address) == 4) {
        return add_sample(self, time, (uint16_t)cpu, tid, address);
    }
    if (strncmp(line, "stack ", 6) == 0) {
        if (!self->wants_stacks || put_stack(self, line)) return BL_OK;
        if (self->late_count == MOST_LATE) return BL_E_UNSUPPORTED;
        self->late[self->late_count++] = self->text + (offset - self->offset);
        return BL_OK;
    }
    if (sscanf(line, "name %u %511[^\n]", &tid, rest) == 2) {
        return add_name(self, tid, rest, strlen(rest));
    }
    return self->api->problem(self->lane, "trial.line", line, strlen(line), offset);
}

static bl_status BL_CALL read_half(void* context, uint64_t index) {
    half* self = (half*)context + index;
    const char* at = self->text;
    while (at < self->end) {
        char line[LINE];
        const char* end = memchr(at, '\n', (size_t)(self->end - at));
        const size_t len = (size_t)((end == NULL ? self->end : end) - at);
        if (len >= LINE) return BL_E_DATA;
        memcpy(line, at, len);
        line[len] = '\0';
        const bl_status status = read_line(self, line, self->offset + (uint64_t)(at - self->text));
        if (status != BL_OK) return status;
        at += len + 1;
    }
    return BL_OK;
}

/* Second pass: whoever has the lane of the sample puts its stack in, with an id of that lane. */
static bl_status put_late_stacks(half* halves) {
    for (uint32_t i = 0; i < halves[1].late_count; i++) {
        char line[LINE];
        const char* from = halves[1].late[i];
        const size_t len = strcspn(from, "\n");
        memcpy(line, from, len);
        line[len] = '\0';
        if (!put_stack(&halves[0], line)) {
            const bl_status status =
                halves[1].api->problem(halves[1].lane, "trial.stack", line, len,
                                       halves[1].offset + (uint64_t)(from - halves[1].text));
            if (status != BL_OK) return status;
        }
    }
    return BL_OK;
}

static uint32_t wanted(const bl_read* what, const char* table) {
    if (what->tables == NULL) return 1;
    for (const char* const* each = what->tables; *each != NULL; each++) {
        if (strcmp(*each, table) == 0) return 1;
    }
    return 0;
}

static bl_status read_text(const bl_host* host, const bl_read* what, bl_builder* builder,
                           const bl_builder_api* api, char* text, uint64_t size) {
    const bl_clock clock = {.struct_size = sizeof clock,
                            .kind = BL_CLOCK_MONOTONIC,
                            .ticks_per_second = 1000000000u,
                            .zero = 0};
    bl_status status = api->set_clock(builder, &clock);
    if (status != BL_OK) return status;

    const char *begin = memchr(text, '\n', size), *end = text + size;
    begin = begin == NULL ? end : begin + 1;
    const char* cut =
        memchr(begin + (end - begin) / 2, '\n', (size_t)(end - begin - (end - begin) / 2));
    cut = cut == NULL ? end : cut + 1;

    half* halves = host->allocate(host, 2 * sizeof *halves, 0);
    if (halves == NULL) return BL_E_MEMORY;
    memset(halves, 0, 2 * sizeof *halves);
    for (int i = 0; i < 2; i++) {
        halves[i].host = host;
        halves[i].api = api;
        halves[i].text = i == 0 ? begin : cut;
        halves[i].end = i == 0 ? cut : end;
        halves[i].offset = (uint64_t)(halves[i].text - text);
        halves[i].lane = i == 0 ? builder : api->lane(builder, halves[i].offset);
        halves[i].wants_stacks = wanted(what, "stack");
    }
    status = halves[1].lane == NULL ? BL_E_MEMORY : host->parallel(host, 2, read_half, halves);
    if (status == BL_OK) status = put_late_stacks(halves);
    if (status == BL_OK) status = api->set_fact(builder, "format", "trial", 5);
    host->release(host, halves);
    return status;
}

static bl_status BL_CALL read_files(const bl_host* host, const bl_read* what, bl_builder* builder,
                                    const bl_builder_api* api) {
    static const char one_file[] = "a recording of this kind is one file";
    static const char cannot_open[] = "cannot open the file";
    if (what->path_count != 1) {
        host->set_error(host, one_file, sizeof one_file - 1);
        return BL_E_INVALID;
    }
    FILE* file = fopen(what->paths[0], "rb");
    if (file == NULL) {
        host->set_error(host, cannot_open, sizeof cannot_open - 1);
        return BL_E_IO;
    }
    bl_status status = BL_E_IO;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        char* text = size < 0 ? NULL : host->allocate(host, (uint64_t)size + 1, 0);
        if (text != NULL && fread(text, 1, (size_t)size, file) == (size_t)size) {
            text[size] = '\0';
            status = read_text(host, what, builder, api, text, (uint64_t)size);
        }
        host->release(host, text);
    }
    fclose(file);
    return status;
}

static uint32_t BL_CALL probe(const char* path, const void* head, uint64_t head_len) {
    (void)path;
    return head_len >= 8 && memcmp(head, "trial 1\n", 8) == 0 ? 100 : 0;
}

static const char* const suffixes[] = {".trial", NULL};

const bl_reader trial_reader = {
    .struct_size = sizeof(bl_reader),
    .id = "trial-text",
    .title = "Text traces of the ABI's own tests",
    .suffixes = suffixes,
    .probe = probe,
    .read = read_files,
};
