// held_events.hpp: provider events of a chunk that wait for their layout, which may stand anywhere
// in the files: a merger writes it where such an event came first, or at the end.
#pragma once

#include <cstdint>
#include <vector>

#include "etl/event.hpp"
#include "etl/known_events.hpp"

namespace benchlab::etl {

class HeldEvents {
  public:
    // `buffer` is its number in the file.
    void add(const KnownEvent& known, const Event& event, std::int64_t time, std::uint32_t buffer) {
        const auto number = static_cast<std::uint8_t>(&known - known_events().data());
        events_.push_back({time, event.tid, event.pid, buffer,
                           static_cast<std::uint16_t>(event.payload.size()), number,
                           static_cast<std::uint8_t>(event.version), event.pointer_size});
        payloads_.insert(payloads_.end(), event.payload.begin(), event.payload.end());
    }
    bool empty() const { return events_.empty(); }

    // Calls take(known, event, time, buffer) for each, in the order in which they came.
    template <class Take>
    void each(Take&& take) const {
        std::size_t at = 0;
        for (const Held& held : events_) {
            const KnownEvent& known = known_events()[held.known];
            Event event;
            event.payload = Bytes(payloads_).subspan(at, held.size);
            event.tid = held.tid;
            event.pid = held.pid;
            event.id = known.id;
            event.version = held.version;
            event.kind = EventKind::kManifest;
            event.pointer_size = held.pointer_size;
            take(known, event, held.time, held.buffer);
            at += held.size;
        }
    }

  private:
    struct Held {
        std::int64_t time;
        std::uint32_t tid, pid;
        std::uint32_t buffer;
        std::uint16_t size;  // that of an event is a u16, too
        std::uint8_t known;
        std::uint8_t version;
        std::uint8_t pointer_size;
    };
    std::vector<Held> events_;
    std::vector<std::uint8_t> payloads_;
};

}  // namespace benchlab::etl
