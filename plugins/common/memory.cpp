#include "memory.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#if defined(_WIN32)
#include "windows_header.hpp"
#else
#include <unistd.h>
#endif

namespace benchlab::plugins {
namespace {

constexpr std::uint64_t kUnknown = UINT64_MAX;
constexpr std::uint64_t kPage = 4 * kKibibyte;
constexpr std::uint64_t kLargePage = 2 * kMebibyte;

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
    return (value + step - 1) / step * step;
}

#if !defined(_WIN32)

// The number that follows `key` at the start of a line, or at the start of the file when the key
// is empty; kUnknown when the file or the key is missing, or it is no number ("max").
std::uint64_t number_in(const char* path, const char* key) {
    std::FILE* file = std::fopen(path, "r");
    if (!file) return kUnknown;
    char line[256];
    std::uint64_t found = kUnknown;
    const std::size_t key_size = std::strlen(key);
    while (found == kUnknown && std::fgets(line, sizeof line, file)) {
        std::uint64_t value = 0;
        if (std::strncmp(line, key, key_size) == 0 &&
            std::sscanf(line + key_size, "%" SCNu64, &value) == 1) {
            found = value;
        }
    }
    std::fclose(file);
    return found;
}

// What is left below the limit of one control group.  Cached file pages count as used there,
// though the system gives them up first, so those that were not used lately are added back.
std::uint64_t left_in_group(const char* folder) {
    char path[600];
    const auto read = [&](const char* name, const char* key) {
        std::snprintf(path, sizeof path, "%s/%s", folder, name);
        return number_in(path, key);
    };
    const std::uint64_t limit = read("memory.max", "");
    const std::uint64_t used = read("memory.current", "");
    if (limit == kUnknown || used == kUnknown) return kUnknown;
    const std::uint64_t cached = read("memory.stat", "inactive_file ");
    const std::uint64_t held = cached == kUnknown ? used : used - std::min(used, cached);
    return limit - std::min(limit, held);
}

// The tightest limit of this process's control group and those above it (version 2 only).
std::uint64_t left_in_groups() {
    char folder[512] = "/sys/fs/cgroup";
    const std::size_t root = std::strlen(folder);
    if (std::FILE* file = std::fopen("/proc/self/cgroup", "r")) {
        char line[400];
        while (std::fgets(line, sizeof line, file)) {
            line[std::strcspn(line, "\n")] = 0;
            if (std::strncmp(line, "0::/", 4) == 0) {
                std::snprintf(folder + root, sizeof folder - root, "%s", line + 3);
            }
        }
        std::fclose(file);
    }
    std::uint64_t least = kUnknown;
    for (;;) {
        least = std::min(least, left_in_group(folder));
        char* slash = std::strrchr(folder, '/');
        if (!slash || static_cast<std::size_t>(slash - folder) < root) break;
        *slash = 0;
    }
    return least;
}

#endif

}  // namespace

std::uint64_t available_memory() {
#if defined(_WIN32)
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status)) return kUnknown;
    return std::min(status.ullAvailPhys, status.ullAvailPageFile);
#else
    std::uint64_t system = number_in("/proc/meminfo", "MemAvailable:");
    if (system != kUnknown) system *= kKibibyte;
    return std::min(system, left_in_groups());
#endif
}

std::uint64_t cache_line_bytes() {
    std::uint64_t bytes = 0;
#if defined(_WIN32)
    DWORD size = 0;
    GetLogicalProcessorInformation(nullptr, &size);
    auto* list = static_cast<SYSTEM_LOGICAL_PROCESSOR_INFORMATION*>(std::malloc(size + 1));
    if (list && GetLogicalProcessorInformation(list, &size)) {
        for (DWORD i = 0; i < size / sizeof *list; ++i) {
            if (list[i].Relationship == RelationCache && list[i].Cache.Level == 1 &&
                list[i].Cache.Type != CacheInstruction) {
                bytes = list[i].Cache.LineSize;
            }
        }
    }
    std::free(list);
#else
#if defined(_SC_LEVEL1_DCACHE_LINESIZE)
    const long said = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
    if (said > 0) bytes = static_cast<std::uint64_t>(said);
#endif
    if (bytes == 0) {
        bytes = number_in("/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size", "");
    }
#endif
    const bool plausible = bytes >= 16 && bytes <= 1024 && (bytes & (bytes - 1)) == 0;
    return plausible ? bytes : 64;
}

bl_status allocate_parts(const bl_host* host, std::uint64_t bytes, std::uint64_t count,
                         Parts& parts) {
    const std::uint64_t align = bytes >= kLeastInHugePages ? kLargePage : kPage;
    if (const bl_status status = lay_out_parts(host, bytes, count, align, parts)) return status;
    parts.base = static_cast<unsigned char*>(host->allocate(host, parts.stride * count, align));
    if (!parts.base) {
        set_reason(host, "needs %" PRIu64 " MiB of memory, which the system refused",
                   (parts.stride * count + kMebibyte - 1) / kMebibyte);
        return BL_SKIPPED;
    }
    return BL_OK;
}

bl_status lay_out_parts(const bl_host* host, std::uint64_t bytes, std::uint64_t count,
                        std::uint64_t align, Parts& parts) {
    if (count == 0 || bytes > kLargestSize) {
        set_reason(host, "a buffer may have at most %" PRIu64 " bytes", kLargestSize);
        return BL_E_INVALID;
    }
    parts.stride = round_up(bytes, align);
    // A sixteenth stays free: what the system calls available is an estimate.
    const std::uint64_t available = available_memory();
    const std::uint64_t usable = available - available / 16;
    if (parts.stride > usable / count) {
        // Counted in floating point, as it may exceed 64 bits.
        const double needed = static_cast<double>(parts.stride) * static_cast<double>(count);
        set_reason(host, "needs %.0f MiB of memory, this machine has %.0f MiB to spare",
                   needed / static_cast<double>(kMebibyte),
                   static_cast<double>(usable) / static_cast<double>(kMebibyte));
        return BL_SKIPPED;
    }
    return BL_OK;
}

bl_status read_size(const bl_host* host, const bl_values* params, std::uint64_t unit,
                    std::uint64_t least, std::uint64_t& size) {
    if (!params->get_u64(params, "size", &size)) {
        set_reason(host, "the parameter size is missing");
        return BL_E_INVALID;
    }
    if (size < least || size > kLargestSize || size % unit != 0) {
        set_reason(host,
                   "size is %" PRIu64 " bytes, but must be a multiple of %" PRIu64 " from %" PRIu64
                   " to %" PRIu64,
                   size, unit, least, kLargestSize);
        return BL_E_INVALID;
    }
    return BL_OK;
}

namespace {

// What fits into `room` of the formatted text; empty when it cannot be formatted.
struct Formatted {
    char room[256];
    std::uint64_t length = 0;
    Formatted(const char* format, std::va_list arguments) {
        const int wanted = std::vsnprintf(room, sizeof room, format, arguments);
        if (wanted > 0) length = std::min<std::uint64_t>(std::uint64_t(wanted), sizeof room - 1);
    }
};

}  // namespace

void set_reason(const bl_host* host, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const Formatted text(format, arguments);
    va_end(arguments);
    host->set_error(host, text.room, text.length);
}

void remark(const bl_host* host, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const Formatted text(format, arguments);
    va_end(arguments);
    host->log(host, BL_LOG_INFO, text.room, text.length);
}

}  // namespace benchlab::plugins
