/* What a mark costs: ns for each, of 2^22 in a row, the least of seven times.
 *     mark [THREADS]      more threads mark at once, and the time is that of one thread's marks */
#include <benchlab/mark.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMarks = 1 << 22, kTimes = 7, kMostThreads = 64 };

static pthread_barrier_t together;

static double ns_of(void (*work)(void)) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    work();
    clock_gettime(CLOCK_MONOTONIC, &end);
    return ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) /
           kMarks;
}

static void clocks(void) {
    struct timespec time;
    long i;
    for (i = 0; i < kMarks; ++i) clock_gettime(CLOCK_MONOTONIC, &time);
}
static void frames(void) {
    uint64_t i;
    for (i = 0; i < kMarks; ++i) bl_mark_frame(i);
}
static void phases(void) {
    long i;
    for (i = 0; i < kMarks / 2; ++i) {
        BL_MARK_BEGIN("physics");
        BL_MARK_END("physics");
    }
}
static void counters(void) {
    long i;
    for (i = 0; i < kMarks; ++i) BL_MARK_COUNTER("draw calls", i);
}

static void* frames_of_a_thread(void* argument) {
    double* const least = argument;
    int i;
    (void)bl_mark_open();
    for (i = 0; i < kTimes; ++i) {
        double ns;
        pthread_barrier_wait(&together);
        ns = ns_of(frames);
        if (i == 0 || ns < *least) *least = ns;
    }
    return NULL;
}

static void print(const char* what, void (*work)(void)) {
    double least = 1e9;
    int i;
    for (i = 0; i < kTimes; ++i) {
        const double ns = ns_of(work);
        if (ns < least) least = ns;
    }
    printf("%-28s %6.1f ns\n", what, least);
}

static void print_threads(int threads) {
    pthread_t all[kMostThreads];
    double least[kMostThreads], most = 0;
    int i;
    pthread_barrier_init(&together, NULL, (unsigned)threads);
    for (i = 0; i < threads; ++i) pthread_create(&all[i], NULL, frames_of_a_thread, &least[i]);
    for (i = 0; i < threads; ++i) {
        pthread_join(all[i], NULL);
        if (least[i] > most) most = least[i];
    }
    printf("frame, %d threads at once     %6.1f ns\n", threads, most);
}

int main(int count, char** words) {
    const int threads = count > 1 ? atoi(words[1]) : 2;
    struct timespec begin, end;
    int opened;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    opened = bl_mark_open();
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%-28s %6.1f us\n", opened ? "opening the file" : "finding that marks are off",
           (double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) / 1e3);
    print("clock_gettime alone", clocks);
    print("frame", frames);
    print("begin or end of a phase", phases);
    print("counter", counters);
    if (threads > 1 && threads <= kMostThreads) print_threads(threads);
    return 0;
}
