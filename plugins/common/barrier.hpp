// common/barrier.hpp: barriers that cost no instruction, for the timed loops.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace benchlab::plugins {

// The compiler must have `value` in a register here and forgets what it knew about it, so steps on
// either side of the barrier are neither merged nor computed for several values at once.
#if defined(__GNUC__)
template <typename T>
inline __attribute__((always_inline)) void hide(T& value) {
    asm volatile("" : "+r"(value));
}
inline __attribute__((always_inline)) void hide(double& value) {
#if defined(__x86_64__) || defined(__i386__)
    asm volatile("" : "+x"(value));
#elif defined(__aarch64__) || defined(__arm__)
    asm volatile("" : "+w"(value));
#elif defined(__riscv)
    asm volatile("" : "+f"(value));
#else
    (void)value;  // the order of floating-point steps is fixed without -ffast-math anyhow
#endif
}

// The compiler must have written every store by here and reads memory anew afterwards.
inline __attribute__((always_inline)) void memory_barrier() {
    asm volatile("" : : : "memory");
}
#else
// Without inline assembly the steps still cannot be merged (they are not affine, and the order of
// floating-point steps is fixed), but nothing keeps this compiler from computing several at once.
template <typename T>
inline void hide(T&) {}
inline void memory_barrier() {
    _ReadWriteBarrier();
}
#endif

}  // namespace benchlab::plugins

// A loop that a test disassembles: a function of its own, findable by name.
#if defined(__GNUC__)
#define BENCHLAB_LOOP extern "C" __attribute__((noinline))
// A part of it, which must not be a function of its own.
#define BENCHLAB_INLINE inline __attribute__((always_inline))
#else
#define BENCHLAB_INLINE __forceinline
#define BENCHLAB_LOOP extern "C" __declspec(noinline)
#endif
