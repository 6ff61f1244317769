// buffers.hpp: records into the buffers of a trace file, one buffer being filled for each CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bytes.hpp"
#include "compress.hpp"
#include "story/output.hpp"

namespace benchlab::story {

struct BufferOptions {
    std::uint32_t cpus = 1;
    std::uint32_t buffer_size = 65536;
    Compression compression = Compression::kNone;
    // Data buffers in a circular file; 0: the file grows.
    std::uint64_t ring_buffers = 0;
    // Windows Vista and 7 wrote the processor's number in one byte.
    bool one_byte_processor = false;
};

class BufferWriter {
  public:
    BufferWriter(Output& output, const BufferOptions& options);

    // Records of the first buffer, before all others.
    void add_header(std::span<const std::uint8_t> record);
    void close_header();
    // Replaces the first record of the first buffer by one of the same size.
    void replace_header(std::span<const std::uint8_t> record);

    // In order of time for each CPU.
    void add(std::uint32_t cpu, std::int64_t ticks, std::span<const std::uint8_t> record);
    // The CPU's next buffer says that events or buffers before it were lost (flags 2 and 4).
    void mark_lost(std::uint32_t cpu, std::uint16_t flags);
    void flush_all();

    std::uint64_t buffers_in_file() const;
    std::uint64_t buffers_flushed() const { return flushed_; }
    // With what is still in memory.
    std::uint64_t size_bytes() const;

  private:
    struct Buffer {
        std::vector<std::uint8_t> bytes;
        std::size_t used = 0;
        std::int64_t last_ticks = 0;
        std::int64_t sequence = 0;
        std::uint16_t flags = 0;
    };

    void flush(std::uint32_t cpu, bool marker);
    std::uint16_t processor_field(std::uint32_t cpu) const;
    void fill_header(std::span<std::uint8_t> bytes, std::size_t used, std::size_t stored,
                     const Buffer& buffer, std::uint32_t cpu, std::uint16_t flags) const;

    Output& output_;
    BufferOptions options_;
    std::vector<Buffer> cpus_;
    std::vector<std::uint8_t> header_;
    std::size_t header_used_ = 0, header_size_ = 0;
    std::uint64_t end_ = 0;  // of the file
    std::uint64_t flushed_ = 0, used_in_memory_ = 0;
};

}  // namespace benchlab::story
