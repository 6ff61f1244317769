#include "perf/lives.hpp"

#include <benchlab/tables.h>

#include <algorithm>
#include <utility>

#include "perf/made_code.hpp"
#include "perf/map_record.hpp"

namespace benchlab::perf {
namespace {

// A process with more is not followed into its children.
constexpr std::size_t kMostMaps = 4096;

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
                        std::uint32_t parent, std::uint32_t name, std::uint32_t path) {
    if (!processes_.enabled()) return;
    processes_.next();
    processes_.set(ProcessColumn::kPid, pid);
    processes_.set(ProcessColumn::kTime, time);
    processes_.set(ProcessColumn::kKind, kind);
    processes_.set(ProcessColumn::kParent, parent);
    processes_.set(ProcessColumn::kName, name);
    processes_.set(ProcessColumn::kPath, path);
}

void Lives::thread_row(std::uint32_t tid, std::uint32_t pid, std::int64_t time, std::uint8_t kind,
                       std::uint32_t name) {
    if (!threads_.enabled()) return;
    threads_.next();
    threads_.set(ThreadColumn::kTid, tid);
    threads_.set(ThreadColumn::kTime, time);
    threads_.set(ThreadColumn::kKind, kind);
    threads_.set(ThreadColumn::kProcess, pid);
    threads_.set(ThreadColumn::kName, name);
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

void Lives::add(const Record& record, std::uint64_t raw_time, std::int64_t time) {
    kept_.push_back({raw_time, time, bodies_.size(), record.body.size(), record.type, record.misc});
    bodies_.insert(bodies_.end(), record.body.begin(), record.body.end());
}

void Lives::saw(std::uint32_t tid, std::uint32_t pid, std::string_view name, std::int64_t time) {
    if (tid == 0 || tid == kNobody) return;
    const auto found = seen_.find(tid);
    if (found == seen_.end()) {
        seen_.emplace(tid, Seen{pid, lane_.intern(name), time});
        return;
    }
    if (found->second.pid == kNobody) found->second.pid = pid;
}

void Lives::finish() {
    // What CPUs note at one moment is in any order, but a thread is made before it says anything.
    const auto is_later = [](const Kept& each) {
        return each.raw_time != 0 && each.type != kForkRecord;
    };
    std::stable_sort(kept_.begin(), kept_.end(), [&](const Kept& a, const Kept& b) {
        return std::pair(a.raw_time, is_later(a)) < std::pair(b.raw_time, is_later(b));
    });
    for (const Kept& each : kept_) take(each);
    write_seen();
}

void Lives::take(const Kept& kept) {
    const Fields fields(Bytes(bodies_).subspan(kept.at, kept.size), session_.order());
    switch (kept.type) {
        case kCommRecord:
            return on_comm(fields, kept);
        case kForkRecord:
            return on_fork(fields, kept);
        case kExitRecord:
            return on_exit(fields, kept);
        default:
            return on_map(fields, kept);
    }
}

void Lives::on_comm(Fields fields, const Kept& kept) {
    const std::uint32_t pid = fields.u32(), tid = fields.u32();
    const std::uint32_t name = lane_.intern(fields.text());
    // The idle threads, which share the number 0, are the host's.
    if (fields.failed() || tid == 0 || tid == kNobody) return;
    const bool is_exec = (kept.misc & kMiscCommExec) != 0;
    Process& process = of_[pid];
    comm_.insert_or_assign(tid, name);
    if (live_.insert(tid).second) ++process.threads;
    thread_row(tid, pid, kept.time, BL_LIFE_THERE, name);
    if (is_exec) end_program(pid, process, kept.time);
    // Later a main thread may name itself, and not the process.
    if (tid != pid || (!is_exec && process.is_named)) return;
    process.is_named = true;
    process.name = name;
    process_row(pid, kept.time, BL_LIFE_THERE, kNobody, name, 0);
    process.waits_for_program = true;
}

// Another program begins in the process: nothing that was mapped is left.
void Lives::end_program(std::uint32_t pid, Process& process, std::int64_t time) {
    if (process.maps) {
        for (const Map& map : *process.maps) image_row(pid, map, time, BL_LIFE_END);
    }
    process.maps.reset();
}

void Lives::on_fork(Fields fields, const Kept& kept) {
    const std::uint32_t pid = fields.u32(), parent = fields.u32(), tid = fields.u32();
    const std::uint32_t parent_tid = fields.u32();
    if (fields.failed() || tid == 0 || tid == kNobody) return;
    const bool was_there = kept.raw_time == 0;
    const std::uint8_t kind = was_there ? BL_LIFE_THERE : BL_LIFE_BEGIN;
    // Until it says otherwise a thread is called as the one that made it.
    const auto named = comm_.find(parent_tid);
    const std::uint32_t name = was_there || named == comm_.end() ? 0 : named->second;
    comm_.insert_or_assign(tid, name);
    const bool is_new = live_.insert(tid).second;
    thread_row(tid, pid, kept.time, kind, name);
    if (pid == parent || (was_there && tid != pid)) {
        // A number that comes again is another thread's.
        if (is_new || !was_there) ++of_[pid].threads;
        return;
    }
    Process child;
    child.threads = 1;
    if (const auto from = of_.find(parent); from != of_.end() && !was_there) {
        child.name = from->second.name;
        child.maps = from->second.maps;
    }
    process_row(pid, kept.time, kind, parent, child.name, 0);
    if (child.maps && child.maps->size() <= kMostMaps && with_code_.count(pid) != 0) {
        for (const Map& map : *child.maps) image_row(pid, map, kept.time, BL_LIFE_BEGIN);
    }
    of_.insert_or_assign(pid, std::move(child));
}

void Lives::on_exit(Fields fields, const Kept& kept) {
    const std::uint32_t pid = fields.u32();
    fields.u32();
    const std::uint32_t tid = fields.u32();
    if (fields.failed() || tid == 0 || tid == kNobody) return;
    // The end of a thread that nothing told of is not one of those that were counted.
    const bool was_counted = live_.erase(tid) != 0;
    thread_row(tid, pid, kept.time, BL_LIFE_END, 0);
    const auto found = of_.find(pid);
    if (found == of_.end()) return;
    if (was_counted && found->second.threads > 0) --found->second.threads;
    if (found->second.threads > 0) return;
    process_row(pid, kept.time, BL_LIFE_END, kNobody, 0, 0);
    of_.erase(found);
}

void Lives::on_map(Fields fields, const Kept& kept) {
    const auto told = read_map(kept.type, kept.misc, fields, session_);
    if (!told || !told->is_code) return;
    const std::uint32_t pid = told->pid;
    const std::string_view path = told->path;
    const Map map{told->base, told->size, told->offset, lane_.intern(path),
                  lane_.intern(told->debug_id)};
    const bool was_there = kept.raw_time == 0;
    if (told->of_kernel) return image_row(kNobody, map, kept.time, BL_LIFE_THERE);
    image_row(pid, map, kept.time, was_there ? BL_LIFE_THERE : BL_LIFE_BEGIN);
    if (holds_made_code(path)) with_made_code_.insert(pid);
    Process& process = of_[pid];
    // What it shares with its parent stays the parent's.
    if (!process.maps || process.maps.use_count() > 1)
        process.maps =
            process.maps ? std::make_shared<Maps>(*process.maps) : std::make_shared<Maps>();
    process.maps->push_back(map);
    if (!process.waits_for_program || !path.starts_with('/') || is_library(path)) return;
    process.waits_for_program = false;
    // Of a process that was there the name may be that of its main thread.
    if (was_there) process.name = lane_.intern(file_name(path));
    process_row(pid, kept.time, BL_LIFE_THERE, kNobody, was_there ? process.name : 0, map.path);
}

// Threads that run in the trace, and that no record told of, or not by name.
void Lives::write_seen() {
    for (const auto& [tid, seen] : seen_) {
        const auto told = comm_.find(tid);
        if (told != comm_.end() && told->second != 0) continue;
        thread_row(tid, seen.pid, seen.time, BL_LIFE_THERE, seen.name);
        if (seen.pid == kNobody || of_.count(seen.pid) != 0) continue;
        // Its main thread's name is the best that is known of the process.
        const auto main = seen_.find(seen.pid);
        process_row(seen.pid, seen.time, BL_LIFE_THERE, kNobody,
                    main == seen_.end() ? 0 : main->second.name, 0);
        of_.emplace(seen.pid, Process{});
    }
}

}  // namespace benchlab::perf
