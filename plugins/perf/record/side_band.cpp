#include "perf/record/side_band.hpp"

namespace benchlab::perf {
namespace {

constexpr std::size_t kPidAt = sizeof(RecordHeader), kTidAt = kPidAt + 4;
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
    into.set(at + record.size() - kTrailerSize + 8, std::uint64_t{0});
    if (load<std::uint32_t>(record.data()) == PERF_RECORD_FORK)
        into.set(at + sizeof(RecordHeader) + 16, std::uint64_t{0});
}

}  // namespace

void SideBand::absorb(Bytes records) {
    for_each_record(records, [&](const RecordHeader& header, Bytes record) {
        constexpr std::size_t kLeast = 24;
        if (record.size() < kLeast) return;
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
    });
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
    for (const auto& [address, record] : kernel_code_) put_timeless(into, record);
    for (const auto& [pid, process] : processes_) {
        for (const auto& [tid, thread] : process.threads) {
            put_timeless(into, thread.fork);
            put_timeless(into, thread.name);
        }
        for (const auto& [address, record] : process.images) put_timeless(into, record);
    }
}

}  // namespace benchlab::perf
