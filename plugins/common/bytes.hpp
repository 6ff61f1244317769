// common/bytes.hpp: bytes of a file, and fields at any address of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace benchlab::plugins {

using Bytes = std::span<const std::uint8_t>;

// As it lies there, in the byte order of this machine.
template <class Value>
Value load(const std::uint8_t* at) {
    Value value;
    std::memcpy(&value, at, sizeof(value));
    return value;
}

}  // namespace benchlab::plugins
