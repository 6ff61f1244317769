#include "etl/merged_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace benchlab::etl {
namespace {

constexpr std::uint32_t kFlushed = 3;   // state of a buffer that was written
constexpr std::uint8_t kUnused = 0xFF;  // fills a buffer's tail
constexpr std::uint32_t kModeSequential = 1, kModeRelogged = 0x10000,
                        kModeNoCpuBuffers = 0x10000000;
constexpr std::size_t kSystemHeader = 32;

// Places in TRACE_LOGFILE_HEADER, the last three behind its pointers and the time zone.
constexpr std::size_t kBufferSize = 0, kLayout = 6, kCpuCount = 12, kEnd = 16, kLargestFile = 28,
                      kMode = 32, kBuffersWritten = 36, kStartBuffers = 40, kEventsLost = 48,
                      kCpuMhz = 52, kTwoPointers = 56;
constexpr std::size_t kZoneAndPadding = 176, kStart = 16, kBuffersLost = 28, kNames = 32;

using Room = std::vector<std::uint8_t>;

template <class Value>
void put(Room& bytes, std::size_t at, Value value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
}

void add_wide(Room& bytes, std::string_view text) {
    for (const char c : text) bytes.insert(bytes.end(), {static_cast<std::uint8_t>(c), 0});
    bytes.insert(bytes.end(), {0, 0});
}

void fill_event(Room& bytes) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
}

struct BufferFields {
    std::int64_t time = 0, sequence = 0;
    std::uint32_t state = 0;
    std::uint16_t cpu = 0, flags = 0, type = 0;
};

// Into the room in front of the events; what is behind them becomes the unused tail.
void complete_buffer(Room& bytes, std::uint32_t size, const BufferFields& fields) {
    const auto used = static_cast<std::uint32_t>(bytes.size());
    put(bytes, 0x00, size);
    put(bytes, 0x04, used);
    put(bytes, 0x08, used);
    put(bytes, 0x10, fields.time);
    put(bytes, 0x18, fields.sequence);
    put(bytes, 0x28, fields.cpu);
    put(bytes, 0x2C, fields.state);
    put(bytes, 0x30, used);
    put(bytes, 0x34, fields.flags);
    put(bytes, 0x36, fields.type);
    bytes.resize(size, kUnused);
}

// The first input's description of its machine, with the figures of all of them.
Room log_header_payload(const Event& event, const MergedSession& session) {
    const LogHeader& header = session.first->header;
    const std::size_t whole = kTwoPointers + (header.pointer_size == 4 ? 8 : 16) + kZoneAndPadding;
    // Opening the file has found that the payload is long enough.
    Room bytes(event.payload.begin(),
               event.payload.begin() + static_cast<std::ptrdiff_t>(whole + kNames));
    put(bytes, kBufferSize, session.buffer_size);
    // The layout of compressed files, which this one is not.
    if (header.layout_major == 2) put(bytes, kLayout, std::uint16_t{0x0501});
    put(bytes, kCpuCount, session.cpu_count);
    put(bytes, kEnd, session.end_filetime);
    put(bytes, kLargestFile, std::uint32_t{0});
    put(bytes, kMode,
        kModeSequential | kModeRelogged | (session.has_cpu_buffers ? 0 : kModeNoCpuBuffers));
    put(bytes, kStartBuffers, std::uint32_t{1});
    put(bytes, kEventsLost, session.events_lost);
    put(bytes, kCpuMhz, session.cpu_mhz);
    put(bytes, whole + kStart, session.earliest->header.start_filetime);
    put(bytes, whole + kBuffersLost, session.buffers_lost);
    // Windows' own merger writes these two.
    add_wide(bytes, "Relogger");
    add_wide(bytes, "[multiple files]");
    return bytes;
}

Room header_buffer(const MergedSession& session) {
    const TraceFile& file = *session.first;
    BufferReader reader(*file.input, file.index.compression);
    Event event;
    std::uint32_t size = 0;
    read_event(reader.body(file.index.buffers.front()), event, size);
    const Room payload = log_header_payload(event, session);
    Room bytes(kBufferHeaderSize + kSystemHeader);
    const std::size_t at = kBufferHeaderSize;
    put(bytes, at, event.version);
    bytes[at + 2] = event.pointer_size == 4 ? 1 : 2;
    bytes[at + 3] = 0xC0;
    put(bytes, at + 4, static_cast<std::uint16_t>(kSystemHeader + payload.size()));
    put(bytes, at + 8, event.tid);
    put(bytes, at + 12, event.pid);
    const Clock& clock = session.earliest->clock;
    put(bytes, at + 16, plus(clock.zero, static_cast<std::uint64_t>(clock.offset)));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    fill_event(bytes);
    complete_buffer(bytes, session.buffer_size, {0, 0, 0, 0, kBufferFlushMarker, kHeaderBuffer});
    return bytes;
}

}  // namespace

MergedFile::MergedFile(const MergedSession& session, Write write)
    : buffer_size_(session.buffer_size),
      write_(std::move(write)),
      header_(header_buffer(session)) {}

void MergedFile::lose(std::uint16_t cpu, std::uint16_t flags, std::uint64_t buffers) {
    Open& open = open_[cpu];
    flush(cpu, open);
    open.flags |= flags;
    open.lost_buffers += buffers;
}

void MergedFile::add(std::uint16_t cpu, Bytes event, std::int64_t time) {
    Open& open = open_[cpu];
    if (open.bytes.size() + (event.size() + 7) / 8 * 8 > buffer_size_) flush(cpu, open);
    if (open.bytes.empty()) open.bytes.resize(kBufferHeaderSize);
    open.bytes.insert(open.bytes.end(), event.begin(), event.end());
    fill_event(open.bytes);
    open.time = time;
}

void MergedFile::flush(std::uint16_t cpu, Open& open) {
    if (open.bytes.empty()) return;
    // Numbers that are missing say how many buffers are.
    sequence_ += static_cast<std::int64_t>(open.lost_buffers) + 1;
    const auto flags = static_cast<std::uint16_t>(kBufferProcessorIndex | open.flags);
    complete_buffer(open.bytes, buffer_size_, {open.time, sequence_, kFlushed, cpu, flags, 0});
    write_(std::uint64_t{buffers_} * buffer_size_, open.bytes);
    ++buffers_;
    open.bytes.clear();
    open.flags = 0;
    open.lost_buffers = 0;
}

void MergedFile::finish() {
    for (auto& [cpu, open] : open_) flush(cpu, open);
    put(header_, kBufferHeaderSize + kSystemHeader + kBuffersWritten, buffers_);
    write_(0, header_);
}

}  // namespace benchlab::etl
