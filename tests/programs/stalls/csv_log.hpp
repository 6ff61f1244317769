// What the program says that it did: a row for each frame and each stall.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stalls {

struct LogRow {
    std::string kind;  // "frame", or the stall's name
    std::uint64_t frame = 0;
    std::int64_t begin_ns = 0, end_ns = 0;
    int tid = 0;
    std::string detail;
};

// Throws std::system_error when it cannot be written whole.
void write_csv(const std::string& path, const std::vector<LogRow>& rows);

}  // namespace stalls
