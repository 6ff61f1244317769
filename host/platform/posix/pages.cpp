#include "platform/pages.hpp"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace benchlab::platform {
namespace {

constexpr std::size_t kLarge = std::size_t{2} << 20;

char* map(std::size_t size) {
    void* const at =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? nullptr : static_cast<char*>(at);
}

bool kept = false;

std::size_t round_up(std::size_t size, std::size_t to) {
    return (size + to - 1) / to * to;
}

}  // namespace

void* map_pages(std::size_t size) {
    if (size < kLarge) return map(size);
    // One large page more, for the system's own choice of a place is rarely where one can begin.
    char* const whole = map(size + kLarge);
    if (whole == nullptr) return nullptr;
    const auto address = reinterpret_cast<std::uintptr_t>(whole);
    char* const out = whole + (round_up(address, kLarge) - address);
    char* const end = out + round_up(size, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
    char* const whole_end = whole + size + kLarge;
    if (out > whole) ::munmap(whole, static_cast<std::size_t>(out - whole));
    if (whole_end > end) ::munmap(end, static_cast<std::size_t>(whole_end - end));
#ifdef MADV_HUGEPAGE
    // A large page at the end that is not filled would be memory for nothing.
    ::madvise(out, size / kLarge * kLarge, MADV_HUGEPAGE);
#endif
    return out;
}

void unmap_pages(void* pages, std::size_t size) {
    if (pages != nullptr) ::munmap(pages, size);
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// The C library gives its heap no large pages unless the environment says so before it starts.  So
// all threads are made to share the one heap whose place can be known, which then gets its address
// space at once: memory comes to it as it is written to, and where there is not so much address
// space the pages stay small.
void keep_freed_memory() {
    constexpr int kNever = -1;
    kept = true;
    ::mallopt(M_ARENA_MAX, 1);
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, kNever);
    const auto page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
    const std::size_t size = pages / 4 * page_size;
    void* const room = ::malloc(size);
    if (room == nullptr) return;
#ifdef MADV_HUGEPAGE
    // From the first whole page on, which is what the call takes.
    const auto begin = round_up(reinterpret_cast<std::uintptr_t>(room), page_size);
    ::madvise(reinterpret_cast<void*>(begin), size - page_size, MADV_HUGEPAGE);
#endif
    ::free(room);
}
#else
void keep_freed_memory() {}
#endif

bool keeps_freed_memory() {
    return kept;
}

}  // namespace benchlab::platform
