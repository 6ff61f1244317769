#include "loops.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace benchlab::plugins {
namespace {

// 16 bytes: one SSE2 register where there is SSE2, which every x86-64 has, else two words.
#if defined(__SSE2__) || defined(_M_X64)
using Wide = __m128i;
inline Wide load(const Wide* from) {
    return _mm_load_si128(from);
}
inline void store(Wide* to, Wide value) {
    _mm_store_si128(to, value);
}
inline Wide add(Wide a, Wide b) {
    return _mm_add_epi64(a, b);
}
inline Wide both(std::uint64_t word) {
    return _mm_set1_epi64x(static_cast<long long>(word));
}
inline std::uint64_t sum(Wide value) {
    alignas(16) std::uint64_t words[2];
    _mm_store_si128(reinterpret_cast<Wide*>(words), value);
    return words[0] + words[1];
}
#else
struct Wide {
    std::uint64_t low, high;
};
inline Wide load(const Wide* from) {
    return *from;
}
inline void store(Wide* to, Wide value) {
    *to = value;
}
inline Wide add(Wide a, Wide b) {
    return {a.low + b.low, a.high + b.high};
}
inline Wide both(std::uint64_t word) {
    return {word, word};
}
inline std::uint64_t sum(Wide value) {
    return value.low + value.high;
}
#endif

constexpr std::uint64_t kWides = kLoopBytes / sizeof(Wide);
static_assert(kWides == 4);

}  // namespace

std::uint64_t benchlab_mem_read(const void* from, std::uint64_t bytes, std::uint64_t passes) {
    // Four sums, so that no load waits for the addition before it.
    Wide a = both(0), b = a, c = a, d = a;
    for (; passes != 0; --passes) {
        memory_barrier();  // else one pass could stand for all
        const Wide* at = static_cast<const Wide*>(from);
        std::uint64_t left = bytes / kLoopBytes;
        do {
            a = add(a, load(at));
            b = add(b, load(at + 1));
            c = add(c, load(at + 2));
            d = add(d, load(at + 3));
            at += kWides;
            hide(at);
        } while (--left != 0);
    }
    return sum(add(add(a, b), add(c, d)));
}

void benchlab_mem_write(void* to, std::uint64_t bytes, std::uint64_t passes) {
    for (std::uint64_t pass = 1; pass <= passes; ++pass) {
        const Wide value = both(written_word(pass));
        Wide* at = static_cast<Wide*>(to);
        std::uint64_t left = bytes / kLoopBytes;
        do {
            store(at, value);
            store(at + 1, value);
            store(at + 2, value);
            store(at + 3, value);
            at += kWides;
            hide(at);  // the compiler cannot see a fill in this, nor leave out a store
        } while (--left != 0);
        memory_barrier();
    }
}

void benchlab_mem_copy(void* to, const void* from, std::uint64_t bytes, std::uint64_t passes) {
    for (; passes != 0; --passes) {
        const Wide* source = static_cast<const Wide*>(from);
        Wide* at = static_cast<Wide*>(to);
        std::uint64_t left = bytes / kLoopBytes;
        do {
            const Wide a = load(source), b = load(source + 1);
            const Wide c = load(source + 2), d = load(source + 3);
            store(at, a);
            store(at + 1, b);
            store(at + 2, c);
            store(at + 3, d);
            source += kWides;
            at += kWides;
            hide(source);
            hide(at);
        } while (--left != 0);
        memory_barrier();
    }
}

}  // namespace benchlab::plugins
