// described.hpp: decoded events as named values, by the names that the oracles use.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "etl/event.hpp"

namespace etl_test {

using Value = std::variant<std::uint64_t, std::string, std::vector<std::uint64_t>>;
using Described = std::map<std::string, Value>;

// What our decoders make of an event.  `number` is group << 8 | type as the kernel writes it, or
// 0x10000 + type for the merger's class ImageId, 0x20000 + type for SysConfigEx.  Empty when there
// is no decoder for it.  Numbers are without sign, as wide as they are in the file.
Described describe(const benchlab::etl::Event& event, std::uint32_t number);

// The number for a class GUID; 0xFFFFFFFF when there is no decoder for the class.
std::uint32_t number_of(const std::string& class_guid, std::uint32_t type);

}  // namespace etl_test
