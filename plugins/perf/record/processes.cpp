#include "perf/record/processes.hpp"

#include <sys/mman.h>
#include <sys/sysmacros.h>

#include <cstdio>
#include <string>

#include "perf/record/elf.hpp"
#include "perf/record/system.hpp"

namespace benchlab::perf {
namespace {

// Of "PID (NAME) S PPID ...", where NAME may hold anything.
std::uint32_t parent_of(std::uint32_t pid) {
    const auto text = read_line("/proc/" + std::to_string(pid) + "/stat");
    if (!text) return 0;
    const std::size_t name_end = text->rfind(')');
    unsigned parent = 0;
    if (name_end == std::string::npos ||
        std::sscanf(text->c_str() + name_end + 1, " %*c %u", &parent) != 1)
        return 0;
    return parent;
}

std::uint32_t protection_of(const Mapping& mapping) {
    return static_cast<std::uint32_t>((mapping.readable ? PROT_READ : 0) |
                                      (mapping.writable ? PROT_WRITE : 0) |
                                      (mapping.executable ? PROT_EXEC : 0));
}

}  // namespace

void ProcessWriter::process(std::uint32_t pid) {
    const std::string folder = "/proc/" + std::to_string(pid) + "/task/";
    const auto name = read_line(folder + std::to_string(pid) + "/comm");
    if (!name) return;
    const std::uint32_t parent = parent_of(pid);
    writer_.fork(pid, parent, pid, parent);
    writer_.name(pid, pid, *name);
    images(pid);
    for (const std::uint32_t tid : threads_of(pid)) {
        if (tid == pid) continue;
        const auto thread_name = read_line(folder + std::to_string(tid) + "/comm");
        if (!thread_name) continue;
        writer_.fork(pid, pid, tid, pid);
        writer_.name(pid, tid, *thread_name);
    }
}

void ProcessWriter::images(std::uint32_t pid) {
    const std::vector<Mapping> mappings = mappings_of(pid);
    if (on_mappings) on_mappings(pid, mappings);
    for (const Mapping& mapping : mappings) {
        if (!mapping.executable) continue;
        ImageRecord image;
        image.pid = pid;
        image.tid = pid;
        image.begin = mapping.begin;
        image.length = mapping.end - mapping.begin;
        image.offset = mapping.offset;
        image.device_major = mapping.device_major;
        image.device_minor = mapping.device_minor;
        image.inode = mapping.inode;
        image.protection = protection_of(mapping);
        image.flags = mapping.shared ? MAP_SHARED : MAP_PRIVATE;
        image.path = mapping.path.empty() ? "//anon" : mapping.path;
        if (mapping.inode != 0) image.build_id = build_id(pid, mapping);
        writer_.image(image);
    }
}

std::optional<BuildId> ProcessWriter::build_id(std::uint32_t pid, const Mapping& mapping) {
    const File file{gnu_dev_makedev(mapping.device_major, mapping.device_minor), mapping.inode};
    const auto known = build_ids_.find(file);
    if (known != build_ids_.end()) return known->second;
    const auto elf = ElfFile::open("/proc/" + std::to_string(pid) + "/root" + mapping.path);
    return build_ids_[file] = elf ? elf->build_id() : std::nullopt;
}

}  // namespace benchlab::perf
