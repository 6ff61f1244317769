#include "perf/unpacker.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#ifdef BENCHLAB_WITH_ZSTD
#include <zstd.h>
#endif

namespace benchlab::perf {
namespace {

// A record has at most 64 KiB, so there is always room for one and what belongs to the next.
constexpr std::size_t kRoom = 256 * 1024;

}  // namespace

#ifdef BENCHLAB_WITH_ZSTD

struct Unpacker::Stream {
    Stream() : stream(ZSTD_createDStream()) {
        if (stream == nullptr) throw std::bad_alloc();
    }
    ~Stream() { ZSTD_freeDStream(stream); }
    ZSTD_DStream* stream;
};

bool Unpacker::is_available() {
    return true;
}

Unpacker::Unpacker() : stream_(std::make_unique<Stream>()), out_(kRoom) {}

bool Unpacker::more() {
    if (!error_.empty() || (!may_have_more_ && given_ == packed_.size())) return false;
    std::memmove(out_.data(), out_.data() + at_, filled_ - at_);
    filled_ -= at_;
    at_ = 0;
    if (filled_ == out_.size()) return false;
    ZSTD_inBuffer in{packed_.data(), packed_.size(), given_};
    ZSTD_outBuffer out{out_.data(), out_.size(), filled_};
    const std::size_t result = ZSTD_decompressStream(stream_->stream, &out, &in);
    if (ZSTD_isError(result) != 0) {
        error_ = ZSTD_getErrorName(result);
        return false;
    }
    const bool grew = out.pos > filled_ || in.pos > given_;
    filled_ = out.pos;
    given_ = in.pos;
    // A full buffer may have left something inside.
    may_have_more_ = filled_ == out_.size();
    return grew;
}

#else

struct Unpacker::Stream {};

bool Unpacker::is_available() {
    return false;
}

Unpacker::Unpacker() = default;

bool Unpacker::more() {
    return false;
}

#endif

Unpacker::~Unpacker() = default;

void Unpacker::give(Bytes packed) {
    packed_ = packed;
    given_ = 0;
}

}  // namespace benchlab::perf
