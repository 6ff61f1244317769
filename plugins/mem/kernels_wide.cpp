// The loops of 32 and 64 bytes an access: this file is compiled once for each instruction set that
// Highway knows, and what the processor has is asked at run time.
#include "kernels.hpp"

#if defined(BENCHLAB_WITH_HIGHWAY) && (defined(__x86_64__) || defined(_M_X64))

#include <cstddef>
#include <utility>

#include "kernel_loops.hpp"

// Those in between have no wider loads and stores than kernels_16.cpp.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mem/kernels_wide.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace benchlab::plugins::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

namespace hn = hwy::HWY_NAMESPACE;

struct Wide {
    using Tag = hn::ScalableTag<std::uint64_t>;
    using Value = hn::Vec<Tag>;
    static constexpr std::size_t kBytes = hn::MaxLanes(Tag()) * sizeof(std::uint64_t);
    static HWY_INLINE Value load(const unsigned char* from) {
        return hn::Load(Tag(), reinterpret_cast<const std::uint64_t*>(from));
    }
    static HWY_INLINE void store(unsigned char* to, Value value) {
        hn::Store(value, Tag(), reinterpret_cast<std::uint64_t*>(to));
    }
    static HWY_INLINE void stream(unsigned char* to, Value value) {
        hn::Stream(value, Tag(), reinterpret_cast<std::uint64_t*>(to));
    }
    static HWY_INLINE void fence() { hwy::FlushStream(); }
    static HWY_INLINE Value add(Value a, Value b) { return hn::Add(a, b); }
    static HWY_INLINE Value both(std::uint64_t word) { return hn::Set(Tag(), word); }
    static HWY_INLINE std::uint64_t sum(Value value) {
        return hn::GetLane(hn::SumOfLanes(Tag(), value));
    }
};

#include "streams-inl.hpp"

#if HWY_TARGET == HWY_AVX2
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_DEFINE, avx2)
BENCHLAB_MEM_DEFINE_PAST(avx2)
#else
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_DEFINE, avx512)
BENCHLAB_MEM_DEFINE_PAST(avx512)
#endif

#endif
}  // namespace benchlab::plugins::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace benchlab::plugins {

bool has_wide(Needs needs) {
    // What Highway lets the compiler use for its targets AVX2 and AVX3, where the system saves the
    // registers, too.
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (needs == Needs::kAvx2) return avx2;
    return needs == Needs::kAvx512 && avx2 && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
}

}  // namespace benchlab::plugins
#endif

#else

#include "kernel_loops.hpp"

// Never called: missing() in kernels.cpp says that they are not there.
#define BENCHLAB_MEM_ABSENT(set, n)                                                          \
    std::uint64_t benchlab_mem_read_##set##x##n(const void*, std::uint64_t, std::uint64_t) { \
        return 0;                                                                            \
    }                                                                                        \
    void benchlab_mem_write_##set##x##n(void*, std::uint64_t, std::uint64_t) {}              \
    void benchlab_mem_copy_##set##x##n(void*, const void*, std::uint64_t, std::uint64_t) {}
#define BENCHLAB_MEM_ABSENT_PAST(set)                                        \
    void benchlab_mem_write_nt_##set(void*, std::uint64_t, std::uint64_t) {} \
    void benchlab_mem_copy_nt_##set(void*, const void*, std::uint64_t, std::uint64_t) {}

namespace benchlab::plugins {
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_ABSENT, avx2)
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_ABSENT, avx512)
BENCHLAB_MEM_ABSENT_PAST(avx2)
BENCHLAB_MEM_ABSENT_PAST(avx512)
}  // namespace benchlab::plugins

#endif
