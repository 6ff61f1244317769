/* Holds the header against the frozen layouts.  Compile-only, so it serves every target; as C and
 * as C++. */
#ifndef BENCHLAB_HEADER
#define BENCHLAB_HEADER <benchlab/benchlab.h>
#endif
#include BENCHLAB_HEADER

#ifdef __cplusplus
#define HOLDS(condition, text) static_assert(condition, text)
#else
#define HOLDS(condition, text) _Static_assert(condition, text)
#endif

/* What is declared; the header of 1.0 knew no choice. */
#ifndef BL_TARGET_MINOR
#define BL_TARGET_MINOR BL_ABI_MINOR
#endif

/* A released minor's structs may have grown since, at the end. */
#define SIZE_HOLDS(now, then) \
    ((now) == (then) || (BL_TARGET_MINOR > LAYOUT_MINOR && (now) > (then)))

#define LAYOUT_STRUCT(type, size) HOLDS(SIZE_HOLDS(sizeof(type), size), "size of " #type);
#define LAYOUT_MEMBER(type, member, offset, size)                              \
    HOLDS(offsetof(type, member) == (offset), "offset of " #type "." #member); \
    HOLDS(sizeof(((type*)0)->member) == (size), "size of " #type "." #member);
#define LAYOUT_CONSTANT(name, value) HOLDS((int64_t)(name) == (value), "value of " #name);

#define LAYOUT_MINOR 0
#include "layout_1_0.inc"
#undef LAYOUT_MINOR
#if BL_TARGET_MINOR >= 1
#define LAYOUT_MINOR 1
#include "layout_1_1.inc"
#undef LAYOUT_MINOR
#endif

/* An extension's revision is in its id; its structs may grow like the others. */
#ifdef BENCHLAB_MERGE_HEADER
#include BENCHLAB_MERGE_HEADER
#undef SIZE_HOLDS
#define SIZE_HOLDS(now, then) ((now) >= (then))
#include "layout_merge_1.inc"
#endif

HOLDS(sizeof(void*) == 8, "only 64-bit targets");
HOLDS(sizeof(bl_status) == 4, "size of bl_status");
