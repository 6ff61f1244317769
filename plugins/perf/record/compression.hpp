// compression.hpp: zstd, where the program was built with it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "perf/record/blob.hpp"

namespace benchlab::perf {

// One continuous stream in COMPRESSED records, as perf writes it.
class Compressor {
  public:
    static bool available();

    explicit Compressor(std::uint32_t level);
    ~Compressor();

    // Appends COMPRESSED records to `out` from which all of `records` can be had again.
    // Throws when the library fails.
    void compress(Bytes records, Blob& out);

  private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
};

// A frame of its own; empty where there is no zstd.
std::optional<std::vector<std::uint8_t>> compress_whole(Bytes bytes, std::uint32_t level);

}  // namespace benchlab::perf
