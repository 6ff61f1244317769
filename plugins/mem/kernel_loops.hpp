// mem/kernel_loops.hpp: the timed loops of every instruction set, by name, so that a test can
// disassemble them.
#pragma once

#include <cstdint>

#include "loops.hpp"

// X(set, streams) for 1, 2 and 4 streams.
#define BENCHLAB_MEM_STREAMS(X, set) X(set, 1) X(set, 2) X(set, 4)

#define BENCHLAB_MEM_DECLARE(set, n)                                                        \
    BENCHLAB_LOOP std::uint64_t benchlab_mem_read_##set##x##n(const void*, std::uint64_t,   \
                                                              std::uint64_t);               \
    BENCHLAB_LOOP void benchlab_mem_write_##set##x##n(void*, std::uint64_t, std::uint64_t); \
    BENCHLAB_LOOP void benchlab_mem_copy_##set##x##n(void*, const void*, std::uint64_t,     \
                                                     std::uint64_t);
// Stores past the caches, in one stream.
#define BENCHLAB_MEM_DECLARE_PAST(set)                                                   \
    BENCHLAB_LOOP void benchlab_mem_write_nt_##set(void*, std::uint64_t, std::uint64_t); \
    BENCHLAB_LOOP void benchlab_mem_copy_nt_##set(void*, const void*, std::uint64_t, std::uint64_t);

// Makes them of a `Wide` of this set; streams-inl.hpp must be in sight.
#define BENCHLAB_MEM_DEFINE(set, n)                                                               \
    BENCHLAB_LOOP std::uint64_t benchlab_mem_read_##set##x##n(                                    \
        const void* from, std::uint64_t bytes, std::uint64_t passes) {                            \
        return read_streams<Wide, n>(from, bytes, passes);                                        \
    }                                                                                             \
    BENCHLAB_LOOP void benchlab_mem_write_##set##x##n(void* to, std::uint64_t bytes,              \
                                                      std::uint64_t passes) {                     \
        write_streams<Wide, n, false>(to, bytes, passes);                                         \
    }                                                                                             \
    BENCHLAB_LOOP void benchlab_mem_copy_##set##x##n(void* to, const void* from,                  \
                                                     std::uint64_t bytes, std::uint64_t passes) { \
        copy_streams<Wide, n, false>(to, from, bytes, passes);                                    \
    }
#define BENCHLAB_MEM_DEFINE_PAST(set)                                                              \
    BENCHLAB_LOOP void benchlab_mem_write_nt_##set(void* to, std::uint64_t bytes,                  \
                                                   std::uint64_t passes) {                         \
        write_streams<Wide, 1, true>(to, bytes, passes);                                           \
    }                                                                                              \
    BENCHLAB_LOOP void benchlab_mem_copy_nt_##set(void* to, const void* from, std::uint64_t bytes, \
                                                  std::uint64_t passes) {                          \
        copy_streams<Wide, 1, true>(to, from, bytes, passes);                                      \
    }

namespace benchlab::plugins {

// Buffers, sizes and results are those of loops.hpp; buffers are aligned to 64 bytes.
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_DECLARE, sse2)
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_DECLARE, avx2)
BENCHLAB_MEM_STREAMS(BENCHLAB_MEM_DECLARE, avx512)
BENCHLAB_MEM_DECLARE_PAST(sse2)
BENCHLAB_MEM_DECLARE_PAST(avx2)
BENCHLAB_MEM_DECLARE_PAST(avx512)

// Loops of the C library and of string instructions.  A byte is all that these can write:
// written_byte().
constexpr unsigned char written_byte(std::uint64_t pass) {
    return static_cast<unsigned char>(pass * 0x9D);
}
BENCHLAB_LOOP void benchlab_mem_write_memset(void* to, std::uint64_t bytes, std::uint64_t passes);
BENCHLAB_LOOP void benchlab_mem_write_rep_stosb(void* to, std::uint64_t bytes,
                                                std::uint64_t passes);
// Zeros, a line of 64 bytes an instruction; only where the processor has `clzero`.
BENCHLAB_LOOP void benchlab_mem_write_clzero(void* to, std::uint64_t bytes, std::uint64_t passes);
BENCHLAB_LOOP void benchlab_mem_copy_memcpy(void* to, const void* from, std::uint64_t bytes,
                                            std::uint64_t passes);
BENCHLAB_LOOP void benchlab_mem_copy_rep_movsb(void* to, const void* from, std::uint64_t bytes,
                                               std::uint64_t passes);

}  // namespace benchlab::plugins
