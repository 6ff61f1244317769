#include "perf/lives.hpp"

#include <benchlab/tables.h>

namespace benchlab::perf {
namespace {

// The kernel allows no higher number.
constexpr std::uint32_t kMostTids = 1u << 22;
// A process with more is not followed into its children.
constexpr std::size_t kMostMaps = 4096;

std::string hex_digits(Bytes bytes) {
    std::string out;
    for (const std::uint8_t byte : bytes) {
        out += "0123456789abcdef"[byte >> 4];
        out += "0123456789abcdef"[byte & 15];
    }
    return out;
}

bool is_kernel(std::uint16_t misc) {
    const unsigned mode = misc & kMiscModeMask;
    return mode == kMiscKernel || mode == kMiscGuestKernel;
}

// "[kernel.kallsyms]_text" is the kernel; what is behind the bracket names the symbol by which its
// place is told.
std::string_view kernel_path(std::string_view path) {
    const std::size_t end = path.find(']');
    return path.starts_with('[') && end != path.npos ? path.substr(0, end + 1) : path;
}

std::string_view file_name(std::string_view path) {
    constexpr std::string_view kDeleted = " (deleted)";
    if (path.ends_with(kDeleted)) path.remove_suffix(kDeleted.size());
    return path.substr(path.find_last_of('/') + 1);
}

bool is_library(std::string_view path) {
    const std::string_view name = file_name(path);
    return name.ends_with(".so") || name.find(".so.") != name.npos || name.starts_with("ld-");
}

}  // namespace

void Lives::process_row(std::uint32_t pid, std::int64_t time, std::uint8_t kind,
                        std::uint32_t parent, std::string_view name, std::string_view path) {
    if (!processes_.enabled()) return;
    processes_.next();
    processes_.set(ProcessColumn::kPid, pid);
    processes_.set(ProcessColumn::kTime, time);
    processes_.set(ProcessColumn::kKind, kind);
    processes_.set(ProcessColumn::kParent, parent);
    processes_.set(ProcessColumn::kName, lane_.intern(name));
    processes_.set(ProcessColumn::kPath, lane_.intern(path));
}

void Lives::thread_row(std::uint32_t tid, std::uint32_t pid, std::int64_t time, std::uint8_t kind,
                       std::string_view name) {
    if (!threads_.enabled()) return;
    threads_.next();
    threads_.set(ThreadColumn::kTid, tid);
    threads_.set(ThreadColumn::kTime, time);
    threads_.set(ThreadColumn::kKind, kind);
    threads_.set(ThreadColumn::kProcess, pid);
    threads_.set(ThreadColumn::kName, lane_.intern(name));
}

void Lives::image_row(std::uint32_t pid, const Map& map, std::int64_t time, std::uint8_t kind) {
    if (!images_.enabled()) return;
    images_.next();
    images_.set(ImageColumn::kProcess, pid);
    images_.set(ImageColumn::kTime, time);
    images_.set(ImageColumn::kKind, kind);
    images_.set(ImageColumn::kBase, map.base);
    images_.set(ImageColumn::kSize, map.size);
    images_.set(ImageColumn::kOffset, map.offset);
    images_.set(ImageColumn::kPath, map.path);
    images_.set(ImageColumn::kDebugId, map.debug_id);
}

// True when it was not known.
bool Lives::remember(std::uint32_t tid) {
    if (tid >= kMostTids) return false;
    if (tid >= known_.size()) known_.resize(tid + 1);
    const bool is_new = !known_[tid];
    known_[tid] = true;
    return is_new;
}

void Lives::on_comm(const Record& record, std::int64_t time) {
    Fields fields(record.body, session_.order());
    const std::uint32_t pid = fields.u32(), tid = fields.u32();
    const std::string_view name = fields.text();
    // The idle threads, which share the number 0, are the host's.
    if (fields.failed() || tid == 0 || tid == kNobody) return;
    const bool is_exec = (record.misc & kMiscCommExec) != 0;
    const bool is_new = remember(tid);
    Process& process = of_[pid];
    if (is_new) ++process.threads;
    thread_row(tid, pid, time, BL_LIFE_THERE, name);
    if (is_exec) end_program(pid, process, time);
    // Later a main thread may name itself, and not the process.
    if (tid == pid && (is_exec || !process.is_named)) {
        process.is_named = true;
        process_row(pid, time, BL_LIFE_THERE, kNobody, name, {});
        process.waits_for_program = true;
    }
}

// Another program begins in the process: nothing that was mapped is left.
void Lives::end_program(std::uint32_t pid, Process& process, std::int64_t time) {
    if (process.has_told_maps) {
        for (const Map& map : process.maps) image_row(pid, map, time, BL_LIFE_END);
    }
    process.maps.clear();
    process.has_told_maps = true;
}

void Lives::on_fork(const Record& record, std::int64_t time, bool was_there) {
    Fields fields(record.body, session_.order());
    const std::uint32_t pid = fields.u32(), parent = fields.u32(), tid = fields.u32();
    fields.u32();
    if (fields.failed() || tid == 0 || tid == kNobody) return;
    const std::uint8_t kind = was_there ? BL_LIFE_THERE : BL_LIFE_BEGIN;
    // A number that comes again is another thread's.
    if (remember(tid) || !was_there) ++of_[pid].threads;
    thread_row(tid, pid, time, kind, {});
    if (pid == parent || (was_there && tid != pid)) return;
    process_row(pid, time, kind, parent, {}, {});
    if (was_there) return;
    const auto found = of_.find(parent);
    Process child;
    child.threads = 1;
    child.begin = time;
    if (found != of_.end() && found->second.maps.size() <= kMostMaps)
        child.maps = found->second.maps;
    child.has_told_maps = child.maps.empty();
    of_.insert_or_assign(pid, std::move(child));
}

void Lives::needs_maps(std::uint32_t pid) {
    const auto found = of_.find(pid);
    if (found == of_.end() || found->second.has_told_maps) return;
    found->second.has_told_maps = true;
    for (const Map& map : found->second.maps)
        image_row(pid, map, found->second.begin, BL_LIFE_BEGIN);
}

void Lives::on_exit(const Record& record, std::int64_t time) {
    Fields fields(record.body, session_.order());
    const std::uint32_t pid = fields.u32();
    fields.u32();
    const std::uint32_t tid = fields.u32();
    if (fields.failed() || tid == 0 || tid == kNobody) return;
    thread_row(tid, pid, time, BL_LIFE_END, {});
    // It stays known: its last switch, off the CPU, comes after its end.
    const auto found = of_.find(pid);
    if (found == of_.end()) return;
    if (found->second.threads > 0) --found->second.threads;
    if (found->second.threads > 0) return;
    process_row(pid, time, BL_LIFE_END, kNobody, {}, {});
    of_.erase(found);
}

void Lives::on_map(const Record& record, std::int64_t time, bool was_there) {
    Fields fields(record.body, session_.order());
    std::uint32_t pid = fields.u32();
    fields.u32();
    Map map{};
    map.base = fields.u64();
    map.size = fields.u64();
    map.offset = fields.u64();
    std::string debug_id;
    bool runs = true;
    if (record.type == kMmap2Record) {
        constexpr std::uint32_t kExecutable = 4;
        Fields file(fields.raw(24), session_.order());
        if ((record.misc & kMiscMmapBuildId) != 0) {
            const std::uint8_t size = file.u8();
            file.skip(3);
            debug_id = hex_digits(file.raw(size > 20 ? 20 : size));
        }
        runs = (fields.u32() & kExecutable) != 0;
        fields.u32();
    }
    std::string_view path = fields.text();
    if (fields.failed() || map.size == 0) return;
    if (is_kernel(record.misc)) {
        pid = kNobody;
        path = kernel_path(path);
    }
    if (debug_id.empty()) debug_id = session_.build_id(path);
    map.path = lane_.intern(path);
    map.debug_id = lane_.intern(debug_id);
    // What perf says of the kernel has no rights.
    if (!runs && pid != kNobody) return;
    image_row(pid, map, time, was_there || pid == kNobody ? BL_LIFE_THERE : BL_LIFE_BEGIN);
    if (pid == kNobody) return;
    Process& process = of_[pid];
    process.maps.push_back(map);
    if (!process.waits_for_program || !path.starts_with('/') || is_library(path)) return;
    process.waits_for_program = false;
    // Of a process that was there the name may be that of its main thread.
    process_row(pid, time, BL_LIFE_THERE, kNobody, was_there ? file_name(path) : "", path);
}

void Lives::saw(std::uint32_t tid, std::uint32_t pid, std::string_view name, std::int64_t time) {
    if (tid == 0 || tid == kNobody || !remember(tid)) return;
    thread_row(tid, pid, time, BL_LIFE_THERE, name);
    if (pid != kNobody) ++of_[pid].threads;
}

}  // namespace benchlab::perf
