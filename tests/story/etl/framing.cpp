#include "framing.hpp"

#include <stdexcept>

namespace benchlab::story {

namespace {

constexpr std::uint8_t kEventFlags = 0xC0;

struct GroupClass {
    std::uint8_t group;
    Guid guid;
};

constexpr Guid kImageClass{
    0x2cb15d1d, 0x5fc1, 0x11d2, {0xab, 0xe1, 0x00, 0xa0, 0xc9, 0x11, 0xf5, 0x18}};

constexpr GroupClass kClasses[] = {
    {0x00, {0x68fdd900, 0x4a3e, 0x11d1, {0x84, 0xf4, 0x00, 0x00, 0xf8, 0x04, 0x64, 0xe3}}},
    {0x01, {0x3d6fa8d4, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}}},
    {0x02, {0x3d6fa8d3, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}}},
    {0x03, {0x3d6fa8d0, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}}},
    {0x04, {0x90cbdc39, 0x4a3e, 0x11d1, {0x84, 0xf4, 0x00, 0x00, 0xf8, 0x04, 0x64, 0xe3}}},
    {0x05, {0x3d6fa8d1, 0xfe05, 0x11d0, {0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}}},
    {0x0B, {0x01853a65, 0x418f, 0x4f36, {0xae, 0xfc, 0xdc, 0x0f, 0x1d, 0x2f, 0xd2, 0x35}}},
    {0x0F, {0xce1dbfb4, 0x137e, 0x4da6, {0x87, 0xb0, 0x3f, 0x59, 0xaa, 0x10, 0x2c, 0xbc}}},
    {0x14, kImageClass},
    {0x18, {0xdef2fe46, 0x7bd6, 0x4b80, {0xbd, 0x94, 0xf5, 0x7f, 0xe2, 0x0d, 0x0c, 0xe3}}},
};

// The header type that says this pointer size, where the pair stands as 32-bit, 64-bit.
std::uint8_t type_of(Header header, int pointer) {
    const bool wide = pointer == 8;
    switch (header) {
        case Header::kSystem:
            return wide ? 2 : 1;
        case Header::kCompact:
            return wide ? 4 : 3;
        case Header::kPerfInfo:
            return wide ? 17 : 16;
        case Header::kFull:
            return wide ? 20 : 10;
        case Header::kInstance:
            return wide ? 21 : 11;
    }
    return 0;
}

std::uint16_t checked_size(std::size_t size) {
    if (size > 0xFFFF) throw std::length_error("an event of a trace has at most 65535 bytes");
    return static_cast<std::uint16_t>(size);
}

void put_perf_info(Bytes& out, Kind kind, Stamp stamp, int pointer,
                   std::span<const std::uint8_t> payload, const Extras& extras) {
    const std::size_t counted = extras.counters.size() + (extras.precise_instruction ? 1 : 0);
    const auto flags = static_cast<std::uint16_t>((extras.precise_instruction ? 0x8000u : 0u) |
                                                  extras.counters.size() << 8);
    out.put(static_cast<std::uint16_t>((kind.version & 0xFF) | flags));
    out.put(type_of(Header::kPerfInfo, pointer));
    out.put(kEventFlags);
    out.put(checked_size(16 + counted * 8 + payload.size()));
    out.put(kind.type);
    out.put(kind.group);
    out.put(stamp.ticks);
    if (extras.precise_instruction) out.put(*extras.precise_instruction);
    for (const std::uint64_t counter : extras.counters) out.put(counter);
    out.put_bytes(payload);
}

void put_system(Bytes& out, Header header, Kind kind, Stamp stamp, int pointer,
                std::span<const std::uint8_t> payload) {
    const std::size_t header_size = header == Header::kSystem ? 32 : 24;
    out.put(kind.version);
    out.put(type_of(header, pointer));
    out.put(kEventFlags);
    out.put(checked_size(header_size + payload.size()));
    out.put(kind.type);
    out.put(kind.group);
    out.put(stamp.thread);
    out.put(stamp.process);
    out.put(stamp.ticks);
    if (header == Header::kSystem) out.put(std::uint64_t{0});  // kernel and user time
    out.put_bytes(payload);
}

void put_full(Bytes& out, Header header, const Guid& guid, std::uint8_t type, std::uint16_t version,
              Stamp stamp, int pointer, std::span<const std::uint8_t> payload) {
    const std::size_t header_size = header == Header::kFull ? 48 : 72;
    out.put(checked_size(header_size + payload.size()));
    out.put(type_of(header, pointer));
    out.put(kEventFlags);
    out.put(type);
    out.put(std::uint8_t{0});  // level
    out.put(version);
    out.put(stamp.thread);
    out.put(stamp.process);
    out.put(stamp.ticks);
    put(out, guid);
    out.put(std::uint64_t{0});  // kernel and user time
    if (header == Header::kInstance) out.put_zeros(24);
    out.put_bytes(payload);
}

}  // namespace

const Guid* class_of(std::uint8_t group, std::uint8_t type) {
    if (group == 0x03 && type == 0x0A) return &kImageClass;
    for (const GroupClass& entry : kClasses) {
        if (entry.group == group) return &entry.guid;
    }
    return nullptr;
}

void frame_kernel(Bytes& out, Header header, Kind kind, Stamp stamp, int pointer,
                  std::span<const std::uint8_t> payload, Extras extras) {
    switch (header) {
        case Header::kPerfInfo:
            return put_perf_info(out, kind, stamp, pointer, payload, extras);
        case Header::kSystem:
        case Header::kCompact:
            return put_system(out, header, kind, stamp, pointer, payload);
        case Header::kFull:
        case Header::kInstance:
            break;
    }
    const Guid* guid = class_of(kind.group, kind.type);
    if (!guid) throw std::invalid_argument("this group has no class, so no full header");
    put_full(out, header, *guid, kind.type, kind.version, stamp, pointer, payload);
}

void frame_class(Bytes& out, const Guid& guid, std::uint8_t type, std::uint16_t version,
                 Stamp stamp, int pointer, std::span<const std::uint8_t> payload) {
    put_full(out, Header::kFull, guid, type, version, stamp, pointer, payload);
}

void frame_manifest(Bytes& out, const ManifestEvent& event, Stamp stamp, int pointer,
                    std::span<const std::uint8_t> payload, std::span<const std::uint64_t> frames) {
    const std::size_t data_size = 8 + frames.size() * static_cast<std::size_t>(pointer);
    const std::size_t item_size = frames.empty() ? 0 : (8 + data_size + 7) / 8 * 8;
    out.put(checked_size(80 + item_size + payload.size()));
    out.put(static_cast<std::uint8_t>(pointer == 8 ? 19 : 18));
    out.put(kEventFlags);
    out.put(static_cast<std::uint16_t>(frames.empty() ? 0 : 1));
    out.put(std::uint16_t{0});
    out.put(stamp.thread);
    out.put(stamp.process);
    out.put(stamp.ticks);
    put(out, event.provider);
    out.put(event.id);
    out.put(event.version);
    out.put(event.channel);
    out.put(event.level);
    out.put(event.opcode);
    out.put(event.task);
    out.put(event.keyword);
    out.put(std::uint64_t{0});  // processor time
    out.put(event.activity);
    out.put(std::uint64_t{0});
    if (!frames.empty()) {
        const std::size_t end = out.size() + item_size;
        out.put(static_cast<std::uint16_t>(item_size));
        out.put(static_cast<std::uint16_t>(pointer == 8 ? 6 : 5));
        out.put(std::uint16_t{0});  // the last item
        out.put(static_cast<std::uint16_t>(data_size));
        out.put(std::uint64_t{0});  // one part of a stack only
        for (const std::uint64_t frame : frames) out.put_pointer(frame, pointer);
        out.pad_to(end);
    }
    out.put_bytes(payload);
}

}  // namespace benchlab::story
