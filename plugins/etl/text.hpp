// text.hpp: text of traces as UTF-8, and numbers as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "etl/bytes.hpp"

namespace benchlab::etl {

// Appends the text; a surrogate without its twin becomes U+FFFD.
void append_utf8(std::string& to, WideText text);
std::string to_utf8(WideText text);

// 8-bit text of a kernel record, whose code page the file does not name: ASCII is kept, and what
// is not valid UTF-8 is read as Latin-1.
std::string to_utf8(std::string_view narrow);

// "2022-06-17 15:06:40 UTC" of 100 ns since 1601, which must not be negative.
std::string filetime_text(std::int64_t filetime);

// "3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c" of the 16 bytes of a GUID.
std::string guid_text(const std::uint8_t* guid);
// The GUID's 32 hexadecimal digits and the age, as symbol servers spell it.
std::string debug_id_text(const std::uint8_t* guid, std::uint32_t age);

// True for equal texts, where ASCII letters of either case are equal.
bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);

// 10000000 as "10,000,000".
std::string grouped(std::uint64_t number);

}  // namespace benchlab::etl
