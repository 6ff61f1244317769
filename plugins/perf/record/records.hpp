// records.hpp: records of perf.data, written and counted.  Layouts: linux/perf_event.h.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "perf/record/blob.hpp"
#include "perf/record/event.hpp"

namespace benchlab::perf {

struct RecordHeader {
    std::uint32_t type;
    std::uint16_t misc;
    std::uint16_t size;
};

// What tools, not the kernel, write.
inline constexpr std::uint32_t kFinishedRound = 68, kCompressed = 81, kFinishedInit = 82;

// A build id as records have it: 20 bytes, shorter ones with zeros.
struct BuildId {
    std::array<std::uint8_t, 20> bytes{};
    std::uint8_t size = 0;
};

struct ImageRecord {
    std::uint32_t pid = 0, tid = 0;
    std::uint64_t begin = 0, length = 0, offset = 0;
    std::uint32_t device_major = 0, device_minor = 0;
    std::uint64_t inode = 0;
    std::uint32_t protection = 0, flags = 0;  // as of mmap()
    std::optional<BuildId> build_id;          // stands in place of device and inode
    std::string path;
};

// Writes records of what was there before the recording began.  Their time is 0.
class RecordWriter {
  public:
    // `id`: of the side band, of which such records are.
    RecordWriter(Blob& into, std::uint64_t id) : into_(into), id_(id) {}

    void name(std::uint32_t pid, std::uint32_t tid, std::string_view name);
    void fork(std::uint32_t pid, std::uint32_t parent_pid, std::uint32_t tid,
              std::uint32_t parent_tid);
    void image(const ImageRecord& image);
    // The kernel, or a module of it.
    void kernel_image(std::uint64_t begin, std::uint64_t length, std::uint64_t offset,
                      std::string_view name);

  private:
    std::size_t begin(std::uint32_t type, std::uint16_t misc);
    void end(std::size_t at);

    Blob& into_;
    std::uint64_t id_;
};

// What goes through the rings, counted on its way.
class Tally {
  public:
    // `event` is the index of the event of these ids.
    void learn(std::span<const std::uint64_t> ids, std::size_t event, const Event& meaning);
    // Whole records.
    void count(Bytes records);
    // Gives samples of unknown ids, which the last count() of the records from `from` on met, to
    // the event of `id`.  Where another program records page faults at the same time, kernels from
    // 6.3 on write the id of its event into the samples of ours.
    void adopt_strangers(Blob& blob, std::size_t from, std::uint64_t id);
    // Counts from nothing again, with what was learnt.
    void restart();

    // Told of each image that a process maps.
    std::function<void(std::uint32_t pid, std::string_view path)> on_image;

    std::uint64_t events = 0, lost = 0, frames = 0;
    std::uint64_t first_ns = 0, last_ns = 0;  // of samples
    std::vector<std::uint64_t> of_event;      // samples of each

  private:
    struct Meaning {
        std::uint32_t event;
        std::uint16_t time_offset;  // from the start of the record
        bool frame;
    };
    void tell_image(Bytes record) const;
    bool count_sample(const std::uint8_t* record, std::size_t size);
    const Meaning* find(std::uint64_t id) const;

    // The kernel counts ids upwards, so those of the start of a recording lie close together.
    std::uint64_t first_id_ = 0;
    std::vector<Meaning> meanings_;
    std::unordered_map<std::uint64_t, Meaning> others_;
    std::vector<std::size_t> strangers_;  // where they begin
};

// A record and what is behind its header; calls take(header, record) for each.
template <class Take>
void for_each_record(Bytes records, Take&& take) {
    std::size_t at = 0;
    while (at + sizeof(RecordHeader) <= records.size()) {
        const auto header = load<RecordHeader>(records.data() + at);
        if (header.size < sizeof(RecordHeader) || header.size > records.size() - at) return;
        take(header, records.subspan(at, header.size));
        at += header.size;
    }
}

}  // namespace benchlab::perf
