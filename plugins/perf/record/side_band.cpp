#include "perf/record/side_band.hpp"

#include <algorithm>
#include <cstddef>

namespace benchlab::perf {
namespace {

constexpr std::size_t kPidAt = sizeof(RecordHeader), kTidAt = kPidAt + 4;
constexpr std::size_t kTimeFromEnd = kTrailerSize - 8;
constexpr std::size_t kForkTidAt = kPidAt + 8;
constexpr std::size_t kImageAddressAt = kPidAt + 8;

std::vector<std::uint8_t> copy_of(Bytes record) {
    return {record.begin(), record.end()};
}

// A record of another process that is true of this one as well.
std::vector<std::uint8_t> moved_to(std::vector<std::uint8_t> record, std::uint32_t pid,
                                   std::uint32_t tid) {
    if (record.empty()) return record;
    std::memcpy(record.data() + kPidAt, &pid, sizeof(pid));
    std::memcpy(record.data() + kTidAt, &tid, sizeof(tid));
    return record;
}

// The time stands in the trailer, and of a fork in the record too.
void put_timeless(Blob& into, const std::vector<std::uint8_t>& record) {
    if (record.empty()) return;
    const std::size_t at = into.size();
    into.put_bytes(record.data(), record.size());
    if (record.size() < sizeof(RecordHeader) + kTrailerSize) return;
    into.set(at + record.size() - kTimeFromEnd, std::uint64_t{0});
    if (load<std::uint32_t>(record.data()) == PERF_RECORD_FORK)
        into.set(at + sizeof(RecordHeader) + 16, std::uint64_t{0});
}

}  // namespace

void SideBand::absorb(Bytes records, std::uint64_t complete_until_ns) {
    for_each_record(records, [&](const RecordHeader& header, Bytes record) {
        constexpr std::size_t kLeast = sizeof(RecordHeader) + 16 + kTrailerSize;
        if (header.type == PERF_RECORD_SAMPLE || record.size() < kLeast) return;
        const auto time_ns = load<std::uint64_t>(record.data() + record.size() - kTimeFromEnd);
        waiting_.push_back({time_ns, copy_of(record)});
    });
    settle(complete_until_ns);
}

// A fork on one processor comes before the name that another processor's ring has.
void SideBand::settle(std::uint64_t until_ns) {
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const Waiting& a, const Waiting& b) { return a.time_ns < b.time_ns; });
    std::size_t done = 0;
    while (done < waiting_.size() && waiting_[done].time_ns <= until_ns)
        apply(waiting_[done++].record);
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(done));
}

void SideBand::apply(Bytes record) {
    const auto header = load<RecordHeader>(record.data());
    switch (header.type) {
        case PERF_RECORD_COMM:
            return absorb_name(header, record);
        case PERF_RECORD_FORK:
            return absorb_fork(record);
        case PERF_RECORD_EXIT:
            return absorb_exit(record);
        case PERF_RECORD_MMAP:
        case PERF_RECORD_MMAP2:
            processes_[load<std::uint32_t>(record.data() + kPidAt)]
                .images[load<std::uint64_t>(record.data() + kImageAddressAt)] = copy_of(record);
            return;
        case PERF_RECORD_KSYMBOL:
            return absorb_kernel_code(record);
        default:
            return;
    }
}

void SideBand::absorb_name(const RecordHeader& header, Bytes record) {
    Process& process = processes_[load<std::uint32_t>(record.data() + kPidAt)];
    // A new program: all other threads and what was mapped are gone.
    if ((header.misc & PERF_RECORD_MISC_COMM_EXEC) != 0) process.images.clear();
    process.threads[load<std::uint32_t>(record.data() + kTidAt)].name = copy_of(record);
}

void SideBand::absorb_fork(Bytes record) {
    const auto pid = load<std::uint32_t>(record.data() + kPidAt);
    const auto parent = load<std::uint32_t>(record.data() + kPidAt + 4);
    const auto tid = load<std::uint32_t>(record.data() + kForkTidAt);
    const auto parent_tid = load<std::uint32_t>(record.data() + kForkTidAt + 4);
    Process& process = processes_[pid];
    process.threads[tid] = {copy_of(record), {}};
    const auto found = processes_.find(parent);
    if (found == processes_.end()) return;
    // What it has from its parent is told of it by name, as the parent may be gone by then.
    const auto thread = found->second.threads.find(parent_tid);
    if (thread != found->second.threads.end())
        process.threads[tid].name = moved_to(thread->second.name, pid, tid);
    if (pid == parent) return;
    for (const auto& [address, image] : found->second.images)
        process.images[address] = moved_to(image, pid, pid);
}

void SideBand::absorb_kernel_code(Bytes record) {
    constexpr std::size_t kFlagsAt = sizeof(RecordHeader) + 14;
    constexpr std::uint16_t kIsGone = PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER;
    const auto address = load<std::uint64_t>(record.data() + sizeof(RecordHeader));
    if ((load<std::uint16_t>(record.data() + kFlagsAt) & kIsGone) != 0) {
        kernel_code_.erase(address);
    } else {
        kernel_code_[address] = copy_of(record);
    }
}

void SideBand::absorb_exit(Bytes record) {
    const auto found = processes_.find(load<std::uint32_t>(record.data() + kPidAt));
    if (found == processes_.end()) return;
    found->second.threads.erase(load<std::uint32_t>(record.data() + kForkTidAt));
    if (found->second.threads.empty()) processes_.erase(found);
}

void SideBand::write(Blob& into) const {
    SideBand all = *this;
    all.settle(UINT64_MAX);
    for (const auto& [address, record] : all.kernel_code_) put_timeless(into, record);
    for (const auto& [pid, process] : all.processes_) {
        for (const auto& [tid, thread] : process.threads) {
            put_timeless(into, thread.fork);
            put_timeless(into, thread.name);
        }
        for (const auto& [address, record] : process.images) put_timeless(into, record);
    }
}

}  // namespace benchlab::perf
