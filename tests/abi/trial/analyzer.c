/* Follows the first thread of the focus through `state`: its rows as a lane of spans, those that
 * woke it as another, an arrow from each waker to what it woke, and a finding about waiting. */
#include <string.h>

#include "trial.h"

enum { UNKNOWN = 0, RUNNING = 1, RUNNABLE = 2, WAITING = 3, STATES = 4 };

typedef struct columns { /* of state, resolved once */
    const bl_table* table;
    const int64_t *begin, *end;
    const uint8_t* state;
    const uint32_t* by_thread;
} columns;

typedef struct drawing { /* the spans, as the sink takes them */
    uint32_t* lane;
    int64_t *begin, *end;
    uint32_t* kind;
    uint64_t *from, *to;
    uint64_t count, arrows;
} drawing;

static const void* data(const bl_store* store, const bl_table* table, const char* name,
                        uint32_t type) {
    const bl_column* column = store->find_column(store, table, name, type);
    return column == NULL ? NULL : column->data;
}

static int resolve(const bl_store* store, columns* out) {
    out->table = store->find_table(store, "state");
    out->begin = data(store, out->table, "begin", BL_COL_TIME);
    out->end = data(store, out->table, "end", BL_COL_TIME);
    out->state = data(store, out->table, "state", BL_COL_U8);
    out->by_thread = data(store, out->table, "by_thread", BL_COL_ROW);
    return out->begin != NULL && out->end != NULL && out->state != NULL && out->by_thread != NULL;
}

/* A thread's rows of state that touch the window. */
static void rows_of(const bl_store* store, const columns* in, uint32_t thread, int64_t begin,
                    int64_t end, uint64_t* first, uint64_t* last) {
    const bl_table* threads = store->find_table(store, "thread");
    const uint32_t* state_first = data(store, threads, "state_first", BL_COL_U32);
    const uint32_t* state_count = data(store, threads, "state_count", BL_COL_U32);
    *first = state_first[thread];
    *last = *first + state_count[thread];
    store->overlap(store, in->table, begin, end, first, last);
}

static uint64_t add_span(drawing* out, uint32_t lane, int64_t begin, int64_t end, uint32_t kind) {
    out->lane[out->count] = lane;
    out->begin[out->count] = begin;
    out->end[out->count] = end;
    out->kind[out->count] = kind;
    return out->count++;
}

/* The row in which the waker ran when it ended a wait at that moment; last when there is none. */
static uint64_t waking_row(const bl_store* store, const columns* in, uint32_t waker, int64_t at,
                           uint64_t* last) {
    uint64_t row;
    rows_of(store, in, waker, at - 1, at, &row, last);
    while (row < *last && in->state[row] != RUNNING) row++;
    return row;
}

/* The span of who ended the wait of this row, as the source of the next arrow.  0: nobody. */
static int add_waker(const bl_store* store, const columns* in, uint64_t row, drawing* out) {
    uint64_t last;
    if (in->state[row] != WAITING || in->by_thread[row] == BL_NO_ROW) return 0;
    const uint64_t waking = waking_row(store, in, in->by_thread[row], in->end[row], &last);
    if (waking == last) return 0;
    out->from[out->arrows] = add_span(out, 1, in->begin[waking], in->end[waking], RUNNING);
    return 1;
}

static bl_status report_spans(bl_sink* sink, const drawing* in) {
    static const char* const lanes[] = {"thread", "wakers"};
    static const char* const kinds[] = {"unknown", "running", "runnable", "waiting"};
    const bl_out_spans spans = {.struct_size = sizeof spans,
                                .lane_count = 2,
                                .lane_name_kind = BL_NAME_NONE,
                                .id = "life",
                                .title = "What the thread did",
                                .lanes = lanes,
                                .kinds = kinds,
                                .kind_count = STATES,
                                .lane = in->lane,
                                .begin = in->begin,
                                .end = in->end,
                                .kind = in->kind,
                                .count = in->count,
                                .arrow_from = in->from,
                                .arrow_to = in->to,
                                .arrow_count = in->arrows};
    return sink->spans(sink, &spans);
}

static bl_status report_finding(const bl_store* store, const bl_analysis* run, bl_sink* sink,
                                uint32_t thread, const int64_t* spent) {
    const bl_table* threads = store->find_table(store, "thread");
    const uint32_t* names = data(store, threads, "name", BL_COL_STRING);
    const uint64_t* offsets = store->string_offsets;
    const uint32_t name = names == NULL ? 0 : names[thread];
    const int64_t window = run->end - run->begin;
    const bl_arg who = {.struct_size = sizeof who,
                        .type = BL_VALUE_TEXT,
                        .name_kind = BL_NAME_THREAD,
                        .text = store->string_bytes + offsets[name],
                        .text_len = offsets[name + 1] - offsets[name]};
    const bl_arg waited = {.struct_size = sizeof waited,
                           .type = BL_VALUE_U64,
                           .unit = BL_UNIT_NS,
                           .u64 = (uint64_t)spent[WAITING]};
    const bl_arg of = {.struct_size = sizeof of,
                       .type = BL_VALUE_U64,
                       .unit = BL_UNIT_NS,
                       .u64 = (uint64_t)window};
    const bl_arg* const args[] = {&who, &waited, &of};
    static const char* const see[] = {"life"};
    const bl_out_finding finding = {.struct_size = sizeof finding,
                                    .severity = BL_FINDING_INFO,
                                    .code = "trial.waited",
                                    .text = "{0} waited for {1} of {2}",
                                    .args = args,
                                    .arg_count = 3,
                                    .begin = run->begin,
                                    .end = run->end,
                                    .share = (double)spent[WAITING] / (double)window,
                                    .see = see,
                                    .see_count = 1};
    return sink->finding(sink, &finding);
}

static int allocate(const bl_host* host, drawing* out, uint64_t rows) {
    /* A span and perhaps its waker for each row, in one piece: widest members first. */
    const uint64_t most = 2 * rows;
    char* block = host->allocate(host, most * (4 * sizeof(uint64_t) + 2 * sizeof(uint32_t)), 0);
    memset(out, 0, sizeof *out);
    if (block == NULL) return 0;
    out->begin = (int64_t*)(void*)block;
    out->end = out->begin + most;
    out->from = (uint64_t*)(void*)(out->end + most);
    out->to = out->from + most;
    out->lane = (uint32_t*)(void*)(out->to + most);
    out->kind = out->lane + most;
    return 1;
}

static bl_status BL_CALL analyze(const bl_host* host, const bl_store* store, const bl_analysis* run,
                                 bl_sink* sink) {
    static const char nobody[] = "the focus has no process";
    columns in;
    drawing out;
    uint64_t first, last, shortest = 0;
    int64_t spent[STATES] = {0};
    int waker_known = 0;
    if (!resolve(store, &in)) return BL_E_UNSUPPORTED;
    if (run->focus_count == 0) {
        host->set_error(host, nobody, sizeof nobody - 1);
        return BL_SKIPPED;
    }
    const uint32_t* thread_first =
        data(store, store->find_table(store, "process"), "thread_first", BL_COL_U32);
    const uint32_t thread = thread_first[run->focus[0]];
    run->options->get_u64(run->options, "shortest", &shortest);
    rows_of(store, &in, thread, run->begin, run->end, &first, &last);
    if (!allocate(host, &out, last - first)) return BL_E_MEMORY;

    for (uint64_t row = first; row < last; row++) {
        const int64_t begin = in.begin[row] < run->begin ? run->begin : in.begin[row];
        const int64_t end = in.end[row] > run->end ? run->end : in.end[row];
        spent[in.state[row]] += end - begin;
        if (end - begin < (int64_t)shortest) continue;
        const uint64_t span = add_span(&out, 0, begin, end, in.state[row]);
        if (waker_known) out.to[out.arrows++] = span;
        /* by_thread of a waiting row is who ended it: the arrow goes to the span after. */
        waker_known = add_waker(store, &in, row, &out);
    }
    bl_status status = report_spans(sink, &out);
    if (status == BL_OK) status = report_finding(store, run, sink, thread, spent);
    host->release(host, out.begin);
    return status;
}

static const char* const needs[] = {"thread", "process", "state", "ready?", NULL};
static const bl_option shortest_option = {.struct_size = sizeof(bl_option),
                                          .type = BL_VALUE_U64,
                                          .name = "shortest",
                                          .help = "leave out shorter spans",
                                          .value_name = "NS",
                                          .default_value = "0"};
static const bl_option* const options[] = {&shortest_option};

const bl_analyzer trial_analyzer = {
    .struct_size = sizeof(bl_analyzer),
    .order = 900,
    .id = "trial",
    .title = "One thread's life",
    .help = "What the first thread of the focus did, and who woke it",
    .needs = needs,
    .options = options,
    .option_count = 1,
    .analyze = analyze,
};
