// merged_file.hpp: writes the buffers of a merged trace.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "etl/recording.hpp"

namespace benchlab::etl {

// The session that a merged file tells of.  What is not here is the first input's.
struct MergedSession {
    const TraceFile* first = nullptr;     // as the user gave them
    const TraceFile* earliest = nullptr;  // whose start is that of all
    std::uint32_t buffer_size = 0;        // of each buffer
    std::uint32_t cpu_count = 0, cpu_mhz = 0;
    std::int64_t end_filetime = 0;
    std::uint32_t events_lost = 0, buffers_lost = 0;
    bool has_cpu_buffers = true;
};

class MergedFile {
  public:
    using Write = std::function<void(std::uint64_t offset, Bytes)>;

    MergedFile(const MergedSession& session, Write write);

    // What was lost before the next event of this processor: its buffer begins with it.
    void lose(std::uint16_t cpu, std::uint16_t flags, std::uint64_t buffers);
    // Behind all events of this processor.  An event fits into a buffer.
    void add(std::uint16_t cpu, Bytes event, std::int64_t time);
    // Writes what is left, and the header.
    void finish();

    std::uint32_t buffers() const { return buffers_; }  // written, the header's included

  private:
    struct Open {
        std::vector<std::uint8_t> bytes;  // the buffer's header and its events; empty: none
        std::uint16_t flags = 0;
        std::uint64_t lost_buffers = 0;
        std::int64_t time = 0;  // of the last event
    };
    void flush(std::uint16_t cpu, Open& open);

    const std::uint32_t buffer_size_;
    Write write_;
    std::vector<std::uint8_t> header_;
    std::map<std::uint16_t, Open> open_;
    std::int64_t sequence_ = 0;
    std::uint32_t buffers_ = 1;
};

}  // namespace benchlab::etl
