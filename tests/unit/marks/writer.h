/* What the test's program marks, and notes itself: one line for each mark, by which the test knows
 * what the file must have. */
#ifndef WRITER_H
#define WRITER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct noted {
    int64_t before, after; /* CLOCK_MONOTONIC around the mark */
    const char* kind;
    const char* name;
    uint64_t value;
};

struct notes {
    struct noted* all;
    uint64_t count;
};

int64_t now(void);
void note(struct notes* notes, int64_t before, const char* kind, const char* name, uint64_t value);

/* A few marks from another source file, in C++, and from a library. */
void mark_from_cpp(struct notes* notes);
void mark_from_library(struct notes* notes);

#ifdef __cplusplus
}
#endif
#endif
