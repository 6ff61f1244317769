/* merge.h - the extension "benchlab.merge/1" of a plugin that has readers: it makes one file of
 * several files of a recording, in the format that they have.  C99; needs benchlab.h alone.
 *
 *     static const bl_merge merge = {sizeof(bl_merge), 0, &merge_my_files};
 *     static const void *BL_CALL get_extension(const char *id)
 *     {
 *         return strcmp(id, BL_MERGE_EXTENSION) == 0 ? &merge : NULL;
 *     }
 *
 * The host asks bl_plugin.get_extension for it, once a plugin's reader has recognised all inputs.
 * Both structs may grow at their ends, as those of benchlab.h.
 */
#ifndef BENCHLAB_MERGE_H
#define BENCHLAB_MERGE_H

#include "benchlab/benchlab.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BL_MERGE_EXTENSION "benchlab.merge/1"

typedef struct bl_merge_request {
    uint32_t struct_size;
    uint32_t path_count;      /* 2 or more, of different files */
    const char *const *paths; /* UTF-8, in the order in which the user gave them */
    const char *reader;       /* id of the plugin's reader that recognised them all */
    void *context;            /* what write() is given */
    /* [main] Puts bytes at this place of the output, in any order, and again where they change
     * later; what is never written is zero.  Anything but BL_OK: return just that status, the
     * host knows the reason. */
    bl_status(BL_CALL *write)(void *context, uint64_t offset, const void *bytes, uint64_t len);
} bl_merge_request;

typedef struct bl_merge {
    uint32_t struct_size;
    uint32_t flags;           /* none yet: 0 */
    /* [main] The output holds everything of the inputs that can be read: reading it is reading
     * them together.  What is damaged is left out, and told by log() with BL_LOG_WARNING, once
     * for each kind.  Inputs that cannot be one recording, by their clocks, are refused with
     * BL_E_INVALID and what differs.  Memory must not grow with the inputs.  progress() and
     * cancelled() are used as in read(); nothing is kept of the output unless it returns BL_OK. */
    bl_status(BL_CALL *merge)(const bl_host *, const bl_merge_request *);
} bl_merge;

#ifdef __cplusplus
}
#endif
#endif
