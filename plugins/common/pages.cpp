#include "pages.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <limits>

#if defined(_WIN32)
#include "windows_header.hpp"
#else
#include <sys/mman.h>
#endif

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kSmallPage = 4 * kKibibyte;
constexpr std::uint64_t kHugePage = 2 * kMebibyte;

#if defined(_WIN32)

void* take(std::uint64_t bytes) {
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
void give_back(void* at, std::uint64_t) {
    VirtualFree(at, 0, MEM_RELEASE);
}
bool advise(void*, std::uint64_t, PageKind kind) {
    return kind == PageKind::kSmall;  // large pages need a right that users do not have
}

#else

void* take(std::uint64_t bytes) {
    void* const at =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? nullptr : at;
}
void give_back(void* at, std::uint64_t bytes) {
    munmap(at, bytes);
}
bool advise([[maybe_unused]] void* at, [[maybe_unused]] std::uint64_t bytes, PageKind kind) {
#if defined(MADV_HUGEPAGE)
    const bool done =
        madvise(at, bytes, kind == PageKind::kHuge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) == 0;
    return done || kind == PageKind::kSmall;  // a kernel without huge pages has small ones
#else
    return kind == PageKind::kSmall;
#endif
}

#endif

// Adds up AnonHugePages of the mappings that touch [begin, end).  One mapping is told over many
// lines, of which the first has its addresses; ours are apart from others', as no other memory is
// told the same about its pages.
double huge_bytes_in(std::FILE* smaps, std::uint64_t begin, std::uint64_t end) {
    char line[512];
    bool ours = false, any = false;
    double sum = 0;
    while (std::fgets(line, sizeof line, smaps)) {
        std::uint64_t from = 0, to = 0, kibibytes = 0;
        char rest = 0;
        if (std::sscanf(line, "%" SCNx64 "-%" SCNx64 "%c", &from, &to, &rest) == 3 && rest == ' ') {
            ours = from < end && to > begin;
        } else if (ours && std::sscanf(line, "AnonHugePages: %" SCNu64, &kibibytes) == 1) {
            any = true;
            sum += static_cast<double>(kibibytes) * static_cast<double>(kKibibyte);
        }
    }
    return any ? sum : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

PagedParts::~PagedParts() {
    if (mapped_ != nullptr) give_back(mapped_, mapped_bytes_);
}

bl_status PagedParts::map(const bl_host* host, std::uint64_t bytes, std::uint64_t count,
                          PageKind kind) {
    const std::uint64_t align = kind == PageKind::kHuge ? kHugePage : kSmallPage;
    Parts laid;
    if (const bl_status status = lay_out_parts(host, bytes, count, align, laid)) return status;
    bytes_ = laid.stride * count;
    mapped_bytes_ = bytes_ + (align - kSmallPage);
    mapped_ = take(mapped_bytes_);
    if (mapped_ == nullptr) {
        set_reason(host, "needs %" PRIu64 " MiB of memory, which the system refused",
                   (mapped_bytes_ + kMebibyte - 1) / kMebibyte);
        return BL_SKIPPED;
    }
    const auto address = reinterpret_cast<std::uintptr_t>(mapped_);
    laid.base = static_cast<unsigned char*>(mapped_) + (align - address % align) % align;
    parts_ = laid;
    if (advise(parts_.base, bytes_, kind)) return BL_OK;
    set_reason(host, "this system has no transparent huge pages to ask for");
    return BL_SKIPPED;
}

double PagedParts::huge_share() const {
    return huge_share_of(parts_.base, bytes_);
}

void prefer_huge_pages(void* at, std::uint64_t bytes) {
    advise(at, bytes, PageKind::kHuge);
}

double huge_share_of(const void* at, std::uint64_t bytes) {
    std::FILE* const smaps = std::fopen("/proc/self/smaps", "r");
    if (smaps == nullptr) return std::numeric_limits<double>::quiet_NaN();
    const auto begin = reinterpret_cast<std::uintptr_t>(at);
    const double huge = huge_bytes_in(smaps, begin, begin + bytes);
    std::fclose(smaps);
    return std::isnan(huge) ? huge : std::min(1.0, huge / static_cast<double>(bytes));
}

bl_status check_pages(const bl_host* host, const PagedParts& memory, PageKind kind, double& share) {
    share = memory.huge_share();
    if (std::isnan(share)) return BL_OK;
    if (kind == PageKind::kHuge && share == 0) {
        set_reason(host,
                   "the system gave no huge pages (/sys/kernel/mm/transparent_hugepage/enabled)");
        return BL_SKIPPED;
    }
    if (kind == PageKind::kHuge && share < 0.99) {
        remark(host, "only %.0f %% of the memory is in huge pages", 100 * share);
    } else if (kind == PageKind::kSmall && share > 0) {
        remark(host, "%.0f %% of the memory is in huge pages though it was not to be", 100 * share);
    }
    return BL_OK;
}

}  // namespace benchlab::plugins
