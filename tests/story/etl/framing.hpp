// framing.hpp: the headers that a payload gets in a trace file.
#pragma once

#include <cstdint>
#include <span>

#include "bytes.hpp"

namespace benchlab::story {

enum class Header : std::uint8_t { kSystem, kCompact, kPerfInfo, kFull, kInstance };

struct Kind {  // of a kernel event
    std::uint8_t group = 0, type = 0;
    std::uint16_t version = 2;
};

struct Stamp {
    std::int64_t ticks = 0;
    std::uint32_t thread = 0xFFFFFFFF, process = 0xFFFFFFFF;
};

// Hardware counters and the precise instruction address that a PERFINFO header may carry.
struct Extras {
    std::span<const std::uint64_t> counters;
    const std::uint64_t* precise_instruction = nullptr;
};

// Puts header and payload of a kernel event; FULL and INSTANCE headers name the group's class.
void frame_kernel(Bytes& out, Header header, Kind kind, Stamp stamp, int pointer,
                  std::span<const std::uint8_t> payload, Extras extras = {});

// A classic event of any class, as mergers add them.
void frame_class(Bytes& out, const Guid& guid, std::uint8_t type, std::uint16_t version,
                 Stamp stamp, int pointer, std::span<const std::uint8_t> payload);

struct ManifestEvent {
    Guid provider;
    std::uint16_t id = 0;
    std::uint8_t version = 0, channel = 0, level = 4, opcode = 0;
    std::uint16_t task = 0;
    std::uint64_t keyword = 0;
    std::uint64_t activity = 0;  // what begin and end of something have in common
};

// With `frames`, an extended item of the call stack, of the event's pointer size.
void frame_manifest(Bytes& out, const ManifestEvent& event, Stamp stamp, int pointer,
                    std::span<const std::uint8_t> payload,
                    std::span<const std::uint64_t> frames = {});

// The class of a group; none for a group that has no classic class.
const Guid* class_of(std::uint8_t group, std::uint8_t type);

}  // namespace benchlab::story
