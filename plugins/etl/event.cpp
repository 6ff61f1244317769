// Event headers: ntwmi.h of the Windows research kernel's successors, as far as it is published.
#include "etl/event.hpp"

#include <algorithm>

namespace benchlab::etl {
namespace {

// Byte 2 of the marker.
enum HeaderType : std::uint8_t {
    kSystem32 = 1,
    kSystem64 = 2,
    kCompact32 = 3,
    kCompact64 = 4,
    kFull32 = 10,
    kInstance32 = 11,
    kFull64 = 20,
    kInstance64 = 21,
    kErrorWhileLogging = 13,
    kPerfInfo32 = 16,
    kPerfInfo64 = 17,
    kEvent32 = 18,
    kEvent64 = 19,
};

constexpr std::uint8_t kTraceHeader = 0x80, kTypeIsKnown = 0x40, kMessageTrace = 0x10;
constexpr std::uint32_t kEndMark = 0xFFFFFFFF;

constexpr std::size_t kPerfInfoSize = 16, kCompactSize = 24, kSystemSize = 32, kFullSize = 48,
                      kInstanceSize = 72, kEventHeaderSize = 80;

EventFound finish(Bytes bytes, std::size_t header, Event& event, std::uint32_t size) {
    if (size < header || size > bytes.size()) return EventFound::kBroken;
    event.payload = bytes.subspan(header, size - header);
    return EventFound::kEvent;
}

// Group and type are the upper half of the second word in all kernel headers.
void read_packet(const std::uint8_t* at, Event& event) {
    event.kind = EventKind::kKernel;
    event.id = load<std::uint16_t>(at + 6);
}

EventFound read_perf_info(Bytes bytes, Event& event, std::uint32_t& size) {
    if (bytes.size() < kPerfInfoSize) return EventFound::kBroken;
    const std::uint8_t* at = bytes.data();
    const auto version = load<std::uint16_t>(at);
    size = load<std::uint16_t>(at + 4);
    read_packet(at, event);
    event.version = version & 0xFF;
    event.time = load<std::int64_t>(at + 8);
    // Counter values lie between header and payload: a precise instruction address, then up to 7.
    const std::size_t extras = (version >> 15) + ((version >> 8) & 7u);
    return finish(bytes, kPerfInfoSize + 8 * extras, event, size);
}

EventFound read_system(Bytes bytes, std::size_t header, Event& event, std::uint32_t& size) {
    if (bytes.size() < header) return EventFound::kBroken;
    const std::uint8_t* at = bytes.data();
    size = load<std::uint16_t>(at + 4);
    read_packet(at, event);
    event.version = load<std::uint16_t>(at);
    event.tid = load<std::uint32_t>(at + 8);
    event.pid = load<std::uint32_t>(at + 12);
    event.time = load<std::int64_t>(at + 16);
    return finish(bytes, header, event, size);
}

// FULL and INSTANCE.
EventFound read_full(Bytes bytes, std::size_t header, Event& event, std::uint32_t& size) {
    if (bytes.size() < header) return EventFound::kBroken;
    const std::uint8_t* at = bytes.data();
    size = load<std::uint16_t>(at);
    event.kind = EventKind::kClass;
    event.id = at[4];
    event.opcode = at[4];
    event.version = load<std::uint16_t>(at + 6);
    event.tid = load<std::uint32_t>(at + 8);
    event.pid = load<std::uint32_t>(at + 12);
    event.time = load<std::int64_t>(at + 16);
    event.guid = at + 24;
    return finish(bytes, header, event, size);
}

EventFound read_event_header(Bytes bytes, Event& event, std::uint32_t& size) {
    if (bytes.size() < kEventHeaderSize) return EventFound::kBroken;
    const std::uint8_t* at = bytes.data();
    size = load<std::uint16_t>(at);
    event.kind = EventKind::kManifest;
    event.tid = load<std::uint32_t>(at + 8);
    event.pid = load<std::uint32_t>(at + 12);
    event.time = load<std::int64_t>(at + 16);
    event.guid = at + 24;
    event.id = load<std::uint16_t>(at + 40);
    event.version = at[42];
    event.opcode = at[45];
    event.activity = at + 64;
    if (size < kEventHeaderSize || size > bytes.size()) return EventFound::kBroken;
    std::size_t payload = kEventHeaderSize;
    bool more = (load<std::uint16_t>(at + 4) & 1) != 0;
    while (more) {
        if (size - payload < 8) return EventFound::kBroken;
        const auto item = load<std::uint16_t>(at + payload);
        if (item < 8 || item > size - payload) return EventFound::kBroken;
        more = (load<std::uint16_t>(at + payload + 4) & 1) != 0;
        payload += item;
    }
    event.items = bytes.subspan(kEventHeaderSize, payload - kEventHeaderSize);
    return finish(bytes, payload, event, size);
}

// Software tracing (WPP).  What precedes the payload depends on the option bits.
EventFound read_message(Bytes bytes, Event& event, std::uint32_t& size) {
    size = load<std::uint16_t>(bytes.data());
    if (size < 8 || size > bytes.size()) return EventFound::kBroken;
    static constexpr std::uint8_t kNoGuid[16] = {};
    event.kind = EventKind::kMessage;
    event.id = load<std::uint16_t>(bytes.data() + 4);
    event.guid = kNoGuid;
    const auto options = load<std::uint16_t>(bytes.data() + 6);
    Fields fields(bytes.first(size), 8);
    fields.skip(8);
    if ((options & 1) != 0) fields.skip(4);
    if ((options & 2) != 0) {
        const Bytes guid = fields.raw(16);
        if (!guid.empty()) event.guid = guid.data();
    } else if ((options & 4) != 0) {
        fields.skip(4);
    }
    if ((options & 8) != 0) event.time = fields.take<std::int64_t>();
    if ((options & 0x20) != 0) {
        event.tid = fields.u32();
        event.pid = fields.u32();
    }
    if ((options & 0x40) != 0) event.pointer_size = 4;
    if (fields.failed()) return EventFound::kBroken;
    event.payload = bytes.subspan(fields.at(), size - fields.at());
    return EventFound::kEvent;
}

}  // namespace

EventFound read_event(Bytes bytes, Event& event, std::uint32_t& size) {
    size = 0;
    if (bytes.size() < 8) return EventFound::kEnd;
    const auto marker = load<std::uint32_t>(bytes.data());
    if (marker == kEndMark) return EventFound::kEnd;
    const auto flags = static_cast<std::uint8_t>(marker >> 24);
    if (flags == (kTraceHeader | kMessageTrace)) return read_message(bytes, event, size);
    if (flags != (kTraceHeader | kTypeIsKnown)) return EventFound::kUnknown;
    const auto type = static_cast<std::uint8_t>(marker >> 16);
    event.pointer_size = type == kSystem32 || type == kCompact32 || type == kFull32 ||
                                 type == kInstance32 || type == kPerfInfo32 || type == kEvent32
                             ? 4
                             : 8;
    switch (type) {
        case kPerfInfo32:
        case kPerfInfo64:
            return read_perf_info(bytes, event, size);
        case kSystem32:
        case kSystem64:
            return read_system(bytes, kSystemSize, event, size);
        case kCompact32:
        case kCompact64:
            return read_system(bytes, kCompactSize, event, size);
        case kFull32:
        case kFull64:
            return read_full(bytes, kFullSize, event, size);
        case kInstance32:
        case kInstance64:
            return read_full(bytes, kInstanceSize, event, size);
        case kEvent32:
        case kEvent64:
            return read_event_header(bytes, event, size);
        case kErrorWhileLogging:
            size = std::min<std::uint32_t>(load<std::uint16_t>(bytes.data()),
                                           static_cast<std::uint32_t>(bytes.size()));
            return EventFound::kUnknown;
        default:
            return EventFound::kUnknown;
    }
}

}  // namespace benchlab::etl
