// buffers.hpp: a trace file is buffers end to end; this finds them and gives their bodies.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/input_file.hpp"
#include "etl/bytes.hpp"
#include "etl/compression.hpp"

namespace benchlab::etl {

using plugins::InputFile;

constexpr std::size_t kBufferHeaderSize = 72;
// Windows allows 16 MiB; what is above is no size.
constexpr std::uint32_t kLargestBuffer = 64u << 20;

enum BufferFlags : std::uint16_t {
    kBufferFlushMarker = 1,
    kBufferEventsLost = 2,
    kBufferBufferLost = 4,
    kBufferProcessorIndex = 0x20,
    kBufferCompressed = 0x40,
};

constexpr std::uint16_t kHeaderBuffer = 4;  // type of the first buffer

struct Buffer {
    std::uint64_t offset = 0;  // in the file
    std::uint32_t stored = 0;  // bytes in the file, header included
    std::uint32_t used = 0;    // the same when not compressed and full; events end there
    std::int64_t sequence = 0;
    std::uint16_t cpu = 0;
    std::uint16_t flags = 0;
    std::uint16_t type = 0;

    bool is_compressed() const { return (flags & kBufferCompressed) != 0; }
};

// A kind of damage: one is reported for each code, with the lowest offset and how often.
struct Damage {
    const char* code;
    std::string text;
    std::uint64_t offset;
};

struct BufferIndex {
    std::vector<Buffer> buffers;  // in the order in which events of one CPU come
    std::vector<Damage> damages;
    Compression compression = Compression::kNone;  // of all that are compressed
};

// Walks the headers.  A damaged buffer ends the walk, unless its size leads to another header; what
// lies before and, in a cut buffer, before the cut is kept.
BufferIndex index_buffers(const InputFile& file);

// Puts the buffers of each CPU in the order of their sequence numbers, into the places that the
// buffers of that CPU have: in a circular file the oldest one is somewhere in the middle.
void order_by_sequence(std::vector<Buffer>& buffers);

// Buffers are numbered through over all processors, from any number on: how many there were between
// these two, of which the second has the next higher number.  Empty when the numbers cannot be.
std::optional<std::uint32_t> missing_between(const Buffer& before, const Buffer& after);
constexpr const char* kBadSequence = "the number of a buffer cannot be";

// Bodies of buffers, unpacked where needed; the memory for it is used again and again.
class BufferReader {
  public:
    BufferReader(const InputFile& file, Compression compression)
        : file_(file), compression_(compression) {}

    // The events, from the first one on; valid until the next call.
    Bytes body(const Buffer& buffer);
    // What was wrong with that body, of which what precedes was given; null: nothing.
    const Damage* damage() const { return damage_ ? &*damage_ : nullptr; }

  private:
    const InputFile& file_;
    Compression compression_;
    std::vector<std::uint8_t> stored_, unpacked_;
    std::optional<Damage> damage_;
};

}  // namespace benchlab::etl
