/* mark.h - marks of frames, phases, counters and scenes, for any program.  C99 and C++11, a header
 * and nothing to link, and no rights are needed.
 *
 *     for (uint64_t frame = 1; running; frame++) {
 *         BL_MARK_BEGIN("simulate");
 *         simulate();
 *         BL_MARK_END("simulate");
 *         BL_MARK_COUNTER("draw calls", draw());
 *         bl_mark_frame(frame);
 *     }
 *
 * Marks go into a ring in a shared file, /dev/shm/benchlab.PID: with the time of CLOCK_MONOTONIC
 * and the thread's id, from any number of threads at once, without a lock.  The file stays when the
 * program ends, however it ends; a child of fork() has a file of its own.  `benchlab trace analyze
 * game.perf.data benchlab.1234` puts the marks beside what the system recorded.  docs/marks.md has
 * the layout of the file, what a mark costs, and the loop of an engine.
 *
 * BENCHLAB_MARKS in the environment is 0: no marks; a folder: the file is made there, and nowhere
 * else.  BENCHLAB_MARKS_RECORDS is how many marks the ring holds; 524288 (16 MiB) when not set.
 *
 * Compiled with BENCHLAB_MARKS_OFF, on Windows and on every other system but Linux 4.14 or later,
 * all functions are there and do nothing.  A compiler that is told to be strict (-std=c99) hides
 * what is needed of the C library: include this file first then, or define _DEFAULT_SOURCE.
 *
 * With BENCHLAB_MARK_USDT and <sys/sdt.h>, each mark is a static probe of the provider "benchlab"
 * too: frame(number), begin(text), end(text), counter(text, address of a double), event(text),
 * state(number).
 *
 * Thread tags as in benchlab.h: all of this is [any].  A process's first mark opens the file; none
 * may come from a signal handler before that one has returned.
 */
#ifndef BENCHLAB_MARK_H
#define BENCHLAB_MARK_H

#if defined(__linux__) && defined(__GNUC__) && __GCC_ATOMIC_LLONG_LOCK_FREE == 2 && \
    !defined(BENCHLAB_MARKS_OFF)
#define BL_MARKS_ARE_KEPT 1
#if defined(__STRICT_ANSI__) && !defined(__cplusplus) && !defined(_FEATURES_H) && \
    !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1
#endif
#include <sys/mman.h>
#include <time.h>
#if !defined(CLOCK_MONOTONIC) || !defined(MAP_ANONYMOUS)
#error "mark.h: include it before all other headers, or define _DEFAULT_SOURCE, or use -std=gnu99"
#endif
#endif

#include <stdint.h>
#include <string.h>

#if defined(BL_MARKS_ARE_KEPT) && defined(BENCHLAB_MARK_USDT) && defined(__has_include)
#if __has_include(<sys/sdt.h>)
#include <sys/sdt.h>
/* In a register, as tracers find no names of variables. */
static inline const void* bl_mark_probed_(const void* pointer) {
    __asm__("" : "+r"(pointer));
    return pointer;
}
#define BL_MARK_PROBE_NUMBER_(probe, number) STAP_PROBE1(benchlab, probe, number)
#define BL_MARK_PROBE_TEXT_(probe, text) STAP_PROBE1(benchlab, probe, bl_mark_probed_(text))
#define BL_MARK_PROBE_VALUE_(probe, text, value) \
    STAP_PROBE2(benchlab, probe, bl_mark_probed_(text), bl_mark_probed_(value))
#endif
#endif
#ifndef BL_MARK_PROBE_NUMBER_
#define BL_MARK_PROBE_NUMBER_(probe, number) ((void)0)
#define BL_MARK_PROBE_TEXT_(probe, text) ((void)0)
#define BL_MARK_PROBE_VALUE_(probe, text, value) ((void)0)
#endif

#ifdef __cplusplus
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif
extern "C" {
#endif

/* ---- what a program uses ----------------------------------------------- */

/* A text that marks refer to, of at most 60 bytes of UTF-8; what is longer is cut.  Both outlive
 * the last mark with them.  It is not const, as it notes where the text stands in the file. */
typedef struct bl_mark_name {
    const char* text;
    uint64_t found; /* 0 at first */
} bl_mark_name;

enum {
    BL_MARK_WARM_UP = 1, /* what follows does not count yet */
    BL_MARK_CAPTURE = 2, /* what follows is to be judged */
    BL_MARK_PAUSED = 3,
    BL_MARK_ENDED = 4
};

/* Opens the file now, which takes milliseconds, and not at the first mark.  Returns 0 when no marks
 * are kept: they are switched off, or no folder can be written to. */
static inline int bl_mark_open(void);

/* A frame ends, and the next one begins.  `number` is the program's own number of the frame. */
static inline void bl_mark_frame(uint64_t number);

/* The same by somebody else than the program, such as a layer that sees it present.  Where the
 * program marks frames of its own, these are none: they become marks of that text. */
static inline void bl_mark_frame_by(bl_mark_name* who, uint64_t number);

/* A phase of this thread begins, and ends.  Phases of one thread may lie in each other. */
static inline void bl_mark_begin(bl_mark_name* name);
static inline void bl_mark_end(bl_mark_name* name);

/* A value that the program has from now on. */
static inline void bl_mark_counter(bl_mark_name* name, double value);

/* Something happened: a level was loaded, a shot was fired. */
static inline void bl_mark_event(bl_mark_name* name);

/* The whole program is in this state from now on, BL_MARK_WARM_UP to BL_MARK_ENDED. */
static inline void bl_mark_state(uint32_t state);

/* The same for a text that is always the same at its place in the source. */
#define BL_MARK_BEGIN(text) BL_MARK_HERE_(text, bl_mark_begin(&bl_mark_here_))
#define BL_MARK_END(text) BL_MARK_HERE_(text, bl_mark_end(&bl_mark_here_))
#define BL_MARK_EVENT(text) BL_MARK_HERE_(text, bl_mark_event(&bl_mark_here_))
#define BL_MARK_COUNTER(text, value) \
    BL_MARK_HERE_(text, bl_mark_counter(&bl_mark_here_, BL_MARK_DOUBLE_(value)))

#ifdef __cplusplus
#define BL_MARK_DOUBLE_(value) static_cast<double>(value)
#else
#define BL_MARK_DOUBLE_(value) ((double)(value))
#endif
#define BL_MARK_HERE_(text, call)                      \
    do {                                               \
        static bl_mark_name bl_mark_here_ = {text, 0}; \
        call;                                          \
    } while (0)

/* ---- how it is kept ---------------------------------------------------- */

/* What a record tells. */
enum {
    BL_MARK_KIND_FRAME_ = 1,
    BL_MARK_KIND_BEGIN_ = 2,
    BL_MARK_KIND_END_ = 3,
    BL_MARK_KIND_COUNTER_ = 4,
    BL_MARK_KIND_EVENT_ = 5,
    BL_MARK_KIND_STATE_ = 6
};

#ifdef BL_MARKS_ARE_KEPT

#include "benchlab/detail/mark_file.h"

#else

static inline void bl_mark_put_(uint32_t kind, bl_mark_name* name, uint64_t value) {
    (void)kind;
    (void)name;
    (void)value;
}

#endif

static inline int bl_mark_open(void) {
#ifdef BL_MARKS_ARE_KEPT
    bl_mark_file_* const file = bl_mark_get_file_();
    if (file != 0) (void)bl_mark_get_tid_(file);
    return file != 0;
#else
    return 0;
#endif
}

static inline void bl_mark_frame(uint64_t number) {
    BL_MARK_PROBE_NUMBER_(frame, number);
    bl_mark_put_(BL_MARK_KIND_FRAME_, 0, number);
}

static inline void bl_mark_frame_by(bl_mark_name* who, uint64_t number) {
    BL_MARK_PROBE_TEXT_(event, who->text);
    bl_mark_put_(BL_MARK_KIND_FRAME_, who, number);
}

static inline void bl_mark_begin(bl_mark_name* name) {
    BL_MARK_PROBE_TEXT_(begin, name->text);
    bl_mark_put_(BL_MARK_KIND_BEGIN_, name, 0);
}

static inline void bl_mark_end(bl_mark_name* name) {
    BL_MARK_PROBE_TEXT_(end, name->text);
    bl_mark_put_(BL_MARK_KIND_END_, name, 0);
}

static inline void bl_mark_counter(bl_mark_name* name, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    BL_MARK_PROBE_VALUE_(counter, name->text, &value);
    bl_mark_put_(BL_MARK_KIND_COUNTER_, name, bits);
}

static inline void bl_mark_event(bl_mark_name* name) {
    BL_MARK_PROBE_TEXT_(event, name->text);
    bl_mark_put_(BL_MARK_KIND_EVENT_, name, 0);
}

static inline void bl_mark_state(uint32_t state) {
    BL_MARK_PROBE_NUMBER_(state, state);
    bl_mark_put_(BL_MARK_KIND_STATE_, 0, state);
}

#ifdef __cplusplus
}

namespace benchlab {

/* A phase that lasts as long as this object. */
class MarkedPhase {
  public:
    explicit MarkedPhase(bl_mark_name& name) : name_(&name) { bl_mark_begin(name_); }
    ~MarkedPhase() { bl_mark_end(name_); }
    MarkedPhase(const MarkedPhase&) = delete;
    MarkedPhase& operator=(const MarkedPhase&) = delete;

  private:
    bl_mark_name* name_;
};

} /* namespace benchlab */

/* A phase that lasts to the end of the block. */
#define BL_MARK_SCOPE(text)                                                      \
    static bl_mark_name BL_MARK_JOINED_(bl_mark_name_at_, __LINE__) = {text, 0}; \
    const ::benchlab::MarkedPhase BL_MARK_JOINED_(                               \
        bl_mark_phase_at_, __LINE__)(BL_MARK_JOINED_(bl_mark_name_at_, __LINE__))
#define BL_MARK_JOINED_(a, b) BL_MARK_JOINED_TOO_(a, b)
#define BL_MARK_JOINED_TOO_(a, b) a##b

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif

#endif
