// map_record.hpp: a record that says what was mapped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "perf/session.hpp"

namespace benchlab::perf {

struct MapRecord {
    std::uint32_t pid = 0;
    std::uint64_t base = 0, size = 0, offset = 0;
    std::string_view path;
    std::string debug_id;  // in hex; empty when not known
    bool of_kernel = false;
    bool is_code = true;
};

// Of MMAP or MMAP2, without what ends the record; none when it is damaged or maps nothing.
std::optional<MapRecord> read_map(std::uint32_t type, std::uint16_t misc, Fields fields,
                                  const Session& session);

}  // namespace benchlab::perf
