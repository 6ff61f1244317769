// zstd_stream.hpp: one zstd stream over a whole recording, flushed piece by piece.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace benchlab::story::perf {

class ZstdStream {
  public:
    ZstdStream();  // throws std::invalid_argument where the program was built without zstd
    ~ZstdStream();
    ZstdStream(const ZstdStream&) = delete;
    ZstdStream& operator=(const ZstdStream&) = delete;

    // All that there is of `bytes`, which a reader can then decompress.
    std::vector<std::uint8_t> compress(std::span<const std::uint8_t> bytes);

    static bool is_there();

  private:
    void* stream_ = nullptr;
};

}  // namespace benchlab::story::perf
