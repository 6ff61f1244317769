// sysconfig.hpp: what the kernel and a merger say about the machine.  See
// process_thread_image.hpp for what decoders promise.
#pragma once

#include <cstdint>

#include "etl/event.hpp"

namespace benchlab::etl {

struct CpuConfigRecord {
    std::uint32_t mhz = 0;
    std::uint32_t cpu_count = 0;
    std::uint32_t memory_mib = 0;
    std::uint32_t page_size = 0;
    std::uint16_t architecture = 0;  // version 3: 0 x86, 9 x64, 12 ARM64
};
bool decode_cpu_config(const Event& event, CpuConfigRecord& record);

// One processor, Windows 11.
struct ProcessorRecord {
    std::uint32_t number = 0;
    std::uint32_t mhz = 0;
    WideText name;
};
bool decode_processor(const Event& event, ProcessorRecord& record);

// Which logical processors a node of memory has: entries of a mask and a processor group.
struct NodesRecord {
    std::uint32_t count = 0;
    Bytes entries;

    struct Entry {
        std::uint64_t mask = 0;
        std::uint16_t group = 0;
    };
    Entry entry(std::uint32_t index) const;
};
bool decode_nodes(const Event& event, NodesRecord& record);

// Which processors each group has.
struct GroupsRecord {
    std::uint32_t count = 0;
    Bytes masks;

    std::uint64_t mask(std::uint32_t index) const {
        return load<std::uint64_t>(masks.data() + std::size_t{8} * index);
    }
};
bool decode_groups(const Event& event, GroupsRecord& record);

// Two texts: an NT path and what it is for people, or the system's and Windows' folder.
struct PathsRecord {
    WideText first, second;
};
bool decode_paths(const Event& event, PathsRecord& record);

}  // namespace benchlab::etl
