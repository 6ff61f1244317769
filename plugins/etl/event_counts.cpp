#include "etl/event_counts.hpp"

#include <cstdio>
#include <functional>

#include "etl/event_layout.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {

std::string EventCounts::Key::provider() const {
    return kind == EventKind::kKernel ? std::string() : guid_text(guid.data());
}

std::string EventCounts::Key::name() const {
    char text[96];
    const unsigned number = id, of_version = version;
    switch (kind) {
        case EventKind::kKernel:
            std::snprintf(text, sizeof(text), "kernel group=0x%02x type=0x%02x v%u", number >> 8,
                          number & 0xFF, of_version);
            break;
        case EventKind::kClass:
            std::snprintf(text, sizeof(text), "class %s type=%u v%u", provider().c_str(), number,
                          of_version);
            break;
        case EventKind::kManifest:
            std::snprintf(text, sizeof(text), "event %s id=%u v%u", provider().c_str(), number,
                          of_version);
            break;
        case EventKind::kMessage:
            std::snprintf(text, sizeof(text), "wpp %s msg=%u", provider().c_str(), number);
            break;
    }
    return text;
}

std::size_t EventCounts::Hash::operator()(const Key& key) const {
    std::uint64_t hash =
        load<std::uint64_t>(key.guid.data()) ^ (load<std::uint64_t>(key.guid.data() + 8) << 1);
    hash ^= (std::uint64_t{key.id} << 24) | (std::uint64_t{key.version} << 8) |
            static_cast<std::uint64_t>(key.kind);
    if (!key.event.empty()) hash ^= std::hash<std::string>()(key.event);
    return static_cast<std::size_t>((hash * 0x9E3779B97F4A7C15u) >> 16);
}

void EventCounts::add(const Event& event) {
    Key key{event.kind, event.id, event.version, {}, {}, {}};
    if (event.guid != nullptr) std::memcpy(key.guid.data(), event.guid, 16);
    each_item(event, [&](const Item& item) {
        if (item.type == kItemSchema) key.event = to_utf8(schema_name(item.data));
        if (item.type == kItemTraits) key.provider_name = to_utf8(traits_name(item.data));
    });
    Count& count = counts_[key];
    ++count.events;
    count.bytes += event.payload.size();
}

void EventCounts::add(const EventCounts& others) {
    for (const auto& [key, theirs] : others.counts_) {
        Count& count = counts_[key];
        count.events += theirs.events;
        count.bytes += theirs.bytes;
    }
}

}  // namespace benchlab::etl
