#include "perf/record/records.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace benchlab::perf {
namespace {

constexpr std::uint32_t kUnknownEvent = static_cast<std::uint32_t>(-1);
constexpr std::uint64_t kTableSize = 1u << 16;
constexpr std::uint32_t kKernelPid = static_cast<std::uint32_t>(-1);
#ifndef PERF_RECORD_MISC_MMAP_BUILD_ID
constexpr std::uint16_t kMiscBuildId = 1u << 14;
#else
constexpr std::uint16_t kMiscBuildId = PERF_RECORD_MISC_MMAP_BUILD_ID;
#endif
constexpr std::uint16_t kMiscForkByExec = 1u << 13;  // as perf marks what it made of /proc

}  // namespace

std::size_t RecordWriter::begin(std::uint32_t type, std::uint16_t misc) {
    into_.put(RecordHeader{type, misc, 0});
    return into_.size() - sizeof(RecordHeader);
}

void RecordWriter::end(std::size_t at) {
    into_.pad(8);                 // all that lies here is a multiple of 8 long
    into_.put(std::uint64_t{0});  // process and thread
    into_.put(std::uint64_t{0});  // time
    into_.put(std::uint64_t{0});  // processor
    into_.put(id_);
    into_.set(at + offsetof(RecordHeader, size), static_cast<std::uint16_t>(into_.size() - at));
}

void RecordWriter::name(std::uint32_t pid, std::uint32_t tid, std::string_view name) {
    const std::size_t at = begin(PERF_RECORD_COMM, 0);
    into_.put(pid);
    into_.put(tid);
    into_.put_name(name);
    end(at);
}

void RecordWriter::fork(std::uint32_t pid, std::uint32_t parent_pid, std::uint32_t tid,
                        std::uint32_t parent_tid) {
    const std::size_t at = begin(PERF_RECORD_FORK, kMiscForkByExec);
    into_.put(pid);
    into_.put(parent_pid);
    into_.put(tid);
    into_.put(parent_tid);
    into_.put(std::uint64_t{0});  // time
    end(at);
}

void RecordWriter::image(const ImageRecord& image) {
    const auto misc =
        static_cast<std::uint16_t>(PERF_RECORD_MISC_USER | (image.build_id ? kMiscBuildId : 0));
    const std::size_t at = begin(PERF_RECORD_MMAP2, misc);
    into_.put(image.pid);
    into_.put(image.tid);
    into_.put(image.begin);
    into_.put(image.length);
    into_.put(image.offset);
    if (image.build_id) {
        into_.put(static_cast<std::uint32_t>(image.build_id->size));
        into_.put(image.build_id->bytes);
    } else {
        into_.put(image.device_major);
        into_.put(image.device_minor);
        into_.put(image.inode);
        into_.put(std::uint64_t{0});  // generation of the inode, which /proc does not tell
    }
    into_.put(image.protection);
    into_.put(image.flags);
    into_.put_name(image.path);
    end(at);
}

void RecordWriter::kernel_image(std::uint64_t begin_address, std::uint64_t length,
                                std::uint64_t offset, std::string_view name) {
    const std::size_t at = begin(PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL);
    into_.put(kKernelPid);
    into_.put(std::uint32_t{0});
    into_.put(begin_address);
    into_.put(length);
    into_.put(offset);
    into_.put_name(name);
    end(at);
}

void Tally::learn(std::span<const std::uint64_t> ids, std::size_t event, const Event& meaning) {
    if (of_event.size() <= event) of_event.resize(event + 1);
    // Identifier, then perhaps the instruction's address, then the thread, then the time.
    const bool has_ip = (meaning.attr.sample_type & PERF_SAMPLE_IP) != 0;
    const auto offset = static_cast<std::uint16_t>(sizeof(RecordHeader) + 16 + (has_ip ? 8 : 0));
    for (const std::uint64_t id : ids) {
        if (meanings_.empty()) first_id_ = id;
        const Meaning known{static_cast<std::uint32_t>(event), offset, meaning.frame};
        const std::uint64_t place = id - first_id_;
        if (place >= kTableSize) {
            others_[id] = known;
            continue;
        }
        if (place >= meanings_.size()) meanings_.resize(place + 1, {kUnknownEvent, 0, false});
        meanings_[place] = known;
    }
}

const Tally::Meaning* Tally::find(std::uint64_t id) const {
    const std::uint64_t place = id - first_id_;
    if (place < meanings_.size())
        return meanings_[place].event == kUnknownEvent ? nullptr : &meanings_[place];
    const auto other = others_.find(id);
    return other == others_.end() ? nullptr : &other->second;
}

// False when it is not known what it is.
bool Tally::count_sample(const std::uint8_t* record, std::size_t size) {
    if (size < sizeof(RecordHeader) + 8) return true;
    const Meaning* meaning = find(load<std::uint64_t>(record + sizeof(RecordHeader)));
    if (meaning == nullptr) return false;
    if (size < meaning->time_offset + 8u) return true;
    ++of_event[meaning->event];
    if (meaning->frame) ++frames;
    const auto time_ns = load<std::uint64_t>(record + meaning->time_offset);
    first_ns = first_ns == 0 ? time_ns : std::min(first_ns, time_ns);
    last_ns = std::max(last_ns, time_ns);
    return true;
}

void Tally::adopt_strangers(Blob& blob, std::size_t from, std::uint64_t id) {
    for (const std::size_t at : strangers_) {
        blob.set(from + at + sizeof(RecordHeader), id);
        const Bytes record = blob.bytes().subspan(from + at);
        count_sample(record.data(), load<RecordHeader>(record.data()).size);
    }
    strangers_.clear();
}

void Tally::tell_image(Bytes record) const {
    constexpr std::size_t kPidAt = 8, kPathAt = 72;
    if (!on_image || record.size() <= kPathAt + kTrailerSize) return;
    const char* path = reinterpret_cast<const char*>(record.data()) + kPathAt;
    const std::size_t most = record.size() - kTrailerSize - kPathAt;
    on_image(load<std::uint32_t>(record.data() + kPidAt), {path, ::strnlen(path, most)});
}

void Tally::restart() {
    events = lost = frames = first_ns = last_ns = 0;
    std::fill(of_event.begin(), of_event.end(), 0);
}

void Tally::count(Bytes records) {
    strangers_.clear();
    for_each_record(records, [&](const RecordHeader& header, Bytes record) {
        if (header.type == PERF_RECORD_SAMPLE) {
            ++events;
            if (!count_sample(record.data(), record.size()))
                strangers_.push_back(static_cast<std::size_t>(record.data() - records.data()));
        } else if (header.type == PERF_RECORD_LOST && record.size() >= 24) {
            lost += load<std::uint64_t>(record.data() + 16);
        } else if (header.type == PERF_RECORD_LOST_SAMPLES && record.size() >= 16) {
            lost += load<std::uint64_t>(record.data() + 8);
        } else if (header.type == PERF_RECORD_MMAP2) {
            tell_image(record);
        }
    });
}

}  // namespace benchlab::perf
