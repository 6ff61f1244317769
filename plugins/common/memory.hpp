// common/memory.hpp: the buffers of the memory benchmarks.
#pragma once

#include <cstdint>

#include "benchlab/benchlab.h"

namespace benchlab::plugins {

inline constexpr std::uint64_t kKibibyte = 1024;
inline constexpr std::uint64_t kMebibyte = 1024 * kKibibyte;
inline constexpr std::uint64_t kLargestSize = kMebibyte * 64 * 1024;  // of one thread's buffer

// Bytes that can be taken without the system having to swap or to end a process: what it calls
// available, less than that inside a container with a limit.  UINT64_MAX when it does not say.
std::uint64_t available_memory();

// Size of a cache line of this machine; 64 when the system does not say.
std::uint64_t cache_line_bytes();

// One block for several threads, each with a part of its own.
struct Parts {
    unsigned char* base = nullptr;
    std::uint64_t stride = 0;  // from one thread's part to the next: whole pages
    unsigned char* of(std::uint32_t thread) const { return base + stride * thread; }
};

// From this size on a buffer's parts are aligned to huge pages.  A second-level cache, which finds
// lines by their physical address, holds a buffer of its own size only when the buffer's pages do
// not meet in it, as small pages do by chance.
inline constexpr std::uint64_t kLeastInHugePages = 256 * kKibibyte;

// Room for `count` parts of `bytes` each, aligned to 2 MiB from kLeastInHugePages on and else to
// 4 KiB, so that parts share neither lines nor pages.  Not touched yet.  The caller releases
// `parts.base`.  BL_SKIPPED, with the reason set, when this machine has not that much memory.
bl_status allocate_parts(const bl_host* host, std::uint64_t bytes, std::uint64_t count,
                         Parts& parts);

// How far apart such parts are, without memory for them.  BL_SKIPPED, with the reason set, when
// this machine has not that much.
bl_status lay_out_parts(const bl_host* host, std::uint64_t bytes, std::uint64_t count,
                        std::uint64_t align, Parts& parts);

// Reads the parameter "size", which must be a multiple of `unit` and at least `least`.
// BL_E_INVALID, with the reason set, when it is not.
bl_status read_size(const bl_host* host, const bl_values* params, std::uint64_t unit,
                    std::uint64_t least, std::uint64_t& size);

// Hands a reason to the host, formatted as by printf.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void set_reason(const bl_host* host, const char* format, ...);
// A remark that reports show beside the title of what is just being set up.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void remark(const bl_host* host, const char* format, ...);

}  // namespace benchlab::plugins
