#include "platform/pages.hpp"

#include <windows.h>

namespace benchlab::platform {

// Large pages need a right that users do not have.
void* map_pages(std::size_t size) {
    return VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void unmap_pages(void* pages, std::size_t) {
    if (pages != nullptr) VirtualFree(pages, 0, MEM_RELEASE);
}

void keep_freed_memory() {}

bool keeps_freed_memory() {
    return false;
}

}  // namespace benchlab::platform
