// The texts of one line: fields, numbers, dates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "common/text.hpp"

namespace benchlab::framelog {

using plugins::trimmed;

// Splits a line.  A field that is in quotes comes without them; a quote that is never closed is a
// character like others, as PresentMon writes names as they are.
void split(std::string_view line, char delimiter, std::vector<std::string_view>& fields);

enum class Reading : std::uint8_t {
    kNumber,
    kMissing,  // NA, empty, nan, 1.#QNAN, inf, -, Error ...
    kMixed,    // the other decimal sign than before, or both
    kBad
};

// The decimal sign of a file: a comma counts as one only where it does not separate fields.  Both
// in one file would make 1,234 ambiguous, so the first one met is the file's.
class Decimals {
  public:
    Reading number(std::string_view text, double& value);

  private:
    Reading other(std::string_view text, double& value);
    Reading parse_any(std::string_view text, double& value);
    char sign_ = 0;
};

bool is_missing(std::string_view text);
std::optional<std::int64_t> whole_number(std::string_view text);
// "2024-3-9 7:05:59.123456789": ns since 1970 as if it were UTC.  Month and so on may be unpadded.
std::optional<std::int64_t> date_ns(std::string_view text);

}  // namespace benchlab::framelog
