/* repeat.h - the loop of a benchmark, unrolled sixteen times.  C99 and C++.
 *
 *     static bl_status BL_CALL run(void *state, uint32_t thread, uint64_t iterations, ...)
 *     {
 *         uint64_t x = 3;
 *         BL_REPEAT(iterations, x = x * x + 1; bl_keep(&x););
 *         ...
 *
 * A plain loop adds an add, a comparison and a jump to each iteration: about one clock cycle, which
 * hides behind slow bodies and triples fast ones.  Here they are shared by sixteen iterations, and
 * an empty body costs about a sixteenth of a cycle.  Exactly `iterations` iterations are done.
 *
 * The body is copied 17 times as text, so let it be short: a call, where the work is long.  It is a
 * block of its own, in which `break` and `continue` are not for this loop.  After each iteration
 * all memory counts as read and written (bl_barrier() of keep.h).
 *
 * C++ has benchlab::repeat (repeat.hpp) instead, where the compiler decides about the copies.
 *
 * On x86-64 with GCC or Clang one long nop stands before the sixteen and another one behind them.
 * benchlab finds these in the machine code and looks whether anything is left of the body between
 * them (docs/how-numbers-are-computed.md).  They have no effect, and share the cycle of the jump.
 */
#ifndef BENCHLAB_REPEAT_H
#define BENCHLAB_REPEAT_H

#include <stdint.h>

#include "keep.h"

/* nopl 0x01NN4c42(%rax), NN the number of copies, and nopl 0x024c4c42(%rax): "BL", the copies, 1
 * and "BLL", 2. */
#if defined(__x86_64__) && !defined(__ILP32__) && (defined(__GNUC__) || defined(__clang__))
#define BL_LOOP_BEGIN_(copies) \
    __asm__ __volatile__(".byte 0x0f,0x1f,0x80,0x42,0x4c,%c0,0x01" : : "i"(copies))
#define BL_LOOP_END_() __asm__ __volatile__(".byte 0x0f,0x1f,0x80,0x42,0x4c,0x4c,0x02")
#else
#define BL_LOOP_BEGIN_(copies) ((void)0)
#define BL_LOOP_END_() ((void)0)
#endif

#define BL_ONCE_(...) \
    { {__VA_ARGS__} bl_barrier(); }
#define BL_FOUR_TIMES_(...) \
    BL_ONCE_(__VA_ARGS__) BL_ONCE_(__VA_ARGS__) BL_ONCE_(__VA_ARGS__) BL_ONCE_(__VA_ARGS__)

#define BL_REPEAT(iterations, ...)                                        \
    do {                                                                  \
        const uint64_t bl_iterations_ = (iterations);                     \
        uint64_t bl_left_;                                                \
        for (bl_left_ = bl_iterations_ % 16u; bl_left_ > 0; --bl_left_) { \
            BL_ONCE_(__VA_ARGS__)                                         \
        }                                                                 \
        for (bl_left_ = bl_iterations_ / 16u; bl_left_ > 0; --bl_left_) { \
            BL_LOOP_BEGIN_(16);                                           \
            BL_FOUR_TIMES_(__VA_ARGS__)                                   \
            BL_FOUR_TIMES_(__VA_ARGS__)                                   \
            BL_FOUR_TIMES_(__VA_ARGS__)                                   \
            BL_FOUR_TIMES_(__VA_ARGS__)                                   \
            BL_LOOP_END_();                                               \
        }                                                                 \
    } while (0)

#endif
