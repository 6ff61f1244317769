// walker.hpp: an independent reader of trace files, written from the byte facts alone and strict
// where readers of the wild have to be lenient.  It shares no code with the writer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace benchlab::story_test {

using ByteVector = std::vector<std::uint8_t>;

struct WalkedBuffer {
    std::uint32_t cpu = 0;
    std::uint64_t offset = 0;  // in the file
    std::size_t stored = 0, used = 0;
    std::int64_t sequence = 0;
    unsigned flags = 0, type = 0;
    ByteVector body;  // its records, uncompressed
};

struct WalkedEvent {
    std::size_t buffer = 0;
    std::uint32_t cpu = 0;
    unsigned header = 0;  // the header type byte
    int pointer = 8;
    unsigned group = 0;          // of kernel events, also of those with a class
    unsigned type = 0;           // or the id of a manifest event
    std::uint32_t provider = 0;  // the first word of the class or provider; 0: a kernel event
    unsigned version = 0, counters = 0;
    std::uint32_t thread = 0, process = 0;
    std::int64_t ticks = 0;
    ByteVector payload;

    std::uint64_t number(std::size_t at, std::size_t size) const;
    std::uint64_t address(std::size_t at) const {
        return number(at, static_cast<std::size_t>(pointer));
    }
};

struct WalkedHeader {
    std::uint32_t buffer_size = 0, cpus = 0, mode = 0, buffers = 0, pointer = 0, events_lost = 0;
    std::uint32_t mhz = 0, clock = 0, buffers_lost = 0;
    std::uint64_t end = 0, frequency = 0, start = 0;
    std::int64_t ticks = 0;
};

struct Walked {
    std::vector<WalkedBuffer> buffers;
    std::vector<WalkedEvent> events;  // in the order of the file
    WalkedHeader header;
    std::string complaint;  // empty: every byte was as it should be

    std::vector<const WalkedEvent*> of(unsigned group, unsigned type) const;
    std::vector<const WalkedEvent*> of_provider(std::uint32_t provider, unsigned id) const;
    // Since the file's beginning, rounded down.
    std::int64_t ns(std::int64_t ticks) const;
    std::int64_t ns(const WalkedEvent& event) const { return ns(event.ticks); }
};

Walked walk(std::span<const std::uint8_t> file);

// By the number that the first buffer's state has: 2 LZNT1, 3 XPRESS, 4 XPRESS with Huffman
// codes.  Throws std::runtime_error when the stream is not exactly that long.
ByteVector decompress(std::span<const std::uint8_t> stored, std::size_t size, unsigned format);

}  // namespace benchlab::story_test
