/* benchlab.h - the whole plugin ABI, version 1.1.  C99, no dependencies.
 *
 * Thread tags:  [main]    the host's main thread
 *               [measure] a pinned measuring thread: one, or each of those that share a
 *                         threaded benchmark; nothing else of ours runs then
 *               [any]     any thread, concurrently
 *               [lane]    any thread, but one at a time for one builder
 */
#ifndef BENCHLAB_H
#define BENCHLAB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BL_ABI_MAJOR 1u
#define BL_ABI_MINOR 1u

/* Define it before the include to build for hosts of an older minor version: what is newer is then
 * not declared, so that nothing of it is used by accident. */
#ifndef BL_TARGET_MINOR
#  define BL_TARGET_MINOR BL_ABI_MINOR
#endif

#if defined(_WIN32)
#  define BL_EXPORT __declspec(dllexport)
#  define BL_CALL __cdecl
#else
#  define BL_EXPORT __attribute__((visibility("default")))
#  define BL_CALL
#endif

/* True if the struct behind p, as its maker built it, has member m. */
#define BL_HAS(p, type, m) \
    ((p)->struct_size >= (uint32_t)(offsetof(type, m) + sizeof((p)->m)))

/* ---- status ------------------------------------------------------------ */

typedef int32_t bl_status;
enum {
    BL_OK = 0,
    BL_SKIPPED = 1,        /* nothing to report here; not an error */
    BL_CANCELLED = 2,      /* the plugin saw cancelled() */
    BL_E_FAILED = -1,
    BL_E_UNSUPPORTED = -2, /* this machine, this trace, this host */
    BL_E_INVALID = -3,     /* bad argument or option value */
    BL_E_MEMORY = -4,
    BL_E_IO = -5,
    BL_E_DATA = -6         /* the input is damaged */
};

/* ---- what the host offers ---------------------------------------------- */

enum { BL_LOG_DEBUG = 1, BL_LOG_INFO = 2, BL_LOG_WARNING = 3, BL_LOG_ERROR = 4 };

typedef bl_status(BL_CALL *bl_task)(void *context, uint64_t index);

typedef struct bl_host bl_host;
struct bl_host {
    uint32_t struct_size;
    uint32_t abi_minor;    /* of the host */
    const char *version;   /* "1.4.0", for messages only */

    /* [any] level is BL_LOG_*.  The text is copied before the call returns. */
    void(BL_CALL *log)(const bl_host *, uint32_t level, const char *text, uint64_t len);
    /* [any] The reason for the error status, or BL_SKIPPED, that this thread returns next. */
    void(BL_CALL *set_error)(const bl_host *, const char *text, uint64_t len);
    /* [any] align is a power of two up to 2 MiB; 0 means 64.  NULL when out of memory. */
    void *(BL_CALL *allocate)(const bl_host *, uint64_t size, uint64_t align);
    void(BL_CALL *release)(const bl_host *, void *); /* [any] NULL is fine. */
    /* [any] The clock the host measures with, in nanoseconds. */
    uint64_t(BL_CALL *clock_ns)(const bl_host *);
    /* [main] or the thread that called the plugin; total 0 when it is not known. */
    void(BL_CALL *progress)(const bl_host *, uint64_t done, uint64_t total);
    /* [any] Non-zero when the user wants to stop.  Not inside run(). */
    uint32_t(BL_CALL *cancelled)(const bl_host *);
    /* [any] Not inside run().  Calls task(context, i) once for each i below tasks, on the
     * host's threads and this one; returns when all have ended.  The status, and the text of
     * set_error(), are those of the lowest i that did not return BL_OK.  In a task: in turn. */
    bl_status(BL_CALL *parallel)(const bl_host *, uint64_t tasks, bl_task task, void *context);
    /* [any] Optional interfaces, "benchlab.<name>/<revision>".  NULL when unknown. */
    const void *(BL_CALL *get_extension)(const bl_host *, const char *id);
};

/* ---- options and parameters -------------------------------------------- */

enum { BL_VALUE_U64 = 1, BL_VALUE_F64 = 2, BL_VALUE_TEXT = 3, BL_VALUE_FLAG = 4 };

typedef struct bl_option {
    uint32_t struct_size;
    uint32_t type;             /* BL_VALUE_* */
    const char *name;          /* "top" */
    const char *help;
    const char *value_name;    /* "N"; NULL for a flag */
    const char *default_value; /* as the user would type it; NULL when there is none */
    double minimum;            /* numbers only; both 0 means no limit */
    double maximum;
} bl_option;

typedef struct bl_values bl_values;
struct bl_values {
    uint32_t struct_size;
    uint32_t reserved;
    /* [any] Zero when the name is unknown or of another type; *out is then untouched.
     * get_u64 reads a flag as 0 or 1; get_text reads the label of a parameter. */
    uint32_t(BL_CALL *get_u64)(const bl_values *, const char *name, uint64_t *out);
    uint32_t(BL_CALL *get_f64)(const bl_values *, const char *name, double *out);
    uint32_t(BL_CALL *get_text)(const bl_values *, const char *name, const char **text,
                                uint64_t *len);
};

/* ---- benchmarks -------------------------------------------------------- */

enum {
    BL_UNIT_NONE = 0, BL_UNIT_COUNT = 1, BL_UNIT_NS = 2, BL_UNIT_BYTES = 3,
    BL_UNIT_RATIO = 4 /* 0..1, shown as percent */, BL_UNIT_PER_SECOND = 5,
    BL_UNIT_BYTES_PER_SECOND = 6, BL_UNIT_HERTZ = 7, BL_UNIT_TRACE_TIME = 8,
    BL_UNIT_FPS = 9, BL_UNIT_CYCLES = 10, BL_UNIT_ADDRESS = 11 /* shown in hexadecimal */
};

enum {
    BL_OUT_KEY = 1u << 0,            /* joins a row to its twin in another capture */
    BL_OUT_BAR = 1u << 1,
    BL_OUT_WIDE_ONLY = 1u << 2,
    BL_OUT_LESS_IS_BETTER = 1u << 3,
    BL_OUT_MORE_IS_BETTER = 1u << 4,
    BL_OUT_ADDS_UP = 1u << 5         /* over the threads of a sample; else their mean */
};

typedef struct bl_param {
    uint32_t struct_size;
    uint32_t unit;             /* BL_UNIT_*: how the value is shown in the name */
    const char *name;          /* "size" */
    const uint64_t *values;    /* NULL with labels: 0, 1, 2 ... */
    const char *const *labels; /* shown instead of the values, "avx2"; NULL ok */
    uint64_t value_count;
    uint64_t minimum;          /* --param may give any value from minimum to maximum; */
    uint64_t maximum;          /* both 0: only the listed ones */
} bl_param;

typedef struct bl_metric { /* what a benchmark measures besides its time */
    uint32_t struct_size;
    uint32_t unit;         /* BL_UNIT_* */
    uint32_t flags;        /* BL_OUT_LESS_IS_BETTER, _MORE_IS_BETTER, _ADDS_UP */
    uint32_t reserved;
    const char *id;        /* "bandwidth" */
    const char *title;
    const char *help;      /* what it is and how it is measured */
} bl_metric;

enum {
    BL_BENCH_MANUAL_TIME = 1u << 0, /* run() reports elapsed_ns itself */
    BL_BENCH_THREADED = 1u << 1,    /* may be run on several threads at once */
    BL_BENCH_SLOW = 1u << 2,        /* left out unless named */
    BL_BENCH_NEEDS_ADMIN = 1u << 3  /* skipped without root or administrator rights */
};

enum { BL_RATE_NONE = 0, BL_RATE_BYTES = 1, BL_RATE_ITEMS = 2 };

typedef struct bl_bench_shape { /* filled by setup(); zeroed by the host */
    uint32_t struct_size;
    uint32_t rate;               /* BL_RATE_* */
    uint64_t ops_per_iteration;  /* 0 means 1 */
    uint64_t rate_per_iteration; /* bytes or items, of one thread */
    uint64_t max_iterations;     /* of one run(), on each thread; 0 means no limit */
} bl_bench_shape;

typedef struct bl_bench_result { /* filled by run(); zeroed by the host */
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t elapsed_ns; /* BL_BENCH_MANUAL_TIME only; of several threads the longest counts */
    uint64_t check;      /* a value that depends on the work; 0: none.  Printed, never timed */
    double *metrics;     /* the host's, one for each bl_metric, of the whole run() and divided
                          * by nothing; NaN = not measured */
} bl_bench_result;

typedef struct bl_benchmark {
    uint32_t struct_size;
    uint32_t flags;        /* BL_BENCH_* */
    const char *name;      /* "cache/chase": the group is what precedes the last slash */
    const char *title;     /* one line */
    const char *op;        /* what one operation is: "load", "step"; NULL means "iteration" */
    const bl_param *const *params;
    const bl_metric *const *metrics;
    uint32_t param_count;
    uint32_t metric_count;
    uint32_t max_threads;  /* with BL_BENCH_THREADED; 0 means no limit */
    uint32_t reserved;

    /* [main] Once for each set of parameters and thread count.  BL_SKIPPED: not here. */
    bl_status(BL_CALL *setup)(const bl_host *, const bl_values *params, uint32_t threads,
                              bl_bench_shape *shape, void **state);
    /* [measure] Untimed, before every run(); may build one input for each iteration. NULL ok */
    bl_status(BL_CALL *prepare)(void *state, uint32_t thread, uint64_t iterations);
    /* [measure] Timed.  Does exactly this many iterations; no I/O, no locks, no allocation. */
    bl_status(BL_CALL *run)(void *state, uint32_t thread, uint64_t iterations,
                            bl_bench_result *result);
    /* [main] Called if and only if setup() returned BL_OK. */
    void(BL_CALL *teardown)(void *state);
    void *context;         /* what *state is when setup() is called: which benchmark, say */
} bl_benchmark;

/* ---- the event store: read-only columns -------------------------------- */

enum {
    BL_COL_U8 = 1, BL_COL_U16 = 2, BL_COL_U32 = 3, BL_COL_U64 = 4,
    BL_COL_I16 = 5, BL_COL_I32 = 6, BL_COL_I64 = 7, BL_COL_F64 = 8,
    BL_COL_TIME = 9,     /* int64_t ns since the start of the trace; or BL_NO_TIME */
    BL_COL_STRING = 10,  /* uint32_t, a string id; 0 is the empty string */
    BL_COL_STACK = 11,   /* uint32_t, a stack id; 0 is no stack */
    BL_COL_CODE = 12,    /* uint32_t, a code id: an address in an image; 0 is none */
    BL_COL_ROW = 13,     /* uint32_t, a row of the table that the name ends in; or BL_NO_ROW */
    /* Only from readers, which cannot know rows; the host turns them into _ROW and _CODE. */
    BL_COL_KEY32 = 14,   /* uint32_t, a pid or tid: who had it at the time of the row */
    BL_COL_KEY64 = 15,   /* uint64_t, another table's "key": a file object, a GPU context */
    BL_COL_ADDRESS = 16  /* uint64_t, in the space of the row's thread or process */
};

#define BL_NO_ROW 0xFFFFFFFFu
#define BL_NO_TIME INT64_MIN

typedef struct bl_column {
    uint32_t struct_size;
    uint32_t type;           /* BL_COL_* */
    const char *name;
    const void *data;        /* row_count values.  Of a store: 64-byte aligned, and 64 more bytes
                              * are readable.  Of a batch: aligned for its type, no more. */
    const uint64_t *present; /* integers: bit i of word i/64, lowest first; NULL = all */
    uint64_t row_count;
} bl_column;

typedef struct bl_table {
    uint32_t struct_size;
    uint32_t column_count;
    const char *name;        /* "cswitch" */
    const bl_column *const *columns;
    uint64_t row_count;      /* below 2^32 - 1 */
} bl_table;

typedef struct bl_function { /* filled by the host; set struct_size, zero the rest */
    uint32_t struct_size;
    uint32_t image;          /* row of image, or BL_NO_ROW */
    uint64_t start;          /* address of its first byte */
    const char *name;        /* "draw", without symbols "game.exe+0x12f0" */
    uint64_t name_len;
    const char *file;        /* NULL when not known */
    uint64_t file_len;
    uint64_t line;           /* of the code asked for, at this depth; 0 when not known */
} bl_function;

typedef struct bl_store bl_store;
struct bl_store {
    uint32_t struct_size;
    uint32_t table_count;
    const bl_table *const *tables;  /* those that readers filled */
    int64_t duration_ns;
    const uint64_t *string_offsets; /* string i is bytes [offsets[i], offsets[i+1]) */
    const char *string_bytes;       /* UTF-8, not terminated */
    uint64_t string_count;
    const uint32_t *stack_parent;   /* caller's stack id; 0 ends the stack */
    const uint32_t *stack_code;     /* code id of the innermost entry */
    uint64_t stack_count;
    const uint64_t *code_address;
    const uint32_t *code_image;     /* row of image, or BL_NO_ROW */
    uint64_t code_count;

    /* [any] NULL when the trace has no such table.  A derived one is made when first asked for. */
    const bl_table *(BL_CALL *find_table)(const bl_store *, const char *name);
    /* [any] NULL when there is none of that name and type, or the table is NULL. */
    const bl_column *(BL_CALL *find_column)(const bl_store *, const bl_table *,
                                            const char *name, uint32_t type);
    /* [any] Narrows rows [*first, *last) to the shortest range with all that touch
     * [begin, end): by "time", or by "begin" and "end", where a row may yet end too early. */
    void(BL_CALL *overlap)(const bl_store *, const bl_table *, int64_t begin, int64_t end,
                           uint64_t *first, uint64_t *last);
    /* [any] May block while symbols load.  For each code the lowest code id of the same
     * function; 0 for code 0.  Without symbols: by unwind tables, else the code itself. */
    bl_status(BL_CALL *functions)(const bl_store *, const uint32_t *codes, uint64_t count,
                                  uint32_t *ids);
    /* [any] May block likewise.  depth 0 is the function, 1 what is inlined there, and so on
     * inwards; BL_SKIPPED below the innermost.  The texts live as long as the store. */
    bl_status(BL_CALL *describe)(const bl_store *, uint32_t code, uint32_t depth,
                                 bl_function *out);
};

/* ---- results: one call hands over one finished thing -------------------- */

/* What a text names, so that --anonymise can replace it. */
enum {
    BL_NAME_NONE = 0, BL_NAME_PROCESS = 1, BL_NAME_THREAD = 2, BL_NAME_MODULE = 3,
    BL_NAME_FUNCTION = 4, BL_NAME_FILE = 5
};

typedef struct bl_arg {      /* a figure or a name inside a text */
    uint32_t struct_size;
    uint32_t type;           /* BL_VALUE_U64, _F64 or _TEXT */
    uint32_t unit;           /* of a number, BL_UNIT_* */
    uint32_t name_kind;      /* of a text, BL_NAME_* */
    uint64_t u64;
    double f64;
    const char *text;
    uint64_t text_len;
} bl_arg;

typedef struct bl_out_heading { /* titles a path; order does not matter */
    uint32_t struct_size;
    uint32_t arg_count;
    const char *id;          /* "slow/17" */
    const char *title;       /* "Frame at {0}" */
    const bl_arg *const *args;
} bl_out_heading;

typedef struct bl_out_value {
    uint32_t struct_size;
    uint32_t type;           /* BL_VALUE_U64, _F64 or _TEXT */
    uint32_t unit;           /* BL_UNIT_* */
    uint32_t flags;          /* BL_OUT_* */
    uint32_t name_kind;      /* of a text, BL_NAME_* */
    uint32_t reserved;
    const char *id;
    const char *title;
    const char *help;        /* the definition; NULL only for a text */
    uint64_t u64;
    double f64;
    const char *text;
    uint64_t text_len;
    double low;              /* 95 % interval; both 0 when there is none */
    double high;
} bl_out_value;

typedef struct bl_out_column {
    uint32_t struct_size;
    uint32_t type;           /* BL_VALUE_U64, _F64 or _TEXT */
    uint32_t unit;           /* BL_UNIT_* */
    uint32_t flags;          /* BL_OUT_* */
    uint32_t name_kind;      /* of a text column, BL_NAME_* */
    uint32_t reserved;
    const char *id;          /* JSON key, "cpu_ns" */
    const char *title;       /* heading, "CPU" */
    const char *help;        /* the definition; NULL only for a text column */
    const void *data;        /* row_count uint64_t, double, or const char * */
    const uint64_t *lengths; /* BL_VALUE_TEXT: byte lengths, or NULL when terminated */
    const uint64_t *present; /* as in bl_column; for any type */
} bl_out_column;

typedef struct bl_out_table {
    uint32_t struct_size;
    uint32_t column_count;
    const char *id;
    const char *title;
    const bl_out_column *const *columns;
    uint64_t row_count;
    uint64_t rows_omitted;   /* "and N more" */
} bl_out_table;

enum { BL_CHART_LINE = 1, BL_CHART_STEP = 2, BL_CHART_POINTS = 3, BL_CHART_BARS = 4 };

typedef struct bl_out_series {
    uint32_t struct_size;
    uint32_t chart;          /* BL_CHART_* */
    uint32_t x_unit;         /* BL_UNIT_TRACE_TIME puts it on the shared time axis */
    uint32_t y_unit;
    const char *id;
    const char *title;
    const char *help;
    const char *group;       /* series of one group share a chart; NULL = its own */
    const double *x;
    const double *y;
    uint64_t count;
} bl_out_series;

typedef struct bl_out_histogram {
    uint32_t struct_size;
    uint32_t unit;
    const char *id;
    const char *title;
    const char *help;
    const double *edges;     /* count + 1, ascending */
    const uint64_t *counts;
    uint64_t count;
} bl_out_histogram;

typedef struct bl_out_spans { /* a time-line: lanes of coloured spans */
    uint32_t struct_size;
    uint32_t lane_count;
    uint32_t lane_name_kind;   /* BL_NAME_* of lanes */
    uint32_t label_name_kind;  /* BL_NAME_* of labels */
    const char *id;
    const char *title;
    const char *help;
    const char *const *lanes;
    const uint64_t *lane_lengths; /* byte lengths, or NULL when terminated */
    const char *const *kinds;
    uint64_t kind_count;
    const uint32_t *lane;      /* count of each of the following */
    const int64_t *begin;
    const int64_t *end;
    const uint32_t *kind;      /* index into kinds */
    const char *const *labels; /* NULL ok, and so is each of them */
    const uint64_t *label_lengths; /* byte lengths, or NULL when terminated */
    uint64_t count;
    const uint64_t *arrow_from; /* who woke whom: from this span ... */
    const uint64_t *arrow_to;   /* ... to this one, at its begin */
    uint64_t arrow_count;
} bl_out_spans;

typedef struct bl_out_flame {
    uint32_t struct_size;
    uint32_t unit;
    const char *id;
    const char *title;
    const char *help;
    const uint32_t *threads; /* rows of thread, under which the stacks are put; NULL ok */
    const uint32_t *stacks;  /* stack ids of the store */
    const uint64_t *weights;
    uint64_t count;
} bl_out_flame;

enum {
    BL_FINDING_NOTE = 1,     /* shown where it belongs, at the first of see */
    BL_FINDING_INFO = 2,     /* this and the next: at the top of the report */
    BL_FINDING_WARNING = 3,
    BL_FINDING_PROBLEM = 4
};

typedef struct bl_out_finding {
    uint32_t struct_size;
    uint32_t severity;       /* BL_FINDING_* */
    const char *code;        /* "explain.cpu-bound", stable */
    const char *text;        /* "{0} of {1} slow frames: {2} waited for {3}"; {{ is a brace */
    const bl_arg *const *args;
    uint64_t arg_count;
    int64_t begin;           /* both 0 when it is not about a moment */
    int64_t end;
    double share;            /* 0..1 of the trouble that it accounts for; 0 = not known */
    const char *const *see;  /* ids of what shows it */
    uint64_t see_count;
} bl_out_finding;

typedef struct bl_sink bl_sink;
struct bl_sink {
    uint32_t struct_size;
    uint32_t reserved;
    /* All [the calling thread].  Everything is copied before the call returns. */
    bl_status(BL_CALL *heading)(bl_sink *, const bl_out_heading *);
    bl_status(BL_CALL *value)(bl_sink *, const bl_out_value *);
    bl_status(BL_CALL *table)(bl_sink *, const bl_out_table *);
    bl_status(BL_CALL *series)(bl_sink *, const bl_out_series *);
    bl_status(BL_CALL *histogram)(bl_sink *, const bl_out_histogram *);
    bl_status(BL_CALL *spans)(bl_sink *, const bl_out_spans *);
    bl_status(BL_CALL *flame)(bl_sink *, const bl_out_flame *);
    bl_status(BL_CALL *finding)(bl_sink *, const bl_out_finding *);
};

/* ---- analyzers --------------------------------------------------------- */

typedef struct bl_analysis {
    uint32_t struct_size;
    uint32_t focus_count;    /* 0 when there is none */
    const uint32_t *focus;   /* rows of process: a game and its helpers */
    int64_t begin;           /* the window, ns since the start of the trace */
    int64_t end;
    const bl_values *options;
} bl_analysis;

typedef struct bl_analyzer {
    uint32_t struct_size;
    int32_t order;             /* place in a full report; equal ones sort by id */
    const char *id;            /* "frames", as in -s frames,explain */
    const char *title;
    const char *help;
    const char *const *needs;  /* ends with NULL; "present", "sample?" where ? is optional */
    const bl_option *const *options;
    uint32_t option_count;
    uint32_t flags;            /* none yet: 0 */

    /* [any] Different analyzers may run at once; one analyzer never runs twice at once. */
    bl_status(BL_CALL *analyze)(const bl_host *, const bl_store *, const bl_analysis *,
                                bl_sink *);
} bl_analyzer;

/* ---- trace readers ----------------------------------------------------- */

enum {
    BL_CLOCK_RELATIVE = 1,   /* its zero means nothing elsewhere */
    BL_CLOCK_QPC = 2,        /* Windows performance counter */
    BL_CLOCK_TSC = 3,        /* processor cycles */
    BL_CLOCK_MONOTONIC = 4,  /* CLOCK_MONOTONIC */
    BL_CLOCK_WALL = 5        /* Unix time */
};

typedef struct bl_clock {
    uint32_t struct_size;
    uint32_t kind;             /* BL_CLOCK_*; recordings of one kind share their ticks */
    uint64_t ticks_per_second;
    int64_t zero;              /* ticks at the start of the recording */
    int64_t end;               /* ticks at its end; 0: at its last row */
    int64_t zero_unix_ns;      /* Unix time at zero; 0 when not known */
} bl_clock;

typedef struct bl_read {
    uint32_t struct_size;
    uint32_t path_count;
    const char *const *paths;  /* the files of one recording */
    const char *const *tables; /* those wanted, and "stack"; ends with NULL; NULL = all */
    int64_t begin;             /* only this window is wanted, ns since zero; */
    int64_t end;               /* INT64_MIN and INT64_MAX: everything */
    const bl_values *options;
} bl_read;

typedef struct bl_builder bl_builder; /* opaque: one lane of the store while it is filled */

typedef struct bl_builder_api {
    uint32_t struct_size;
    uint32_t reserved;
    /* [main] Once, before any row or lane.  Times in rows are ticks of it; without: ns. */
    bl_status(BL_CALL *set_clock)(bl_builder *, const bl_clock *);
    /* [any] Another lane beside the first one, valid until read() returns; the order is its
     * own, and not 0, which the first has.  Ids do not pass from lane to lane.  NULL = error. */
    bl_builder *(BL_CALL *lane)(bl_builder *first, uint64_t order);
    /* [lane] The id of a text, for string columns of this lane; 0 also when out of memory. */
    uint32_t(BL_CALL *intern)(bl_builder *, const char *text, uint64_t len);
    /* [lane] The id of a stack.  Innermost address first; called from the stack outer, or 0. */
    uint32_t(BL_CALL *add_stack)(bl_builder *, uint32_t outer, uint32_t pid,
                                 const uint64_t *addresses, uint64_t count);
    /* [lane] Appends rows.  Sorted by time, then lane order, then order of coming. */
    bl_status(BL_CALL *append)(bl_builder *, const bl_table *batch);
    /* [lane] The same with room in the store, to be filled and changed until read() returns:
     * shape->row_count zeroed values in each columns[i], times BL_NO_TIME; present NULL, or
     * bitmaps of ones.  A row whose "time" (or "begin") is then still BL_NO_TIME is dropped. */
    bl_status(BL_CALL *claim)(bl_builder *, const bl_table *shape, void **columns,
                              uint64_t **present);
    /* [lane] A row of "fact"; of one name the last in lane order stays. */
    bl_status(BL_CALL *set_fact)(bl_builder *, const char *name, const char *text, uint64_t len);
    /* [lane] One warning for each code, with the count and the lowest offset in the file. */
    bl_status(BL_CALL *problem)(bl_builder *, const char *code, const char *text, uint64_t len,
                                uint64_t offset);
} bl_builder_api;

typedef struct bl_reader {
    uint32_t struct_size;
    uint32_t flags;            /* none yet: 0 */
    const char *id;            /* "etl" */
    const char *title;
    const char *const *suffixes; /* ".etl"; ends with NULL */
    const bl_option *const *options;
    uint32_t option_count;
    uint32_t reserved;
    /* [main] 0..100 from the name and the first bytes; 0 = not mine.  Opens nothing. */
    uint32_t(BL_CALL *probe)(const char *path, const void *head, uint64_t head_len);
    /* [main] The builder is the first lane.  Nothing is kept unless it returns BL_OK. */
    bl_status(BL_CALL *read)(const bl_host *, const bl_read *, bl_builder *,
                             const bl_builder_api *);
} bl_reader;

/* ---- trace recorders (since 1.1) --------------------------------------- */

#if BL_TARGET_MINOR >= 1

enum { BL_CHECK_OK = 1, BL_CHECK_LIMITED = 2, BL_CHECK_MISSING = 3 };

typedef struct bl_check_item { /* one line of `benchlab trace check` */
    uint32_t struct_size;
    uint32_t state;            /* BL_CHECK_* */
    const char *title;         /* "context switches" */
    const char *text;          /* "of all processes" */
    const char *remedy;        /* the one command that mends it; NULL when there is none */
} bl_check_item;

typedef struct bl_preset {
    uint32_t struct_size;
    uint32_t event_count;
    const char *id;            /* "normal" */
    const char *help;
    const char *const *events; /* what is recorded, as the system calls it */
} bl_preset;

typedef struct bl_record { /* what is to be recorded */
    uint32_t struct_size;
    uint32_t pid_count;
    const uint32_t *pids;      /* the processes that it is about; without any: all alike */
    const char *path;          /* the file to write; replaced if there */
    const char *preset;        /* id of one of the recorder's presets */
    uint64_t buffer_bytes;     /* of each CPU; 0: the recorder's choice */
    int64_t ring_ns;           /* only the last so much is kept; 0: all */
    const bl_values *options;
} bl_record;

enum { BL_RECORD_TARGET_ENDED = 1 }; /* every process that it is about has ended */

typedef struct bl_record_state {
    uint32_t struct_size;
    uint32_t flags;            /* BL_RECORD_* */
    uint64_t bytes;            /* written to the file so far */
    uint64_t events;
    uint64_t lost;
    uint64_t frames;           /* presents and frame marks seen */
} bl_record_state;

typedef struct bl_recorder {
    uint32_t struct_size;
    uint32_t flags;            /* none yet: 0 */
    const char *id;            /* "perf" */
    const char *title;
    const char *suffix;        /* of the files that it writes, ".perf.data" */
    const bl_preset *const *presets; /* at least one; the first is the default */
    const bl_option *const *options;
    uint32_t preset_count;
    uint32_t option_count;
    /* [main] Tells what this user may record on this machine: one item() each, which is copied.
     * BL_OK when something can be recorded, BL_E_UNSUPPORTED when nothing can. */
    bl_status(BL_CALL *check)(const bl_host *, void *context,
                              void(BL_CALL *item)(void *context, const bl_check_item *));
    /* [main] Begins to record.  One at a time.  *recording is for the two calls below; after an
     * error there is none.  The request lives as long as the call. */
    bl_status(BL_CALL *begin)(const bl_host *, const bl_record *, void **recording);
    /* [main] How it goes; called some times a second, must not take long.  Also after an error
     * end() is called. */
    bl_status(BL_CALL *poll)(const bl_host *, void *recording, bl_record_state *state);
    /* [main] Ends it: the file is complete, and `recording` is gone, also after an error. */
    bl_status(BL_CALL *end)(const bl_host *, void *recording, bl_record_state *state);
} bl_recorder;

#endif

/* ---- the registration table -------------------------------------------- */

typedef struct bl_plugin {
    uint32_t struct_size;    /* offset 0, for ever */
    uint16_t abi_minor;      /* BL_ABI_MINOR of the header it was built with */
    uint16_t needs_minor;    /* the oldest host minor it works with */
    const char *id;          /* "cpu", or "org.example.sorts" for anyone else's */
    const char *version;
    const char *title;
    const char *author;      /* NULL ok, like the next */
    const char *licence;     /* SPDX */
    const bl_benchmark *const *benchmarks;
    const bl_analyzer *const *analyzers;
    const bl_reader *const *readers;
    uint32_t benchmark_count;
    uint32_t analyzer_count;
    uint32_t reader_count;
    uint32_t flags;          /* none yet: 0 */
    /* [main] NULL ok.  Once, before anything else of this plugin is called. */
    bl_status(BL_CALL *start)(const bl_host *);
    void(BL_CALL *stop)(void);
    const void *(BL_CALL *get_extension)(const char *id);
#if BL_TARGET_MINOR >= 1
    const bl_recorder *const *recorders; /* since 1.1, like the rest */
    uint32_t recorder_count;
    uint32_t reserved;
#endif
} bl_plugin;

/* The one exported symbol.  Called once, [main]; returns a table that lives as long as the
 * process, or NULL when it cannot work with a host of this minor version.  Does nothing else. */
typedef const bl_plugin *(BL_CALL *bl_plugin_entry)(uint32_t host_minor);
#define BL_PLUGIN_SYMBOL "benchlab_plugin_v1"
BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor);

#ifdef __cplusplus
}
#endif
#endif
