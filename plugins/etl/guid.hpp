// guid.hpp: identifiers of classes and providers that we look for.
#pragma once

#include <array>
#include <cstdint>

#include "etl/bytes.hpp"

namespace benchlab::etl {

struct Guid {
    std::uint32_t first;
    std::uint16_t second, third;
    std::array<std::uint8_t, 8> rest;
};

// Whether the 16 bytes at `at` are this one.
inline bool equal(const std::uint8_t* at, const Guid& guid) {
    return load<std::uint32_t>(at) == guid.first && load<std::uint16_t>(at + 4) == guid.second &&
           load<std::uint16_t>(at + 6) == guid.third &&
           std::memcmp(at + 8, guid.rest.data(), 8) == 0;
}

}  // namespace benchlab::etl
