// store/export.hpp: a table of a store as text, for other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "store/store.hpp"

namespace benchlab::store {

// Text is handed over in pieces of about so many bytes.
inline constexpr std::size_t kPiece = 1u << 16;

struct ExportOptions {
    bool json_lines = false;
    std::int64_t begin = 0, end = INT64_MAX;  // rows that touch this window
    std::uint32_t process = BL_NO_ROW;        // rows that belong to it (belongs.hpp)

    bool is_whole(const Store& store) const { return begin <= 0 && end >= store.duration_ns(); }
};

// Calls visit(row), in order, for the rows that the options choose; of lives (processes, images and
// the like) all that belong to the process, whatever the window.
void each_exported(const Store& store, const StoredTable& table, const ExportOptions& options,
                   const std::function<void(std::uint64_t)>& visit);

// CSV with a heading, or one JSON object a line.  Times in ns, absent values empty (null).  A row
// of another table is written as what people know it by: a process as name and pid, a thread as
// tid, a code as function, a stack as functions with the innermost first.
void export_table(const Store& store, const StoredTable& table, const ExportOptions& options,
                  const std::function<void(std::string_view)>& write);

}  // namespace benchlab::store
