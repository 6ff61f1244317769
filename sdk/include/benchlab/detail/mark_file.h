/* detail/mark_file.h: the ring of mark.h in its shared file (docs/marks.md has the layout).  Only
 * mark.h includes this, behind bl_mark_name; C99 and C++11, Linux. */
#ifndef BENCHLAB_DETAIL_MARK_FILE_H
#define BENCHLAB_DETAIL_MARK_FILE_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BL_MARK_NAME_SLOTS_ 1023u
#define BL_MARK_THREAD_SLOTS_ 1024u
#define BL_MARK_LEAST_BITS_ 10u
#define BL_MARK_MOST_BITS_ 26u
#define BL_MARK_USUAL_BITS_ 19u
/* A slot of a name or thread is free, is being filled, or is filled: for a name this is its length
 * and 1. */
#define BL_MARK_FREE_ 0u
#define BL_MARK_BEING_FILLED_ 0xFFFFFFFFu

typedef struct bl_mark_name_slot_ {
    uint32_t state;
    char text[60];
} bl_mark_name_slot_;

typedef struct bl_mark_thread_slot_ {
    uint32_t state;
    uint32_t tid;
    int64_t time;
    char name[16];
} bl_mark_thread_slot_;

typedef struct bl_mark_record_ {
    uint64_t word; /* 2 * (number + 1), and 1 more while it is being written */
    int64_t time;
    uint64_t value;
    uint32_t tid;
    uint32_t what; /* kind, how often the ring was full before (8 bits), name (16 bits) */
} bl_mark_record_;

typedef struct bl_mark_file_ {
    char magic[8];
    uint32_t byte_order;
    uint32_t header_bytes;
    uint32_t name_slots, name_bytes;
    uint32_t thread_slots, thread_bytes;
    uint32_t record_bits, record_bytes;
    uint32_t pid, unused;
    int64_t created, created_unix_ns;
    uint64_t process_start; /* in ticks, as /proc/PID/stat has it */
    uint64_t reserved[7];
    uint64_t next; /* number of the next record; alone in its cache line */
    uint64_t apart[7];
    uint64_t names_refused, threads_refused;
    uint64_t reserved_too[6];
    char program[1024];
    char rest[2816];
    bl_mark_name_slot_ names[BL_MARK_NAME_SLOTS_ + 1]; /* the first is never used */
    bl_mark_thread_slot_ threads[BL_MARK_THREAD_SLOTS_];
} bl_mark_file_; /* the records follow */

/* A page that the kernel empties in the child of a fork(), so that it opens a file of its own. */
typedef struct bl_mark_page_ {
    bl_mark_file_* file;
    uint64_t is_off;
} bl_mark_page_;

/* One for all files of a program or library.  Several libraries of a process meet in its file. */
__attribute__((weak, visibility("hidden"))) bl_mark_page_* bl_mark_page_of_module_ = 0;

/* This thread's id and its process: in the child of a fork() both are another's. */
__attribute__((weak, visibility("hidden"))) __thread uint32_t bl_mark_tid_ = 0;
__attribute__((weak, visibility("hidden"))) __thread uint32_t bl_mark_tid_pid_ = 0;

static inline int64_t bl_mark_time_(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline uint64_t bl_mark_file_bytes_(uint32_t bits) {
    return sizeof(bl_mark_file_) + ((uint64_t)sizeof(bl_mark_record_) << bits);
}

/* When this process began: a file of an earlier one with its id is none of its own. */
static inline uint64_t bl_mark_process_start_(void) {
    char text[1024];
    const char* at;
    ssize_t length;
    int field;
    const int stat_file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    if (stat_file < 0) return 0;
    length = read(stat_file, text, sizeof text - 1);
    close(stat_file);
    text[length < 0 ? 0 : length] = '\0';
    at = strrchr(text, ')'); /* the program's name before it may have anything in it */
    for (field = 2; at != 0 && field < 22; ++field) at = strchr(at + 1, ' ');
    return at == 0 ? 0 : strtoull(at + 1, 0, 10);
}

static inline void bl_mark_fill_(bl_mark_file_* file, uint32_t bits) {
    ssize_t length;
    file->byte_order = 0x01020304u;
    file->header_bytes = 4096;
    file->name_slots = BL_MARK_NAME_SLOTS_ + 1;
    file->name_bytes = sizeof(bl_mark_name_slot_);
    file->thread_slots = BL_MARK_THREAD_SLOTS_;
    file->thread_bytes = sizeof(bl_mark_thread_slot_);
    file->record_bits = bits;
    file->record_bytes = sizeof(bl_mark_record_);
    file->pid = (uint32_t)getpid();
    file->process_start = bl_mark_process_start_();
    file->created = bl_mark_time_(CLOCK_MONOTONIC);
    file->created_unix_ns = bl_mark_time_(CLOCK_REALTIME);
    length = readlink("/proc/self/exe", file->program, sizeof file->program);
    if (length < 0 || (size_t)length == sizeof file->program) file->program[0] = '\0';
    memcpy(file->magic, "BLMARKS1", 8);
}

static inline bl_mark_file_* bl_mark_map_(int opened, uint64_t bytes) {
    void* const mapped =
        mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, opened, 0);
    if (mapped == MAP_FAILED) return 0;
    madvise(mapped, bytes, MADV_DONTFORK);
    return (bl_mark_file_*)mapped;
}

/* The file that another library of this process made, or 0. */
static inline bl_mark_file_* bl_mark_attach_(const char* path) {
    bl_mark_file_* file = 0;
    struct stat status;
    const int opened = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (opened < 0) return 0;
    if (fstat(opened, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
        (uint64_t)status.st_size > sizeof(bl_mark_file_)) {
        file = bl_mark_map_(opened, (uint64_t)status.st_size);
    }
    close(opened);
    if (file == 0) return 0;
    if (memcmp(file->magic, "BLMARKS1", 8) == 0 && file->pid == (uint32_t)getpid() &&
        file->process_start == bl_mark_process_start_() &&
        file->record_bits <= BL_MARK_MOST_BITS_ &&
        bl_mark_file_bytes_(file->record_bits) == (uint64_t)status.st_size) {
        return file;
    }
    munmap(file, (size_t)status.st_size);
    return 0;
}

/* All of the file's memory is taken now: a store to it must not end the program later, when the
 * file system is full.  Fewer records when there is too little. */
static inline bl_mark_file_* bl_mark_make_(int opened, uint32_t bits) {
    bl_mark_file_* file = 0;
    struct rlimit most; /* whoever grows a file beyond it gets a signal */
    if (getrlimit(RLIMIT_FSIZE, &most) != 0) return 0;
    for (; bits >= BL_MARK_LEAST_BITS_; --bits) {
        const uint64_t bytes = bl_mark_file_bytes_(bits);
        int failed = EINTR, tries;
        if (bytes > most.rlim_cur) continue;
        for (tries = 0; failed == EINTR && tries < 100; ++tries) {
            failed = posix_fallocate(opened, 0, (off_t)bytes);
        }
        if (failed == 0) {
            file = bl_mark_map_(opened, bytes);
            break;
        }
        if (ftruncate(opened, 0) != 0) return 0;
    }
    if (file != 0) bl_mark_fill_(file, bits);
    return file;
}

static inline bl_mark_file_* bl_mark_file_in_(const char* folder, uint32_t bits) {
    char path[1024], made[1024];
    bl_mark_file_ *file, *other;
    int opened, length;
    const long pid = (long)getpid();
    if (folder == 0 || folder[0] == '\0') return 0;
    snprintf(path, sizeof path, "%s/benchlab.%ld", folder, pid);
    length = snprintf(made, sizeof made, "%s/.benchlab.%ld.XXXXXX", folder, pid);
    if (length < 0 || (size_t)length >= sizeof made) return 0;
    if ((other = bl_mark_attach_(path)) != 0) return other;
    opened = mkstemp(made);
    if (opened < 0) return 0;
    fcntl(opened, F_SETFD, FD_CLOEXEC);
    file = bl_mark_make_(opened, bits);
    close(opened);
    /* Whoever comes first gives it its name; a file of an earlier process is replaced. */
    if (file != 0 && link(made, path) != 0) {
        other = bl_mark_attach_(path);
        if (other != 0 || rename(made, path) != 0) {
            munmap(file, bl_mark_file_bytes_(file->record_bits));
            file = other;
        }
    }
    unlink(made);
    return file;
}

/* Files stay when their programs end, so a new one takes the place of the oldest of these, once
 * eight of this user's are there. */
static inline void bl_mark_tidy_(const char* folder) {
    char path[1024], oldest[1024];
    int64_t oldest_time = 0;
    unsigned ended = 0;
    struct dirent* entry;
    DIR* const all = opendir(folder);
    if (all == 0) return;
    while ((entry = readdir(all)) != 0) {
        struct stat status;
        char* end;
        long pid;
        int length;
        if (strncmp(entry->d_name, "benchlab.", 9) != 0) continue;
        pid = strtol(entry->d_name + 9, &end, 10);
        if (pid <= 0 || *end != '\0' || kill((pid_t)pid, 0) == 0 || errno != ESRCH) continue;
        length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof path || lstat(path, &status) != 0) continue;
        if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()) continue;
        if (++ended == 1 || status.st_mtime < oldest_time) {
            oldest_time = status.st_mtime;
            memcpy(oldest, path, sizeof path);
        }
    }
    closedir(all);
    if (ended >= 8) unlink(oldest);
}

/* Where nobody asked for it: other files there are ours as well. */
static inline bl_mark_file_* bl_mark_usual_file_(uint32_t bits) {
    const char* const folders[] = {"/dev/shm", getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp"};
    unsigned i;
    for (i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        bl_mark_file_* const file = bl_mark_file_in_(folders[i], bits);
        if (file == 0) continue;
        bl_mark_tidy_(folders[i]);
        return file;
    }
    return 0;
}

static inline uint32_t bl_mark_wanted_bits_(void) {
    const char* const text = getenv("BENCHLAB_MARKS_RECORDS");
    const unsigned long wanted = text != 0 ? strtoul(text, 0, 10) : 0;
    uint32_t bits = BL_MARK_LEAST_BITS_;
    if (wanted == 0) return BL_MARK_USUAL_BITS_;
    while (bits < BL_MARK_MOST_BITS_ && (1ul << bits) < wanted) ++bits;
    return bits;
}

static inline bl_mark_file_* bl_mark_make_file_(void) {
    const char* const wanted = getenv("BENCHLAB_MARKS");
    const uint32_t bits = bl_mark_wanted_bits_();
    /* A program with more rights than its user writes nowhere that the user chose. */
    if (getuid() != geteuid() || getgid() != getegid()) return 0;
    if (wanted != 0 && strcmp(wanted, "0") == 0) return 0;
    if (wanted != 0 && wanted[0] != '\0') return bl_mark_file_in_(wanted, bits);
    return bl_mark_usual_file_(bits);
}

static inline bl_mark_page_* bl_mark_get_page_(void) {
    bl_mark_page_* page = __atomic_load_n(&bl_mark_page_of_module_, __ATOMIC_ACQUIRE);
    bl_mark_page_* first = 0;
    void* made;
    if (page != 0) return page;
    made = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) return 0;
    page = (bl_mark_page_*)made;
    /* 18 is MADV_WIPEONFORK, which older headers have not; nor have older kernels. */
    if (madvise(made, 4096, 18) != 0) page->is_off = 1;
    if (__atomic_compare_exchange_n(&bl_mark_page_of_module_, &first, page, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        return page;
    }
    munmap(made, 4096);
    return first;
}

/* Each thread that comes at the same time opens the file; all but one close it again. */
__attribute__((noinline, cold, unused)) static bl_mark_file_* bl_mark_open_file_(void) {
    const int reason = errno;
    bl_mark_file_ *file = 0, *first = 0;
    bl_mark_page_* const page = bl_mark_get_page_();
    if (page != 0 && !__atomic_load_n(&page->is_off, __ATOMIC_RELAXED)) {
        file = bl_mark_make_file_();
        if (file == 0) {
            __atomic_store_n(&page->is_off, 1, __ATOMIC_RELAXED);
        } else if (!__atomic_compare_exchange_n(&page->file, &first, file, 0, __ATOMIC_ACQ_REL,
                                                __ATOMIC_ACQUIRE)) {
            munmap(file, bl_mark_file_bytes_(file->record_bits));
            file = first;
        }
    }
    errno = reason;
    return file;
}

/* 0 when no marks are kept. */
static inline bl_mark_file_* bl_mark_get_file_(void) {
    bl_mark_page_* const page = __atomic_load_n(&bl_mark_page_of_module_, __ATOMIC_ACQUIRE);
    if (page != 0) {
        bl_mark_file_* const file = __atomic_load_n(&page->file, __ATOMIC_ACQUIRE);
        if (file != 0) return file;
        if (__atomic_load_n(&page->is_off, __ATOMIC_RELAXED)) return 0;
    }
    return bl_mark_open_file_();
}

__attribute__((noinline, cold, unused)) static void bl_mark_note_thread_(bl_mark_file_* file) {
    uint32_t i;
    bl_mark_tid_ = (uint32_t)syscall(SYS_gettid);
    bl_mark_tid_pid_ = file->pid;
    for (i = 0; i < BL_MARK_THREAD_SLOTS_; ++i) {
        bl_mark_thread_slot_* const slot = &file->threads[i];
        uint32_t state = BL_MARK_FREE_;
        if (!__atomic_compare_exchange_n(&slot->state, &state, BL_MARK_BEING_FILLED_, 0,
                                         __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            continue;
        }
        slot->tid = bl_mark_tid_;
        slot->time = bl_mark_time_(CLOCK_MONOTONIC);
        prctl(PR_GET_NAME, slot->name);
        __atomic_store_n(&slot->state, 1, __ATOMIC_RELEASE);
        return;
    }
    __atomic_fetch_add(&file->threads_refused, 1, __ATOMIC_RELAXED);
}

static inline uint32_t bl_mark_get_tid_(bl_mark_file_* file) {
    if (bl_mark_tid_pid_ != file->pid) bl_mark_note_thread_(file);
    return bl_mark_tid_;
}

static inline uint32_t bl_mark_text_length_(const char* text) {
    const size_t length = strlen(text);
    uint32_t cut = 60;
    if (length <= cut) return (uint32_t)length;
    while (cut > 0 && ((unsigned char)text[cut] & 0xC0) == 0x80) --cut; /* within a character */
    return cut;
}

/* Two threads that bring a new text at once may both put it in: the reader takes them as one. */
__attribute__((noinline, cold, unused)) static uint32_t bl_mark_find_name_(bl_mark_file_* file,
                                                                           bl_mark_name* name) {
    const uint32_t length = bl_mark_text_length_(name->text);
    uint32_t i, found = 0;
    for (i = 1; i <= BL_MARK_NAME_SLOTS_ && found == 0; ++i) {
        bl_mark_name_slot_* const slot = &file->names[i];
        uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
        if (state == BL_MARK_FREE_ &&
            __atomic_compare_exchange_n(&slot->state, &state, BL_MARK_BEING_FILLED_, 0,
                                        __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
            memcpy(slot->text, name->text, length);
            __atomic_store_n(&slot->state, length + 1, __ATOMIC_RELEASE);
            found = i;
        } else if (state == length + 1 && memcmp(slot->text, name->text, length) == 0) {
            found = i;
        }
    }
    if (found == 0) __atomic_fetch_add(&file->names_refused, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&name->found, (uint64_t)file->pid << 32 | found, __ATOMIC_RELAXED);
    return found;
}

static inline uint32_t bl_mark_get_name_(bl_mark_file_* file, bl_mark_name* name) {
    const uint64_t found = __atomic_load_n(&name->found, __ATOMIC_RELAXED);
    return found >> 32 == file->pid ? (uint32_t)found : bl_mark_find_name_(file, name);
}

static inline void bl_mark_put_(uint32_t kind, bl_mark_name* name, uint64_t value) {
    bl_mark_file_* const file = bl_mark_get_file_();
    if (file != 0) {
        const uint32_t tid = bl_mark_get_tid_(file);
        const uint32_t text = name != 0 ? bl_mark_get_name_(file, name) : 0;
        const uint32_t bits = file->record_bits;
        const int64_t time = bl_mark_time_(CLOCK_MONOTONIC);
        const uint64_t number = __atomic_fetch_add(&file->next, 1, __ATOMIC_RELAXED);
        const uint64_t word = 2 * (number + 1);
        bl_mark_record_* const record =
            (bl_mark_record_*)(void*)(file + 1) + (number & (((uint64_t)1 << bits) - 1));
        uint64_t before = __atomic_load_n(&record->word, __ATOMIC_RELAXED);
        /* Neither happens unless a thread stood still here while others filled the whole ring:
         * the later one of two in one place goes without, and the reader counts what is missing. */
        if (before > word || (before & 1) != 0) return;
        if (!__atomic_compare_exchange_n(&record->word, &before, word | 1, 0, __ATOMIC_ACQUIRE,
                                         __ATOMIC_RELAXED)) {
            return;
        }
        /* In this order whoever reads a record while it is written sees that it fits together or
         * that it does not: `what` says which round it is of. */
        __atomic_store_n(&record->what, kind | (uint32_t)(number >> bits & 0xFF) << 8 | text << 16,
                         __ATOMIC_RELAXED);
        __atomic_store_n(&record->tid, tid, __ATOMIC_RELEASE);
        __atomic_store_n(&record->time, time, __ATOMIC_RELEASE);
        __atomic_store_n(&record->value, value, __ATOMIC_RELEASE);
        __atomic_store_n(&record->word, word, __ATOMIC_RELEASE);
    }
}

#ifdef __cplusplus
}
#endif
#endif
