// merging.hpp: files merged as the host has it done, and what the result must be equal to.
#pragma once

#include <benchlab/merge.h>

#include <cstdint>
#include <string>
#include <vector>

#include "made_trace.hpp"

namespace etl_test {

struct Merged {
    bl_status status = BL_OK;
    std::string error;
    std::vector<std::string> logs;
    std::vector<std::uint8_t> bytes;  // of the output
};

struct MergeOptions {
    bool cancelled = false;
    std::uint64_t room = UINT64_MAX;  // bytes from where on the output cannot be written
};

Merged merge(const std::vector<std::string>& paths, const MergeOptions& options = {});
// Files of these names in the tests' folder.
Merged merge(const std::vector<MadeTrace>& traces);

// A buffer of a plain file, read field by field as the format has it.
struct FoundBuffer {
    std::uint32_t size = 0, used = 0;
    std::int64_t sequence = 0;
    unsigned cpu = 0, flags = 0, type = 0;
    std::vector<std::int64_t> times;         // of its events, which all have PERFINFO headers
    std::vector<std::uint32_t> first_words;  // of their payloads
};
std::vector<FoundBuffer> buffers_of(const std::vector<std::uint8_t>& file);

// Every row of every table, sorted, and the clock, facts and problems' codes of a recording.
std::vector<std::string> everything_in(const std::vector<std::string>& paths);

}  // namespace etl_test
