#include "caches.hpp"

#include <cstdlib>

#if defined(BENCHLAB_WITH_HWLOC)
#include <hwloc.h>
#elif defined(_WIN32)
#include "windows_header.hpp"
#else
#include <unistd.h>
#endif

namespace benchlab::plugins {
namespace {

[[maybe_unused]] void set_level(Caches& caches, unsigned level, std::uint64_t bytes) {
    if (level == 1) caches.level1 = bytes;
    if (level == 2) caches.level2 = bytes;
    if (level == 3) caches.level3 = bytes;
}

#if defined(BENCHLAB_WITH_HWLOC)

Caches ask() {
    Caches found;
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0) return found;
    // Caches only: devices would take many times as long.
    hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(topology) == 0) {
        hwloc_obj_t at = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0);
        for (; at != nullptr; at = at->parent) {
            if (!hwloc_obj_type_is_dcache(at->type)) continue;
            set_level(found, at->attr->cache.depth, at->attr->cache.size);
        }
    }
    hwloc_topology_destroy(topology);
    return found;
}

#elif defined(_WIN32)

Caches ask() {
    Caches found;
    DWORD size = 0;
    GetLogicalProcessorInformation(nullptr, &size);
    auto* list = static_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION*>(std::malloc(size + 1));
    if (list && GetLogicalProcessorInformation(list, &size)) {
        for (DWORD i = 0; i < size / sizeof *list; ++i) {
            const bool here = list[i].Relationship == RelationCache && (list[i].ProcessorMask & 1);
            if (!here || list[i].Cache.Type == CacheInstruction) continue;
            set_level(found, list[i].Cache.Level, list[i].Cache.Size);
        }
    }
    std::free(list);
    return found;
}

#else

Caches ask() {
    Caches found;
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
    for (unsigned level = 1; level <= 3; ++level) {
        const long said = sysconf(names[level - 1]);
        if (said > 0) set_level(found, level, static_cast<std::uint64_t>(said));
    }
#endif
    return found;
}

#endif

}  // namespace

const Caches& caches() {
    static const Caches found = ask();
    return found;
}

}  // namespace benchlab::plugins
