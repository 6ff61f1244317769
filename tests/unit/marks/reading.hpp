// Files of marks through the reader into a store.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "benchlab/benchlab.h"
#include "store/store.hpp"

namespace marks_test {

// A row, as the store has it; what is absent is not there.
struct Row {
    std::map<std::string, std::int64_t> integers;  // rows of other tables are their pid or tid
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;

    std::int64_t integer(const std::string& column) const;  // -1 when absent
    std::string text(const std::string& column) const;
};

struct Read {
    bl_status status = BL_OK;
    std::string error;
    bl_clock clock{};
    std::vector<std::string> refusals;  // calls that the host refused
    std::unique_ptr<benchlab::store::Store> store;

    std::vector<Row> rows(const std::string& table) const;
    // By code; what is not told is not there.
    std::map<std::string, std::uint64_t> problems() const;
};

Read read_files(const std::vector<std::string>& paths);
// Through a file in a folder for temporary ones.
Read read_bytes(std::string_view bytes);
std::uint32_t probe(std::string_view head, const char* path = "benchlab.1");

}  // namespace marks_test
