// Feature sections: of the events their formats, names and ids; and what our own are packed in.
#include "perf/record/sections.hpp"

#include <unistd.h>

#include <algorithm>

#include "perf/record/compression.hpp"
#include "perf/record/features.hpp"

namespace benchlab::perf {

Blob tracing_data(std::span<const Event> events, const Tracefs& tracefs) {
    std::map<std::string, std::map<std::string, std::string>> formats;  // system, name
    for (const Event& event : events) {
        if (event.attr.type != PERF_TYPE_TRACEPOINT) continue;
        // "sched:sched_switch/stack" is a second event of the same tracepoint.
        const std::string name = event.name.substr(0, event.name.find('/'));
        const auto [system, short_name] = split_tracepoint(name);
        if (auto format = tracefs.format(name)) formats[system][short_name] = std::move(*format);
    }
    Blob blob;
    if (formats.empty()) return blob;
    constexpr char kMagic[] = "\x17\x08\x44tracing";
    blob.put_bytes(std::string_view(kMagic, sizeof(kMagic) - 1));
    blob.put_name("0.6");
    blob.put(std::uint8_t{0});  // little-endian
    blob.put(static_cast<std::uint8_t>(sizeof(long)));
    blob.put(static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)));
    for (const char* header : {"header_page", "header_event"}) {
        blob.put_name(header);
        blob.put_long_text(tracefs.header(header));
    }
    blob.put(std::uint32_t{0});  // formats of ftrace's own events
    blob.put(static_cast<std::uint32_t>(formats.size()));
    for (const auto& [system, events_of_it] : formats) {
        blob.put_name(system);
        blob.put(static_cast<std::uint32_t>(events_of_it.size()));
        for (const auto& [name, format] : events_of_it) blob.put_long_text(format);
    }
    blob.put(std::uint32_t{0});  // kernel symbols: perf needs none here, ours have a section
    blob.put(std::uint32_t{0});  // texts of printk
    blob.put(std::uint64_t{0});  // command lines
    return blob;
}

Blob describe_events(std::span<const Event> events) {
    Blob blob;
    blob.put(static_cast<std::uint32_t>(events.size()));
    blob.put(kAttrSize);
    for (const Event& event : events) {
        blob.put_bytes(&event.attr, kAttrSize);
        blob.put(static_cast<std::uint32_t>(event.ids.size()));
        blob.put_text(event.name);
        for (const std::uint64_t id : event.ids) blob.put(id);
    }
    return blob;
}

Blob describe_compression(std::uint32_t level, std::uint32_t most) {
    constexpr std::uint32_t kVersion = 1, kZstd = 1, kUnknownRatio = 1;
    Blob blob;
    for (const std::uint32_t value : {kVersion, kZstd, level, kUnknownRatio, most}) blob.put(value);
    return blob;
}

Blob packed_section(std::string_view name, std::string_view content) {
    constexpr std::uint32_t kLevel = 3;
    const Bytes bytes{reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};
    const auto packed = compress_whole(bytes, kLevel);
    Blob blob;
    blob.put_name(name);
    blob.put(std::uint16_t{1});
    blob.put(std::uint32_t{packed ? 1u : 0u});
    blob.put(static_cast<std::uint64_t>(content.size()));
    if (packed) {
        blob.put_bytes(packed->data(), packed->size());
    } else {
        blob.put_bytes(content);
    }
    return blob;
}

Blob describe_times(std::uint64_t first_ns, std::uint64_t last_ns) {
    Blob blob;
    blob.put(first_ns);
    blob.put(last_ns);
    return blob;
}

}  // namespace benchlab::perf
