// mem/loops.hpp: the timed loops of the memory benchmarks.
#pragma once

#include <cstdint>

#include "../common/barrier.hpp"

namespace benchlab::plugins {

// Every loop goes over whole lines of this size, with accesses 16 bytes wide.
inline constexpr std::uint64_t kLoopBytes = 64;

// What write() leaves in each 8 bytes after pass number `pass`, the first being 1: another value
// in each pass, and never one byte repeated, which could become a call of memset.
constexpr std::uint64_t written_word(std::uint64_t pass) {
    return pass * 0x9E3779B97F4A7C15;
}

// Buffers are aligned to 16 bytes; `bytes` is a multiple of kLoopBytes and not 0.

// The sum of all 8-byte words, modulo 2^64, over all passes.
BENCHLAB_LOOP std::uint64_t benchlab_mem_read(const void* from, std::uint64_t bytes,
                                              std::uint64_t passes);
// Regular (cached, not streaming) stores.
BENCHLAB_LOOP void benchlab_mem_write(void* to, std::uint64_t bytes, std::uint64_t passes);
// Regular loads and stores; the buffers do not overlap.
BENCHLAB_LOOP void benchlab_mem_copy(void* to, const void* from, std::uint64_t bytes,
                                     std::uint64_t passes);

}  // namespace benchlab::plugins
