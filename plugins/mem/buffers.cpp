#include "buffers.hpp"

#include <algorithm>
#include <cstring>

#include "../common/caches.hpp"
#include "../common/pages.hpp"
#include "loops.hpp"

namespace benchlab::plugins {

bl_status make_buffers(const bl_host* host, Kind kind, std::uint64_t size, std::uint32_t threads,
                       Buffers& buffers) {
    const bool copies = kind == Kind::kCopy;
    buffers.kind = kind;
    buffers.size = size;
    const std::uint64_t count = std::uint64_t{threads} * (copies ? 2 : 1);
    if (const bl_status status = allocate_parts(host, size, count, buffers.parts)) return status;
    const std::uint64_t bytes = buffers.parts.stride * count;
    if (size >= kLeastInHugePages) prefer_huge_pages(buffers.parts.base, bytes);
    if (copies) {
        buffers.second_at = buffers.parts.stride;
        buffers.parts.stride *= 2;
    }
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
        auto* const words = reinterpret_cast<std::uint64_t*>(buffers.parts.of(thread));
        for (std::uint64_t i = 0; i < size / 8; ++i) words[i] = i;
    }
    clear_targets(buffers, threads);
    buffers.huge_share = huge_share_of(buffers.parts.base, bytes);
    return BL_OK;
}

void clear_targets(const Buffers& buffers, std::uint32_t threads) {
    if (buffers.kind != Kind::kCopy) return;
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
        std::memset(buffers.of(thread).to, 0, buffers.size);
    }
}

bl_status size_of_level(const bl_host* host, Kind kind, std::uint64_t level, std::uint64_t& size) {
    const Caches& known = caches();
    constexpr std::uint64_t kMemory = 256 * kMebibyte, kMostMemory = 1024 * kMebibyte;
    const std::uint64_t last = std::max({known.level1, known.level2, known.level3});
    const std::uint64_t bytes[] = {known.level1 / 2, known.level2 / 2, known.level3 / 2,
                                   std::clamp(2 * last, kMemory, kMostMemory)};
    if (level >= std::size(bytes)) {
        set_reason(host, "there is no such level");
        return BL_E_INVALID;
    }
    const std::uint64_t buffers = kind == Kind::kCopy ? 2 : 1;
    size = bytes[level] / buffers / kLoopBytes * kLoopBytes;
    if (size >= kLeastSize) return BL_OK;
    set_reason(host, "this machine does not tell the size of its %s cache", kLevels[level]);
    return BL_SKIPPED;
}

}  // namespace benchlab::plugins
