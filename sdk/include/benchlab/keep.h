/* keep.h - keeps the work of a benchmark from being optimised away.  C99 and C++.
 *
 *     for (uint64_t i = 0; i < iterations; i++) {
 *         sum += table[i & mask];
 *         bl_keep(&sum);
 *     }
 *
 * bl_keep(p) emits no instruction of its own.  The compiler must have written to memory all that
 * it holds in registers of objects others can see, *p among them, and must read them anew after
 * it.  So it may neither drop the work before it, nor merge it with the work after it.  The
 * processor is not ordered: this is no fence.  bl_barrier() is the same without an object.
 *
 * In C++, benchlab::do_not_optimize(value) does the same for one value, and leaves it in a register
 * where it is in one:
 *
 *     do_not_optimize(work());   the result counts as used
 *     do_not_optimize(x);        a variable: besides, its value counts as changed
 */
#ifndef BENCHLAB_KEEP_H
#define BENCHLAB_KEEP_H

#if defined(__GNUC__) || defined(__clang__)

static inline void bl_keep(const void* p) {
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

static inline void bl_barrier(void) {
    __asm__ __volatile__("" : : : "memory");
}

#elif defined(_MSC_VER)

#include <intrin.h>
#pragma intrinsic(_ReadWriteBarrier)

static __inline void bl_keep(const void* p) {
    /* The store to a volatile is what makes the address known to the outside. */
    const void* volatile seen = p;
    (void)seen;
    _ReadWriteBarrier();
}

static __inline void bl_barrier(void) {
    _ReadWriteBarrier();
}

#else
#error "keep.h: write the compiler barrier of your compiler here"
#endif

#ifdef __cplusplus

#include <type_traits>

namespace benchlab {

#if defined(__GNUC__) || defined(__clang__)

namespace detail {

/* How a value can be named to the assembler: in a register, or only in memory. */
template <class T>
struct FitsRegister
    : std::integral_constant<bool, (std::is_integral<T>::value || std::is_enum<T>::value ||
                                    std::is_pointer<T>::value) &&
                                       sizeof(T) <= sizeof(void*)> {};

template <class T>
inline void keep_read(const T& value, std::true_type) {
    __asm__ __volatile__("" : : "r"(value) : "memory");
}
template <class T>
inline void keep_read(const T& value, std::false_type) {
    __asm__ __volatile__("" : : "m"(value) : "memory");
}
template <class T>
inline void keep_changed(T& value, std::true_type) {
    __asm__ __volatile__("" : "+r"(value) : : "memory");
}
template <class T>
inline void keep_changed(T& value, std::false_type) {
    __asm__ __volatile__("" : "+m"(value) : : "memory");
}

#if defined(__x86_64__) && defined(__SSE2__)
inline void keep_read(const float& value, std::false_type) {
    __asm__ __volatile__("" : : "x"(value) : "memory");
}
inline void keep_read(const double& value, std::false_type) {
    __asm__ __volatile__("" : : "x"(value) : "memory");
}
inline void keep_changed(float& value, std::false_type) {
    __asm__ __volatile__("" : "+x"(value) : : "memory");
}
inline void keep_changed(double& value, std::false_type) {
    __asm__ __volatile__("" : "+x"(value) : : "memory");
}
#endif

} /* namespace detail */

template <class T>
inline void do_not_optimize(const T& value) {
    detail::keep_read(value, detail::FitsRegister<T>());
}
template <class T>
inline void do_not_optimize(T& value) {
    detail::keep_changed(value, detail::FitsRegister<T>());
}

#else

template <class T>
inline void do_not_optimize(const T& value) {
    bl_keep(static_cast<const void*>(&value));
}

#endif

} /* namespace benchlab */

#endif

#endif
