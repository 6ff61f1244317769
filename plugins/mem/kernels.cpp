#include "kernels.hpp"

#include "kernel_loops.hpp"

#if defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>
#endif

namespace benchlab::plugins {
namespace {

constexpr const char* kLine = "16 bytes at a time, by the loop that every machine has";
constexpr const char* k16x1 = "16 bytes at a time, in 1 stream";
constexpr const char* k16x2 = "16 bytes at a time, in 2 streams";
constexpr const char* k16x4 = "16 bytes at a time, in 4 streams";
constexpr const char* k32x1 = "32 bytes at a time, in 1 stream";
constexpr const char* k32x2 = "32 bytes at a time, in 2 streams";
constexpr const char* k32x4 = "32 bytes at a time, in 4 streams";
constexpr const char* k64x1 = "64 bytes at a time, in 1 stream";
constexpr const char* k64x2 = "64 bytes at a time, in 2 streams";
constexpr const char* k64x4 = "64 bytes at a time, in 4 streams";

constexpr Kernel read(const char* name, const char* what, Needs needs, ReadLoop loop) {
    return {name, what, needs, 1, true, loop, nullptr, nullptr};
}
constexpr Kernel write(const char* name, const char* what, Needs needs, std::uint32_t bus,
                       WriteLoop loop) {
    return {name, what, needs, bus, true, nullptr, loop, nullptr};
}
constexpr Kernel copy(const char* name, const char* what, Needs needs, std::uint32_t bus,
                      CopyLoop loop) {
    return {name, what, needs, bus, true, nullptr, nullptr, loop};
}

constexpr Kernel kReads[] = {
    read("avx512x4", k64x4, Needs::kAvx512, benchlab_mem_read_avx512x4),
    read("avx512x2", k64x2, Needs::kAvx512, benchlab_mem_read_avx512x2),
    read("avx512x1", k64x1, Needs::kAvx512, benchlab_mem_read_avx512x1),
    read("avx2x4", k32x4, Needs::kAvx2, benchlab_mem_read_avx2x4),
    read("avx2x2", k32x2, Needs::kAvx2, benchlab_mem_read_avx2x2),
    read("avx2x1", k32x1, Needs::kAvx2, benchlab_mem_read_avx2x1),
    read("sse2x4", k16x4, Needs::kX86, benchlab_mem_read_sse2x4),
    read("sse2x2", k16x2, Needs::kX86, benchlab_mem_read_sse2x2),
    read("sse2x1", k16x1, Needs::kX86, benchlab_mem_read_sse2x1),
    read("plain", kLine, Needs::kNothing, benchlab_mem_read),
};

constexpr Kernel clzero() {
    Kernel made = write("clzero", "zeros, a line at a time, by clzero", Needs::kClzero, 1,
                        benchlab_mem_write_clzero);
    made.general = false;
    return made;
}

constexpr Kernel kWrites[] = {
    write("avx512x4", k64x4, Needs::kAvx512, 2, benchlab_mem_write_avx512x4),
    write("avx512x2", k64x2, Needs::kAvx512, 2, benchlab_mem_write_avx512x2),
    write("avx512x1", k64x1, Needs::kAvx512, 2, benchlab_mem_write_avx512x1),
    write("avx2x4", k32x4, Needs::kAvx2, 2, benchlab_mem_write_avx2x4),
    write("avx2x2", k32x2, Needs::kAvx2, 2, benchlab_mem_write_avx2x2),
    write("avx2x1", k32x1, Needs::kAvx2, 2, benchlab_mem_write_avx2x1),
    write("sse2x4", k16x4, Needs::kX86, 2, benchlab_mem_write_sse2x4),
    write("sse2x2", k16x2, Needs::kX86, 2, benchlab_mem_write_sse2x2),
    write("sse2x1", k16x1, Needs::kX86, 2, benchlab_mem_write_sse2x1),
    write("plain", kLine, Needs::kNothing, 2, benchlab_mem_write),
    write("nt-avx512", "64 bytes at a time, past the caches", Needs::kAvx512, 1,
          benchlab_mem_write_nt_avx512),
    write("nt-avx2", "32 bytes at a time, past the caches", Needs::kAvx2, 1,
          benchlab_mem_write_nt_avx2),
    write("nt-sse2", "16 bytes at a time, past the caches", Needs::kX86, 1,
          benchlab_mem_write_nt_sse2),
    write("memset", "one byte repeated, by the C library", Needs::kNothing, 0,
          benchlab_mem_write_memset),
    write("rep-stosb", "one byte repeated, by rep stosb", Needs::kX86, 0,
          benchlab_mem_write_rep_stosb),
    clzero(),
};

constexpr Kernel kCopies[] = {
    copy("avx512x4", k64x4, Needs::kAvx512, 3, benchlab_mem_copy_avx512x4),
    copy("avx512x2", k64x2, Needs::kAvx512, 3, benchlab_mem_copy_avx512x2),
    copy("avx512x1", k64x1, Needs::kAvx512, 3, benchlab_mem_copy_avx512x1),
    copy("avx2x4", k32x4, Needs::kAvx2, 3, benchlab_mem_copy_avx2x4),
    copy("avx2x2", k32x2, Needs::kAvx2, 3, benchlab_mem_copy_avx2x2),
    copy("avx2x1", k32x1, Needs::kAvx2, 3, benchlab_mem_copy_avx2x1),
    copy("sse2x4", k16x4, Needs::kX86, 3, benchlab_mem_copy_sse2x4),
    copy("sse2x2", k16x2, Needs::kX86, 3, benchlab_mem_copy_sse2x2),
    copy("sse2x1", k16x1, Needs::kX86, 3, benchlab_mem_copy_sse2x1),
    copy("plain", kLine, Needs::kNothing, 3, benchlab_mem_copy),
    copy("nt-avx512", "64 bytes at a time, stored past the caches", Needs::kAvx512, 2,
         benchlab_mem_copy_nt_avx512),
    copy("nt-avx2", "32 bytes at a time, stored past the caches", Needs::kAvx2, 2,
         benchlab_mem_copy_nt_avx2),
    copy("nt-sse2", "16 bytes at a time, stored past the caches", Needs::kX86, 2,
         benchlab_mem_copy_nt_sse2),
    copy("memcpy", "by the C library", Needs::kNothing, 0, benchlab_mem_copy_memcpy),
    copy("rep-movsb", "by rep movsb", Needs::kX86, 0, benchlab_mem_copy_rep_movsb),
};

// AMD: function 80000008h, bit 0 of ebx.
bool has_clzero() {
#if defined(__GNUC__) && defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000008u, &a, &b, &c, &d) != 0 && (b & 1) != 0;
#else
    return false;
#endif
}

}  // namespace

std::span<const Kernel> kernels_of(Kind kind) {
    if (kind == Kind::kRead) return kReads;
    if (kind == Kind::kWrite) return kWrites;
    return kCopies;
}

const char* missing(Needs needs) {
    if (needs == Needs::kNothing) return nullptr;
#if !defined(__GNUC__) || !defined(__x86_64__)
    return "only for x86-64, and not in this build";
#else
    if (needs == Needs::kX86) return nullptr;
    if (needs == Needs::kClzero) {
        return has_clzero() ? nullptr : "this processor has no clzero, which AMD's have since Zen";
    }
#if defined(BENCHLAB_WITH_HIGHWAY)
    if (has_wide(needs)) return nullptr;
    return needs == Needs::kAvx2 ? "this processor has no AVX2" : "this processor has no AVX-512";
#else
    return "this build has no loops of AVX2 and AVX-512: it was made without Highway";
#endif
#endif
}

}  // namespace benchlab::plugins
