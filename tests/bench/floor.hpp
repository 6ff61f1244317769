// Bodies that benchlab and Google Benchmark both measure.
#pragma once

#include <cstdint>

struct Small {
    std::uint64_t x;
};
struct alignas(64) Line {
    std::uint64_t x;
};
// Not 1 KiB: a load 4 KiB from the last store waits for it in vain.
struct alignas(64) Large {
    std::uint64_t x;
    std::uint64_t more[135] = {};
};

inline std::uint64_t hundred_adds(std::uint64_t x) {
#define ADD_ONCE __asm__ __volatile__("addq $3, %0" : "+r"(x) : : "cc");
#define ADD_TEN \
    ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE ADD_ONCE
    ADD_TEN ADD_TEN ADD_TEN ADD_TEN ADD_TEN ADD_TEN ADD_TEN ADD_TEN ADD_TEN ADD_TEN return x;
#undef ADD_TEN
#undef ADD_ONCE
}

// Fourteen multiplications and adds that wait for each other, then a fence, so that one iteration
// cannot hide behind the next, nor a miss of the cache behind anything.
template <class State>
inline void twenty_ns(State& state) {
    std::uint64_t x = state.x;
    for (int i = 0; i < 14; ++i) x = x * x + 1;
    state.x = x;
    __asm__ __volatile__("lfence" : : : "memory");
}
