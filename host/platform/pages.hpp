// platform/pages.hpp: large pieces of memory, straight from the system.
#pragma once

#include <cstddef>

namespace benchlab::platform {

// From this size on map_pages is worth its system call.
inline constexpr std::size_t kWorthPages = std::size_t{1} << 20;

// Zeroed memory, at the start of a page; large pages where the system has them, since filling
// gigabytes in pages of 4 KiB takes longer than decoding what goes into them.  Null: there is none.
void* map_pages(std::size_t size);
// What map_pages returned for this size.
void unmap_pages(void* pages, std::size_t size);

// From now on what is freed stays with the program, and what is allocated comes in large pages,
// where the C library can do that: for work in gigabytes.  Before threads that allocate much.
void keep_freed_memory();
// Whether that is so: then the heap is the better place for what is large, too, as it has pages that
// were used before.
bool keeps_freed_memory();

}  // namespace benchlab::platform
