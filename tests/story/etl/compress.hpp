// compress.hpp: the three compressions of trace buffers.  Simple rather than small: a greedy
// match finder of one candidate.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace benchlab::story {

enum class Compression : std::uint8_t { kNone = 0, kLznt1 = 2, kXpress = 3, kHuffman = 4 };

std::vector<std::uint8_t> compress(std::span<const std::uint8_t> data, Compression format);

}  // namespace benchlab::story
