#include "perf/record/compression.hpp"

#include <benchlab/host.hpp>

#include "perf/record/records.hpp"

#ifdef BENCHLAB_WITH_ZSTD
#include <zstd.h>
#endif

namespace benchlab::perf {

#ifdef BENCHLAB_WITH_ZSTD

namespace {

// A record's size is 16 bits wide.
constexpr std::size_t kMostPayload = 0xFFF8 - sizeof(RecordHeader);

void require(std::size_t result) {
    if (ZSTD_isError(result) != 0)
        throw Error(BL_E_FAILED, std::string("zstd: ") + ZSTD_getErrorName(result));
}

}  // namespace

struct Compressor::Stream {
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context{ZSTD_createCCtx(),
                                                                    &ZSTD_freeCCtx};
    std::vector<std::uint8_t> payload = std::vector<std::uint8_t>(kMostPayload);
};

bool Compressor::available() {
    return true;
}

Compressor::Compressor(std::uint32_t level) : stream_(std::make_unique<Stream>()) {
    if (!stream_->context) throw std::bad_alloc();
    require(ZSTD_CCtx_setParameter(stream_->context.get(), ZSTD_c_compressionLevel,
                                   static_cast<int>(level)));
}

void Compressor::compress(Bytes records, Blob& out) {
    ZSTD_inBuffer input{records.data(), records.size(), 0};
    // Flushing says how much of what it took is still inside.
    for (std::size_t inside = 1; inside > 0;) {
        ZSTD_outBuffer output{stream_->payload.data(), stream_->payload.size(), 0};
        inside = ZSTD_compressStream2(stream_->context.get(), &output, &input, ZSTD_e_flush);
        require(inside);
        const auto size = static_cast<std::uint16_t>(sizeof(RecordHeader) + output.pos);
        out.put(RecordHeader{kCompressed, 0, size});
        out.put_bytes(stream_->payload.data(), output.pos);
    }
}

std::optional<std::vector<std::uint8_t>> compress_whole(Bytes bytes, std::uint32_t level) {
    std::vector<std::uint8_t> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(),
                                           static_cast<int>(level));
    if (ZSTD_isError(size) != 0) return std::nullopt;
    packed.resize(size);
    return packed;
}

#else

struct Compressor::Stream {};

bool Compressor::available() {
    return false;
}

Compressor::Compressor(std::uint32_t) {
    throw Error(BL_E_UNSUPPORTED, "this build compresses nothing");
}

void Compressor::compress(Bytes, Blob&) {}

std::optional<std::vector<std::uint8_t>> compress_whole(Bytes, std::uint32_t) {
    return std::nullopt;
}

#endif

Compressor::~Compressor() = default;

}  // namespace benchlab::perf
