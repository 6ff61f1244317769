// mem/buffers.hpp: the buffers of one benchmark and what goes over them.
#pragma once

#include <cstdint>

#include "../common/memory.hpp"
#include "benchlab/benchlab.h"
#include "kernels.hpp"
#include "trial.hpp"

namespace benchlab::plugins {

inline constexpr std::uint64_t kLeastSize = 1024;

// A thread's second buffer, for copies, lies `second_at` behind its first.
struct Buffers {
    Parts parts;
    std::uint64_t size = 0;  // of one buffer
    std::uint64_t second_at = 0;
    Kind kind = Kind::kRead;
    double huge_share = 0;  // of the memory, in huge pages: as huge_share_of()

    Work of(std::uint32_t thread) const {
        unsigned char* const first = parts.of(thread);
        if (kind == Kind::kRead) return {first, nullptr, size};
        if (kind == Kind::kWrite) return {nullptr, first, size};
        return {first, first + second_at, size};
    }
};

// Buffers of `size` bytes for each thread, written once, so that no page is touched for the first
// time while the clock runs: words 0, 1, 2 and so on, and zeros where a copy goes.  From
// kLeastInHugePages on in huge pages, where the system has some.  Status and reason as of
// allocate_parts().
bl_status make_buffers(const bl_host* host, Kind kind, std::uint64_t size, std::uint32_t threads,
                       Buffers& buffers);

// Where copies go is zeroed again.
void clear_targets(const Buffers& buffers, std::uint32_t threads);

// A size that lies in the middle of a level of this machine: 0 to 2, of all buffers of a thread
// together half of the first- to third-level cache, 3 main memory.  BL_SKIPPED, with the reason
// set, when the machine does not tell the size of that cache.
bl_status size_of_level(const bl_host* host, Kind kind, std::uint64_t level, std::uint64_t& size);
inline constexpr const char* kLevels[] = {"l1", "l2", "l3", "memory"};

}  // namespace benchlab::plugins
