// event.hpp: the events of one buffer, whatever header they have.
#pragma once

#include <algorithm>
#include <cstdint>

#include "etl/bytes.hpp"

namespace benchlab::etl {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;

// How an event says what it is.
enum class EventKind : std::uint8_t {
    kKernel,    // group and type
    kClass,     // class GUID, type and version
    kManifest,  // provider GUID, id and version
    kMessage,   // message GUID and number
};

struct Event {
    Bytes payload;
    std::int64_t time = 0;  // as the file has it
    std::uint32_t tid = kNobody;
    std::uint32_t pid = kNobody;
    std::uint16_t id = 0;  // group << 8 | type, the type, the event id, or the message number
    std::uint16_t version = 0;
    EventKind kind = EventKind::kKernel;
    std::uint8_t opcode = 0;
    std::uint8_t pointer_size = 8;           // of the payload
    const std::uint8_t* guid = nullptr;      // 16 bytes; null for the kernel's own events
    const std::uint8_t* activity = nullptr;  // 16 bytes; null where the header has none
    Bytes items;                             // extended items, one after the other

    Fields fields() const { return {payload, pointer_size}; }
};

// What stands at the begin of some bytes.
enum class EventFound : std::uint8_t {
    kEvent,
    kEnd,      // the mark that nothing follows
    kUnknown,  // a header of a kind that is not known
    kBroken,   // a size that cannot be
};

// Reads one event from bytes that reach to the end of the buffer.  `size` is how many of them it
// takes, not rounded up; it is set for kEvent and, where the kind is not known but its size is, for
// kUnknown (else 0).
EventFound read_event(Bytes bytes, Event& event, std::uint32_t& size);

// What follows an event of this size: events begin at multiples of 8.
inline Bytes behind_event(Bytes bytes, std::uint32_t size) {
    return bytes.subspan(std::min((std::size_t{size} + 7) / 8 * 8, bytes.size()));
}

// One extended item of an EVENT_HEADER.
struct Item {
    std::uint16_t type = 0;
    Bytes data;
};

constexpr std::uint16_t kItemStack32 = 5, kItemStack64 = 6, kItemSchema = 11, kItemTraits = 12;

// Calls take(item) for each item of an event.
template <class Take>
void each_item(const Event& event, Take&& take) {
    Bytes rest = event.items;
    while (rest.size() >= 8) {
        const auto item_size = load<std::uint16_t>(rest.data());
        const auto data_size = load<std::uint16_t>(rest.data() + 6);
        if (item_size < 8 || item_size > rest.size() || data_size > item_size - 8u) return;
        take(Item{load<std::uint16_t>(rest.data() + 2), rest.subspan(8, data_size)});
        rest = rest.subspan(item_size);
    }
}

}  // namespace benchlab::etl
