/* writer MODE [COUNT [THREADS]]: sets marks, and prints what it set.  The first line has the
 * process id and what bl_mark_open() said; then "THREAD BEFORE AFTER KIND VALUE NAME" for each
 * mark. */
#define _DEFAULT_SOURCE 1 /* mark.h does not come first */
#include "writer.h"

#include <benchlab/mark.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker {
    pthread_t thread;
    struct notes notes;
    uint64_t count;
    int index;
    long tid;
};

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void note(struct notes* notes, int64_t before, const char* kind, const char* name, uint64_t value) {
    struct noted* const made = &notes->all[notes->count++];
    made->before = before;
    made->after = now();
    made->kind = kind;
    made->name = name;
    made->value = value;
}

/* Five marks. */
static void mark_a_frame(struct notes* notes, uint64_t number) {
    static bl_mark_name shots = {"shots", 0};
    int64_t before = now();
    BL_MARK_BEGIN("simulate");
    note(notes, before, "begin", "simulate", 0);
    before = now();
    BL_MARK_END("simulate");
    note(notes, before, "end", "simulate", 0);
    before = now();
    BL_MARK_COUNTER("draw calls", (double)number);
    note(notes, before, "counter", "draw calls", number);
    before = now();
    bl_mark_event(&shots);
    note(notes, before, "event", "shots", 0);
    before = now();
    bl_mark_frame(number);
    note(notes, before, "frame", "-", number);
}

static void print_notes(const struct notes* notes, long tid) {
    uint64_t i;
    for (i = 0; i < notes->count; ++i) {
        const struct noted* const each = &notes->all[i];
        printf("%ld %lld %lld %s %llu %s\n", tid, (long long)each->before, (long long)each->after,
               each->kind, (unsigned long long)each->value, each->name);
    }
}

static struct notes room_for(uint64_t count) {
    struct notes made;
    made.all = calloc(count, sizeof *made.all);
    made.count = 0;
    if (made.all == NULL) abort();
    return made;
}

static void frames(uint64_t first, uint64_t count) {
    struct notes notes = room_for(count * 5);
    uint64_t i;
    for (i = 0; i < count; ++i) mark_a_frame(&notes, first + i);
    print_notes(&notes, (long)syscall(SYS_gettid));
    free(notes.all);
}

static void* work(void* argument) {
    struct worker* const worker = argument;
    char name[16];
    uint64_t i;
    snprintf(name, sizeof name, "Worker%d", worker->index);
    prctl(PR_SET_NAME, name);
    worker->tid = (long)syscall(SYS_gettid);
    for (i = 0; i < worker->count; ++i) mark_a_frame(&worker->notes, i);
    return NULL;
}

/* All begin with their first mark at once, so that all of them open the file. */
static void threads(uint64_t count, int workers) {
    struct worker* const all = calloc((size_t)workers, sizeof *all);
    int i;
    if (all == NULL) abort();
    for (i = 0; i < workers; ++i) {
        all[i].notes = room_for(count * 5);
        all[i].count = count;
        all[i].index = i;
        if (pthread_create(&all[i].thread, NULL, work, &all[i]) != 0) abort();
    }
    for (i = 0; i < workers; ++i) {
        pthread_join(all[i].thread, NULL);
        print_notes(&all[i].notes, all[i].tid);
        free(all[i].notes.all);
    }
    free(all);
}

/* Every way to mark, from C, C++ and a library in one process. */
static void everything(void) {
    struct notes notes = room_for(100);
    int64_t before = now();
    bl_mark_state(BL_MARK_WARM_UP);
    note(&notes, before, "state", "-", BL_MARK_WARM_UP);
    mark_a_frame(&notes, 1);
    before = now();
    bl_mark_state(BL_MARK_CAPTURE);
    note(&notes, before, "state", "-", BL_MARK_CAPTURE);
    mark_from_cpp(&notes);
    mark_from_library(&notes);
    before = now();
    bl_mark_state(BL_MARK_ENDED);
    note(&notes, before, "state", "-", BL_MARK_ENDED);
    print_notes(&notes, (long)syscall(SYS_gettid));
    free(notes.all);
}

static void in_a_child(uint64_t count) {
    int status;
    pid_t child;
    frames(1, count);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        printf("child %ld\n", (long)getpid());
        frames(1001, count);
        fflush(stdout);
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child || status != 0) abort();
    printf("parent\n");
    frames(count + 1, count);
}

/* Until it is killed: the number of each hundredth frame goes to the pipe. */
static void for_ever(void) {
    uint64_t number;
    for (number = 1;; ++number) {
        bl_mark_frame(number);
        if (number % 100 == 0) {
            printf("%llu\n", (unsigned long long)number);
            fflush(stdout);
        }
    }
}

int main(int count, char** words) {
    const char* const mode = count > 1 ? words[1] : "";
    const uint64_t number = count > 2 ? strtoull(words[2], NULL, 10) : 10;
    const int workers = count > 3 ? atoi(words[3]) : 4;
    /* With threads the first marks come without it. */
    const int opened = strcmp(mode, "threads") == 0 ? 1 : bl_mark_open();
    printf("%ld %d\n", (long)getpid(), opened);
    fflush(stdout);
    if (strcmp(mode, "frames") == 0) frames(1, number);
    if (strcmp(mode, "threads") == 0) threads(number, workers);
    if (strcmp(mode, "everything") == 0) everything();
    if (strcmp(mode, "fork") == 0) in_a_child(number);
    if (strcmp(mode, "for-ever") == 0) for_ever();
    return 0;
}
