// base/text.hpp: small helpers on text that several folders need.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace benchlab::base {

// The text as valid UTF-8: each invalid sequence becomes U+FFFD.  `replaced` counts them.
std::string valid_utf8(std::string_view text, std::size_t& replaced);

// Without control characters (C0, DEL, C1, bidirectional overrides), each shown as U+FFFD:
// names in a trace or in a plugin are not ours, and a terminal obeys what is in them.
std::string printable(std::string_view text);

// Columns that the text takes on a terminal; counts code points, wide East Asian ones twice.
std::size_t display_width(std::string_view text);
// The text, followed (or preceded) by blanks up to `width` columns.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
// Words wrapped to `width` columns, each line after the first behind `indent` blanks.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

// A field of CSV: in quotes where it has to be, printable() but for its line ends.
std::string csv_field(std::string_view text);
// With ASCII letters in lower case.
std::string lower(std::string_view text);

// [a-z0-9][a-z0-9._-]*: what may be declared as a name (docs/abi.md, rule 9).
bool is_declared_name(std::string_view text);
// The same with '/' between non-empty parts.
bool is_declared_path(std::string_view text);

// The name in `candidates` that `word` is a likely misspelling of; empty when there is none.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);

// Paths are UTF-8 wherever they are text: on the command line, in messages, in reports.
std::string path_text(const std::filesystem::path& path);
std::filesystem::path text_path(std::string_view text);

}  // namespace benchlab::base
