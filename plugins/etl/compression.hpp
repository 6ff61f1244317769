// compression.hpp: the three formats of [MS-XCA] in which the body of a buffer may be stored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "etl/bytes.hpp"

namespace benchlab::etl {

// As the low half of the first buffer header's State has it.
enum class Compression : std::uint16_t { kNone = 0, kLznt1 = 2, kXpress = 3, kXpressHuffman = 4 };

bool is_known(Compression format);

// Fills `to` from the front and returns how many of its bytes are good: all of them unless the
// stream is damaged.  Never reads outside `from` and never writes outside `to`.
std::size_t decompress(Compression format, Bytes from, std::span<std::uint8_t> to);

// One each, for the tests.
std::size_t decompress_lznt1(Bytes from, std::span<std::uint8_t> to);
std::size_t decompress_xpress(Bytes from, std::span<std::uint8_t> to);
std::size_t decompress_xpress_huffman(Bytes from, std::span<std::uint8_t> to);

namespace detail {

// Repeats what was written `distance` bytes before `at`; a copy may overlap its own output.
// False, with nothing written, when that lies before the begin.  At the end of `to` it stops.  Up
// to 15 bytes behind it may be changed, too.
inline bool copy_match(std::span<std::uint8_t> to, std::size_t& at, std::size_t distance,
                       std::size_t length) {
    if (distance > at) return false;
    constexpr std::size_t kStep = 8;
    const std::size_t room = to.size() - at;
    const std::size_t count = std::min(length, room);
    std::uint8_t* const target = to.data() + at;
    const std::uint8_t* const source = target - distance;
    if (distance >= kStep && room - count >= 2 * kStep) {
        // Most are this short, and none of these has a branch.
        std::memcpy(target, source, kStep);
        std::memcpy(target + kStep, source + kStep, kStep);
        for (std::size_t i = 2 * kStep; i < count; i += kStep) {
            std::memcpy(target + i, source + i, kStep);
        }
    } else {
        for (std::size_t i = 0; i < count; ++i) target[i] = source[i];
    }
    at += count;
    return true;
}

}  // namespace detail
}  // namespace benchlab::etl
