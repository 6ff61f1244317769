#include "etl/compression.hpp"

#include <algorithm>
#include <bit>

namespace benchlab::etl {

namespace {

// Reads the length of a plain LZ77 match ([MS-XCA] 2.4.4): 3 bits, then a nibble that two matches
// share, then a byte, two bytes, four bytes.
class XpressLength {
  public:
    explicit XpressLength(Bytes from) : from_(from) {}

    // `at` stands behind the match's two bytes.  0 when the stream ends or contradicts itself.
    std::size_t read(std::uint32_t match, std::size_t& at) {
        std::size_t length = match & 7;
        if (length < kShort) return length + kLeast;
        if (shared_nibble_ != nullptr) {
            length = *shared_nibble_ >> 4;
            shared_nibble_ = nullptr;
        } else {
            if (at >= from_.size()) return 0;
            shared_nibble_ = from_.data() + at;
            length = *shared_nibble_ & 0xF;
            ++at;
        }
        if (length < kNibble) return length + kShort + kLeast;
        if (at >= from_.size()) return 0;
        length = from_[at++];
        if (length < 0xFF) return length + kNibble + kShort + kLeast;
        return read_long(at);
    }

  private:
    static constexpr std::size_t kLeast = 3, kShort = 7, kNibble = 15;

    std::size_t read_long(std::size_t& at) {
        if (from_.size() - at < 2) return 0;
        std::size_t length = load<std::uint16_t>(from_.data() + at);
        at += 2;
        if (length == 0) {
            if (from_.size() - at < 4) return 0;
            length = load<std::uint32_t>(from_.data() + at);
            at += 4;
        }
        // It counts from the shortest match, as all that came before is in it.
        return length < kNibble + kShort ? 0 : length + kLeast;
    }

    Bytes from_;
    const std::uint8_t* shared_nibble_ = nullptr;
};

// One chunk of LZNT1, which unpacks to at most 4096 bytes.  False when it is damaged.
bool unpack_lznt1_chunk(Bytes from, std::span<std::uint8_t> to, std::size_t& at) {
    const std::size_t begin = at;
    std::size_t in = 0;
    while (in < from.size()) {
        std::uint8_t flags = from[in++];
        for (unsigned bit = 0; bit < 8 && in < from.size(); ++bit, flags >>= 1) {
            if (at == to.size()) return true;
            if ((flags & 1) == 0) {
                to[at++] = from[in++];
                continue;
            }
            if (from.size() - in < 2) return false;
            const std::uint32_t match = load<std::uint16_t>(from.data() + in);
            in += 2;
            // The further into the chunk, the more of the 16 bits are distance.
            unsigned length_bits = 12;
            for (std::size_t reach = at - begin - 1; at > begin && reach >= 0x10; reach >>= 1) {
                if (--length_bits == 4) break;
            }
            const std::size_t distance = (match >> length_bits) + 1;
            const std::size_t length = (match & ((1u << length_bits) - 1)) + 3;
            if (distance > at - begin || !detail::copy_match(to, at, distance, length))
                return false;
        }
    }
    return true;
}

}  // namespace

bool is_known(Compression format) {
    return format == Compression::kLznt1 || format == Compression::kXpress ||
           format == Compression::kXpressHuffman;
}

std::size_t decompress(Compression format, Bytes from, std::span<std::uint8_t> to) {
    switch (format) {
        case Compression::kLznt1:
            return decompress_lznt1(from, to);
        case Compression::kXpress:
            return decompress_xpress(from, to);
        case Compression::kXpressHuffman:
            return decompress_xpress_huffman(from, to);
        case Compression::kNone:
            break;
    }
    return 0;
}

std::size_t decompress_xpress(Bytes from, std::span<std::uint8_t> to) {
    XpressLength lengths(from);
    std::size_t in = 0, at = 0;
    std::uint32_t flags = 0;  // the next one is the highest bit
    unsigned flags_left = 0;
    while (at < to.size()) {
        if (flags_left == 0) {
            if (from.size() - in < 4) return at;
            flags = load<std::uint32_t>(from.data() + in);
            in += 4;
            flags_left = 32;
        }
        const unsigned literals =
            std::min(static_cast<unsigned>(std::countl_zero(flags)), flags_left);
        if (literals > 0) {
            const std::size_t count =
                std::min({std::size_t{literals}, from.size() - in, to.size() - at});
            // A copy of known size is faster than a short one; what is too much is written over.
            constexpr std::size_t kMost = 32;
            if (from.size() - in >= kMost && to.size() - at >= kMost) {
                std::memcpy(to.data() + at, from.data() + in, kMost);
            } else {
                std::memcpy(to.data() + at, from.data() + in, count);
            }
            at += count;
            in += count;
            if (count < literals) return at;
            flags_left -= literals;
            flags = flags_left == 0 ? 0 : flags << literals;
            continue;
        }
        flags <<= 1;
        --flags_left;
        if (from.size() - in < 2) return at;
        const std::uint32_t match = load<std::uint16_t>(from.data() + in);
        in += 2;
        const std::size_t length = lengths.read(match, in);
        if (length == 0 || !detail::copy_match(to, at, (match >> 3) + 1, length)) return at;
    }
    return at;
}

std::size_t decompress_lznt1(Bytes from, std::span<std::uint8_t> to) {
    std::size_t in = 0, at = 0;
    while (at < to.size() && from.size() - in >= 2) {
        const std::uint32_t header = load<std::uint16_t>(from.data() + in);
        in += 2;
        if (header == 0) break;
        const std::size_t size = (header & 0xFFF) + 1;
        if (((header >> 12) & 7) != 3) break;
        const std::size_t there = std::min(size, from.size() - in);
        const Bytes chunk = from.subspan(in, there);
        in += there;
        if ((header & 0x8000) == 0) {
            const std::size_t count = std::min(there, to.size() - at);
            if (count != 0) std::memcpy(to.data() + at, chunk.data(), count);
            at += count;
        } else if (!unpack_lznt1_chunk(chunk, to, at)) {
            break;
        }
        if (there < size) break;
    }
    return at;
}

}  // namespace benchlab::etl
