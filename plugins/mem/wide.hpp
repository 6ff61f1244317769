// mem/wide.hpp: 16 bytes at once, on every machine: one SSE2 register where there is SSE2, which
// every x86-64 has, else two words.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace benchlab::plugins {

// Addresses are aligned to 16 bytes.
struct Wide16 {
    static constexpr std::size_t kBytes = 16;
#if defined(__SSE2__) || defined(_M_X64)
    using Value = __m128i;
    static Value load(const unsigned char* from) {
        return _mm_load_si128(reinterpret_cast<const Value*>(from));
    }
    static void store(unsigned char* to, Value value) {
        _mm_store_si128(reinterpret_cast<Value*>(to), value);
    }
    // Past the caches; fence() puts what was stored so before what follows.
    static void stream(unsigned char* to, Value value) {
        _mm_stream_si128(reinterpret_cast<Value*>(to), value);
    }
    static void fence() {
        _mm_sfence();
    }
    static Value add(Value a, Value b) {
        return _mm_add_epi64(a, b);
    }
    static Value both(std::uint64_t word) {
        return _mm_set1_epi64x(static_cast<long long>(word));
    }
    static std::uint64_t sum(Value value) {
        alignas(16) std::uint64_t words[2];
        _mm_store_si128(reinterpret_cast<Value*>(words), value);
        return words[0] + words[1];
    }
#else
    struct Value {
        std::uint64_t low, high;
    };
    static Value load(const unsigned char* from) {
        return *reinterpret_cast<const Value*>(from);
    }
    static void store(unsigned char* to, Value value) {
        *reinterpret_cast<Value*>(to) = value;
    }
    static void stream(unsigned char* to, Value value) {
        store(to, value);
    }
    static void fence() {}
    static Value add(Value a, Value b) {
        return {a.low + b.low, a.high + b.high};
    }
    static Value both(std::uint64_t word) {
        return {word, word};
    }
    static std::uint64_t sum(Value value) {
        return value.low + value.high;
    }
#endif
};

}  // namespace benchlab::plugins
