// event_counts.hpp: how many events of each kind there are, for the table "etl.event_type".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "etl/event.hpp"

namespace benchlab::etl {

// "kernel group=0x05 type=0x24 v4", "class GUID type=36 v2", "event GUID id=42 v0", "wpp GUID
// msg=43".  TraceLogging events, which have no id, are told apart by the name that they carry.
class EventCounts {
  public:
    struct Key {
        EventKind kind = EventKind::kKernel;
        std::uint16_t id = 0;
        std::uint16_t version = 0;
        std::array<std::uint8_t, 16> guid{};
        std::string provider_name, event;  // as a TraceLogging event itself says

        bool operator==(const Key&) const = default;
        std::string name() const;
        std::string provider() const;
    };
    struct Count {
        std::uint64_t events = 0;
        std::uint64_t bytes = 0;  // of payload
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    void add(const Event& event);
    void add(const EventCounts& others);
    const std::unordered_map<Key, Count, Hash>& all() const { return counts_; }

  private:
    std::unordered_map<Key, Count, Hash> counts_;
};

}  // namespace benchlab::etl
