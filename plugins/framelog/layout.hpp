// The header line: which tool wrote the file, and which column is what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columns.hpp"

namespace benchlab::framelog {

enum class Tool : std::uint8_t { kPresentMon, kOcat, kCapFrameX, kFrameView, kMangoHud };

// By so many rows a file is judged before it is read as a whole.
inline constexpr std::size_t kSampleRows = 4096;

struct Layout {
    struct Column {
        std::size_t at = 0;  // counted from the left, 0 is the first
        Field field = Field::kNone;
    };

    Tool tool = Tool::kPresentMon;
    char delimiter = ',';
    std::vector<std::string> headings;
    std::vector<Column> columns;     // those that are read, from left to right
    std::vector<std::string> twice;  // headings of a quantity that another column has already

    bool has(Field field) const;
    std::size_t column_of(Field field) const;  // headings.size() when it is not there
    // "PresentMon 1.x CSV".
    std::string format() const;
    // How sure it is that this is a frame log, 1 to 100.
    std::uint32_t score() const;
};

// Nothing when the line is not the header of a frame log.
std::optional<Layout> layout_of(std::string_view line);

}  // namespace benchlab::framelog
