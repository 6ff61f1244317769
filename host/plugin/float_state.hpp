// plugin/float_state.hpp: puts the thread's floating-point control state back (rounding, traps,
// flush to zero) as it was: a plugin that changes it would change our own figures.
#pragma once

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace benchlab::plugin {

#if defined(__x86_64__) || defined(_M_X64)

// A few nanoseconds; the C library's functions take a hundred.
class FloatStateGuard {
  public:
    FloatStateGuard() : vector_(_mm_getcsr()), x87_(x87_control()) {}
    ~FloatStateGuard() {
        // The lowest bits are flags that any computation sets.
        constexpr unsigned kFlags = 0x3f;
        if (((_mm_getcsr() ^ vector_) & ~kFlags) != 0) _mm_setcsr(vector_);
        if (x87_control() != x87_) restore_x87();
    }
    FloatStateGuard(const FloatStateGuard&) = delete;
    FloatStateGuard& operator=(const FloatStateGuard&) = delete;

  private:
#if defined(__GNUC__)
    static std::uint16_t x87_control() {
        std::uint16_t word = 0;
        __asm__ volatile("fnstcw %0" : "=m"(word));
        return word;
    }
    // A trap that was switched on may be pending, and would come with the next instruction.
    void restore_x87() const {
        __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(x87_));
    }
#else
    // There the compiler never uses these registers.
    static std::uint16_t x87_control() {
        return 0;
    }
    void restore_x87() const {}
#endif
    unsigned vector_;
    std::uint16_t x87_;
};

#else

class FloatStateGuard {
  public:
    FloatStateGuard() { std::fegetenv(&state_); }
    ~FloatStateGuard() { std::fesetenv(&state_); }
    FloatStateGuard(const FloatStateGuard&) = delete;
    FloatStateGuard& operator=(const FloatStateGuard&) = delete;

  private:
    std::fenv_t state_;
};

#endif

}  // namespace benchlab::plugin
