// common/pages.hpp: memory in pages of a chosen size, and a look at which the system really gave.
#pragma once

#include <cstdint>

#include "memory.hpp"
#include "tables.hpp"

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

// Asks for huge pages where memory that nobody has touched yet can have them, and is none the worse
// for it elsewhere.
void prefer_huge_pages(void* at, std::uint64_t bytes);

// As PagedParts::huge_share(), of any memory that has been touched.
double huge_share_of(const void* at, std::uint64_t bytes);

// A remark to the host on what of `memory` is not as it was asked for; nothing where it is.
// `share` becomes its huge_share().  BL_SKIPPED, with the reason set, when huge pages were asked
// for and there is none at all.
bl_status check_pages(const bl_host* host, const PagedParts& memory, PageKind kind, double& share);

// The metric for huge_share().
inline constexpr bl_metric kHugePages =
    metric("huge_pages", "in huge pages",
           "The share of the buffer that lies in huge pages of 2 MiB, as /proc/self/smaps tells "
           "(AnonHugePages). What is not in them is reached as with small pages.",
           BL_UNIT_RATIO);

}  // namespace benchlab::plugins
