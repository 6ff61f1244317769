// mem/kernels.hpp: the ways to read, write and copy memory, and which of them this processor has.
#pragma once

#include <cstdint>
#include <span>

namespace benchlab::plugins {

enum class Needs { kNothing, kX86, kAvx2, kAvx512, kClzero };

using ReadLoop = std::uint64_t (*)(const void* from, std::uint64_t bytes, std::uint64_t passes);
using WriteLoop = void (*)(void* to, std::uint64_t bytes, std::uint64_t passes);
using CopyLoop = void (*)(void* to, const void* from, std::uint64_t bytes, std::uint64_t passes);

struct Kernel {
    const char* name;  // "avx2x4"
    const char* what;  // "32 bytes at a time, in 4 streams"
    Needs needs;
    // Bytes that go over the bus for each byte counted, when the buffer is larger than the caches;
    // 0: not known.
    std::uint32_t bus;
    bool general;   // may be the best of all: not one that can write nothing but zeros
    ReadLoop read;  // one of the three
    WriteLoop write;
    CopyLoop copy;
};

enum class Kind { kRead, kWrite, kCopy };
std::span<const Kernel> kernels_of(Kind kind);

// nullptr when this processor, in this build, has what it needs; else what is missing.
const char* missing(Needs needs);

#if defined(BENCHLAB_WITH_HIGHWAY) && (defined(__x86_64__) || defined(_M_X64))
// For kAvx2 and kAvx512 only.
bool has_wide(Needs needs);
#endif

}  // namespace benchlab::plugins
