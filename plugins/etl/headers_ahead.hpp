// headers_ahead.hpp: the headers of a file's buffers, which threads read side by side before they
// are walked over: one after the other they take a tenth of the time of a report about one table.
#pragma once

#include <array>
#include <benchlab/host.hpp>
#include <cstdint>
#include <vector>

#include "etl/buffers.hpp"

namespace benchlab::etl {

using BufferHeader = std::array<std::uint8_t, kBufferHeaderSize>;

class HeadersAhead {
  public:
    // Each is read when it is asked for.
    explicit HeadersAhead(const InputFile& file) : file_(file) {}
    // Those that lie where they do when all buffers have the size of the second, as in most files.
    HeadersAhead(const InputFile& file, const Host& host);

    // False where the file ends before the header does.  Throws as InputFile::read.
    bool read(std::uint64_t offset, BufferHeader& header) const;

  private:
    struct Read {
        BufferHeader header;
        bool is_there = false;
    };

    const InputFile& file_;
    std::uint64_t first_ = 0, step_ = 0;
    std::vector<Read> ahead_;
};

// index_buffers() with headers that may have been read.
BufferIndex index_buffers(const InputFile& file, const HeadersAhead& headers);

}  // namespace benchlab::etl
