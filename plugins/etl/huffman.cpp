// LZ77 with Huffman codes, [MS-XCA] 2.1 and 2.2.
#include <algorithm>
#include <array>
#include <memory>

#include "etl/compression.hpp"

namespace benchlab::etl {
namespace {

constexpr unsigned kMostBits = 15;
constexpr unsigned kSymbols = 512;
constexpr std::size_t kTableBytes = kSymbols / 2;
constexpr std::size_t kBlockBytes = 65536;

// For each 15 bits that may come next, the symbol that they begin with.
class CodeTable {
  public:
    // The lengths are nibbles, that of the even symbol lower.  False when they are no prefix code.
    bool build(const std::uint8_t* nibbles) {
        for (unsigned i = 0; i < kSymbols; ++i) {
            lengths_[i] = static_cast<std::uint8_t>((nibbles[i / 2] >> (4 * (i & 1))) & 0xF);
        }
        std::size_t filled = 0;
        for (unsigned bits = 1; bits <= kMostBits; ++bits) {
            const std::size_t run = std::size_t{1} << (kMostBits - bits);
            for (unsigned symbol = 0; symbol < kSymbols; ++symbol) {
                if (lengths_[symbol] != bits) continue;
                if (symbols_.size() - filled < run) return false;
                std::fill_n(symbols_.begin() + static_cast<std::ptrdiff_t>(filled), run,
                            static_cast<std::uint16_t>(symbol));
                filled += run;
            }
        }
        return filled == symbols_.size();
    }
    unsigned symbol(std::uint32_t next_bits) const {
        return symbols_[next_bits >> (32 - kMostBits)];
    }
    unsigned bits_of(unsigned symbol) const { return lengths_[symbol]; }

  private:
    std::array<std::uint8_t, kSymbols> lengths_;
    std::array<std::uint16_t, std::size_t{1} << kMostBits> symbols_;
};

// Bits come in little-endian units of 16, highest first; whole bytes lie between the units.
class BitStream {
  public:
    explicit BitStream(Bytes from) : from_(from) {}

    void start(std::size_t at) {
        at_ = at;
        next_bits_ = unit() << 16;
        next_bits_ |= unit();
        extra_bits_ = 16;
    }
    std::uint32_t next_bits() const { return next_bits_; }
    void drop(unsigned bits) {
        next_bits_ <<= bits;
        extra_bits_ -= static_cast<int>(bits);
        if (extra_bits_ < 0) {
            next_bits_ |= unit() << -extra_bits_;
            extra_bits_ += 16;
        }
    }
    std::uint32_t take(unsigned bits) {
        if (bits == 0) return 0;
        const std::uint32_t value = next_bits_ >> (32 - bits);
        drop(bits);
        return value;
    }
    std::uint32_t byte() { return number(1); }
    std::uint32_t number(std::size_t size) {
        std::uint32_t value = 0;
        if (from_.size() - std::min(at_, from_.size()) < size) {
            at_ = from_.size() + 1;
            return 0;
        }
        for (std::size_t i = 0; i < size; ++i) value |= std::uint32_t{from_[at_ + i]} << (8 * i);
        at_ += size;
        return value;
    }
    std::size_t at() const { return at_; }
    // The stream may be read ahead by two units of zeros, but not further.
    bool is_past_end() const { return at_ > from_.size() + 4; }
    bool failed() const { return failed_; }

  private:
    std::uint32_t unit() {
        std::uint32_t value = 0;
        if (at_ + 2 <= from_.size()) value = load<std::uint16_t>(from_.data() + at_);
        at_ += 2;
        failed_ = failed_ || is_past_end();
        return value;
    }

    Bytes from_;
    std::size_t at_ = 0;
    std::uint32_t next_bits_ = 0;
    int extra_bits_ = 0;
    bool failed_ = false;
};

// The length of a match whose symbol said so much; 0 when it contradicts itself.
std::size_t match_length(unsigned of_symbol, BitStream& stream) {
    std::size_t length = of_symbol;
    if (length == 15) {
        length = stream.byte();
        if (length == 0xFF) {
            length = stream.number(2);
            if (length == 0) length = stream.number(4);
            if (length < 15) return 0;
            length -= 15;
        }
        length += 15;
    }
    return length + 3;
}

// One block, up to its end or that of `to`.  False when it is damaged.
bool unpack_block(BitStream& stream, const CodeTable& codes, std::span<std::uint8_t> to,
                  std::size_t block_end, std::size_t& at) {
    while (at < block_end) {
        const unsigned symbol = codes.symbol(stream.next_bits());
        stream.drop(codes.bits_of(symbol));
        if (stream.failed()) return false;
        if (symbol < 256) {
            to[at++] = static_cast<std::uint8_t>(symbol);
            continue;
        }
        const std::size_t length = match_length(symbol & 0xF, stream);
        const unsigned distance_bits = (symbol - 256) >> 4;
        const std::size_t distance = (std::size_t{1} << distance_bits) + stream.take(distance_bits);
        if (length == 0 || stream.failed()) return false;
        if (!detail::copy_match(to, at, distance, length)) return false;
    }
    return true;
}

}  // namespace

std::size_t decompress_xpress_huffman(Bytes from, std::span<std::uint8_t> to) {
    const auto codes = std::make_unique<CodeTable>();
    BitStream stream(from);
    std::size_t in = 0, at = 0;
    while (at < to.size()) {
        if (from.size() < in || from.size() - in < kTableBytes) return at;
        if (!codes->build(from.data() + in)) return at;
        stream.start(in + kTableBytes);
        const std::size_t block_end = std::min(to.size(), at + kBlockBytes);
        if (!unpack_block(stream, *codes, to, block_end, at)) return at;
        in = stream.at();
    }
    return at;
}

}  // namespace benchlab::etl
