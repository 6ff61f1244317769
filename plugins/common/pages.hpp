// common/pages.hpp: memory in pages of a chosen size, and a look at which the system really gave.
#pragma once

#include <cstdint>

#include "memory.hpp"

namespace benchlab::plugins {

enum class PageKind { kSmall, kHuge };

// Memory straight from the system, so that what it is told about pages ends with it.
class PagedParts {
  public:
    PagedParts() = default;
    ~PagedParts();
    PagedParts(const PagedParts&) = delete;
    PagedParts& operator=(const PagedParts&) = delete;

    // As allocate_parts().  kSmall asks for pages of the smallest size, kHuge for transparent huge
    // pages of 2 MiB, to which parts are then aligned.  Not touched yet.  BL_SKIPPED, with the
    // reason set, where huge pages cannot be asked for.
    bl_status map(const bl_host* host, std::uint64_t bytes, std::uint64_t count, PageKind kind);

    const Parts& parts() const { return parts_; }

    // Once touched: the share of the memory that lies in transparent huge pages, 0 to 1, by
    // AnonHugePages of /proc/self/smaps.  NaN where the system does not tell.
    double huge_share() const;

  private:
    Parts parts_;
    std::uint64_t bytes_ = 0;  // of all parts
    void* mapped_ = nullptr;
    std::uint64_t mapped_bytes_ = 0;
};

// A remark to the host on what of `memory` is not as it was asked for; nothing where it is.
// `share` becomes its huge_share().  BL_SKIPPED, with the reason set, when huge pages were asked
// for and there is none at all.
bl_status check_pages(const bl_host* host, const PagedParts& memory, PageKind kind, double& share);

}  // namespace benchlab::plugins
