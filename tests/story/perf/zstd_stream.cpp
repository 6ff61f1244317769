#include "zstd_stream.hpp"

#include <stdexcept>

#if defined(BENCHLAB_WITH_ZSTD)
#include <zstd.h>
#endif

namespace benchlab::story::perf {

#if defined(BENCHLAB_WITH_ZSTD)

bool ZstdStream::is_there() {
    return true;
}

ZstdStream::ZstdStream() : stream_(ZSTD_createCStream()) {
    if (!stream_) throw std::runtime_error("no memory for zstd");
    ZSTD_initCStream(static_cast<ZSTD_CStream*>(stream_), 1);
}

ZstdStream::~ZstdStream() {
    ZSTD_freeCStream(static_cast<ZSTD_CStream*>(stream_));
}

std::vector<std::uint8_t> ZstdStream::compress(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> out(ZSTD_compressBound(bytes.size()) + 64);
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t left =
        ZSTD_compressStream2(static_cast<ZSTD_CStream*>(stream_), &to, &in, ZSTD_e_flush);
    if (left != 0 || in.pos != in.size) throw std::runtime_error("zstd did not take a piece");
    out.resize(to.pos);
    return out;
}

#else

bool ZstdStream::is_there() {
    return false;
}

ZstdStream::ZstdStream() {
    throw std::invalid_argument("this program was built without zstd");
}

ZstdStream::~ZstdStream() = default;

std::vector<std::uint8_t> ZstdStream::compress(std::span<const std::uint8_t>) {
    return {};
}

#endif

}  // namespace benchlab::story::perf
